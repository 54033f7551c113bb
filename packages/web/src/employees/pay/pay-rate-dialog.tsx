import { abs, kobo, mulDivHalfUp, ZERO, type Kobo } from "@kontor/books/money";
import { addPayRate, payRateBody } from "@kontor/contract/employees/pay";
import { formatDate, formatMoney, formatPercent } from "@kontor/contract/format";
import { firstDayOf, monthName, monthOf, monthsLater } from "@kontor/payroll/month";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { today } from "../../platform/clock.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DateInput } from "../../ui/date/date-input.tsx";
import { dateOrNull } from "../../ui/date/typed-date.ts";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { LineInput } from "../../ui/form/line-input.tsx";
import {
  amountOrZero,
  MoneyInput,
  optionalMoneyProblem,
  type MoneyValue,
} from "../../ui/form/money-input.tsx";
import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import {
  arrearsWindowQuery,
  pathOf,
  payRatesQuery,
  useContestedEmployeeChange,
  type Employee,
} from "../data.ts";
import type { EmployeeDialogProps } from "../section-edit.tsx";

import classes from "./pay.module.css";

const parts = [
  ["basic", "Basic"],
  ["housing", "Housing"],
  ["transport", "Transport"],
  ["other", "Other Allowances"],
] as const;

type Part = (typeof parts)[number][0];
type RateValues = Record<Part, MoneyValue> & { from_date: string | null; reason: string };

/**
 * The first rate begins with the employment. A later one begins next month and is prefilled with
 * the present amounts.
 */
function valuesFor({ pay, next_pay, job }: Employee): RateValues {
  const last = next_pay ?? pay;
  const { basic = null, housing = null, transport = null, other = null } = last ?? {};
  const from_date = last ? firstDayOf(monthsLater(monthOf(today()), 1)) : job.start_date;
  return { from_date, basic, housing, transport, other, reason: "" };
}

const nothingPaid = "Enter an amount above 0.00 for at least one part of the pay.";

/** Sets an employee's monthly pay from a day on. */
export function PayRateDialog({ employee, onExited }: EmployeeDialogProps) {
  const add = useContestedEmployeeChange(addPayRate);
  const rates = useQuery(payRatesQuery(pathOf(employee)));
  /** The rate in force with this first day; undefined if that is not known. */
  const rateFrom = (day: string | null) =>
    rates.data &&
    (rates.data.find((rate) => rate.superseded_at === null && rate.from_date === day) ?? null);
  const [initialValues] = useState(() => valuesFor(employee));
  const edit = useDialogForm<RateValues>({
    name: "pay-rate",
    draft: `${employee.tenant_id}:${employee.id}`,
    initialValues,
    schemas: { from_date: payRateBody.shape.from_date, reason: payRateBody.shape.reason },
    rules: {
      basic: optionalMoneyProblem,
      housing: optionalMoneyProblem,
      transport: optionalMoneyProblem,
      other: optionalMoneyProblem,
    },
    save: async ({ from_date, reason, ...values }, submits) => {
      if (totalOf(values) === ZERO) {
        form.setFieldError("basic", nothingPaid);
        return false;
      }
      const { basic, housing, transport, other } = amountsOf(values);
      const replaced = rateFrom(from_date);
      const input = {
        ...pathOf(employee),
        from_date: from_date ?? "",
        basic,
        housing,
        transport,
        other,
        reason,
        ...(replaced === undefined ? {} : { replaces: replaced?.id ?? null }),
      };
      return add(input, submits);
    },
    onSaved: () => notifySuccess("Pay added successfully.."),
  });
  const { form, fieldProps } = edit;
  const total = totalOf(form.values);
  const day = dateOrNull(form.values.from_date);
  return (
    <DialogForm
      edit={edit}
      what="this pay"
      onExited={onExited}
      title="Add Pay"
      submit="Submit"
      missing={edit.missing(total === ZERO ? { basic: nothingPaid } : {})}
      sticky
    >
      <FieldGrid>
        <div data-wide>
          <DateInput
            {...fieldProps("from_date")}
            label="From"
            description={
              (rateFrom(day)
                ? "Replaces the pay from this day, which stays in the history."
                : "Earlier pay stays in the history.") + arrearsSentence(employee, day)
            }
            required
            withAsterisk={false}
            data-autofocus
          />
        </div>
        <UncorrectedMonthsNotice employee={employee} day={day} />
        {parts.map(([part, label]) => (
          <MoneyInput key={part} {...fieldProps(part)} label={label} placeholder="0.00" />
        ))}
        <div data-wide>
          <LineInput {...fieldProps("reason")} label="Reason" placeholder="Promotion" limit={200} />
        </div>
      </FieldGrid>
      <div data-surface="inset" className={classes.totals} role="status">
        <p className={classes.total}>
          <span>Monthly pay{day && ` from ${formatDate(day)}`}</span>
          {total === null ? <span aria-label="not known">–</span> : <Money amount={total} strong />}
        </p>
        <Comparison employee={employee} day={day} total={total} />
      </div>
    </DialogForm>
  );
}

