import {
  confirmEmail,
  resetPassword,
  verifyResetCode,
} from "@kontor/contract/session/password-reset";
import { login, logout } from "@kontor/contract/session/session";
import { expect, onTestFinished, test } from "vitest";

import { parseEnvironment } from "../platform/environment.ts";
import { createMailer } from "../platform/mail/mailer.ts";
import { openWorld } from "../testing/harness.ts";
import { openMailServer } from "../testing/mail-server.ts";
import { wholeDatabase } from "../testing/whole-database.ts";
import { createUser } from "./users.ts";

const email = "ada@example.com";
const password = "four words in a row";
const newPassword = "five other words in a row";

/** The plain secret, and its text form in a bytea column. */
const spellings = (secret: string): string[] => [secret, Buffer.from(secret).toString("hex")];

test("secrets are in plain text neither in the database nor in the log", async () => {
  const lines: string[] = [];
  const world = await openWorld(
    { NODE_ENV: "production", DATABASE_URL: "postgres://unused/unused", LOG_LEVEL: "trace" },
    { logStream: { write: (line) => lines.push(line) } },
  );
  onTestFinished(() => world.close());
  await world.database.transaction((tx) =>
    createUser(
      tx,
      { email, name: "Ada", roles: ["ADMINISTRATOR"], tenant_id: null, password },
      world.clock.now(),
    ),
  );
  const session = await world.login(email, password);
  await world.nobody.attempt(login, { body: { email, password: "a wrong guess" } });
  await world.nobody.attempt(login, { body: { email: "typed into the wrong field", password } });
  await world.nobody.call(confirmEmail, { body: { email } });

  const mails = await openMailServer();
  onTestFinished(() => mails.close());
  const mailer = createMailer({
    database: world.database,
    environment: parseEnvironment({ SMTP_URL: mails.url }),
    log: world.app.log,
    clock: world.clock,
  });
  onTestFinished(() => mailer.close());
  await mailer.deliverDue(new AbortController().signal);
  const code = /^\d{6}$/m.exec(mails.received[0]?.text ?? "")?.[0] ?? "no code";
  expect([code, mails.received.length]).toEqual([expect.stringMatching(/^\d{6}$/), 1]);

  await world.nobody.attempt(verifyResetCode, { body: { email, code: "000000" } });
  const { reset_token } = await world.nobody.call(verifyResetCode, { body: { email, code } });
  const midway = await wholeDatabase(world);
  await world.nobody.call(resetPassword, {
    body: { reset_token, password: newPassword, password_confirmation: newPassword },
  });
  const fresh = await world.login(email, newPassword);
  await world.nobody.send(logout.method, logout.path, undefined, {
    authorization: `Bearer ${fresh.access_token}`,
  });
  const afterwards = await wholeDatabase(world);

  const log = lines.join("");
  expect(log).toContain("/api/wire/login");
  expect(midway).toContain("public.password_resets");
  expect(afterwards).toContain(email);
  const secrets = [
    password,
    newPassword,
    "a wrong guess",
    "typed into the wrong field",
    session.access_token,
    fresh.access_token,
    reset_token,
  ];
  const found = secrets
    .flatMap(spellings)
    .filter((secret) => `${midway}${afterwards}${log}`.includes(secret));
  expect(found).toEqual([]);
  // Six digits may occur in an id or a moment, so the code is searched as a separate word.
  const asWord = new RegExp(`(?<![\\d.])${code}(?![\\d])`);
  expect(asWord.test(`${midway}${afterwards}`)).toBe(false);
  expect(asWord.test(log)).toBe(false);
});
