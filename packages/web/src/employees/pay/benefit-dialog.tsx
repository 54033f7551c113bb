import { kobo, ZERO } from "@kontor/books/money";
import {
  addBenefit,
  benefitBody,
  benefitKindTitles,
  benefitKinds,
  saveBenefit,
} from "@kontor/contract/employees/benefits";
import { formatMoney } from "@kontor/contract/format";
import { firstDayOf, monthOf } from "@kontor/payroll/month";
import { monthlyValue } from "@kontor/payroll/pay/benefit";
import { printPercentage, HUNDRED_PERCENT } from "@kontor/payroll/percentage";
import { divideHalfUp } from "@kontor/payroll/rounding";
import type { BenefitKind } from "@kontor/payroll/statutory/benefit-kinds";
import { packAt } from "@kontor/payroll/statutory/packs";
import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { today } from "../../platform/clock.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import type { PendingSubmitStore } from "../../platform/submit-key.ts";
import { DateInput } from "../../ui/date/date-input.tsx";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { EditDialog, useEditDialog } from "../../ui/form/form-dialog.tsx";
import {
  amountOrZero,
  MoneyInput,
  moneyProblem,
  optionalMoneyProblem,
  type MoneyValue,
} from "../../ui/form/money-input.tsx";
import { Money } from "../../ui/money.tsx";
import { ChoiceSelect } from "../../ui/select/choice-select.tsx";
import { benefitsQuery, pathOf, useEmployeeChange, type Benefit, type Employee } from "../data.ts";
import type { EmployeeDialogProps } from "../section-edit.tsx";

import classes from "./pay.module.css";

type BenefitValues = {
  name: string;
  kind: BenefitKind;
  value: MoneyValue;
  employee_pays: MoneyValue;
  from_date: string | null;
  to_date: string | null;
};

function valuesOf(benefit: Benefit | null): BenefitValues {
  const pays = benefit?.employee_pays ?? ZERO;
  return {
    name: benefit?.name ?? "",
    kind: benefit?.kind ?? "ASSET",
    value: benefit?.value ?? null,
    employee_pays: pays === ZERO ? null : pays,
    from_date: benefit?.from_date ?? firstDayOf(monthOf(today())),
    to_date: benefit?.to_date ?? null,
  };
}

/** For each kind, the label of its value, how the value is determined, and an example of a name. */
const valueTexts: Readonly<Record<BenefitKind, { label: string; about: string; example: string }>> =
  {
    ASSET: {
      label: "Cost",
      about: "What the company paid, or its market value then.",
      example: "Official car",
    },
    HIRED: {
      label: "Rent or Hire a Year",
      about: "What the company pays for it a year.",
      example: "Hired car",
    },
    HOUSING: {
      label: "Rental Value a Year",
      about: "What the home would be let for, whoever owns it.",
      example: "Flat",
    },
    OTHER: {
      label: "Spent a Year",
      about: "What the company spends, less what is refunded.",
      example: "Club fees",
    },
  };

type BenefitDialogProps = Pick<EmployeeDialogProps, "onExited"> & {
  employee: Employee;
  /** The benefit to edit; null adds one. */
  benefit: Benefit | null;
};

/** Adds or edits a benefit in kind. */
export function BenefitDialog({ employee, benefit, onExited }: BenefitDialogProps) {
  const save = useSave(employee);
  const reload = useReload(employee, benefit);
  const { from_date, to_date, name } = benefitBody.shape;
  const edit = useEditDialog<Benefit | null, BenefitValues>({
    name: "benefit",
    draft: `${employee.tenant_id}:${employee.id}:${benefit?.id ?? "new"}`,
    loaded: benefit,
    valuesOf,
    schemas: { name, from_date, to_date },
    rules: {
      value: (value) => moneyProblem(value, "above-zero") ?? undefined,
      employee_pays: optionalMoneyProblem,
    },
    reload,
    save,
    onSaved: () => notifySuccess("Benefit saved successfully.."),
  });
  return (
    <EditDialog
      onExited={onExited}
      title={benefit ? "Edit Benefit" : "Add Benefit"}
      edit={edit}
      what="this benefit"
      submit="Submit"
    >
      <BenefitFields {...edit} employee={employee} saved={benefit !== null} />
    </EditDialog>
  );
}

function useSave(employee: Employee) {
  const add = useEmployeeChange(addBenefit);
  const change = useEmployeeChange(saveBenefit);
  return async (
    { value, employee_pays, ...values }: BenefitValues,
    edited: Benefit | null,
    submits: PendingSubmitStore,
  ) => {
    const input = {
      ...pathOf(employee),
      ...values,
      value: amountOrZero(value),
      employee_pays: isReducedByExpense(values.kind) ? amountOrZero(employee_pays) : ZERO,
      from_date: values.from_date ?? "",
    };
    if (edited === null) return add.mutateAsync({ input, submits });
    const { id: benefit_id, version } = edited;
    return change.mutateAsync({ input: { ...input, benefit_id, version } });
  };
}

