import { ActionIcon, Button, Input, Select } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef, useState, type ReactNode } from "react";

import { focusOnMount } from "../../platform/form/first-field.ts";
import { LineInput } from "../../ui/form/line-input.tsx";
import { MoneyInput, moneyProblem, type MoneyValue } from "../../ui/form/money-input.tsx";

import classes from "./leaving.module.css";

/** An item still owed, as typed. */
export type OwedItem = {
  id: number;
  name: string;
  kind: "EARNING" | "DEDUCTION";
  amount: MoneyValue;
  taxable: boolean;
};

/** What is wrong with the items, for the rules of a form. */
export function owedItemsProblem(items: readonly OwedItem[]): string | undefined {
  const incomplete = items.find(
    ({ name, amount }) => name.trim() === "" || moneyProblem(amount, "above-zero") !== null,
  );
  if (incomplete === undefined) return undefined;
  return "Give every item a name and an amount above 0.00, or remove it.";
}

/** Who owes it, and whether it is taxed, as one choice of four. */
const kinds = [
  { value: "EARNING taxed", label: "To the employee, taxed" },
  { value: "EARNING free", label: "To the employee, tax-free" },
  { value: "DEDUCTION free", label: "By the employee" },
  { value: "DEDUCTION taxed", label: "By the employee, reduces taxable pay" },
];

type OwedItemsProps = {
  items: readonly OwedItem[];
  error: ReactNode;
  onChange: (items: readonly OwedItem[]) => void;
};

/** What is added to or taken from the last month's pay, once: leave days, a loan, a laptop. */
export function OwedItems({ items, error, onChange }: OwedItemsProps) {
  const change = (id: number, part: Partial<OwedItem>) =>
    onChange(items.map((item) => (item.id === id ? { ...item, ...part } : item)));
  const [added, setAdded] = useState<number | null>(null);
  const add = () => {
    const id = Math.max(0, ...items.map((item) => item.id)) + 1;
    const blank = { id, name: "", kind: "EARNING", amount: null, taxable: true } as const;
    onChange([...items, blank]);
    setAdded(id);
  };
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const removed = useRef<number>(null);
  // When an item is removed, the focus moves to the item after it. Otherwise Tab would start again
  // at
  // the top of the dialog.
  useEffect(() => {
    if (removed.current === null) return;
    const remaining = [...(fieldset.current?.querySelectorAll("[role=group]") ?? [])];
    const next = remaining[Math.min(removed.current, remaining.length - 1)];
    removed.current = null;
    (next ?? fieldset.current)?.querySelector<HTMLElement>("input, button")?.focus();
  }, [items.length]);
  return (
    <fieldset ref={fieldset} className={classes.items}>
      <legend className={classes.legend}>Final Settlement</legend>
      <Input.Description>
        One-off items in the final pay, such as unused leave, a bonus or a loan.
      </Input.Description>
      {items.map((item, index) => (
        <OwedRow
          key={item.id}
          item={item}
          number={index + 1}
          focused={item.id === added}
          onChange={(part) => change(item.id, part)}
          onRemove={() => {
            removed.current = index;
            onChange(items.filter(({ id }) => id !== item.id));
          }}
        />
      ))}
      {error && <Input.Error>{error}</Input.Error>}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={add}
        >
          Add Owed Item
        </Button>
      </div>
    </fieldset>
  );
}

type OwedRowProps = {
  item: OwedItem;
  /** Counts from 1. */
  number: number;
  /** Whether it was just added, so that it gets the focus. */
  focused: boolean;
  onChange: (part: Partial<OwedItem>) => void;
  onRemove: () => void;
};

function OwedRow({ item, number, focused, onChange, onRemove }: OwedRowProps) {
  return (
    <div className={classes.item} role="group" aria-label={`Owed item ${number}`}>
      <LineInput
        ref={focused ? focusOnMount : undefined}
        label="What"
        placeholder="Leave days"
        limit={80}
        value={item.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Select
        label="Owed"
        data={kinds}
        value={`${item.kind} ${item.taxable ? "taxed" : "free"}`}
        onChange={(chosen) =>
          onChange({
            kind: chosen?.startsWith("DEDUCTION") ? "DEDUCTION" : "EARNING",
            taxable: chosen?.endsWith("taxed") ?? false,
          })
        }
      />
      <MoneyInput
        label="Amount"
        placeholder="0.00"
        value={item.amount}
        onChange={(amount) => onChange({ amount })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Remove owed item ${number}`}
        onClick={onRemove}
      >
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    </div>
  );
}
