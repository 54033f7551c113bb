import { addMonths } from "@kontor/books/calendar-date";
import { canSubmit } from "@kontor/books/entry-builder";
import { maxNarrationLength } from "@kontor/contract/accounting/entries";
import { formatDate } from "@kontor/contract/format";
import { Button, Kbd } from "@mantine/core";
import { useHotkeys, type HotkeyItem } from "@mantine/hooks";
import { useEffect, useId, useRef, type ReactNode, type Ref } from "react";

import { today } from "../../platform/clock.ts";
import { focusOnMount } from "../../platform/form/first-field.ts";
import { confirm, useIsQuestionOpen } from "../../platform/message/confirm.tsx";
import { topmostDialog } from "../../platform/message/topmost-dialog.ts";
import type { PendingSubmitStore } from "../../platform/submit-key.ts";
import { DateInput } from "../../ui/date/date-input.tsx";
import { dateOrNull } from "../../ui/date/typed-date.ts";
import { RefusalNote, SubmitButton } from "../../ui/form/form-actions.tsx";
import { LineInput } from "../../ui/form/line-input.tsx";
import { useGoBack } from "../../ui/page/use-go-back.ts";
import type { EntryScreen } from "../entry-screens.ts";
import {
  canUndo,
  unaddedItemWarning,
  missingInEntry,
  isNarrationTooLong,
  moneySideWarning,
  type EntryDraft,
  type EntryStart,
} from "./entry-draft.ts";
import { useEntryFormState, type EntryFormState } from "./entry-form-state.tsx";
import { ItemBuilder } from "./item-builder.tsx";
import { ItemsTable } from "./items-table.tsx";

import classes from "./entry-form.module.css";

/** What the form sends. Without a date the server chooses it. */
export type EntryValues = {
  entry_date: string | null;
  narration: string;
  items: EntryDraft["items"];
};

/** An entry that can no longer be changed. */
export type FormEnd = {
  /** What an untouched form is replaced by. */
  instead: ReactNode;
  /** What stands above a form that holds unsaved changes. */
  notice: ReactNode;
};

type EntryFormProps = {
  kind: EntryScreen["kind"];
  /** The key of the draft on this device. */
  screen: string;
  start: EntryStart;
  /** The organization whose ledgers are offered until the first item fixes it; 0 for all. */
  tenantId: number;
  /** The date of the entry, if it is already posted. */
  postedOn?: string;
  /** The entry's number and kind, above the fields. */
  about?: ReactNode;
  /** Renders the organization field; it gets the name of the organization that the first item fixed. */
  renderOrganization?: (fixed: string | null) => ReactNode;
  saving: boolean;
  /** Submitting is not possible now. */
  blocked?: boolean;
  /** Given once the entry can no longer be changed. */
  ended?: FormEnd | false;
  /** Sends the entry and shows the user that it was saved. */
  save: (values: EntryValues, submits: PendingSubmitStore) => Promise<unknown>;
  /** Called after a refusal, once its field errors are shown. */
  onRefused?: (error: unknown) => void;
  /**
   * Begins another entry with the same day and organization; left out where that is not offered.
   */
  onAnother?: (saved: EntryValues) => void;
};

