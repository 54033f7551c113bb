import { setOrganizationStatus } from "@kontor/contract/organizations/status";
import type { Role } from "@kontor/contract/reference/roles";
import { sql } from "kysely";

import { exactlyOne } from "../platform/database/rows.ts";
import { hashSecret } from "../session/passwords.ts";
import type { Caller, World } from "./harness.ts";

export type TestPerson = {
  id: number;
  name: string;
  email: string;
  password: string;
  caller: Caller;
};

export const testPassword = "four words in a row";

let hashed: Promise<string> | undefined;

/** A user with an active session and a password, whose hash is computed once for all users. */
export async function addPerson(
  world: World,
  roles: readonly Role[],
  { tenantId = null, name = "Ngozi Bello" }: { tenantId?: number | null; name?: string } = {},
): Promise<TestPerson> {
  const caller = await world.signInAs(roles, tenantId ?? undefined);
  hashed ??= hashSecret(testPassword);
  const password_hash = await hashed;
  const { rows } = await world.database.transaction((tx) =>
    sql<{ id: number; email: string }>`
      update users set name = ${name}, password_hash = ${password_hash}
      where id = ${caller.user_id} returning id, email`.execute(tx),
  );
  return { ...exactlyOne(rows), name, password: testPassword, caller };
}

export type StoredMail = { label: string; subject: string; text: string; expires_at: Date | null };

/** The mails in the outbox to an address, oldest first. */
export async function mailsTo(world: World, email: string): Promise<StoredMail[]> {
  const { rows } = await world.database.transaction((tx) =>
    sql<StoredMail>`select label, subject, text, expires_at from mails where to_email = ${email} order by id`.execute(
      tx,
    ),
  );
  return rows;
}

/** The token in the link of the latest invitation mailed to an address. */
export async function invitationTokenFor(world: World, email: string): Promise<string> {
  const links = (await mailsTo(world, email)).flatMap(
    ({ text }) => /\/invitation#([\w-]{43})/.exec(text)?.[1] ?? [],
  );
  const token = links.at(-1);
  if (token === undefined) throw new Error(`no invitation was mailed to ${email}`);
  return token;
}

/** Suspends an organization or resumes it, by a new administrator of the platform. */
export async function changeOrganizationStatus(
  world: World,
  params: { tenant_id: number; company_id: number },
  status: "ACTIVE" | "SUSPENDED",
): Promise<void> {
  const { caller, password } = await addPerson(world, ["ADMINISTRATOR"]);
  const body = { status, reason: "Unpaid fees", password };
  await caller.call(setOrganizationStatus, { params, body });
}
