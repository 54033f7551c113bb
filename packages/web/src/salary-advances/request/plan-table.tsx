import { formatDate, formatMoney } from "@kontor/contract/format";
import type { AdvancePlan, Instalment } from "@kontor/payroll/advances/plan";

import { Money } from "../../ui/money.tsx";

import classes from "./plan-table.module.css";

type PlanTableProps = {
  plan: AdvancePlan;
  /** Percent a year. */
  rate: number;
};

/** The instalment of each month, with its interest. */
export function PlanTable({ plan, rate }: PlanTableProps) {
  return (
    <table className={classes.plan} aria-label="Instalments">
      <thead>
        <tr>
          <th scope="col">Payday</th>
          <th scope="col">Amount</th>
          <th scope="col">Interest</th>
          <th scope="col">Instalment</th>
        </tr>
      </thead>
      <tbody>
        {plan.instalments.map((instalment) => (
          <Row key={instalment.number} {...instalment} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{rate === 0 ? "Without interest" : `At ${rate}% a year`}</th>
          <td>{formatMoney(plan.amount)}</td>
          <td>{formatMoney(plan.interest)}</td>
          <td>{formatMoney(plan.payback)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Row({ due, principal, interest, amount }: Instalment) {
  return (
    <tr>
      <th scope="row">{formatDate(due)}</th>
      <td>
        <Money amount={principal} />
      </td>
      <td>
        <Money amount={interest} dashForZero />
      </td>
      <td>
        <Money amount={amount} strong />
      </td>
    </tr>
  );
}