/** The form that builds an entry item by item, by mouse or by keyboard alone. */
export function EntryForm(props: EntryFormProps) {
  const { saving, save, ended = false, onAnother } = props;
  const blocked = props.blocked === true || ended !== false;
  const goBack = useGoBack("/app/entries", props.tenantId);
  const isQuestionOpen = useIsQuestionOpen();
  const formState = useEntryFormState({ ...props, several: onAnother !== undefined });
  const { date, narration, draft, change, edit, errors } = formState;
  const ledger = useRef<HTMLInputElement>(null);
  const narrationField = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);

  const missing =
    edit.editing === null
      ? missingInEntry(draft, narration)
      : "Finish editing the item before submitting.";
  const ready = missing === null && !saving && !blocked;
  const focusNext = useFocusAfterAdd(draft, ledger, submitButton);
  const focusSubmit = useFocusAfterRefusal(saving, submitButton);
  const submit = async (onSubmitted?: (saved: EntryValues) => void) => {
    if (missing !== null) {
      if (edit.editing !== null) edit.focusRow();
      else if (isNarrationTooLong(narration)) narrationField.current?.focus();
      else addOrFocusItem(ledger.current, draft.ledger !== null);
    }
    const detail = unusualWarnings(props.kind, date, draft);
    if (!ready || isQuestionOpen || !(await confirm("Submit Entry?", detail))) return;
    const values = { entry_date: date, narration, items: draft.items };
    try {
      await save(values, formState.submits);
    } catch (error) {
      focusSubmit();
      formState.refuse(error);
      props.onRefused?.(error);
      return;
    }
    formState.forget();
    (onSubmitted ?? goBack)(values);
  };
  useSubmitKeys(
    () => void submit(),
    () => void submit(onAnother),
  );

  if (ended && !formState.touched) return ended.instead;
  return (
    <div className={classes.page}>
      {ended && ended.notice}
      {formState.notices}
      <section data-surface="card" className={classes.card} aria-label="Entry">
        {props.about}
        <HeadFields formState={formState} errors={errors} narrationRef={narrationField}>
          {props.renderOrganization?.(draft.items[0]?.ledger.organization_name ?? null)}
        </HeadFields>
      </section>
      <section data-surface="card" className={classes.card}>
        <ItemBuilder
          formState={formState}
          ledgerRef={ledger}
          onAdd={() => {
            change({ type: "add", entryNarration: narration });
            focusNext();
          }}
        />
      </section>
      <ItemsTable
        items={draft.items}
        errors={errors}
        edit={edit}
        onRemove={(index) => change({ type: "remove", index })}
      />
      <UndoDelete
        draft={{ ...draft, items: edit.items }}
        onUndo={() => {
          change({ type: "undo" });
          focusNext();
        }}
      />
      <EntryRefusal text={errors["items"]} beside={formState.refusal} />
      <Buttons
        missing={missing}
        blocked={blocked}
        saving={saving}
        onCancel={goBack}
        onSubmit={() => void submit()}
        onAnother={onAnother && (() => void submit(onAnother))}
        submitRef={submitButton}
      />
    </div>
  );
}

/** Ctrl or ⌘ with Enter submits; with Shift as well, another entry begins afterwards. */
function useSubmitKeys(submit: () => void, submitAndAddAnother: () => void): void {
  const isQuestionOpen = useIsQuestionOpen();
  const unlessHandled = (act: () => void) => (event: KeyboardEvent) => {
    // In an open dialog these keys submit its own form; a confirmation has other keys.
    if (event.defaultPrevented || (topmostDialog() !== undefined && !isQuestionOpen)) return;
    event.preventDefault();
    act();
  };
  const keys: HotkeyItem[] = [
    ["mod+Enter", unlessHandled(submit), { preventDefault: false }],
    ["mod+shift+Enter", unlessHandled(submitAndAddAnother), { preventDefault: false }],
  ];
  useHotkeys(keys, []);
}

/**
 * Submits the form of an item that was begun, which adds it or shows what it lacks; otherwise focuses
 * its first field.
 */
function addOrFocusItem(ledger: HTMLInputElement | null, isBegun: boolean): void {
  if (isBegun) ledger?.form?.requestSubmit();
  else ledger?.focus();
}

type HeadFieldsProps = {
  formState: EntryFormState;
  /** The server's refusals by field. */
  errors: Readonly<Record<string, string>>;
  narrationRef: Ref<HTMLInputElement>;
  /** The organization field, where there is one. */
  children: ReactNode;
};

/** The fields of the entry as a whole: date, narration and organization. */
function HeadFields({ formState, errors, narrationRef, children }: HeadFieldsProps) {
  return (
    <div className={classes.head}>
      <div className={classes.date}>
        <DateInput
          label="Entry Date"
          first
          value={formState.date}
          onChange={formState.setDate}
          error={errors["entry_date"]}
        />
      </div>
      <LineInput
        ref={narrationRef}
        className={classes.narration}
        label="Narration"
        limit={maxNarrationLength}
        value={formState.narration}
        onChange={({ currentTarget }) => formState.setNarration(currentTarget.value)}
        error={errors["narration"]}
      />
      {children}
    </div>
  );
}

