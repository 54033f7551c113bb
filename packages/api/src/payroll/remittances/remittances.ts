import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { kobo, printMoney, type Kobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatMoney } from "@kontor/contract/format";
import {
  authorityName,
  isAuthority,
  isYear,
  schemeNames,
  type listRemittanceLedgers,
  type listRemittances,
  type recordRemittance,
  type recordRemittances,
  type remittance,
  type reverseRemittance,
} from "@kontor/contract/payroll/remittances";
import { firstDayOf, monthName, monthOf } from "@kontor/payroll/month";
import { isYearly } from "@kontor/payroll/statutory/remittance";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { cashLedgerId, cashLedgers } from "../../accounting/chart/cash-ledgers.ts";
import { entryById } from "../../accounting/entries/find-entry.ts";
import { posterOf, type Posting } from "../../accounting/entries/postings.ts";
import { postReversal } from "../../accounting/entries/reversal.ts";
import { postAllOnDay } from "../../accounting/periods/post-on-day.ts";
import { requireModule } from "../../modules/module-gate.ts";
import { audit } from "../../platform/audit.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import { enterTenant, requiredTenant, type Context, type Tx } from "../../platform/scope.ts";
import {
  fromPayments,
  paymentColumns,
  presentPayment,
  type PaymentRow,
} from "../runs/posted-payment.ts";
import { lockRunApprovals } from "../runs/row.ts";
import { duesOf, payablePurposes, type RemittanceDue, type DueKey } from "./dues.ts";
import { saveRemittedAuthority, clearRemittedAuthority } from "./remitted-authority.ts";

export type Remittance = z.output<typeof remittance>;

/** The first day of a month or a year. */
export function firstDayOfPeriod(period: string): string {
  return isYear(period) ? `${period}-01-01` : firstDayOf(period);
}

/** What is remitted, as worded in sentences and narrations: "PAYE of Lagos, March 2026". */
function nameOf({ scheme, authority, period }: DueKey): string {
  const when = isYearly(scheme) ? period.slice(0, 4) : monthName(monthOf(period));
  const ofAuthority = authority === "" ? "" : ` of ${authorityName(scheme, authority)}`;
  return `${schemeNames[scheme]}${ofAuthority}, ${when}`;
}

/** The ledgers from which a remittance may be paid. @throws Refusal `organization_required`, `not_found`, `module_off` */
export async function remittanceLedgers(
  context: Context,
  input: InputOf<typeof listRemittanceLedgers>,
): Promise<DataOf<typeof listRemittanceLedgers>> {
  return cashLedgers(context.tx, await payrollTenant(context, input.tenant_id));
}

/**
 * What was remitted to an authority, reversed remittances included. @throws Refusal as {@link
 * remittanceLedgers}
 */
export async function findRemittances(
  context: Context,
  input: InputOf<typeof listRemittances>,
): Promise<Remittance[]> {
  const tenantId = await payrollTenant(context, input.tenant_id);
  return remittancesOf(context.tx, tenantId, { ...input, period: firstDayOfPeriod(input.period) });
}

/** The remittances of a known organization; `period` is its first day. */
export function remittancesOf(tx: Tx, tenantId: number, which: DueKey): Promise<Remittance[]> {
  return selectRemittances(
    tx,
    sql`m.tenant_id = ${tenantId} and m.scheme = ${which.scheme} and m.period = ${which.period}::date
      and m.authority = ${which.authority} order by m.id`,
  );
}

/**
 * Records a payment to an authority on its day: Dr the scheme's liability, Cr the cash or bank ledger
 * that the money left. The payment may be partial, since an off-cycle run may add to the debt after the
 * month was settled, but it may not exceed the outstanding amount.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`, `remittance_not_due`,
 *   `remittance_settled`; at `amount` `remittance_too_much`; at `paid_on` `date_in_future`,
 *   `day_locked`; at `ledger_id` `not_found`, `ledger_not_cash`.
 */
export async function recordOneRemittance(
  context: Context,
  { tenant_id, paid_on, ledger_id, reference, ...one }: InputOf<typeof recordRemittance>,
): Promise<Remittance> {
  const tenantId = await payrollTenant(context, tenant_id);
  const payment = { paid_on, ledger_id, reference };
  return exactlyOne(await recordRemittancePayments(context, tenantId, payment, [one], () => ""));
}

