import { abs, kobo, sum, ZERO, type Kobo } from "@kontor/books/money";
import type { InputOf } from "@kontor/contract/endpoint";
import type { getSalaryAdvance, SalaryAdvance } from "@kontor/contract/salary-advances/advances";
import { availableOf, advanceLimit, LABOUR_ACT_LIMITS } from "@kontor/payroll/advances/eligibility";
import type { AdvancePlan } from "@kontor/payroll/advances/plan";
import { packAt } from "@kontor/payroll/statutory/packs";
import { sql } from "kysely";

import { entryName } from "../../accounting/entries/find-entry.ts";
import { maySeePay } from "../../employees/records/pay.ts";
import { transfersOf, openTransferOf, type TransferAttempt } from "../../funding/transfers/find.ts";
import { presentFunds, walletFunds } from "../../funding/wallet.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { organizationAt } from "../../platform/organization/organization.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { advanceEmployee, type AdvanceEmployee } from "../records/advance-employee.ts";
import {
  advanceAt,
  allocatedOf,
  owedOf,
  planOf,
  repaidByInstalment,
  type AdvancePath,
  type AdvanceRow,
} from "../records/advance.ts";
import { decidedBy, employeeName, userName } from "../records/decided-by.ts";
import { advanceItem, advancesOfEmployee } from "../records/list.ts";
import { rulesAndTerms, termsOfVersion } from "../records/terms.ts";
import { assessToday } from "../requests/assess-today.ts";
import { sendingObstacleOf } from "../sending/obstacle.ts";
import { promisedToEarlier } from "../sending/send.ts";
import { projectedPay } from "./projected-pay.ts";

/** One advance with the data needed to decide it, and its history. @throws Refusal `not_found` */
export async function findAdvance(
  context: Context,
  input: InputOf<typeof getSalaryAdvance>,
): Promise<SalaryAdvance> {
  await organizationAt(context, input);
  const { tx } = context;
  return advanceCard(context, await advanceAt(tx, input));
}

/**
 * The card of an advance as the caller may see it: pay and funds each need their own permission.
 */
export async function advanceCard(context: Context, row: AdvanceRow): Promise<SalaryAdvance> {
  const { tx, clock, actor } = context;
  const today = clock.today();
  const plan = await planOf(tx, row);
  const employee = await advanceEmployee(tx, { ...row, id: row.employee_id }, today);
  const transfers = await transfersOf(tx, row.tenant_id, "salary_advance", row.id);
  const onItsWay = openTransferOf(transfers) !== undefined;
  const wallet = await walletOf(tx, row, { today, onItsWay });
  const terms = await termsOfVersion(tx, row.tenant_id, row.terms_version);
  return {
    ...(await advanceItem(tx, row, today)),
    staff_no: employee.staff_no,
    version: row.version,
    interest_rate: row.rate / 100,
    interest: row.interest,
    due_date: row.due_date,
    instalments: instalmentsOf(row, plan),
    requested_by: { channel: row.channel, name: await requesterOf(tx, row) },
    rules: { max_percentage: row.max_percentage, auto_approval: row.auto_approval },
    rules_now: await changedRules(tx, row),
    terms: {
      ...terms,
      accepted_at: row.accepted_at,
      accepted_how: row.accepted_how,
      note: row.acceptance_note,
    },
    ...(await presentAssessment(context, row, plan, employee)),
    projected: maySeePay(context) ? await projectedPay(tx, row, plan, today) : null,
    wallet: actor.permissions.includes("funding.read") ? wallet : null,
    decision: await decisionOf(tx, row),
    revocation: await revocationOf(tx, row),
    obstacle: await currentObstacle(tx, row, employee, {
      transfers,
      missing: wallet.missing,
      today,
    }),
    transfers,
    paid_at: row.paid_at,
    owed: owedOf(row, plan),
    allocations: await allocationsOf(tx, row),
    history: await historyOf(tx, row, today),
  };
}

/** The card of an advance after a change in this transaction. */
export async function changedCard(context: Context, path: AdvancePath): Promise<SalaryAdvance> {
  return advanceCard(context, await advanceAt(context.tx, path));
}

/** The present rules, while a request is pending that was made by others. */
async function changedRules(tx: Tx, row: AdvanceRow): Promise<SalaryAdvance["rules_now"]> {
  if (row.status !== "PENDING") return null;
  const { rules } = await rulesAndTerms(tx, row.tenant_id);
  const { max_percentage, interest_rate } = rules;
  const same = max_percentage === row.max_percentage && interest_rate === row.rate / 100;
  return same ? null : { max_percentage, interest_rate };
}

function instalmentsOf(row: AdvanceRow, plan: AdvancePlan): SalaryAdvance["instalments"] {
  const repaid = repaidByInstalment(plan, allocatedOf(row));
  return plan.instalments.map(({ number, due, principal, interest, amount }, index) => ({
    number,
    due,
    principal,
    interest,
    amount,
    repaid: repaid[index] ?? ZERO,
  }));
}

function requesterOf(tx: Tx, row: AdvanceRow): Promise<string> {
  return row.requested_by === null ? employeeName(tx, row) : userName(tx, row.requested_by);
}

async function decisionOf(tx: Tx, row: AdvanceRow): Promise<SalaryAdvance["decision"]> {
  if (row.decided_at === null) return null;
  const { by, at } = await decidedBy(tx, row);
  const withdrawn = row.decided_as === "EMPLOYEE" ? "Withdrawn by the employee." : "";
  return {
    by,
    automatic: row.decided_as === "SYSTEM",
    at,
    reason: row.decision_reason || withdrawn,
  };
}

