import { maxNarrationLength } from "@kontor/contract/accounting/entries";
import { ActionIcon, Group } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from "react";

import { focusOnMount } from "../../platform/form/first-field.ts";
import { LineInput } from "../../ui/form/line-input.tsx";
import { MoneyInput, moneyProblem, type MoneyValue } from "../../ui/form/money-input.tsx";
import { LedgerPicker } from "../ledger-picker.tsx";
import { isNarrationTooLong, itemOf, type BuiltItem, type DraftLedger } from "./entry-draft.ts";

import classes from "./entry-form.module.css";

/**
 * The fields of an item that is edited in its row. Its side cannot change, because the other may be
 * taken.
 */
export type ItemFields = { ledger: DraftLedger; amount: MoneyValue; narration: string };

type Editing = {
  index: number;
  fields: ItemFields;
  /** What is wrong with the fields, once another action was refused because of it. */
  problem: ItemProblem | null;
  amountRef: Ref<HTMLInputElement>;
  narrationRef: Ref<HTMLInputElement>;
  change: (fields: Partial<ItemFields>) => void;
  /** Null while the fields do not make an item. */
  done: (() => void) | null;
  cancel: () => void;
};

type ItemProblem = { field: "amount" | "narration"; message: string };

/** The item that is edited in its row, if any, and how to begin another edit. */
export type ItemEdit = {
  editing: Editing | null;
  /** Whether the row has changes that its item does not have yet. */
  changed: boolean;
  /** The items, with the fields of the edited row if they make an item. */
  items: readonly BuiltItem[];
  /**
   * Applies the row being edited and begins with another; if that row is invalid, shows its problem
   * instead.
   */
  begin: (index: number) => void;
  /** Moves the focus to the edited row. */
  focusRow: () => void;
  /** The index of the row whose edit ended last. Its button gets the focus that its fields had. */
  lastEdited: number | null;
};

function problemOf({ amount, narration }: ItemFields): ItemProblem {
  if (narration.trim() === "") return { field: "narration", message: "Enter a narration." };
  if (isNarrationTooLong(narration))
    return { field: "narration", message: "Shorten the narration." };
  return { field: "amount", message: moneyProblem(amount, "above-zero") ?? "Enter an amount." };
}

function isChanged({ item, fields }: { item: BuiltItem; fields: ItemFields }): boolean {
  const { ledger, amount, narration } = item;
  return (
    fields.ledger.id !== ledger.id || fields.amount !== amount || fields.narration !== narration
  );
}

type EditedItem = {
  item: BuiltItem;
  fields: ItemFields;
  /** Whether another edit was refused because this one is invalid. */
  refused: boolean;
};

/**
 * Edits one item at a time, in its own row. Changes of other rows do not affect it.
 *
 * @returns the fields for the edited row, and `begin` for the others.
 */
export function useItemEdit(
  items: readonly BuiltItem[],
  onRevise: (index: number, item: BuiltItem) => void,
): ItemEdit {
  const [edited, setEdited] = useState<EditedItem | null>(null);
  const [lastEdited, setLastEdited] = useState<number | null>(null);
  const amountField = useRef<HTMLInputElement>(null);
  const narrationField = useRef<HTMLInputElement>(null);
  const amountRef = useCallback((field: HTMLInputElement | null) => {
    amountField.current = field;
    focusOnMount(field);
  }, []);
  const start = (item: BuiltItem | undefined) => {
    if (!item) return;
    setLastEdited(null);
    const { ledger, amount, narration } = item;
    setEdited({ item, fields: { ledger, amount, narration }, refused: false });
  };
  const index = edited === null ? -1 : items.indexOf(edited.item);
  // The row was removed, so editing ends.
  if (edited === null || index < 0) {
    const idle = { editing: null, changed: false, items, focusRow: () => undefined, lastEdited };
    return { ...idle, begin: (next) => start(items[next]) };
  }
  const revised = itemOf({ ...edited.fields, side: edited.item.side });
  const problem = revised === null ? problemOf(edited.fields) : null;
  const focusRow = () => {
    setEdited({ ...edited, refused: true });
    (problem?.field === "narration" ? narrationField : amountField).current?.focus();
  };
  return {
    lastEdited,
    changed: isChanged(edited),
    items: revised === null ? items : items.with(index, revised),
    focusRow,
    begin: (next) => {
      if (isChanged(edited)) {
        if (revised === null) return focusRow();
        onRevise(index, revised);
      }
      return start(items[next]);
    },
    editing: {
      index,
      fields: edited.fields,
      problem: edited.refused ? problem : null,
      amountRef,
      narrationRef: narrationField,
      change: (fields) =>
        setEdited({ ...edited, fields: { ...edited.fields, ...fields }, refused: false }),
      done:
        revised &&
        (() => {
          setLastEdited(index);
          onRevise(index, revised);
        }),
      cancel: () => {
        setLastEdited(index);
        setEdited(null);
      },
    },
  };
}

type EditableProps = {
  edit: ItemEdit | undefined;
  index: number;
  shown: ReactNode;
  field: (editing: Editing) => ReactNode;
};

/** Whether a key only closes the list of the field that it was pressed in. */
function closesOpenList({ target, defaultPrevented }: KeyboardEvent): boolean {
  return (
    defaultPrevented ||
    (target instanceof Element && target.getAttribute("aria-expanded") === "true")
  );
}

/** A cell: what it shows, or its field while its row is edited. */
export function Editable({ edit, index, shown, field }: EditableProps) {
  const editing = edit?.editing;
  if (editing?.index !== index) return shown;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    // Here arrows and Enter belong to the field, not to the rows of the table.
    event.stopPropagation();
    if (event.key === "Escape" && !closesOpenList(event)) editing.cancel();
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

/** The ledger field of the row, with ledgers of the entry's organization. */
export function LedgerField({ editing, used }: { editing: Editing; used: readonly number[] }) {
  const { ledger } = editing.fields;
  return (
    <LedgerPicker
      forEntry
      label="Ledger of this item"
      tenantId={ledger.tenant_id}
      excluded={used.filter((id) => id !== ledger.id)}
      ledgerId={ledger.id}
      onSelect={(chosen) => chosen && editing.change({ ledger: chosen })}
    />
  );
}

export function AmountField({ editing }: { editing: Editing }) {
  const { fields, problem, amountRef, change } = editing;
  return (
    <MoneyInput
      label="Amount of this item"
      ref={amountRef}
      error={problem?.field === "amount" && problem.message}
      value={fields.amount}
      onChange={(amount) => change({ amount })}
    />
  );
}

export function NarrationField({ editing }: { editing: Editing }) {
  const { fields, problem, narrationRef, change } = editing;
  return (
    <LineInput
      label="Narration of this item"
      ref={narrationRef}
      error={problem?.field === "narration" && problem.message}
      limit={maxNarrationLength}
      value={fields.narration}
      onChange={({ currentTarget: { value } }) => change({ narration: value })}
    />
  );
}

/** Applies the changes, or leaves the item as it was. */
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
        title="Discard the change"
        aria-label="Discard the change"
        onClick={editing.cancel}
      >
        <IconX size={17} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
