import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";

import type { PlatformRole } from "@kontor/contract/reference/roles";
import { newPassword } from "@kontor/contract/session/password-fields";
import { email, line } from "@kontor/contract/wire/text";
import { z } from "zod";

import { audit } from "../platform/audit.ts";
import { systemClock, type Clock } from "../platform/clock.ts";
import { openDatabaseServer } from "../platform/database/database-server.ts";
import type { Database } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { ensureRights } from "../platform/database/rights.ts";
import { readEnvironment, type Environment } from "../platform/environment.ts";
import { actorOf } from "../platform/scope.ts";
import { createUser } from "../session/users.ts";
import { commandArguments, CommandError, openServer, runCommand, withDatabase } from "./command.ts";

const usage = `Usage: npm run admin:create -- --email you@example.com --name "Your Name" [--staff] [--generate]

  --staff     makes an accountant and reviewer instead of a platform administrator
  --generate  makes up a password and prints it once

Without --generate the password is asked for, or read from standard input when that is no terminal.
`;

const fields = z.object({
  email,
  name: line("a name", 120),
  staff: z.boolean().default(false),
  generate: z.boolean().default(false),
});

export type NewAdministrator = {
  email: string;
  name: string;
  roles: readonly PlatformRole[];
  password: string;
};

/**
 * Adds a user who can sign in and, unless the user is staff, administer everything.
 *
 * @returns the user's id.
 * @throws Refusal `email_taken` when another user has the address.
 */
export async function createAdministrator(
  { database, clock, environment }: { database: Database; clock: Clock; environment: Environment },
  administrator: NewAdministrator,
): Promise<number> {
  return database.transaction(async (tx) => {
    const { password, ...person } = administrator;
    const user = { ...person, tenant_id: null };
    const user_id = await createUser(tx, { ...user, password }, clock.now());
    // No user is signed in here, so the log names the new user as the actor.
    const context = {
      tx,
      actor: actorOf({ ...user, user_id }),
      clock,
      environment,
      requestId: "admin:create",
    };
    const { name, email: address, roles } = person;
    const after = { name, email: address, roles };
    await audit(context, null, "user.created", `user:${user_id}`, { after });
    return user_id;
  });
}

/**
 * Parses the arguments of the command.
 *
 * @param args the arguments after the command's name.
 * @throws CommandError naming the wrong argument and explaining the usage.
 */
export function parseArguments(args: readonly string[]): z.output<typeof fields> {
  const { values } = commandArguments(usage, {
    args: [...args],
    options: {
      email: { type: "string" },
      name: { type: "string" },
      staff: { type: "boolean" },
      generate: { type: "boolean" },
    },
  });
  const parsed = fields.safeParse(values);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `--${path.join(".")}: ${message}`,
  );
  throw new CommandError(`${problems.join("\n")}\n\n${usage}`);
}

/** @throws CommandError when the password is not acceptable. */
export function checkPassword(password: string): void {
  const rule = newPassword.safeParse(password);
  if (!rule.success) throw new CommandError(`Password: ${rule.error.issues[0]?.message}`);
}

async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? "";
  const password = await askHidden("Password: ");
  if (password !== (await askHidden("The same again: "))) {
    throw new CommandError("The two passwords differ. Nobody was added.");
  }
  return password;
}

/** Prompts on the terminal without echoing the input. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  lines.on("SIGINT", () => {
    process.stderr.write("\n");
    process.exit(130);
  });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}

async function run(): Promise<number> {
  const { name, staff, generate, ...given } = parseArguments(process.argv.slice(2));
  const environment = readEnvironment();
  const password = generate ? randomBytes(18).toString("base64url") : await askPassword();
  checkPassword(password);
  const server = await openServer(openDatabaseServer, environment);
  try {
    await migrate(server.ownerUrl);
    await ensureRights(server);
    const roles: PlatformRole[] = staff ? ["ACCOUNTANT", "REVIEWER"] : ["ADMINISTRATOR"];
    const administrator: NewAdministrator = { email: given.email, name, roles, password };
    await withDatabase(server.requestsUrl, (database) =>
      createAdministrator({ database, clock: systemClock, environment }, administrator),
    );
  } finally {
    await server.stop();
  }
  const kind = staff ? "staff member" : "administrator";
  process.stdout.write(
    `${given.email} can sign in now, as a ${staff ? "" : "platform "}${kind}.\n`,
  );
  if (generate) process.stdout.write(`Password, shown only this once: ${password}\n`);
  return 0;
}

if (import.meta.main) await runCommand(run);
