import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";
import type { portalSignIn } from "@kontor/contract/portal/session";
import { sql } from "kysely";

import { audit } from "../platform/audit.ts";
import { newToken, sessionLifetime, tokenHash } from "../platform/http/authenticate.ts";
import type { PublicContext } from "../platform/http/serve.ts";
import { Refusal } from "../platform/refusal.ts";
import { setTenant, type Tx } from "../platform/scope.ts";
import { clearAttempts, throttle, type Attempt } from "../session/throttle.ts";
import { mailSenderOf } from "../templates/compose.ts";
import { portalAccountsOf, portalObstacleOf, type PortalAccount } from "./accounts.ts";
import {
  wrongCodeRefusal,
  uncountAttempt,
  verifyCode,
  consumeCode,
  type VerifiedCode,
} from "./codes.ts";

type SignedIn = DataOf<typeof portalSignIn>;
/** An account, with the reason why its employee may not enter, if any. */
type AssessedAccount = { account: PortalAccount; refusal: Refusal | null };

/**
 * Opens a session with a mailed code and uses it up. If the address belongs to several employments
 * that may enter, returns these and keeps the code for the chosen one.
 *
 * @throws Refusal `portal_code_wrong` at `code`; with a correct code also the reason for being kept
 *   out: `portal_invitation_expired`, `portal_suspended`, `portal_left`, `portal_closed`,
 *   `portal_modules_off`.
 */
export async function signInToPortal(
  context: PublicContext,
  input: InputOf<typeof portalSignIn>,
): Promise<SignedIn> {
  const attempt = await throttle(context, "portal-code", input.email);
  const code = await verifyCode(context, attempt, input);
  const outcome = await context.database.transaction(async (tx) => {
    const assessed = await assessAccounts({ ...context, tx }, input.email);
    const chosen = assessed.filter(({ account }) => isChosen(account, input.employment));
    const [open, ...more] = chosen.filter(({ refusal }) => refusal === null);
    if (open === undefined) return chosen.at(-1) ?? wrongCodeRefusal();
    await clearAttempts(tx, attempt);
    if (more.length > 0) return offerChoice(tx, { code, attempt }, [open, ...more]);
    return openSession({ ...context, tx }, open.account, code);
  });
  if (outcome instanceof Refusal) throw outcome;
  if (!("account" in outcome)) return outcome;
  await auditRefused(context, outcome);
  throw outcome.refusal ?? wrongCodeRefusal();
}

function isChosen(
  account: PortalAccount,
  chosen: InputOf<typeof portalSignIn>["employment"],
): boolean {
  if (chosen === undefined) return true;
  return account.tenant_id === chosen.tenant_id && account.employee_id === chosen.employee_id;
}

/** The accounts of an address, each with the reason why its employee may not enter. */
async function assessAccounts(
  context: Pick<PublicContext, "clock" | "environment"> & { tx: Tx },
  email: string,
): Promise<AssessedAccount[]> {
  const { tx, clock } = context;
  const assessed: AssessedAccount[] = [];
  for (const account of await portalAccountsOf(tx, email, clock.today())) {
    await setTenant(tx, account.tenant_id);
    assessed.push({ account, refusal: await refusalOf(context, account) });
  }
  return assessed;
}

async function refusalOf(
  context: Pick<PublicContext, "clock" | "environment"> & { tx: Tx },
  account: PortalAccount,
): Promise<Refusal | null> {
  const obstacle = await portalObstacleOf(context.tx, account);
  const expired = !account.accepted && account.invited_until <= context.clock.now();
  if (obstacle === null && !expired) return null;
  const sender = await mailSenderOf(context, account.tenant_id);
  const details = { organization: account.organization, support: sender.values.support_email };
  if (obstacle === null) return new Refusal("portal_invitation_expired", details);
  if (obstacle === "employee_suspended") return new Refusal("portal_suspended", details);
  if (obstacle === "module_off") return new Refusal("portal_modules_off", details);
  if (obstacle === "organization_suspended") return new Refusal("portal_closed", details);
  const last_day = account.exit_date === null ? "" : formatDate(account.exit_date);
  return new Refusal("portal_left", { ...details, last_day });
}

async function offerChoice(
  tx: Tx,
  { code, attempt }: { code: VerifiedCode; attempt: Attempt },
  open: readonly AssessedAccount[],
): Promise<SignedIn> {
  await uncountAttempt(tx, code, attempt);
  return {
    employments: open.map(({ account }) => ({
      tenant_id: account.tenant_id,
      employee_id: account.employee_id,
      organization: account.organization,
      name: `${account.first_name} ${account.last_name}`,
      staff_no: account.staff_no,
    })),
  };
}

/** Stores a new session. @throws Refusal `portal_code_wrong` when the code was used meanwhile. */
async function openSession(
  context: PublicContext & { tx: Tx },
  { tenant_id, employee_id }: PortalAccount,
  code: VerifiedCode,
): Promise<SignedIn> {
  const { tx, ip, userAgent } = context;
  const portal_token = newToken();
  const now = context.clock.now();
  const expires_at = new Date(now.getTime() + sessionLifetime);
  await consumeCode(tx, code);
  await setTenant(tx, tenant_id);
  await sql`
    with signed_in as (
      update portal_accounts
      set accepted_at = coalesce(accepted_at, ${now}), last_signed_in_at = ${now}
      where tenant_id = ${tenant_id} and employee_id = ${employee_id}
      returning tenant_id, employee_id
    )
    insert into portal_sessions
      (token_hash, tenant_id, employee_id, created_at, last_seen_at, expires_at, ip, user_agent)
    select ${tokenHash(portal_token)}, tenant_id, employee_id, ${now}, ${now}, ${expires_at}, ${ip},
      ${userAgent?.slice(0, 300) ?? null}
    from signed_in`.execute(tx);
  await audit(
    auditingWithoutUser(context, tx),
    tenant_id,
    "portal.opened",
    `employee:${employee_id}`,
  );
  return { portal_token, expires_at };
}

/** Records in the audit log that an employee was refused entry. */
async function auditRefused(
  context: PublicContext,
  { account, refusal }: AssessedAccount,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    await setTenant(tx, account.tenant_id);
    const subject = `employee:${account.employee_id}`;
    const reason = refusal?.code ?? "";
    await audit(auditingWithoutUser(context, tx), account.tenant_id, "portal.refused", subject, {
      reason,
    });
  });
}

/** Actors of the audit log are users; the subject names the employee instead. */
function auditingWithoutUser(context: PublicContext, tx: Tx) {
  return { ...context, tx, actor: { user_id: null, ip: context.ip } };
}
