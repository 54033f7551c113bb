import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatLongMoment } from "@kontor/contract/format";
import type { TemplateLabel } from "@kontor/contract/reference/template-labels";
import type { SignedIn } from "@kontor/contract/session/session";
import {
  invitationHours,
  type acceptInvitation,
  type openInvitation,
} from "@kontor/contract/users/users";
import { sql } from "kysely";

import { audit } from "../platform/audit.ts";
import { appUrlsOf } from "../platform/configuration/app-urls.ts";
import { atMostOne } from "../platform/database/rows.ts";
import { newToken, tokenHash } from "../platform/http/authenticate.ts";
import type { PublicContext } from "../platform/http/serve.ts";
import { enqueueMail } from "../platform/mail/outbox.ts";
import { Refusal } from "../platform/refusal.ts";
import { actorOf, setTenant, type Context, type UserIdentity, type Tx } from "../platform/scope.ts";
import { openSession } from "../session/open-session.ts";
import { hashSecret, refusePersonalPassword } from "../session/passwords.ts";
import { withRequiredPlaceholders, composeFrom, mailSenderOf } from "../templates/compose.ts";
import { templateTextOf } from "../templates/template-text.ts";

const hour = 60 * 60 * 1000;

/** The mails with an invitation: to a user, and to the owner of a new organization. */
export type InvitationLabel = Extract<TemplateLabel, "user_registration" | "admin_registration">;

export type InvitedUser = { id: number; name: string; email: string };

/**
 * Mails a user a new invitation and invalidates the link of the previous one. The organization of
 * an organization's user must be in scope.
 */
export async function sendInvitation(
  context: Context,
  user: InvitedUser,
  { tenantId, label }: { tenantId: number | null; label: InvitationLabel },
): Promise<void> {
  const { tx, actor } = context;
  const now = context.clock.now();
  const token = newToken();
  const expires_at = new Date(now.getTime() + invitationHours * hour);
  await sql`
    insert into invitations (user_id, token_hash, invited_by, invited_at, expires_at)
    values (${user.id}, ${tokenHash(token)}, ${actor.user_id}, ${now}, ${expires_at})
    on conflict (user_id) do update set token_hash = excluded.token_hash,
      invited_by = excluded.invited_by, invited_at = excluded.invited_at,
      expires_at = excluded.expires_at, accepted_at = null`.execute(tx);
  const { public_url } = await appUrlsOf(tx, context.environment);
  const owner = tenantId === null ? "platform" : { tenant_id: tenantId };
  const text = withRequiredPlaceholders(label, await templateTextOf(tx, owner, label));
  const sender = await mailSenderOf(context, tenantId);
  const values = {
    ...sender.values,
    name: user.name,
    user_name: user.name,
    email: user.email,
    // The part after # stays in the browser, so the token appears in no log of a server or proxy.
    invite_link: `${public_url}/invitation#${token}`,
    expiry_date: formatLongMoment(expires_at),
  };
  const mail = composeFrom(text, values, sender.branding);
  await enqueueMail(
    tx,
    {
      tenant_id: tenantId,
      label,
      to_name: user.name,
      to_email: user.email,
      expires_at,
      ...mail,
    },
    now,
  );
}

type Invitation = UserIdentity & {
  organization: string | null;
  expires_at: Date;
  used: boolean;
  /** Deactivated in the meantime, or of a suspended organization. */
  shut_out: boolean;
};

/**
 * The content of an invitation, for the holder of its link.
 *
 * @throws Refusal `invitation_unknown`, `invitation_used`, `invitation_expired`.
 */
export async function readInvitation(
  context: PublicContext,
  input: InputOf<typeof openInvitation>,
): Promise<DataOf<typeof openInvitation>> {
  const { database, clock } = context;
  const invitation = await database.transaction((tx) => findInvitation(tx, input.token));
  const { name, email, organization, roles, expires_at } = requireValid(invitation, clock.now());
  return { name, email, organization, roles: [...roles], expires_at };
}

/**
 * Accepts an invitation, once: sets the name and the password, and opens a session.
 *
 * @throws Refusal as {@link readInvitation}; `password_weak` at `password`.
 */
export async function redeemInvitation(
  context: PublicContext,
  input: InputOf<typeof acceptInvitation>,
): Promise<SignedIn> {
  const { database, clock } = context;
  const now = clock.now();
  // Checked first, so that the server hashes no passwords for callers without a token.
  const found = await database.transaction((tx) => findInvitation(tx, input.token));
  const { email } = requireValid(found, now);
  refusePersonalPassword(input.password, { name: input.name, email });
  const password_hash = await hashSecret(input.password);
  return database.transaction(async (tx) => {
    // The user's row is locked first, as in deactivation, so that the later of the two sees the
    // result of the other.
    await sql`select from users u join invitations i on i.user_id = u.id
      where i.token_hash = ${tokenHash(input.token)} for update of u`.execute(tx);
    const invitation = requireValid(await findInvitation(tx, input.token), now);
    const { user_id, tenant_id } = invitation;
    await sql`update users set name = ${input.name}, password_hash = ${password_hash}
      where id = ${user_id}`.execute(tx);
    await sql`update invitations set accepted_at = ${now} where user_id = ${user_id}`.execute(tx);
    const person = { ...invitation, name: input.name };
    if (tenant_id !== null) await setTenant(tx, tenant_id);
    const actor = actorOf(person, { ip: context.ip });
    const acting = { ...context, tx, actor };
    await audit(acting, tenant_id, "invitation.accepted", `user:${user_id}`);
    return openSession({ ...context, tx }, { ...person, password_hash });
  });
}

async function findInvitation(tx: Tx, token: string): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    select u.id as user_id, u.name, u.email, u.roles, u.tenant_id, t.name as organization, i.expires_at,
      i.accepted_at is not null or u.password_hash is not null as used,
      u.deactivated or coalesce(t.status <> 'ACTIVE', false) as shut_out
    from invitations i join users u on u.id = i.user_id left join tenants t on t.id = u.tenant_id
    where i.token_hash = ${tokenHash(token)}`.execute(tx);
  return atMostOne(rows);
}

function requireValid(invitation: Invitation | undefined, now: Date): Invitation {
  if (invitation === undefined || invitation.shut_out) throw new Refusal("invitation_unknown");
  if (invitation.used) throw new Refusal("invitation_used");
  if (invitation.expires_at <= now) throw new Refusal("invitation_expired");
  return invitation;
}
