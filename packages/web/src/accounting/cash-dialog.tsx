import type { Kobo } from "@kontor/books/money";
import { Button, Select, Text, type SelectProps } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import type { z } from "zod";

import { today } from "../platform/clock.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import type { PendingSubmitStore } from "../platform/submit-key.ts";
import { DateInput } from "../ui/date/date-input.tsx";
import { FieldGrid } from "../ui/form/field-grid.tsx";
import { DialogForm, useDialogForm, type Meanwhile } from "../ui/form/form-dialog.tsx";
import { LineInput } from "../ui/form/line-input.tsx";
import { MoneyInput, moneyProblem, type MoneyValue } from "../ui/form/money-input.tsx";

/** The note becomes a narration, which the erasure of personal data does not cover. */
export const permanentNoteHint =
  "It stays in the books permanently, so leave out personal details.";

/** The ledgers offered; undefined until they are loaded. */
type LedgerOptions = readonly { value: string; label: string }[] | undefined;

type CashFieldsProps = {
  /** Undefined when the whole amount moves. */
  amount?: ComponentProps<typeof MoneyInput> | undefined;
  /** The label of a button that fills in the total, and its handler. */
  all?: { label: string; onFill: () => void } | undefined;
  date: ComponentProps<typeof DateInput>;
  /** Without a value the first ledger is chosen. */
  ledger: Omit<SelectProps, "data"> & { data: LedgerOptions };
  note: ComponentProps<typeof LineInput>;
};

/** The fields for cash that moved: amount, day, cash or bank ledger, and a note. */
export function CashFields({ amount, all, date, ledger, note }: CashFieldsProps) {
  const { data: offered = [] } = ledger;
  return (
    <FieldGrid>
      {amount && (
        <MoneyInput
          label="Amount"
          placeholder="0.00"
          required
          withAsterisk={false}
          data-autofocus
          {...amount}
        />
      )}
      <DateInput maxDate={today()} required withAsterisk={false} {...date} />
      {all && (
        <div data-wide>
          <Button variant="light" size="xs" onClick={all.onFill}>
            {all.label}
          </Button>
        </div>
      )}
      <div {...(amount ? { "data-wide": true } : {})}>
        <Select
          {...ledger}
          data={offered}
          value={ledger.value ?? offered[0]?.value ?? null}
          searchable={offered.length > 7}
        />
      </div>
      <div data-wide>
        <LineInput {...note} withAsterisk={false} data-autofocus={note.required} />
      </div>
    </FieldGrid>
  );
}

/**
 * Why money cannot have moved on this day; undefined when it can. @param missing asks for the day.
 */
export function cashDayProblem(day: string | null, missing: string): string | undefined {
  if (day === null) return missing;
  return day > today() ? "Choose today or an earlier day." : undefined;
}

type CashValues = {
  amount: MoneyValue;
  date: string | null;
  /** Null for the first ledger offered. */
  ledger_id: string | null;
  note: string;
};

/** The request body. Without a chosen ledger the server chooses one. */
type CashMovement = { date: string; note: string; ledger_id?: number };

type CashDialogProps = {
  /** Distinguishes its fields from those of other forms on the page. */
  name: string;
  /** What is recorded, in the middle of a sentence: "this repayment". */
  what: string;
  /** The record that the draft on this device belongs to. */
  draft: string;
  title: string;
  /** The label of the submit button. */
  submit: string;
  onExited: () => void;
  /** Explains what is recorded and what it changes. */
  children: ReactNode;
  meanwhile?: Meanwhile | null;
  /** How much moved, in kobo. */
  total: Kobo;
  /**
   * For partial amounts: the message for more than the total, and the button that fills in the
   * total.
   */
  part?: { tooMuch: string; all: string };
  /** The message when the day is missing. */
  missingDay: string;
  ledger: { label: string; description: string; options: LedgerOptions };
  note: { label: string; description: string; placeholder?: string; required?: boolean };
  /** Further choices, below the fields. */
  option?: ReactNode;
  schema: z.ZodType;
  save: (movement: CashMovement, amount: Kobo, submits: PendingSubmitStore) => Promise<unknown>;
  /** The message after saving. */
  saved: string;
};

/** Records cash that moved outside the wallet: amount, day, ledger and a note. */
export function CashDialog(props: CashDialogProps) {
  const { name, title, submit, onExited, children, total, part, missingDay, ledger, note } = props;
  const { meanwhile = null } = props;
  const edit = useDialogForm<CashValues>({
    name,
    draft: props.draft,
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
    save: async (values, submits) => {
      const { amount, date, note: typed, ledger_id } = values;
      if (typeof amount !== "bigint" || date === null) return false;
      const chosen = ledger_id === null ? {} : { ledger_id: Number(ledger_id) };
      return props.save({ date, note: typed, ...chosen }, amount, submits);
    },
    onSaved: () => notifySuccess(props.saved),
  });
  const { form, fieldProps } = edit;
  return (
    <DialogForm
      edit={edit}
      what={props.what}
      onExited={onExited}
      title={title}
      submit={submit}
      meanwhile={meanwhile}
    >
      {meanwhile?.ended !== true && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {children}
        </Text>
      )}
      <CashFields
        amount={part && fieldProps("amount")}
        all={part && { label: part.all, onFill: () => form.setFieldValue("amount", total) }}
        date={{
          ...fieldProps("date"),
          label: "Date",
          description: "The day on which the money moved.",
        }}
        ledger={{
          ...fieldProps("ledger_id"),
          label: ledger.label,
          description: ledger.description,
          data: ledger.options,
        }}
        note={{ ...fieldProps("note"), ...note, limit: 200 }}
      />
      {props.option}
    </DialogForm>
  );
}
