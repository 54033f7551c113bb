import { kobo, larger, ZERO, type Kobo } from "@kontor/books/money";
import type { SalaryAdvance } from "@kontor/contract/salary-advances/advances";
import type { AdvancePlan } from "@kontor/payroll/advances/plan";
import { monthOf, yearOf } from "@kontor/payroll/month";
import type { OwedAdvance } from "@kontor/payroll/payslip/input";
import { projectedNet } from "@kontor/payroll/payslip/projection";
import { sql } from "kysely";

import { payFacts } from "../../employees/pay/pay-facts.ts";
import { payrollSettingsOf } from "../../employees/pay/payroll-settings.ts";
import type { Tx } from "../../platform/scope.ts";
import { allocatedOf, planOf, repaidByInstalment, type AdvanceRow } from "../records/advance.ts";

type ProjectedPay = NonNullable<SalaryAdvance["projected"]>;

/**
 * Projected net pay in the repayment months of an advance, from what is known today: without this
 * advance but with the instalments of others, and after its own instalment. Past months and months
 * without a statutory pack are left out. A month whose deductions exceed its pay has a net pay of zero.
 *
 * @param also pending advances of the employee that count like approved ones.
 */
export async function projectedPay(
  tx: Tx,
  row: AdvanceRow,
  plan: AdvancePlan,
  today: string,
  also: readonly AdvanceRow[] = [],
): Promise<ProjectedPay> {
  const month = monthOf(today);
  const repaid = repaidByInstalment(plan, allocatedOf(row));
  const coming = plan.instalments
    .map(({ due, amount }, index) => ({ due, amount: kobo(amount - (repaid[index] ?? 0n)) }))
    .filter(({ due, amount }) => due >= today && amount > 0n);
  const [first] = coming;
  const last = coming.at(-1);
  if (first === undefined || last === undefined) return [];
  const facts = await payFacts(
    tx,
    { tenant_id: row.tenant_id, id: row.employee_id },
    { year: yearOf(month), before: monthOf(first.due) },
  );
  const net = projectedNet({
    ...facts,
    settings: await payrollSettingsOf(tx, row),
    until: monthOf(last.due),
    advances: await othersOwed(tx, row, also),
    recoverFrom: month,
  });
  return coming.flatMap(({ due, amount }) => {
    const paid = net.get(monthOf(due));
    return paid === undefined
      ? []
      : [{ due, net: larger(paid, ZERO), instalment: amount, left: leftOf(paid, amount) }];
  });
}

function leftOf(net: Kobo, instalment: Kobo): Kobo | null {
  return net < instalment ? null : kobo(net - instalment);
}

/** The employee's other advances that are repaid from pay, and those that count like them. */
async function othersOwed(
  tx: Tx,
  row: AdvanceRow,
  also: readonly AdvanceRow[],
): Promise<OwedAdvance[]> {
  const { rows } = await sql<AdvanceRow>`
    select a.* from salary_advances a
    where a.tenant_id = ${row.tenant_id} and a.employee_id = ${row.employee_id} and a.id <> ${row.id}
      and a.status in ('APPROVED', 'PAID')
      and a.payback_amount > a.allocated_principal + a.allocated_interest
    order by a.id`.execute(tx);
  const owed: OwedAdvance[] = [];
  for (const other of [...rows, ...also]) {
    const plan = await planOf(tx, other);
    owed.push({ key: String(other.id), plan, allocated: allocatedOf(other) });
  }
  return owed;
}