type ButtonsProps = {
  /** What is missing before the entry can be submitted. */
  missing: string | null;
  blocked: boolean;
  saving: boolean;
  onCancel: () => void;
  onSubmit: () => void;
  onAnother: (() => void) | undefined;
  submitRef: Ref<HTMLButtonElement>;
};

function Buttons({ missing, blocked, saving, submitRef, ...on }: ButtonsProps) {
  const hint = useId();
  const submitting = { type: "button", missing: blocked ? null : missing, hint } as const;
  return (
    <div className={classes.bottom}>
      <p id={hint} className={classes.keys} data-missing={missing !== null || undefined}>
        {missing ?? <KeyboardHint />}
      </p>
      <Button variant="default" onClick={on.onCancel}>
        Cancel
      </Button>
      {on.onAnother && (
        <SubmitButton
          {...submitting}
          variant="default"
          disabled={blocked || saving}
          onClick={on.onAnother}
        >
          Submit and add another
        </SubmitButton>
      )}
      <SubmitButton
        {...submitting}
        ref={submitRef}
        loading={saving}
        disabled={blocked}
        onClick={on.onSubmit}
      >
        Submit
      </SubmitButton>
    </div>
  );
}

/**
 * Offers to restore the item that was deleted last, as long as its side and ledger are free.
 *
 * @param props.draft with the fields of the item that is edited in its row.
 */
function UndoDelete({ draft, onUndo }: { draft: EntryDraft; onUndo: () => void }) {
  const { deleted } = draft;
  return (
    <div role="status" className={classes.deleted}>
      {deleted && canUndo(draft) && (
        <>
          <span>
            {deleted.item.side} {deleted.item.ledger.name} was deleted.
          </span>
          <Button
            // The delete button was removed with its row, so the focus moves here.
            key={deleted.item.ledgerId}
            ref={focusOnMount}
            variant="light"
            size="compact-sm"
            onClick={onUndo}
          >
            Undo
          </Button>
        </>
      )}
    </div>
  );
}

/** Why the items as a whole were refused, or what a refusal says beside the fields. */
function EntryRefusal({ text, beside }: { text: string | undefined; beside: string | null }) {
  if (text === undefined) return <RefusalNote refusal={beside} />;
  return (
    <p role="alert" className={classes.error}>
      {text}
    </p>
  );
}

function KeyboardHint() {
  return (
    <>
      <Kbd size="xs">Enter</Kbd> adds the item, <Kbd size="xs">Ctrl</Kbd> +{" "}
      <Kbd size="xs">Enter</Kbd> submits
    </>
  );
}

/** The warnings in the confirmation about an unusual entry; undefined for a usual one. */
function unusualWarnings(
  kind: EntryScreen["kind"],
  date: string | null,
  draft: EntryDraft,
): string | undefined {
  const sentences = [
    unaddedItemWarning(draft),
    unusualDateWarning(date, today()),
    moneySideWarning(kind, draft.items),
  ];
  return sentences.filter(Boolean).join(" ") || undefined;
}

/** The warning about an unusual date in the confirmation; empty for other dates. */
function unusualDateWarning(value: string | null, now: string): string | undefined {
  const date = dateOrNull(value);
  if (date === null) return undefined;
  if (date > now) return `The entry date, ${formatDate(date)}, is in the future.`;
  if (date < addMonths(now, -12))
    return `The entry date, ${formatDate(date)}, is more than a year ago.`;
  return undefined;
}

/**
 * Returns the focus to Submit after a refusal, because the button lost it while it was disabled. Does
 * nothing if another element has the focus.
 *
 * @returns a function to call when the entry was not saved.
 */
function useFocusAfterRefusal(
  saving: boolean,
  submit: React.RefObject<HTMLButtonElement | null>,
): () => void {
  const refused = useRef(false);
  useEffect(() => {
    if (saving || !refused.current) return;
    refused.current = false;
    if (document.activeElement?.matches("body, main")) submit.current?.focus();
  }, [saving, submit]);
  return () => {
    refused.current = true;
  };
}

/**
 * Moves the focus after an item was added: to the next item while a side is missing, else to
 * Submit.
 *
 * @returns a function to call when an item is added.
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