/** Loads the benefit as it is saved now; undefined when it was removed. */
function useReload(employee: Employee, benefit: Benefit | null) {
  const client = useQueryClient();
  return async () => {
    const all = await client.fetchQuery({ ...benefitsQuery(pathOf(employee)), staleTime: 0 });
    return all.find(({ id }) => id === benefit?.id);
  };
}

/** Whether the employee's own expense on a benefit of this kind reduces its taxable value. */
function isReducedByExpense(kind: BenefitKind): boolean {
  return packAt(today()).benefits.lessEmployeesExpense.includes(kind);
}

type BenefitForm = ReturnType<typeof useEditDialog<Benefit | null, BenefitValues>>;

function BenefitFields({
  form,
  fieldProps,
  employee,
  saved,
}: BenefitForm & { employee: Employee; saved: boolean }) {
  const { kind, from_date } = form.values;
  const words = valueTexts[kind];
  const isLate = (from_date ?? "9999") < firstDayOf(monthOf(today()));
  const chooseKind = (next: BenefitKind) => {
    form.setFieldValue("kind", next);
    // An unreadable amount is cleared when its field is hidden; its error would block saving.
    const isUnreadable = form.values.employee_pays === "unreadable";
    if (isUnreadable && !isReducedByExpense(next)) form.setFieldValue("employee_pays", null);
  };
  return (
    <>
      <FieldGrid>
        <TextInput
          {...fieldProps("name")}
          label="Benefit"
          placeholder={words.example}
          required
          withAsterisk={false}
          data-autofocus
        />
        <ChoiceSelect<BenefitKind>
          {...fieldProps("kind")}
          label="Kind"
          data={benefitKinds.map((each) => ({ value: each, label: benefitKindTitles[each] }))}
          value={kind}
          onChange={(next) => next !== null && chooseKind(next)}
        />
        <MoneyInput
          {...fieldProps("value")}
          label={words.label}
          description={words.about}
          placeholder="0.00"
          required
          withAsterisk={false}
        />
        {isReducedByExpense(kind) ? (
          <MoneyInput
            {...fieldProps("employee_pays")}
            label="Paid by the Employee a Year"
            description="What the employee spends on it. It lowers the value."
            placeholder="0.00"
          />
        ) : (
          <span className={classes.filler} />
        )}
        <DateInput
          {...fieldProps("from_date")}
          label="First Day"
          description="The employee has it from this day on."
          required
          withAsterisk={false}
        />
        <DateInput
          {...fieldProps("to_date")}
          label="Last Day"
          description="Empty while it goes on, or until the employment ends."
        />
        {(saved || isLate) && (
          <p className={classes.correction} data-wide>
            Paid payslips do not change. The next regular payroll corrects the earlier months of
            this tax year, and takes the tax on them at once. Earlier years are not corrected.
          </p>
        )}
      </FieldGrid>
      <TaxableValue values={form.values} employee={employee} />
    </>
  );
}

/** The taxable value of a whole month, updated as the user types. */
function TaxableValue({ values, employee }: { values: BenefitValues; employee: Employee }) {
  const { kind, value, employee_pays } = values;
  const pack = packAt(today());
  const isKnown =
    moneyProblem(value, "above-zero") === null && moneyProblem(employee_pays, "optional") === null;
  const paid = amountOrZero(employee_pays);
  const monthly = isKnown ? monthlyValue({ kind, value: amountOrZero(value), paid }, pack) : null;
  const { housingLimit, assetRate } = pack.benefits;
  const pay = employee.pay?.monthly_pay ?? null;
  return (
    <div data-surface="inset" className={classes.totals} role="status">
      <p className={classes.total}>
        <span>Taxed a month{kind === "HOUSING" && ", before the limit"}</span>
        {monthly === null ? (
          <span aria-label="not known">–</span>
        ) : (
          <Money amount={monthly} strong />
        )}
      </p>
      {kind === "ASSET" && (
        <p className={classes.correction}>
          A twelfth of {printPercentage(assetRate)}% of the cost. If the cost is not known, enter
          the market value when the company acquired it.
        </p>
      )}
      {kind === "HOUSING" && (
        <p className={classes.correction}>
          At most {printPercentage(housingLimit)}% of the gross without it counts
          {pay !== null &&
            `: ${formatMoney(divideHalfUp(kobo(pay) * housingLimit, HUNDRED_PERCENT))} a month at the current pay`}
          . The law does not lower it by rent that the employee pays.
        </p>
      )}
      {kind === "HIRED" && (
        <p className={classes.correction}>The law does not lower it by what the employee pays.</p>
      )}
    </div>
  );
}
