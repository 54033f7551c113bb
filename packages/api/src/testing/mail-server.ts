import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";

export type MailServer = {
  url: string;
  port: number;
  /** What arrived, in the order of arrival. */
  received: Email[];
  /** The receivers' addresses in alphabetical order, one for each mail. */
  receivers(): string[];
  close(): Promise<void>;
};

/**
 * A real mail server on the loopback interface that stores what it receives.
 *
 * @internal for tests
 * @param refuse returns the response for a receiver to refuse.
 * @param account accepts only this user.
 */
export async function openMailServer(
  options: {
    port?: number;
    refuse?(address: string): { code: number; text: string } | undefined;
    account?: { user: string; password: string };
  } = {},
): Promise<MailServer> {
  const received: Email[] = [];
  const keep = async (
    stream: SMTPServerDataStream,
    end: (error?: Error) => void,
  ): Promise<void> => {
    try {
      received.push(await PostalMime.parse(await buffer(stream)));
    } catch (error) {
      // Closing interrupts a mail in transfer; its sender keeps it and retries.
      end(new Error("The message did not come to its end.", { cause: error }));
      return;
    }
    end();
  };
  const server = new SMTPServer({
    authOptional: options.account === undefined,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth({ username, password }, _session, callback) {
      const { account } = options;
      if (account === undefined || (username === account.user && password === account.password)) {
        callback(null, { user: username });
      } else {
        callback(Object.assign(new Error("5.7.8 Authentication failed"), { responseCode: 535 }));
      }
    },
    // A client may keep its connection for the next mail; the end of a test does not wait for that.
    closeTimeout: 50,
    onRcptTo(address, _session, callback) {
      const refusal = options.refuse?.(address.address);
      callback(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, _session, callback) {
      void keep(stream, callback);
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    receivers: () => received.map(({ to }) => to?.[0]?.address ?? "").toSorted(),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  };
}