/**
 * Records payments of one day to several authorities as {@link record} does, all or none.
 *
 * @throws Refusal as {@link record}, with the paths of `remittances`.
 */
export async function recordSeveralRemittances(
  context: Context,
  { tenant_id, remittances: several, ...payment }: InputOf<typeof recordRemittances>,
): Promise<Remittance[]> {
  const tenantId = await payrollTenant(context, tenant_id);
  return recordRemittancePayments(
    context,
    tenantId,
    payment,
    several,
    (at) => `remittances.${at}.`,
  );
}

/** The fields that all payments of one call share. */
type Payment = Pick<InputOf<typeof recordRemittance>, "paid_on" | "ledger_id" | "reference">;

/** @param pathOf the prefix of the paths of a remittance's fields in refusals. */
async function recordRemittancePayments(
  context: Context,
  tenantId: number,
  payment: Payment,
  several: readonly (DueKey & { amount: Kobo })[],
  pathOf: (at: number) => string,
): Promise<Remittance[]> {
  const { tx, clock } = context;
  await enterTenant(context, tenantId);
  // Approvals and reversals of runs and other remittances wait until this transaction ends.
  await lockRunApprovals(tx, tenantId);
  const asked = several.map(({ amount, ...given }, at) => {
    const which: DueKey = { ...given, period: firstDayOfPeriod(given.period) };
    if (!isAuthority(which.scheme, which.authority)) {
      throw Refusal.at(`${pathOf(at)}authority`, "not_found", { what: "The authority" });
    }
    return { which, amount };
  });
  const owed = await duesOf(
    tx,
    tenantId,
    asked.map(({ which }) => which),
  );
  const checked = asked.map(({ which, amount }, at): Checked => {
    const { company_id } = requireOutstanding(owed[at], which, amount, pathOf(at));
    return { which, amount, company_id };
  });
  if (payment.paid_on > clock.today()) throw Refusal.at("paid_on", "date_in_future");
  const ledger_id = await cashLedgerId(tx, tenantId, payment.ledger_id);
  // Lock payslips before ledgers, in the same order as payments.
  for (const { which } of checked) await saveRemittedAuthority(tx, tenantId, which);
  const reference = payment.reference ?? "";
  const postings: Posting[] = [];
  for (const { which, amount } of checked) {
    const narration = `${nameOf(which)}${reference === "" ? "" : `: ${reference}`}`;
    postings.push({
      entry_type_id: ENTRY_TYPE.payroll.id,
      entry_date: payment.paid_on,
      narration,
      items: [
        { ledger_id: await payableLedger(tx, tenantId, which), dc: "DR", amount, narration },
        { ledger_id, dc: "CR", amount, narration },
      ],
    });
  }
  const [first, ...others] = postings;
  if (first === undefined) return [];
  const poster = posterOf(context);
  const entries = await postAllOnDay(poster, tenantId, [first, ...others], "paid_on");
  const stored: Remittance[] = [];
  for (const [at, one] of checked.entries()) {
    const entry_id = entries[at];
    if (entry_id === undefined) throw new Error("a remittance has no entry");
    stored.push(
      await insertRemittance(context, tenantId, one, {
        ...payment,
        ledger_id,
        reference,
        entry_id,
      }),
    );
  }
  return stored;
}

/** A payment that may be recorded: less than or equal to what is left. */
type Checked = { which: DueKey; amount: Kobo; company_id: number };

async function insertRemittance(
  context: Context,
  tenantId: number,
  { which, amount, company_id }: Checked,
  posted: { paid_on: string; ledger_id: number; reference: string; entry_id: number },
): Promise<Remittance> {
  const { tx, clock, actor } = context;
  const { paid_on, entry_id } = posted;
  const { rows } = await sql<{ id: number }>`
    insert into remittances (tenant_id, company_id, scheme, authority, period, amount, paid_on, ledger_id,
      reference, entry_id, recorded_at, recorded_by)
    values (${tenantId}, ${company_id}, ${which.scheme}, ${which.authority}, ${which.period}, ${amount},
      ${paid_on}, ${posted.ledger_id}, ${posted.reference}, ${entry_id}, ${clock.now()}, ${actor.user_id})
    returning id`.execute(tx);
  const { id } = exactlyOne(rows);
  await audit(context, tenantId, "remittance.recorded", `remittance:${id}`, {
    what: nameOf(which),
    amount: printMoney(amount),
    paid_on,
    entry_id,
  });
  return readRemittance(tx, tenantId, id);
}

