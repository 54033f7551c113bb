import { addPayItem, payItemBody, savePayItem } from "@kontor/contract/employees/pay";
import { monthOf, monthsLater } from "@kontor/payroll/month";
import { Checkbox, Radio, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { today } from "../../platform/clock.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import type { PendingSubmitStore } from "../../platform/submit-key.ts";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { EditDialog, useEditDialog } from "../../ui/form/form-dialog.tsx";
import { MoneyInput, moneyProblem, type MoneyValue } from "../../ui/form/money-input.tsx";
import {
  pathOf,
  payItemsQuery,
  useEmployeeChange,
  type EmployeePath,
  type PayItem,
} from "../data.ts";
import type { EmployeeDialogProps } from "../section-edit.tsx";
import { MonthSelect } from "./month-select.tsx";

import classes from "./pay.module.css";

type ItemValues = {
  name: string;
  kind: "EARNING" | "DEDUCTION";
  amount: MoneyValue;
  taxable: boolean;
  pensionable: boolean;
  /** Whether the item applies once, until a month, or without an end. */
  often: "once" | "until" | "always";
  from_month: string;
  to_month: string | null;
};

/** A new item is an earning of one month that is taxed. */
function valuesOf(item: PayItem | null, month: string): ItemValues {
  const from_month = item?.from_month ?? month;
  const to_month = item?.to_month ?? null;
  return {
    name: item?.name ?? "",
    kind: item?.kind ?? "EARNING",
    amount: item?.amount ?? null,
    taxable: item?.taxable ?? true,
    pensionable: item?.pensionable ?? false,
    often:
      item && to_month === null
        ? "always"
        : to_month === item?.from_month || !item
          ? "once"
          : "until",
    from_month,
    to_month,
  };
}

type PayItemDialogProps = Pick<EmployeeDialogProps, "onExited"> & {
  employee: EmployeePath;
  /** The item to edit; null adds one. */
  item: PayItem | null;
  /** The month proposed for a new item; when undefined or no longer offered, the current one. */
  month?: string | undefined;
};

/** The months offered for an item. */
function offeredMonths() {
  const present = monthOf(today());
  return { from: monthsLater(present, -12), to: monthsLater(present, 36) };
}

/** The month proposed for a new item. */
function proposedMonth(month: string | undefined): string {
  return month === undefined || month < offeredMonths().from ? monthOf(today()) : month;
}

/** Adds or edits an addition to, or deduction from, the pay of some months. */
export function PayItemDialog(props: PayItemDialogProps) {
  const { employee, item, month, onExited } = props;
  const save = useSave(employee);
  const reload = useReload(employee, item);
  const edit = useEditDialog<PayItem | null, ItemValues>({
    name: "pay-item",
    draft: `${employee.tenant_id}:${employee.id}:${item?.id ?? "new"}`,
    loaded: item,
    valuesOf: (each) => valuesOf(each, proposedMonth(month)),
    schemas: { name: payItemBody.shape.name },
    rules: {
      amount: (value) => moneyProblem(value, "above-zero") ?? undefined,
      // Without a last month, the item would be saved as one without an end.
      to_month: (last, { often }) =>
        often === "until" && last === null ? "Choose the last month." : undefined,
    },
    reload,
    save,
    onSaved: () => notifySuccess("Item saved successfully.."),
  });
  return (
    <EditDialog
      onExited={onExited}
      title={item ? "Edit Item" : "Add Item"}
      edit={edit}
      what="this item"
      submit="Submit"
    >
      <ItemFields {...edit} saved={item !== null} />
    </EditDialog>
  );
}

function useSave(employee: EmployeePath) {
  const add = useEmployeeChange(addPayItem);
  const change = useEmployeeChange(savePayItem);
  return async (
    { often, amount, ...values }: ItemValues,
    edited: PayItem | null,
    submits: PendingSubmitStore,
  ) => {
    if (typeof amount !== "bigint") return undefined;
    const input = {
      ...pathOf(employee),
      ...values,
      amount,
      pensionable: values.pensionable && (values.kind === "EARNING" || values.taxable),
      to_month: { once: values.from_month, until: values.to_month, always: null }[often],
    };
    if (edited === null) return add.mutateAsync({ input, submits });
    const { id: item_id, version } = edited;
    return change.mutateAsync({ input: { ...input, item_id, version } });
  };
}

/** Loads the item as it is saved now; undefined when it was deleted. */
function useReload(employee: EmployeePath, item: PayItem | null) {
  const client = useQueryClient();
  return async () => {
    const items = await client.fetchQuery({ ...payItemsQuery(pathOf(employee)), staleTime: 0 });
    return items.find(({ id }) => id === item?.id);
  };
}

type ItemForm = ReturnType<typeof useEditDialog<PayItem | null, ItemValues>>;

function ItemFields({ form, fieldProps, saved }: ItemForm & { saved: boolean }) {
  const { kind, often, from_month, to_month } = form.values;
  const isEarning = kind === "EARNING";
  const months = offeredMonths();
  return (
    <FieldGrid>
      <TextInput
        {...fieldProps("name")}
        label="Item"
        placeholder="Overtime"
        required
        withAsterisk={false}
        data-autofocus
      />
      <MoneyInput
        {...fieldProps("amount")}
        label="Amount"
        placeholder="0.00"
        required
        withAsterisk={false}
      />
      <Radio.Group {...fieldProps("kind")} label="Kind">
        <div className={classes.choices}>
          <Radio value="EARNING" label="Earning" />
          <Radio value="DEDUCTION" label="Deduction" />
        </div>
      </Radio.Group>
      <Radio.Group {...fieldProps("often")} label="How Often">
        <div className={classes.choices}>
          <Radio value="once" label="Once" />
          <Radio value="until" label="Each month until" />
          <Radio value="always" label="Each month" />
        </div>
      </Radio.Group>
      <MonthSelect
        {...fieldProps("from_month")}
        {...months}
        label={often === "once" ? "Month" : "First Month"}
        value={from_month}
        onChange={(month) => month !== null && form.setFieldValue("from_month", month)}
      />
      {often === "until" ? (
        <MonthSelect
          {...fieldProps("to_month")}
          {...months}
          from={from_month}
          label="Last Month"
          placeholder="Choose a month"
          value={to_month}
          onChange={(month) => form.setFieldValue("to_month", month)}
        />
      ) : (
        <span className={classes.filler} />
      )}
      <Checkbox
        label={isEarning ? "Taxable" : "Reduces taxable pay"}
        description={
          isEarning
            ? undefined
            : "Tick for unpaid leave: the payroll register and the books then show less basic, housing, transport and other pay. Clear it for a loan or another debt."
        }
        checked={form.values.taxable}
        onChange={(event) => form.setFieldValue("taxable", event.currentTarget.checked)}
      />
      {(isEarning || form.values.taxable) && (
        <Checkbox
          label={isEarning ? "Pensionable" : "Reduces pensionable pay"}
          description={
            isEarning
              ? undefined
              : "Tick for unpaid leave, or pension is still deducted on that pay. It counts in full: add what was not pensionable as another item."
          }
          checked={form.values.pensionable}
          onChange={(event) => form.setFieldValue("pensionable", event.currentTarget.checked)}
        />
      )}
      {saved && often === "once" && (
        <p className={classes.correction} data-wide>
          If this item has been paid already, the next payroll corrects the difference, with its tax
          and contributions.
        </p>
      )}
    </FieldGrid>
  );
}
