import { isSide } from "@kontor/books/side";
import { narrationLength } from "@kontor/contract/accounting/entries";
import { NativeSelect } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useId, useMemo, useRef, type FormEvent, type RefObject } from "react";

import { SubmitButton } from "../../ui/form/form-actions.tsx";
import { LineInput } from "../../ui/form/line-input.tsx";
import { MoneyInput } from "../../ui/form/money-input.tsx";
import { Explained } from "../../ui/help.tsx";
import { sidesHelp } from "../entry-screens.ts";
import { LedgerPicker } from "../ledger-picker.tsx";
import {
  missingOfItem,
  nextAmount,
  nextItem,
  nextNarration,
  nextSide,
  sidesOnOffer,
  type DraftChange,
  type EntryDraft,
} from "./entry-draft.ts";

import classes from "./entry-form.module.css";

type ItemBuilderProps = {
  draft: EntryDraft;
  /** The initial narration of an item. */
  entryNarration: string;
  change: (change: DraftChange) => void;
  /** The organization whose ledgers are offered; 0 for all. */
  tenantId: number;
  /** Adds the item that the fields describe. */
  onAdd: () => void;
  ledgerRef: RefObject<HTMLInputElement | null>;
};

/** The fields of the next item. Enter in any of them adds it. */
export function ItemBuilder(props: ItemBuilderProps) {
  const { draft, entryNarration, change, tenantId, onAdd, ledgerRef } = props;
  const hint = useId();
  const sides = sidesOnOffer(draft);
  const used = useMemo(() => draft.items.map(({ ledger }) => ledger.id), [draft.items]);
  const full = sides.length === 0;
  const complete = nextItem(draft, entryNarration) !== null;
  const missing = missingOfItem(draft, entryNarration);
  const amountField = useRef<HTMLInputElement>(null);
  const narrationField = useRef<HTMLInputElement>(null);
  const fields = { ledger: ledgerRef, amount: amountField, narration: narrationField };
  const say = full
    ? "Both sides have an item. Edit one below, or delete it to add another."
    : missing?.say;
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (complete) onAdd();
    else if (missing) fields[missing.at].current?.focus();
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
        without={used}
        ledgerId={draft.ledger?.id ?? null}
        ledgerTenantId={draft.ledger?.tenant_id}
        onSelect={(ledger) => change({ type: "fill", fields: { ledger } })}
      />
      <Explained help={sidesHelp}>
        <NativeSelect
          label="DR/CR"
          data={sides}
          value={nextSide(draft) ?? ""}
          disabled={full}
          onChange={({ currentTarget: { value } }) => {
            if (isSide(value)) change({ type: "fill", fields: { side: value } });
          }}
        />
      </Explained>
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
        limit={narrationLength}
        disabled={full}
        value={full ? (draft.narration ?? "") : nextNarration(draft, entryNarration)}
        onChange={({ currentTarget: { value } }) =>
          change({ type: "fill", fields: { narration: value } })
        }
      />
      <SubmitButton
        variant="light"
        className={classes.add}
        missing={missing?.say ?? null}
        hint={hint}
        disabled={full}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        Add
      </SubmitButton>
      {say !== undefined && (
        <p id={hint} className={classes.missing}>
          {say}
        </p>
      )}
    </form>
  );
}
