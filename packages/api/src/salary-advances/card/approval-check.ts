import { kobo, sum } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type { checkApprovals } from "@kontor/contract/salary-advances/decisions";
import { sql } from "kysely";

import { maySeePay } from "../../employees/records/pay.ts";
import { walletFunds } from "../../funding/wallet.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { tenantFilter, type Context, type Tx } from "../../platform/scope.ts";
import { advanceEmployee } from "../records/advance-employee.ts";
import { planOf, type AdvanceRow } from "../records/advance.ts";
import { assessToday } from "../requests/assess-today.ts";
import { promisedToEarlier } from "../sending/send.ts";
import { projectedPay } from "./projected-pay.ts";

type Check = DataOf<typeof checkApprovals>;
type Warnings = Check["advances"][number];
type ShortWallet = NonNullable<Check["wallets"]>[number];

/**
 * The warnings of several advances as if they were approved in the order in which a bulk approval
 * takes them: each after the earlier ones of its employee, and all from the wallet of their
 * organization. Nothing is changed or locked.
 *
 * @throws Refusal `not_found` when one is of an organization that the caller may not enter.
 */
export async function approvalCheck(
  context: Context,
  { advances }: InputOf<typeof checkApprovals>,
): Promise<Check> {
  const checked: Warnings[] = [];
  const wallets: ShortWallet[] = [];
  const byTenant = Map.groupBy(advances, ({ tenant_id }) => tenant_id);
  for (const [tenantId, chosen] of [...byTenant].toSorted(([one], [next]) => one - next)) {
    tenantFilter(context, tenantId);
    const ids = chosen.map(({ id }) => id);
    const rows = await pendingOf(context.tx, tenantId, ids);
    for (const [place, row] of rows.entries()) {
      const before = rows.slice(0, place).filter((one) => one.employee_id === row.employee_id);
      const warnings = await approvalWarningsOf(context, row, before);
      if (warnings.labour_act.length > 0 || warnings.uncovered !== null) checked.push(warnings);
    }
    for (const ofCompany of Map.groupBy(rows, ({ company_id }) => company_id).values()) {
      const short = await shortfallOf(context, ofCompany);
      if (short !== null) wallets.push(short);
    }
  }
  const maySeeFunds = context.actor.permissions.includes("funding.read");
  return {
    advances: checked,
    wallets: maySeeFunds
      ? wallets.toSorted((one, next) => one.company_name.localeCompare(next.company_name, "en"))
      : null,
  };
}

async function pendingOf(tx: Tx, tenantId: number, ids: readonly number[]): Promise<AdvanceRow[]> {
  const { rows } = await sql<AdvanceRow>`
    select a.* from salary_advances a
    where a.tenant_id = ${tenantId} and a.id = any (${ids}::bigint[]) and a.status = 'PENDING'
    order by a.id`.execute(tx);
  return rows;
}

/** @param before selected advances of the same employee that are approved before this one. */
async function approvalWarningsOf(
  context: Context,
  row: AdvanceRow,
  before: readonly AdvanceRow[],
): Promise<Warnings> {
  const { tx, clock } = context;
  const today = clock.today();
  const plan = await planOf(tx, row);
  const employee = await advanceEmployee(tx, { ...row, id: row.employee_id }, today);
  const { eligibility } = await assessToday(context, row, plan, employee, before.length > 0);
  const projected = maySeePay(context) ? await projectedPay(tx, row, plan, today, before) : [];
  return {
    id: row.id,
    tenant_id: row.tenant_id,
    labour_act: [...eligibility.labourAct],
    uncovered: projected.find(({ left }) => left === null)?.due ?? null,
  };
}

/** @param rows the selected advances of one organization, at least one. */
async function shortfallOf(
  { tx, clock }: Context,
  rows: readonly AdvanceRow[],
): Promise<ShortWallet | null> {
  const [first] = rows;
  if (first === undefined) return null;
  const { tenant_id, company_id } = first;
  const { available } = await walletFunds(tx, first, clock.today());
  const promised = kobo(await promisedToEarlier(tx, first, clock.today()));
  const selected = sum(rows.map(({ amount }) => amount));
  const missing = promised + selected - available;
  if (missing <= 0n) return null;
  const { rows: named } = await sql<{ name: string }>`
    select name from tenants where id = ${tenant_id}`.execute(tx);
  return {
    tenant_id,
    company_id,
    company_name: exactlyOne(named).name,
    available: kobo(available > 0n ? available : 0n),
    promised,
    selected,
    missing: kobo(missing),
  };
}
