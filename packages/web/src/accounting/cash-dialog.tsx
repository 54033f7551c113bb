import type { Kobo } from "@kontor/books/money";
import { Button, Select, Stack, Text, TextInput, type SelectProps } from "@mantine/core";
import type { ReactNode } from "react";
import type { z } from "zod";

import { today } from "../platform/clock.ts";
import { useContractForm } from "../platform/form/contract-form.ts";
import { useSubmit } from "../platform/form/use-submit.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { DateInput } from "../ui/form/date-input.tsx";
import { FieldGrid } from "../ui/form/field-grid.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../ui/form/form-dialog.tsx";
import { MoneyInput, moneyProblem, type MoneyValue } from "../ui/form/money-input.tsx";

type LedgerOptions = readonly { value: string; label: string }[];

type CashLedgerSelectProps = Omit<SelectProps, "data"> & { data: LedgerOptions };

/** The ledger of cash or bank that money left or came into: the first that is offered where none is chosen. */
export function CashLedgerSelect({ data, value, ...field }: CashLedgerSelectProps) {
  return (
    <Select
      {...field}
      value={value ?? data[0]?.value ?? null}
      data={data}
      searchable={data.length > 7}
      allowDeselect={false}
      checkIconPosition="right"
    />
  );
}

/** Why money cannot have moved on this day; nothing when it can. @param missing asks for the day. */
export function cashDayProblem(day: string | null, missing: string): string | undefined {
  if (day === null) return missing;
  return day > today() ? "Choose today or an earlier day." : undefined;
}

type CashValues = {
  amount: MoneyValue;
  date: string | null;
  /** Null takes the first that is offered. */
  ledger_id: string | null;
  note: string;
};

/** As the calls take it; the ledger is left to the server where none was chosen. */
type CashMovement = { date: string; note: string; ledger_id?: number };

type CashDialogProps = {
  /** Distinguishes its fields from those of other forms on the page. */
  name: string;
  title: string;
  /** What the submit button says. */
  submit: string;
  onExited: () => void;
  /** Says what is recorded, and what it does. */
  children: ReactNode;
  /** How much moved, in kobo. */
  total: Kobo;
  /** Where it may be a part: what is said of more than the total, and the button that takes all of it. */
  part?: { tooMuch: string; all: string };
  /** Asks for the day when there is none. */
  missingDay: string;
  ledger: { label: string; description: string; options: LedgerOptions };
  note: { label: string; description: string; placeholder?: string; required?: boolean };
  schema: z.ZodType;
  save: (movement: CashMovement, amount: Kobo) => Promise<unknown>;
  /** What is said once it is saved. */
  saved: string;
};

/** Records that cash moved beside the wallet: how much, when, from or into which ledger, and a note. */
export function CashDialog(props: CashDialogProps) {
  const { name, title, submit, onExited, children, total, part, missingDay, ledger, note } = props;
  const { form, fieldProps, refuse } = useContractForm<CashValues>({
    name,
    initialValues: { amount: part ? null : total, date: today(), ledger_id: null, note: "" },
    schemas: { note: props.schema },
    rules: {
      amount: (value) => {
        if (!part) return undefined;
        const tooMuch = typeof value === "bigint" && value > total ? part.tooMuch : undefined;
        return moneyProblem(value, "above-zero") ?? tooMuch;
      },
      date: (day) => cashDayProblem(day, missingDay),
    },
  });
  const { onSubmit, saving } = useSubmit<CashValues>({
    form,
    refuse,
    save: async (values) => {
      const { amount, date, note: typed, ledger_id } = values;
      if (typeof amount !== "bigint" || date === null) return;
      const chosen = ledger_id === null ? {} : { ledger_id: Number(ledger_id) };
      await props.save({ date, note: typed, ...chosen }, amount);
      notifySuccess(props.saved);
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  const wide = part ? { "data-wide": true } : {};
  return (
    <FormDialog dialog={dialog} onExited={onExited} title={title}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {children}
          </Text>
          <FieldGrid>
            {part && (
              <MoneyInput
                {...fieldProps("amount")}
                label="Amount"
                placeholder="0.00"
                required
                withAsterisk={false}
                data-autofocus
              />
            )}
            <DateInput
              {...fieldProps("date")}
              label="Date"
              maxDate={today()}
              required
              withAsterisk={false}
            />
            {part && (
              <div data-wide>
                <Button
                  variant="light"
                  size="xs"
                  onClick={() => form.setFieldValue("amount", total)}
                >
                  {part.all}
                </Button>
              </div>
            )}
            <div {...wide}>
              <CashLedgerSelect
                {...fieldProps("ledger_id")}
                value={form.values.ledger_id}
                label={ledger.label}
                description={ledger.description}
                data={ledger.options}
              />
            </div>
            <div data-wide>
              <TextInput
                {...fieldProps("note")}
                {...note}
                maxLength={200}
                withAsterisk={false}
                data-autofocus={note.required}
              />
            </div>
          </FieldGrid>
          <DialogActions dialog={dialog} submit={submit} />
        </Stack>
      </form>
    </FormDialog>
  );
}
