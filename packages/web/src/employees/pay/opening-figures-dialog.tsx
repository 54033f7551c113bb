import { saveOpeningFigures } from "@kontor/contract/employees/pay";
import { monthOf, monthsLater, yearOf } from "@kontor/payroll/month";
import { useQueryClient } from "@tanstack/react-query";

import { today } from "../../platform/clock.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { EditDialog, useEditDialog } from "../../ui/form/form-dialog.tsx";
import {
  amountOrZero,
  MoneyInput,
  moneyProblem,
  optionalMoneyProblem,
  type MoneyValue,
} from "../../ui/form/money-input.tsx";
import {
  openingFiguresQuery,
  pathOf,
  useEmployeeChange,
  type Employee,
  type OpeningFigures,
} from "../data.ts";
import type { EmployeeDialogProps } from "../section-edit.tsx";
import { MonthSelect } from "./month-select.tsx";

const amounts = [
  ["gross", "Earned", "Pay in money, before deductions."],
  ["benefits", "Benefits in Kind", "Their taxed value. Empty if their records say it."],
  ["pension", "Pension Withheld", null],
  ["nhf", "NHF Withheld", null],
  ["tax", "PAYE Withheld", null],
] as const;

type Amount = (typeof amounts)[number][0];
type FigureValues = Record<Amount, MoneyValue> & { through_month: string };

/** New figures end with the month before this one. */
function valuesOf(figures: OpeningFigures | null): FigureValues {
  if (figures) {
    const { through_month, gross, benefits, pension, nhf, tax } = figures;
    return { through_month, gross, benefits, pension, nhf, tax };
  }
  const through_month = monthsLater(monthOf(today()), -1);
  return { through_month, gross: null, benefits: null, pension: null, nhf: null, tax: null };
}

/** The last month that may be chosen: of the year of the figures, but none that has not begun. */
function lastOfferedMonth(figures: OpeningFigures | null, present: string): string {
  const last = `${figures?.year ?? present.slice(0, 4)}-12`;
  return last < present ? last : present;
}

type OpeningFiguresDialogProps = EmployeeDialogProps & {
  /** The figures to edit; null adds a year. */
  figures: OpeningFigures | null;
};

/** Enters an employee's pay and deductions in a year from before payroll was run in Kontor. */
export function OpeningFiguresDialog(props: OpeningFiguresDialogProps) {
  const { employee, figures, onExited } = props;
  const { mutateAsync } = useEmployeeChange(saveOpeningFigures);
  const reload = useReload(employee, figures);
  const edit = useEditDialog<OpeningFigures | null, FigureValues>({
    name: "opening-figures",
    draft: `${employee.tenant_id}:${employee.id}:${figures?.year ?? "new"}`,
    loaded: figures,
    valuesOf,
    schemas: {},
    rules: {
      // Zero is valid: the employee may have been on unpaid leave in all these months.
      gross: (value) => moneyProblem(value, "amount") ?? undefined,
      benefits: optionalMoneyProblem,
      pension: optionalMoneyProblem,
      nhf: optionalMoneyProblem,
      tax: optionalMoneyProblem,
    },
    reload,
    save: ({ through_month, ...values }, edited) =>
      mutateAsync({
        input: {
          ...pathOf(employee),
          year: edited?.year ?? yearOf(through_month),
          through_month,
          gross: amountOrZero(values.gross),
          // Zero says that nothing was paid in these months; an empty field would leave them
          // unknown.
          benefits: typeof values.benefits === "bigint" ? values.benefits : null,
          pension: amountOrZero(values.pension),
          nhf: amountOrZero(values.nhf),
          tax: amountOrZero(values.tax),
          ...(edited ? { version: edited.version } : {}),
        },
      }),
    onSaved: () => notifySuccess("Figures saved successfully.."),
  });
  const { form, fieldProps } = edit;
  const present = monthOf(today());
  const title = figures ? `Edit Figures for ${figures.year}` : "Add Figures";
  return (
    <EditDialog onExited={onExited} title={title} edit={edit} what="these figures" submit="Submit">
      <FieldGrid>
        <div data-wide>
          <MonthSelect
            {...fieldProps("through_month")}
            label="Through"
            description="The last month included. The figures start in January."
            from={figures ? `${figures.year}-01` : monthsLater(present, -24)}
            to={lastOfferedMonth(figures, present)}
            value={form.values.through_month}
            onChange={(month) => month !== null && form.setFieldValue("through_month", month)}
          />
        </div>
        {amounts.map(([name, label, about]) => (
          <MoneyInput
            key={name}
            {...fieldProps(name)}
            label={label}
            {...(about === null ? {} : { description: about })}
            placeholder={name === "benefits" ? "Not stated" : "0.00"}
          />
        ))}
      </FieldGrid>
    </EditDialog>
  );
}

/** Loads the figures as they are saved now; undefined when they were deleted. */
function useReload(employee: Employee, figures: OpeningFigures | null) {
  const client = useQueryClient();
  return async () => {
    const query = openingFiguresQuery(pathOf(employee));
    const found = await client.fetchQuery({ ...query, staleTime: 0 });
    return found.find(({ year }) => year === figures?.year);
  };
}
