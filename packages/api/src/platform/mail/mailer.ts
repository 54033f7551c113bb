import type * as nodemailer from "nodemailer";

import type { Clock } from "../clock.ts";
import { outgoingHold } from "../configuration/outgoing.ts";
import { assertOutsideTransaction, type Database } from "../database/database.ts";
import type { Environment } from "../environment.ts";
import { mailsTotal } from "../metrics.ts";
import { Refusal } from "../refusal.ts";
import { mailServerOf, unsealServer, type MailServer } from "./mail-server.ts";
import {
  claimMails,
  giveUpExpiredMails,
  markSent,
  markUnsent,
  takeUnloggedMails,
  type ClaimedMail,
  type MailAttachment,
} from "./outbox.ts";

/** The part of the server's log that jobs write to. */
export type JobLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** A file attached to a mail. */
export type AttachedFile = { filename: string; media_type: string; content: Buffer };

/**
 * Creates an attachment of a mail, outside a transaction; undefined when its source no longer
 * exists.
 */
export type AttachmentMaker = (subject: {
  tenant_id: number;
  id: number;
}) => Promise<AttachedFile | undefined>;

/** The attachment makers of the features, by kind. */
export type AttachmentMakers = Readonly<Partial<Record<MailAttachment["kind"], AttachmentMaker>>>;

export type MailerOptions = {
  database: Database;
  environment: Environment;
  log: JobLog;
  clock: Clock;
  attachments?: AttachmentMakers | undefined;
};

export type Mailer = {
  /** Sends every due mail, until none is left, the server cannot be reached, or `signal` aborts. */
  deliverDue(signal: AbortSignal): Promise<void>;
  /**
   * Closes the connections to the mail server; a mail being sent at that moment counts as not sent.
   */
  close(): void;
};

const minute = 60_000;
/** Pauses after the first, second, … failed attempt, in milliseconds: about 35 hours in total. */
const retryDelays = [1, 5, 15, 60, 240, 720, 1080].map((minutes) => minutes * minute);

/** The number of mails claimed at once, and how long sending them may take, in milliseconds. */
const batch = { most: 10, lease: 10 * minute };

/** The time of the next attempt; undefined to give up. */
export function nextTry(tries: number, now: Date): Date | undefined {
  const delay = retryDelays[tries - 1];
  return delay === undefined ? undefined : new Date(now.getTime() + delay);
}

/**
 * Sends the outbox through the mail server in effect at the time, each mail at least once. Without
 * a server the mails wait; in development the log shows them, so that developers can sign in and
 * reset passwords. While they are on hold, mails wait too, and those that expire are given up.
 */
export function createMailer(options: MailerOptions): Mailer {
  const { database, clock } = options;
  let sender: Sender | undefined;
  const senderFor = (server: MailServer, library: Library): Sender => {
    if (sender?.key === server.key) return sender;
    sender?.close();
    sender = openSender(options, server, library);
    return sender;
  };
  return {
    async deliverDue(signal) {
      await database.transaction((tx) => giveUpExpiredMails(tx, clock.now()));
      while (!signal.aborted) {
        const taken = await claimBatch(options);
        if (taken === undefined) return;
        const { mails, server } = taken;
        const current = server === undefined ? undefined : senderFor(server, await library());
        const outcomes = await Promise.all(
          mails.map(async (mail) =>
            mail.via_sealed === null ? current?.send(mail) : sendThroughFormerServer(options, mail),
          ),
        );
        if (server === undefined) return logUnsentMails(options);
        // The other mails do not lose an attempt while the server is unreachable; the next round is
        // a minute away.
        if (mails.length < batch.most || outcomes.includes("unreachable")) return;
      }
    },
    close: () => {
      sender?.close();
      sender = undefined;
    },
  };
}

/**
 * Claims the next mails, with the server to use; without a server, those with a server of their
 * own. Undefined while mails are on hold, and, with a log line, when the server's password cannot be
 * decrypted.
 */