async function revocationOf(tx: Tx, row: AdvanceRow): Promise<SalaryAdvance["revocation"]> {
  const { revoked_at, revoked_by, revocation_reason } = row;
  if (revoked_at === null || revoked_by === null) return null;
  return { by: await userName(tx, revoked_by), at: revoked_at, reason: revocation_reason };
}

/**
 * The assessment by today's rules and facts, with the maximum percentage at the time of the
 * request. Shows the Labour Act's objections at that time and, while the request is pending, also
 * those of today.
 */
async function presentAssessment(
  context: Context,
  row: AdvanceRow,
  plan: AdvancePlan,
  employee: AdvanceEmployee,
): Promise<Pick<SalaryAdvance, "limit" | "ineligible" | "labour_act">> {
  const { eligibility, others } = await assessToday(context, row, plan, employee);
  const gross = employee.gross_monthly;
  const limit = gross === null ? ZERO : advanceLimit(gross, row.max_percentage);
  const { section } = packAt(row.requested_on).wageAdvance;
  const pending = row.status === "PENDING";
  const broken = new Set(row.labour_act);
  if (pending) for (const now of eligibility.labourAct) broken.add(now.limit);
  return {
    limit: maySeePay(context)
      ? {
          gross_monthly: gross,
          limit,
          others: others.principal,
          available: availableOf(limit, others.principal),
        }
      : null,
    ineligible: pending ? [...eligibility.reasons] : [],
    labour_act: LABOUR_ACT_LIMITS.filter((each) => broken.has(each)).map((each) => ({
      limit: each,
      section,
    })),
  };
}

/**
 * The wallet, the amount promised to advances that are sent before this one, and the
 * shortfall for this one, which is zero once its money has left the wallet.
 */
async function walletOf(
  tx: Tx,
  row: AdvanceRow,
  { today, onItsWay }: { today: string; onItsWay: boolean },
): Promise<NonNullable<SalaryAdvance["wallet"]>> {
  const funds = await walletFunds(tx, row, today);
  const promised = await promisedToEarlier(tx, row, today);
  const settled = onItsWay || row.status === "PAID" || row.status === "REJECTED";
  const shortfall = settled ? 0n : promised + row.amount - funds.available;
  return {
    ...presentFunds(funds),
    promised: kobo(promised),
    missing: kobo(shortfall > 0n ? shortfall : 0n),
  };
}

async function currentObstacle(
  tx: Tx,
  row: AdvanceRow,
  { status, exit_date }: AdvanceEmployee,
  facts: { transfers: readonly TransferAttempt[]; missing: Kobo; today: string },
): Promise<SalaryAdvance["obstacle"]> {
  if (row.status !== "APPROVED") return null;
  const { transfers, missing, today } = facts;
  if (openTransferOf(transfers) !== undefined) return null;
  const [latest] = transfers;
  const failed = latest !== undefined && row.send_wanted_at === null;
  const { rows } = await sql<{ has_account: boolean; organization_suspended: boolean }>`
    select e.account_number_sealed is not null as has_account, t.status <> 'ACTIVE' as organization_suspended
    from employees e join tenants t on t.id = e.tenant_id
    where e.tenant_id = ${row.tenant_id} and e.id = ${row.employee_id} and t.id = ${row.tenant_id}`.execute(
    tx,
  );
  return sendingObstacleOf({
    failure: failed ? { reversed: latest.status === "REVERSED", reason: latest.reason } : null,
    due_date: row.due_date,
    today,
    exit_date,
    suspended: status === "SUSPENDED",
    ...exactlyOne(rows),
    missing,
  });
}

async function allocationsOf(tx: Tx, row: AdvanceRow): Promise<SalaryAdvance["allocations"]> {
  type Row = Omit<SalaryAdvance["allocations"][number], "ent_number" | "amount"> & {
    number: bigint;
  };
  const { rows } = await sql<Row>`
    select l.id, l.kind, e.entry_date as date, l.principal, l.interest, l.note, u.name as recorded_by, l.entry_id,
      e.entry_type_id::int, e.number
    from advance_allocations l
    join entries e on e.tenant_id = l.tenant_id and e.id = l.entry_id
    left join users u on u.id = l.recorded_by
    where l.tenant_id = ${row.tenant_id} and l.advance_id = ${row.id} order by l.id`.execute(tx);
  return rows.map(({ number, ...allocation }) => ({
    ...allocation,
    // Amounts have no sign here; the kind says whether it is a reversal.
    principal: abs(allocation.principal),
    interest: abs(allocation.interest),
    amount: abs(sum([allocation.principal, allocation.interest])),
    ent_number: entryName(allocation.entry_type_id, number).ent_number,
  }));
}

async function historyOf(
  tx: Tx,
  row: AdvanceRow,
  today: string,
): Promise<SalaryAdvance["history"]> {
  const own = { tenant_id: row.tenant_id, id: row.employee_id };
  const advances = await advancesOfEmployee(tx, own, today);
  return advances
    .filter(({ id }) => id !== row.id)
    .map(({ id, number, amount, status, requested_at, outstanding }) => ({
      id,
      number,
      amount,
      status,
      requested_at,
      outstanding,
    }));
}
