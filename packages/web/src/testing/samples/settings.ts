import type { MailSettings, Outgoing } from "../../settings/data.ts";

const moment = new Date("2026-03-05T13:30:00Z");

/** A mail server that is saved in Settings. */
export const mailSettings = (more: Partial<MailSettings> = {}): MailSettings => ({
  source: "settings",
  host: "smtp.example.com",
  port: 587,
  security: "starttls",
  username: "kontor",
  password: { last_four: "rver", updated_at: moment },
  sender_name: "Kontor",
  sender_email: "no-reply@kontor.example",
  reply_to: "",
  version: 3,
  updated_at: moment,
  ...more,
});

export const noMailServer = mailSettings({
  source: "none",
  host: "",
  username: "",
  password: null,
  sender_name: "",
  sender_email: "",
  version: 0,
  updated_at: null,
});

/** A restored copy, from which nothing leaves. */
export const heldOutgoing: Outgoing = {
  hold: { reason: "RESTORED", since: new Date("2026-03-10T08:15:00Z") },
  waiting_mails: 2,
  waiting_transfers: 12,
  waiting_amount: 48_000_000n as Outgoing["waiting_amount"],
};
