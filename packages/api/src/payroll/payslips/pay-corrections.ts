import { kobo, ZERO } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type { getPayCorrections } from "@kontor/contract/payroll/corrections";
import { isReversible } from "@kontor/contract/payroll/runs";
import { lastDayOf, monthOf, monthsLater } from "@kontor/payroll/month";
import { CONTRIBUTION_SCHEMES } from "@kontor/payroll/pay/contribution";
import type { PayItem } from "@kontor/payroll/pay/item";
import { totalPay } from "@kontor/payroll/pay/rate";
import { sql } from "kysely";

import { hasPayOfMonth, isPayslipPaid } from "../../employees/pay/posted-payslips.ts";
import { employeeRowAt, type EmployeeRow } from "../../employees/records/employee.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { calculationTermsOf } from "../calculation/calculate.ts";
import { computePayslip } from "../calculation/compute.ts";
import { itemIdOf, leftOutItems } from "../calculation/due-items.ts";
import { inputsOf, type EmployeeInput } from "../calculation/inputs.ts";
import { owedArrears } from "../calculation/owed-arrears.ts";
import { isPostedRun, isRegularRunOver } from "../calculation/posted-runs.ts";
import type { RunScope } from "../calculation/run-scope.ts";
import { payrollAt, runNumber, atLeastZero, signedMoneyOf, type RunRow } from "../runs/row.ts";
import { payrollSettingsValueOf } from "../settings.ts";

type Corrections = DataOf<typeof getPayCorrections>;

/** An approved payslip, whether it pays its month itself, and the one-off items that it has. */
type ToPay = Corrections["to_pay"][number] & { pays_month: boolean; once_items: number[] };

/** The id of the hypothetical next run, for which the corrections are computed. */
const imaginedRunId = 0;

/**
 * The corrections that the next payroll would make for an employee, in kobo: of paid months and of
 * one-off items. Also the months and the items that no payroll has paid, what a leaver's contributions were overpaid, and
 * the approved pay that has not reached the employee.
 *
 * @throws Refusal `not_found`, `module_off`
 */
export async function payCorrections(
  context: Context,
  input: InputOf<typeof getPayCorrections>,
): Promise<Corrections> {
  await payrollAt(context, input);
  const { row: employee } = await employeeRowAt(context, input);
  const { tenant_id, company_id, id } = employee;
  const period = monthsLater(monthOf(context.clock.today()), 1);
  const run = {
    tenant_id,
    company_id,
    id: imaginedRunId,
    period,
    payday: lastDayOf(period),
    cycle: "OFF_CYCLE" as const,
    employee_ids: [id],
  };
  const recorded = exactlyOne(await inputsOf(context.tx, run, [id]));
  const left =
    recorded.exit !== null &&
    (await isRegularRunOver(context.tx, { ...run, period: monthOf(recorded.exit) }));
  // Until the regular run of the last month is over, that run pays the unpaid settlement.
  const items = recorded.items.filter(
    ({ until, paid, reclassified }) =>
      until !== period && (left || paid !== undefined || reclassified !== undefined),
  );
  const toPay = await approvedToPay(context.tx, employee);
  return {
    left,
    corrections: owedArrears(recorded).map(({ month, pay }) => ({
      month,
      amount: signedMoneyOf(totalPay(pay)),
      to_pay_in:
        toPay.find((payslip) => payslip.pays_month && payslip.month === month)?.run_id ?? null,
    })),
    items: [...Map.groupBy(items, ({ key }) => itemIdOf(key))].flatMap(([item, parts]) =>
      correctionOf(parts).map((correction) => ({
        ...correction,
        to_pay_in: toPay.find(({ once_items }) => once_items.includes(item))?.run_id ?? null,
      })),
    ),
    left_out_items: await leftOutItemsOf(context.tx, run, id),
    unpaid_months: recorded.unpaidMonths,
    overpaid_contributions: left ? await overpaidContributions(context.tx, run, recorded) : [],
    to_pay: toPay.map(({ pays_month: _pays, once_items: _items, ...payslip }) => payslip),
  };
}

/** The one-off items that no payroll has paid, in kobo, the earliest month first. */
async function leftOutItemsOf(
  tx: Tx,
  run: RunScope,
  id: number,
): Promise<Corrections["left_out_items"]> {
  type Item = Corrections["left_out_items"][number];
  const { rows } = await sql<Omit<Item, "amount"> & { amount: bigint }>`
    select item.* from (select ${id}::bigint as id) p
    cross join lateral (${leftOutItems(run)}) item order by item.month, item.name`.execute(tx);
  return rows.map(({ amount, ...item }) => ({ ...item, amount: kobo(amount) }));
}

/** The approved payslips of an employee that are not paid yet, in kobo, the earliest month first. */
async function approvedToPay(tx: Tx, { tenant_id, id }: EmployeeRow): Promise<ToPay[]> {
  type Row = Omit<ToPay, "run_number" | "net" | "reversible"> &
    Pick<RunRow, "number" | "status" | "net"> & { run_net: bigint };
  const { rows } = await sql<Row>`
    select r.id as run_id, r.number, to_char(r.period, 'YYYY-MM') as month, s.net,
      coalesce(s.payment = 'PENDING', false) as under_way, r.status, r.net as run_net,
      ${hasPayOfMonth} as pays_month, to_jsonb(s.once_items) as once_items
    from payslips s join payroll_runs r on r.tenant_id = s.tenant_id and r.id = s.run_id
    where s.tenant_id = ${tenant_id} and s.employee_id = ${id} and ${isPostedRun(sql`r`)}
      and not s.excluded and not ${isPayslipPaid}
    order by r.period, r.number`.execute(tx);
  return rows.map(({ number, net, status, run_net, ...row }) => ({
    ...row,
    run_number: runNumber(number),
    net: atLeastZero(net),
    reversible: isReversible({ status, net: run_net }),
  }));
}

/** The overpaid contributions, by scheme, that the payslip of the hypothetical run would warn about. */
async function overpaidContributions(
  tx: Tx,
  run: RunScope,
  recorded: EmployeeInput,
): Promise<Corrections["overpaid_contributions"]> {
  const terms = await calculationTermsOf(tx, run, await payrollSettingsValueOf(tx, run.tenant_id));
  const { warnings } = computePayslip(terms, recorded)?.payslip ?? { warnings: [] };
  return CONTRIBUTION_SCHEMES.flatMap((scheme) =>
    warnings.flatMap(({ code, line, amount }) =>
      code === "contribution_overpaid" && line === scheme && amount !== null
        ? [{ scheme, amount }]
        : [],
    ),
  );
}

/**
 * The amount still owed of a one-off item that was changed after it was paid, or of an unpaid
 * settlement item. An item whose tax treatment changed has several parts.
 */
function correctionOf(
  parts: readonly PayItem[],
): Omit<Corrections["items"][number], "to_pay_in">[] {
  const [item] = parts;
  if (item === undefined || item.recurring || item.until === null) return [];
  const owed = kobo(
    parts.reduce((total, { kind, amount, paid = ZERO }) => {
      const rest = amount - paid;
      return kind === "deduction" ? total - rest : total + rest;
    }, 0n),
  );
  const before = parts.find(({ reclassified }) => reclassified === "before");
  const now = parts.find(({ reclassified }) => reclassified !== "before") ?? item;
  const deduction = now.kind === "deduction";
  const paid_as =
    before === undefined
      ? null
      : {
          deduction: before.kind === "deduction",
          taxable: before.taxable,
          pensionable: before.pensionable,
        };
  return [{ name: item.label, month: item.until, deduction, amount: signedMoneyOf(owed), paid_as }];
}
