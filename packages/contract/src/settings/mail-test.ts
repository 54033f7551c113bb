/** Why a test mail was not sent, as far as known. */
export type MailTestProblem =
  | "not_found"
  | "address"
  | "no_connection"
  | "unprotected"
  | "untrusted"
  | "password"
  | "sender"
  | "receiver"
  | "content"
  | "other";

/** The message when a test mail was not sent: the cause and where to look. */
export const mailTestSentences: Readonly<
  Record<MailTestProblem, (test: { server: string; sender: string; to: string }) => string>
> = {
  not_found: ({ server }) => `There is no server ${server}. Check its name.`,
  address: ({ server }) =>
    `Mail cannot be sent through a server at the address of ${server}. Use the name or address that your mail provider gives you.`,
  no_connection: ({ server }) =>
    `Could not connect to ${server}. Check its name and the port, mostly 587 with STARTTLS and 465 with TLS, and whether a firewall is in between.`,
  unprotected: ({ server }) =>
    `The connection to ${server} could not be protected as chosen. Check the protection and the port.`,
  untrusted: ({ server }) =>
    `The certificate of ${server} cannot be trusted. Use the name that the certificate was made for.`,
  password: ({ server }) => `${server} did not accept the user name and the password. Check both.`,
  sender: ({ server, sender }) =>
    `${server} does not send for ${sender}. Use a sender that belongs to this account.`,
  receiver: ({ server, to }) => `${server} does not accept mail for ${to}.`,
  content: ({ server }) => `${server} accepted the receiver but refused the mail.`,
  other: ({ server }) => `The mail could not be handed to ${server}.`,
};

/** The message when a test mail was sent. */
export function mailTestSent(to: string, server: string): string {
  return `${server} accepted a test mail for ${to}. Check the mailbox and its spam folder.`;
}

/** The message after a connection test with the funding sandbox. */
export const sandboxConnection =
  "This is the sandbox: no bank was asked, no key was checked, and no real money moves.";
