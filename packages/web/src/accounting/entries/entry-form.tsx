import { addMonths, isCalendarDate } from "@kontor/books/calendar-date";
import { canSubmit } from "@kontor/books/entry-builder";
import { formatDate } from "@kontor/contract/format";
import { Button, Kbd, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useEffect, useReducer, useRef, useState, type ReactNode } from "react";

import { fieldErrorsOf } from "../../platform/api-problem.ts";
import { today } from "../../platform/clock.ts";
import { useKeptDraft } from "../../platform/form/kept-draft.ts";
import { useDirtyGuard } from "../../platform/form/use-dirty-guard.ts";
import { confirm, useIsAsking } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DateInput } from "../../ui/form/date-input.tsx";
import { FoundDraft } from "../../ui/form/found-draft.tsx";
import { useGoBack } from "../../ui/page/use-go-back.ts";
import { changeDraft, isDraftTouched, type DraftChange, type EntryDraft } from "./entry-draft.ts";
import { ItemBuilder } from "./item-builder.tsx";
import { ItemsTable } from "./items-table.tsx";

import classes from "./entry-form.module.css";

/** What the form starts with. */
export type EntryStart = { entry_date: string; narration: string; draft: EntryDraft };

/** What the form sends; an absent date is the server's to choose. */
export type EntryValues = {
  entry_date: string | null;
  narration: string;
  items: EntryDraft["items"];
};

type EntryFormProps = {
  /** Under what this device keeps what is being written. */
  screen: string;
  start: EntryStart;
  /** The organization whose ledgers are offered until the first item fixes it; 0 for all. */
  tenantId: number;
  /** The entry's number and kind, above the fields. */
  about?: ReactNode;
  /** Renders the organization field; it gets the name of the organization that the first item fixed. */
  renderOrganization?: (fixed: string | null) => ReactNode;
  saving: boolean;
  /** Nothing may be sent now. */
  blocked?: boolean;
  save: (values: EntryValues) => Promise<unknown>;
  /** Told of a refusal, once what it says of fields is shown. */
  onRefused?: (error: unknown) => void;
  success: string;
};

/** An entry put together item by item, by mouse or by keyboard alone. */
export function EntryForm(props: EntryFormProps) {
  const { start, saving, save, blocked = false } = props;
  const goBack = useGoBack("/app/entries");
  const asking = useIsAsking();
  const [date, setDate] = useState<string | null>(start.entry_date);
  const [narration, setNarration] = useState(start.narration);
  const [draft, dispatch] = useReducer(changeDraft, start.draft);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const ledger = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const touched =
    date !== start.entry_date || narration !== start.narration || isDraftTouched(draft);
  const letLeave = useDirtyGuard(() => touched);
  const kept = useKeptDraft({ screen: props.screen, value: { date, narration, draft }, touched });
  const goOnWith = (found: { date: string | null; narration: string; draft: EntryDraft }) => {
    setDate(found.date);
    setNarration(found.narration);
    dispatch({ type: "replace", draft: found.draft });
    kept.taken();
  };

  const change = (next: DraftChange) => {
    dispatch(next);
    // What was refused named items by their place, which has changed.
    if (next.type === "add" || next.type === "remove") setErrors({});
    if (next.type === "remove") ledger.current?.focus();
  };
  const ready = canSubmit(draft.items) && !saving && !blocked;
  const goOn = useFocusAfterAdd(draft, ledger, submitButton);
  const submit = async () => {
    if (!ready || asking || !(await confirm("Submit Entry?", farDay(date, today())))) return;
    try {
      await save({ entry_date: date, narration, items: draft.items });
    } catch (error) {
      setErrors(fieldErrorsOf(error));
      props.onRefused?.(error);
      return;
    }
    letLeave();
    kept.forget();
    notifySuccess(props.success);
    goBack();
  };
  useHotkeys([["mod+Enter", () => void submit()]], []);

  return (
    <div className={classes.page}>
      {kept.found && (
        <FoundDraft
          what="entry"
          at={kept.found.at}
          onTake={() => kept.found && goOnWith(kept.found.value)}
          onDiscard={kept.discard}
        />
      )}
      <section className={classes.card} aria-label="Entry">
        {props.about}
        <div className={classes.head}>
          <div className={classes.date}>
            <DateInput
              label="Entry Date"
              value={date}
              onChange={setDate}
              error={errors["entry_date"]}
            />
          </div>
          <TextInput
            className={classes.narration}
            label="Narration"
            maxLength={500}
            value={narration}
            onChange={({ currentTarget }) => setNarration(currentTarget.value)}
            error={errors["narration"]}
          />
          {props.renderOrganization?.(draft.items[0]?.ledger.organization_name ?? null)}
        </div>
      </section>
      <section className={classes.card}>
        <ItemBuilder
          draft={draft}
          change={change}
          tenantId={draft.items[0]?.ledger.tenant_id ?? props.tenantId}
          ledgerRef={ledger}
          onAdd={() => {
            change({ type: "add" });
            goOn();
          }}
        />
      </section>
      <ItemsTable
        items={draft.items}
        errors={errors}
        onRemove={(index) => change({ type: "remove", index })}
      />
      {errors["items"] !== undefined && (
        <p role="alert" className={classes.error}>
          {errors["items"]}
        </p>
      )}
      <div className={classes.bottom}>
        <p className={classes.keys}>
          <Kbd size="xs">Enter</Kbd> adds the item, <Kbd size="xs">Ctrl</Kbd> +{" "}
          <Kbd size="xs">Enter</Kbd> submits
        </p>
        <Button variant="default" onClick={goBack}>
          Cancel
        </Button>
        <Button ref={submitButton} loading={saving} disabled={!ready} onClick={() => void submit()}>
          Submit
        </Button>
      </div>
    </div>
  );
}

/** What the question says of a day that is seldom meant; nothing of others. */
function farDay(date: string | null, now: string): string | undefined {
  if (date === null || !isCalendarDate(date)) return undefined;
  if (date > now) return `Its date, ${formatDate(date)}, lies in the future.`;
  if (date < addMonths(now, -12))
    return `Its date, ${formatDate(date)}, lies more than a year back.`;
  return undefined;
}

/**
 * Where the keyboard goes on once an item was added: to the next item while a side is missing, else to
 * Submit.
 *
 * @returns call it when an item is added.
 */
function useFocusAfterAdd(
  { items }: EntryDraft,
  ledger: React.RefObject<HTMLInputElement | null>,
  submit: React.RefObject<HTMLButtonElement | null>,
): () => void {
  const adding = useRef(false);
  useEffect(() => {
    if (!adding.current) return;
    adding.current = false;
    if (canSubmit(items)) submit.current?.focus();
    else ledger.current?.focus();
  }, [items, ledger, submit]);
  return () => {
    adding.current = true;
  };
}
