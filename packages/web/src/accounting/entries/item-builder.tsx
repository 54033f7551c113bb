import { isSide } from "@kontor/books/side";
import { maxNarrationLength } from "@kontor/contract/accounting/entries";
import { NativeSelect } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useId, useMemo, useRef, type FormEvent, type RefObject } from "react";

import { SubmitButton } from "../../ui/form/form-actions.tsx";
import { LineInput } from "../../ui/form/line-input.tsx";
import { MoneyInput } from "../../ui/form/money-input.tsx";
import { WithHelp } from "../../ui/help.tsx";
import { sidesHelp } from "../entry-screens.ts";
import { LedgerPicker } from "../ledger-picker.tsx";
import {
  missingInItem,
  nextAmount,
  nextItem,
  nextNarration,
  nextSide,
  availableSides,
} from "./entry-draft.ts";
import type { EntryFormState } from "./entry-form-state.tsx";

import classes from "./entry-form.module.css";

type ItemBuilderProps = {
  formState: EntryFormState;
  /** Adds the item that the fields describe. */
  onAdd: () => void;
  ledgerRef: RefObject<HTMLInputElement | null>;
};

/** The ledger was free when it was chosen, and then another item got it. */
const ledgerTaken = {
  field: "ledger",
  message: "Another item has this ledger. Choose another one.",
} as const;

/** The fields of the next item. Enter in any of them adds it. */
export function ItemBuilder(props: ItemBuilderProps) {
  const { formState, onAdd, ledgerRef } = props;
  // The initial narration of an item is that of the entry.
  const { draft, edit, narration: entryNarration, change, tenantId } = formState;
  const hint = useId();
  const sides = availableSides(draft);
  // The ledger that an edited item had stays taken, because the edit may be discarded.
  const used = useMemo(
    () => [...draft.items, ...edit.items].map(({ ledger }) => ledger.id),
    [draft.items, edit.items],
  );
  const full = sides.length === 0;
  const isTaken = draft.ledger !== null && used.includes(draft.ledger.id);
  const complete = !isTaken && nextItem(draft, entryNarration) !== null;
  const missing = isTaken && !full ? ledgerTaken : missingInItem(draft, entryNarration);
  const amountField = useRef<HTMLInputElement>(null);
  const narrationField = useRef<HTMLInputElement>(null);
  const fields = { ledger: ledgerRef, amount: amountField, narration: narrationField };
  const hintText = full
    ? "Both sides have an item. Edit one below, or delete it to add another."
    : missing?.message;
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (complete) onAdd();
    else if (missing) fields[missing.field].current?.focus();
  };
  return (
    <form className={classes.builder} aria-label="Add item" noValidate onSubmit={add}>
      <LedgerPicker
        forEntry
        label="Ledger"
        placeholder="Type a name or code"
        disabled={full}
        inputRef={ledgerRef}
        tenantId={tenantId}
        excluded={used}
        ledgerId={draft.ledger?.id ?? null}
        ledgerTenantId={draft.ledger?.tenant_id}
        onSelect={(ledger) => change({ type: "fill", fields: { ledger } })}
      />
      <WithHelp help={sidesHelp}>
        <NativeSelect
          label="DR/CR"
          data={sides}
          value={nextSide(draft) ?? ""}
          disabled={full}
          onChange={({ currentTarget: { value } }) => {
            if (isSide(value)) change({ type: "fill", fields: { side: value } });
          }}
        />
      </WithHelp>
      <MoneyInput
        ref={amountField}
        label="Amount"
        placeholder="0.00"
        disabled={full}
        value={nextAmount(draft)}
        onChange={(amount) => change({ type: "fill", fields: { amount } })}
      />
      <LineInput
        ref={narrationField}
        label="Narration"
        limit={maxNarrationLength}
        disabled={full}
        value={full ? (draft.narration ?? "") : nextNarration(draft, entryNarration)}
        onChange={({ currentTarget: { value } }) =>
          change({ type: "fill", fields: { narration: value } })
        }
      />
      <SubmitButton
        variant="light"
        className={classes.add}
        missing={missing?.message ?? null}
        hint={hint}
        disabled={full}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        Add
      </SubmitButton>
      {hintText !== undefined && (
        <p id={hint} className={classes.missing}>
          {hintText}
        </p>
      )}
    </form>
  );
}