/** What happens to earlier months; empty for a first rate or a day that is not past. */
function arrearsSentence({ pay, next_pay }: Employee, day: string | null): string {
  const isPast = day !== null && monthOf(day) < monthOf(today());
  if (!isPast || (pay ?? next_pay) === null) return "";
  return " The next payroll pays the difference of months that are already approved, as arrears.";
}

/** Warns that months before the arrears window are not corrected. */
function UncorrectedMonthsNotice({ employee, day }: { employee: Employee; day: string | null }) {
  const from = useQuery(arrearsWindowQuery(pathOf(employee))).data?.from ?? null;
  if (from === null || day === null || monthOf(day) >= from) return null;
  return (
    <div data-wide>
      <Notice role="alert">
        Payroll corrects the pay of the last twelve months only, from {monthName(from)}. For earlier
        months, add the difference as a one-off item.
      </Notice>
    </div>
  );
}

type ComparisonProps = { employee: Employee; day: string | null; total: Kobo | null };

/**
 * The pay that the new rate replaces, and the difference. This is the scheduled next rate if the
 * new one starts on its first day or later.
 */
function Comparison({ employee: { pay, next_pay }, day, total }: ComparisonProps) {
  const isAfterNext = next_pay !== null && (pay === null || (day ?? "") >= next_pay.from_date);
  const before = isAfterNext ? next_pay : pay;
  if (before === null) return null;
  return (
    <>
      <p className={classes.total}>
        <span>{isAfterNext ? `Pay from ${formatDate(before.from_date)}` : "Current pay"}</span>
        <Money amount={before.monthly_pay} />
      </p>
      {total !== null && (
        <p className={classes.total}>
          <span>Difference</span>
          <span>{differenceInWords(before.monthly_pay, total)}</span>
        </p>
      )}
    </>
  );
}

/** "₦50,000.00 more (+11.1%)". Without a percentage if the pay before was zero. */
function differenceInWords(before: Kobo, after: Kobo): string {
  const difference = kobo(after - before);
  if (difference === ZERO) return "None";
  const share =
    before === ZERO ? "" : ` (${formatPercent(mulDivHalfUp(difference, 10_000n, before))})`;
  return `${formatMoney(abs(difference))} ${difference > ZERO ? "more" : "less"}${share}`;
}

function amountsOf(values: Record<Part, MoneyValue>) {
  const { basic, housing, transport, other } = values;
  return {
    basic: amountOrZero(basic),
    housing: amountOrZero(housing),
    transport: amountOrZero(transport),
    other: amountOrZero(other),
  };
}

/** The sum of the parts, in kobo; null while one of them is not an amount. */
function totalOf(values: Record<Part, MoneyValue>) {
  if (parts.some(([part]) => optionalMoneyProblem(values[part]) !== undefined)) return null;
  const { basic, housing, transport, other } = amountsOf(values);
  return kobo(basic + housing + transport + other);
}
