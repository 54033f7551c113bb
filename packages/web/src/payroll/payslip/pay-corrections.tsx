import type { DataOf } from "@kontor/contract/endpoint";
import { formatMoney } from "@kontor/contract/format";
import type { getPayCorrections } from "@kontor/contract/payroll/corrections";
import { monthName } from "@kontor/payroll/month";
import { useQuery } from "@tanstack/react-query";

import { permanentRefusalOf } from "../../platform/api-problem.ts";
import { useHasPermission } from "../../session/data.ts";
import { NotLoaded } from "../../ui/page/not-loaded.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { payCorrectionsQuery, type RunPath } from "../data.ts";
import { runLink } from "../links.ts";

import classes from "./payslip.module.css";

type Corrections = DataOf<typeof getPayCorrections>;
type ItemCorrection = Corrections["items"][number];
type ToPay = Corrections["to_pay"][number];

/**
 * What is still to be settled with an employee: differences of earlier months and of one-off items,
 * unpaid months, and for a leaver overpaid contributions and approved pay that is not paid yet.
 */
export function PayCorrections({ employee }: { employee: RunPath }) {
  const mayRead = useHasPermission("employees.pay.read");
  const query = useQuery({ ...payCorrectionsQuery(employee), enabled: mayRead });
  const { data, error } = query;
  if (data === undefined) {
    // Usually there is nothing to settle, so nothing is shown while it loads, or with payroll off.
    if (!query.isError || query.isFetching || permanentRefusalOf(error) !== null) return null;
    const retry = () => void query.refetch();
    return <NotLoaded what="What earlier months owe" failed error={error} onRetry={retry} />;
  }
  const { left, corrections, items, left_out_items, unpaid_months, overpaid_contributions } = data;
  const wrong = new Set([...corrections, ...items].map(({ to_pay_in }) => to_pay_in));
  const to_pay = data.to_pay.filter(({ run_id }) => left || wrong.has(run_id));
  const unpaid = ({ to_pay_in }: { to_pay_in: number | null }) =>
    to_pay.find(({ run_id }) => run_id === to_pay_in);
  const lists = [corrections, items, left_out_items, unpaid_months, overpaid_contributions, to_pay];
  if (lists.every(({ length }) => length === 0)) return null;
  return (
    <Notice title="Earlier months to settle">
      <ul className={classes.corrections} aria-label="Earlier months">
        {to_pay.map((payslip) => (
          <li key={`to pay ${payslip.run_id}`}>
            <StillToPay payslip={payslip} employee={employee} />
          </li>
        ))}
        {unpaid_months.map((month) => (
          <li key={`unpaid ${month}`}>
            <strong>{monthName(month)}</strong> was paid to others but not to this employee. To pay
            it, start an off-cycle run for that month and add the employee.
          </li>
        ))}
        {corrections.map((correction) => (
          <li key={correction.month}>{correctionSentence(correction, left, unpaid(correction))}</li>
        ))}
        {items.map((item) => (
          <li key={`${item.name} ${item.month} ${String(item.deduction)}`}>
            {item.paid_as !== null && reclassifiedSentence(item, left)}
            {item.paid_as !== null && item.amount.amount > 0n && " "}
            {(item.paid_as === null || item.amount.amount > 0n) &&
              itemSentence(item, left, unpaid(item))}
          </li>
        ))}
        {left_out_items.map((item) => (
          <li key={`left out ${item.name} ${item.month}`}>{leftOutItemSentence(item)}</li>
        ))}
        {overpaid_contributions.map((overpaid) => (
          <li key={`overpaid ${overpaid.scheme}`}>
            {contributionSentence(
              overpaid,
              corrections.every(
                (each) => !each.amount.negative || unpaid(each)?.reversible === true,
              ),
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type StillToPayProps = { payslip: ToPay; employee: RunPath };

/** Approved pay that has not reached the employee, with a link to its run for users who may see it. */
function StillToPay({ payslip, employee }: StillToPayProps) {
  const mayOpen = useHasPermission("payroll.read");
  const { run_id, run_number, month, net, under_way } = payslip;
  return (
    <>
      <strong>{formatMoney(net)}</strong> for {monthName(month)} is approved (
      {mayOpen ? (
        <TextLink {...runLink({ ...employee, id: run_id })}>{run_number}</TextLink>
      ) : (
        run_number
      )}
      ) and {under_way ? "on its way to the employee." : "still to be paid to the employee."}
    </>
  );
}

/** What can be done about pay that is approved too high and has not reached the employee. */
function remedySentence({ run_number, under_way, reversible }: ToPay, left: boolean): string {
  const later = left
    ? "an off-cycle run deducts it from what the employee is still owed"
    : "the next regular run recovers it";
  if (under_way) return `It is on its way. Once it is paid, ${later}.`;
  return reversible
    ? `It is not paid yet: reverse ${run_number} and run the month again, or pay it and ${later}.`
    : `It is not paid yet, but others in ${run_number} are, so that it cannot be reversed. Once it is paid, ${later}.`;
}

function correctionSentence(
  { month, amount }: Corrections["corrections"][number],
  left: boolean,
  unpaid: ToPay | undefined,
) {
  const sum = <strong>{formatMoney(amount.amount)}</strong>;
  if (amount.negative && unpaid !== undefined) {
    return (
      <>
        {sum} too much is approved for {monthName(month)}. {remedySentence(unpaid, left)}
      </>
    );
  }
  if (amount.negative) {
    return (
      <>
        {sum} was overpaid for {monthName(month)}.{" "}
        {left
          ? "An off-cycle run deducts it from what the employee is still owed."
          : "The next regular run recovers it."}
      </>
    );
  }
  return (
    <>
      {sum} is still owed for {monthName(month)}.{" "}
      {left
        ? "Pay it in an off-cycle run that includes the employee."
        : "The next regular run pays it."}
    </>
  );
}

/** Says which run corrects a one-off item whose kind, tax or pension was changed after it was paid. */
function reclassifiedSentence(item: ItemCorrection, left: boolean): string {
  const { name, month, deduction, paid_as, to_pay_in } = item;
  const tax = paid_as?.taxable === true ? "taxable" : "not taxable";
  const pension = paid_as?.pensionable === true ? " and pensionable" : "";
  const was =
    paid_as?.deduction === true
      ? `deducted from ${paid_as.taxable ? tax + pension : "net"} pay`
      : `paid as ${tax}${pension}`;
  const is = to_pay_in === null ? "was" : "is approved to be";
  const run = left ? "An off-cycle run that includes the employee" : "The next regular run";
  const otherKind = deduction
    ? "takes it back and deducts what is recorded now"
    : "gives it back and pays what is recorded now";
  const does = paid_as?.deduction === deduction ? "corrects its tax and contributions" : otherKind;
  return `${name} (${monthName(month)}) ${is} ${was} and has been changed since. ${run} ${does}.`;
}

/** Says which run settles a one-off item that was changed after it was paid. */
function itemSentence(
  { name, month, deduction, amount }: ItemCorrection,
  left: boolean,
  unpaid: ToPay | undefined,
) {
  const sum = <strong>{formatMoney(amount.amount)}</strong>;
  const what = `${name} (${monthName(month)})`;
  const recovery = left
    ? "An off-cycle run deducts it from what the employee is still owed."
    : "The next regular run recovers it.";
  if (amount.negative && !deduction && unpaid !== undefined) {
    return (
      <>
        {sum} too much is approved for {what}. {remedySentence(unpaid, left)}
      </>
    );
  }
  if (amount.negative) {
    return deduction ? (
      <>
        {sum} is still to be deducted for {what}. {recovery}
      </>
    ) : (
      <>
        {sum} was overpaid for {what}. {recovery}
      </>
    );
  }
  return deduction ? (
    <>
      {sum} too much was deducted for {what}.{" "}
      {left
        ? "Refund it in an off-cycle run that includes the employee."
        : "The next regular run refunds it."}
    </>
  ) : (
    <>
      {sum} is still owed for {what}.{" "}
      {left
        ? "Pay it in an off-cycle run that includes the employee."
        : "The next regular run pays it."}
    </>
  );
}

/** Says what can be done about a one-off item that is in no payroll. */
function leftOutItemSentence({
  name,
  month,
  deduction,
  amount,
}: Corrections["left_out_items"][number]) {
  return (
    <>
      <strong>{formatMoney(amount)}</strong> of {name} ({monthName(month)}) is in no payroll:{" "}
      {monthName(month)} was approved without it.{" "}
      {deduction
        ? "To deduct it, move the item to a month that is still to be paid."
        : "To pay it, move the item to a month that is still to be paid, or start an off-cycle run for its month that includes the employee."}
    </>
  );
}

/** The name of each scheme in a sentence, and whether employees contribute to it too. */
const schemes: Readonly<
  Record<Corrections["overpaid_contributions"][number]["scheme"], [string, boolean]>
> = {
  pension: ["pension", true],
  nhf: ["NHF", true],
  nsitf: ["NSITF", false],
  itf: ["ITF", false],
};

/** @param reversible whether everything overpaid is in runs that can still be reversed. */
function contributionSentence(
  { scheme, amount }: Corrections["overpaid_contributions"][number],
  reversible: boolean,
) {
  const [name, employeeToo] = schemes[scheme];
  if (reversible) {
    return (
      <>
        <strong>{formatMoney(amount)}</strong> of {name} contributions
        {employeeToo ? " (employee and employer)" : ""} is on approved pay that is too high. It need
        not be refunded if the run is reversed before it is paid.
      </>
    );
  }
  return (
    <>
      <strong>{formatMoney(amount)}</strong> of {name} contributions
      {employeeToo ? " (employee and employer)" : ""} was made on overpaid pay, and a leaver has no
      later pay to set it against. Request the refund from the fund
      {employeeToo ? ", or settle it with the employee" : ""}.
    </>
  );
}