/**
 * Reverses a remittance by a linked entry with the sides swapped; the amount is due again.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`, `remittance_reversed`.
 */
export async function reverseRemittanceOf(
  context: Context,
  input: InputOf<typeof reverseRemittance>,
): Promise<Remittance> {
  const { tx, clock, actor } = context;
  const tenantId = await payrollTenant(context, input.tenant_id);
  await enterTenant(context, tenantId);
  await lockRunApprovals(tx, tenantId);
  const found = await readRemittance(tx, tenantId, input.id);
  if (found.reversal !== null) throw new Refusal("remittance_reversed");
  const which = { ...found, period: firstDayOfPeriod(found.period) };
  // Lock payslips before ledgers, as the recording does.
  await clearRemittedAuthority(tx, tenantId, which, input.id);
  const original = await entryById(context, tenantId, found.entry.entry_id);
  const entry = await postReversal(context, original, {
    entry_date: clock.today(),
    narration: `Reverses ${found.entry.ent_number}: ${input.reason}`,
  });
  await sql`
    update remittances set reversal_entry_id = ${entry}, reversed_at = ${clock.now()},
      reversed_by = ${actor.user_id}, reversal_reason = ${input.reason}
    where tenant_id = ${tenantId} and id = ${input.id}`.execute(tx);
  await audit(context, tenantId, "remittance.reversed", `remittance:${input.id}`, {
    reason: input.reason,
    entry_id: entry,
  });
  return readRemittance(tx, tenantId, input.id);
}

async function payrollTenant(context: Context, requested: number | undefined): Promise<number> {
  const tenantId = requiredTenant(context, requested);
  await requireModule(context.tx, tenantId, "payroll");
  return tenantId;
}

function requireOutstanding(
  due: RemittanceDue | undefined,
  which: DueKey,
  amount: Kobo,
  path: string,
): RemittanceDue {
  const what = nameOf(which);
  if (due === undefined || due.due === 0n) throw new Refusal("remittance_not_due", { what });
  const left = due.due - due.remitted;
  if (left <= 0n) throw new Refusal("remittance_settled", { what });
  if (amount > left) {
    const details = { left: formatMoney(kobo(left)), what };
    throw Refusal.at(`${path}amount`, "remittance_too_much", details);
  }
  return due;
}

async function payableLedger(tx: Tx, tenantId: number, { scheme }: DueKey): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from ledgers where tenant_id = ${tenantId} and purpose = ${payablePurposes[scheme]}`.execute(
    tx,
  );
  const ledger = atMostOne(rows);
  if (ledger === undefined) throw notFound("The ledger of what is to be remitted");
  return ledger.id;
}

async function readRemittance(tx: Tx, tenantId: number, id: number): Promise<Remittance> {
  const found = atMostOne(
    await selectRemittances(tx, sql`m.tenant_id = ${tenantId} and m.id = ${id}`),
  );
  if (found === undefined) throw notFound("The remittance");
  return found;
}

type Row = PaymentRow &
  Pick<Remittance, "tenant_id" | "company_id" | "scheme" | "authority" | "period" | "reference">;

async function selectRemittances(tx: Tx, where: RawBuilder<unknown>): Promise<Remittance[]> {
  const { rows } = await sql<Row>`
    select m.tenant_id, m.company_id, m.scheme, m.authority, m.period, m.reference, ${paymentColumns}
    from ${fromPayments("remittances")}
    where ${where}`.execute(tx);
  return rows.map(presentRemittance);
}

function presentRemittance(row: Row): Remittance {
  const { tenant_id, company_id, scheme, authority, reference } = row;
  return {
    ...presentPayment(row),
    tenant_id,
    company_id,
    scheme,
    authority,
    authority_name: authorityName(scheme, authority),
    period: isYearly(scheme) ? row.period.slice(0, 4) : monthOf(row.period),
    reference,
  };
}
