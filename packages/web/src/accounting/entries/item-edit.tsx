import { narrationLength } from "@kontor/contract/accounting/entries";
import { ActionIcon, Group } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useState, type KeyboardEvent, type ReactNode } from "react";

import { focusWhenShown } from "../../platform/form/first-field.ts";
import { LineInput } from "../../ui/form/line-input.tsx";
import { MoneyInput, type MoneyValue } from "../../ui/form/money-input.tsx";
import { LedgerPicker } from "../ledger-picker.tsx";
import { itemOf, type BuiltItem, type DraftLedger } from "./entry-draft.ts";

import classes from "./entry-form.module.css";

/** The fields of an item that is edited in its row. Its side stays: it may be the only one that is free. */
export type ItemFields = { ledger: DraftLedger; amount: MoneyValue; narration: string };

type Editing = {
  index: number;
  fields: ItemFields;
  change: (fields: Partial<ItemFields>) => void;
  /** Null while the fields are no item. */
  done: (() => void) | null;
  cancel: () => void;
};

/** The item that is edited in its row, if any, and the start of another such edit. */
export type ItemEdit = { editing: Editing | null; begin: (index: number) => void };

/**
 * One item at a time that is edited in its own row.
 *
 * @returns the fields for the row that is edited, and `begin` for the others.
 */
export function useItemEdit(
  items: readonly BuiltItem[],
  onRevise: (index: number, item: BuiltItem) => void,
): ItemEdit {
  const [at, setAt] = useState<{ index: number; item: BuiltItem; fields: ItemFields } | null>(null);
  // The row was removed or shows another item: editing ends.
  const current = at !== null && items[at.index] === at.item ? at : null;
  const begin = (index: number) => {
    const item = items[index];
    if (!item) return;
    const { ledger, amount, narration } = item;
    setAt({ index, item, fields: { ledger, amount, narration } });
  };
  if (current === null) return { editing: null, begin };
  const revised = itemOf({ ...current.fields, side: current.item.side });
  return {
    begin,
    editing: {
      index: current.index,
      fields: current.fields,
      change: (fields) => setAt({ ...current, fields: { ...current.fields, ...fields } }),
      done: revised && (() => onRevise(current.index, revised)),
      cancel: () => setAt(null),
    },
  };
}

type EditableProps = {
  edit: ItemEdit | undefined;
  index: number;
  shown: ReactNode;
  field: (editing: Editing) => ReactNode;
};

/** A cell: what it shows, or its field while its row is edited. */
export function Editable({ edit, index, shown, field }: EditableProps) {
  const editing = edit?.editing;
  if (editing?.index !== index) return shown;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    // Here arrows and Enter belong to the field, not to the rows of the table.
    event.stopPropagation();
    if (event.key === "Escape") editing.cancel();
    if (event.key !== "Enter" || event.defaultPrevented) return;
    event.preventDefault();
    editing.done?.();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field inside has the focus
    <div className={classes.editable} onKeyDown={onKeyDown}>
      {field(editing)}
    </div>
  );
}

/** The ledger of the row, of the organization that the entry is of. */
export function LedgerField({ editing, used }: { editing: Editing; used: readonly number[] }) {
  const { ledger } = editing.fields;
  return (
    <LedgerPicker
      forEntry
      label="Ledger of this item"
      tenantId={ledger.tenant_id}
      without={used.filter((id) => id !== ledger.id)}
      ledgerId={ledger.id}
      onSelect={(chosen) => chosen && editing.change({ ledger: chosen })}
    />
  );
}

export function AmountField({ editing }: { editing: Editing }) {
  return (
    <MoneyInput
      label="Amount of this item"
      ref={focusWhenShown}
      value={editing.fields.amount}
      onChange={(amount) => editing.change({ amount })}
    />
  );
}

export function NarrationField({ editing }: { editing: Editing }) {
  return (
    <LineInput
      label="Narration of this item"
      limit={narrationLength}
      value={editing.fields.narration}
      onChange={({ currentTarget: { value } }) => editing.change({ narration: value })}
    />
  );
}

/** Takes over what was changed, or leaves the item as it was. */
export function EditActions({ editing }: { editing: Editing }) {
  return (
    <Group gap={2} wrap="nowrap" justify="center">
      <ActionIcon
        variant="light"
        title="Done"
        aria-label="Done"
        disabled={editing.done === null}
        onClick={() => editing.done?.()}
      >
        <IconCheck size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        title="Leave it as it was"
        aria-label="Leave it as it was"
        onClick={editing.cancel}
      >
        <IconX size={17} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