async function claimBatch(
  options: MailerOptions,
): Promise<{ mails: ClaimedMail[]; server: MailServer | undefined } | undefined> {
  const { database, environment, log, clock } = options;
  try {
    return await database.transaction(async (tx) => {
      if ((await outgoingHold(tx)) !== null) return undefined;
      const server = await mailServerOf(tx, environment);
      const onlyFormer = server === undefined;
      const mails = await claimMails(tx, { now: clock.now(), ...batch, onlyFormer });
      // Read again, so that a mail written after a correction of the settings uses the corrected
      // ones.
      return { mails, server: (await mailServerOf(tx, environment)) ?? server };
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.error({ reason: error.message }, "mails wait, since the mail server cannot be used");
    return undefined;
  }
}

/**
 * Sends a mail through the server that was in effect when it was written, on a separate connection.
 */
async function sendThroughFormerServer(
  options: MailerOptions,
  mail: ClaimedMail,
): Promise<Outcome> {
  const { environment, clock } = options;
  const failed = async (reason: string): Promise<Outcome> => {
    await recordFailure(options, mail, reason, nextTry(mail.tries, clock.now()));
    return "failed";
  };
  let server: MailServer | undefined;
  try {
    server = unsealServer(environment, mail.via_sealed ?? "");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return failed(error.message);
  }
  if (server === undefined)
    return failed("The mail server of the environment is not there any more.");
  const sender = openSender(options, server, await library());
  try {
    await sender.send(mail);
    // Whether a former server can be reached says nothing about the one in effect.
    return "sent";
  } finally {
    sender.close();
  }
}

/** Without a server, developers find the mails in the log. */
async function logUnsentMails({ database, environment, log }: MailerOptions): Promise<void> {
  if (environment.mode !== "development") return;
  for (const mail of await database.transaction((tx) => takeUnloggedMails(tx))) {
    log.info(
      { to: mail.to_email, subject: mail.subject },
      `a mail waits in the outbox, since there is no mail server:\n\n${mail.text}\n`,
    );
  }
}

type Library = typeof nodemailer;

/** The mail library, loaded for the first mail: until then a process is 14 MB smaller. */
const library = (): Promise<Library> => import("nodemailer");

/**
 * What became of an attempt. Only an unreachable server fails all mails; after any other failure the
 * next mails are tried.
 */
type Outcome = "sent" | "failed" | "unreachable";

type Sender = { key: string; send(mail: ClaimedMail): Promise<Outcome>; close(): void };

/** Records, counts and logs a failed attempt. @param again when to try again; undefined gives up. */
async function recordFailure(
  { database, log }: Pick<MailerOptions, "database" | "log">,
  mail: ClaimedMail,
  reason: string,
  again: Date | undefined,
): Promise<void> {
  await database.transaction((tx) => markUnsent(tx, mail, reason.slice(0, 500), again));
  mailsTotal.inc({ outcome: again === undefined ? "given_up" : "retried" });
  log.warn(
    { mail_id: mail.id, tries: mail.tries, next_try_at: again, reason },
    again === undefined ? "a mail was given up" : "a mail could not be sent",
  );
}

/** Creates the attachment of a mail. @throws Error for an unknown kind of attachment */
async function createAttachments(
  { attachments }: Pick<MailerOptions, "attachments">,
  { tenant_id, attachment, attachment_id }: ClaimedMail,
): Promise<AttachedFile[]> {
  if (tenant_id === null || attachment === null || attachment_id === null) return [];
  const make = attachments?.[attachment];
  if (make === undefined) throw new Error(`nobody makes a ${attachment} for a mail`);
  const made = await make({ tenant_id, id: attachment_id });
  return made === undefined ? [] : [made];
}

function openSender(
  options: MailerOptions,
  server: MailServer,
  { createTransport }: Library,
): Sender {
  const { database, log, clock } = options;
  const transport = createTransport({
    ...server.transport,
    pool: true,
    maxConnections: 2,
    maxRequeues: 0,
    idleTimeout: 2000,
  });
  const send = async (mail: ClaimedMail): Promise<Outcome> => {
    assertOutsideTransaction("sending a mail");
    let attached: AttachedFile[];
    try {
      attached = await createAttachments(options, mail);
    } catch (error) {
      log.error({ err: error, mail_id: mail.id }, "an attachment could not be made");
      const again = nextTry(mail.tries, clock.now());
      await recordFailure(options, mail, "The attachment could not be created.", again);
      return "failed";
    }
    try {
      await transport.sendMail({
        from: server.from,
        replyTo: server.replyTo,
        to: { name: mail.to_name, address: mail.to_email },
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        messageId: messageId(mail, server.from),
        headers: { "auto-submitted": "auto-generated" },
        attachments: attached.map(({ filename, media_type, content }) => ({
          filename,
          content,
          contentType: media_type,
        })),
      });
    } catch (error) {
      const { code, message, responseCode, permanent, command } =
        error as nodemailer.NodemailerError;
      // Responses of anything but a mail server are not quoted, so that the outbox cannot be used
      // to probe the network.
      const reason = code === "EPROTOCOL" ? "What answered there is no mail server." : message;
      // Only a refusal of this receiver or content is final. A refusal of the login or sender is a
      // configuration error, and the mail waits until it is fixed.
      const final = permanent === true && /^(RCPT|DATA)/.test(command ?? "");
      await recordFailure(
        options,
        mail,
        reason,
        final ? undefined : nextTry(mail.tries, clock.now()),
      );
      return responseCode === undefined ? "unreachable" : "failed";
    }
    await database.transaction((tx) => markSent(tx, mail.id, clock.now()));
    mailsTotal.inc({ outcome: "sent" });
    return "sent";
  };
  return { key: server.key, send, close: () => transport.close({ force: true }) };
}

/** The same for each attempt, so that the receiver's system can recognize a mail sent twice. */
function messageId(mail: ClaimedMail, from: MailServer["from"]): string {
  const address = typeof from === "string" ? from : from.address;
  const domain = /@([\w.-]+)/.exec(address)?.[1] ?? "kontor.invalid";
  return `<${mail.created_at.getTime()}.${mail.id}@${domain}>`;
}
