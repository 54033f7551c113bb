import { useReducer, useState } from "react";

import { fieldErrorsOf } from "../../platform/api-problem.ts";
import { isChangedMeanwhile, formLevelRefusal } from "../../platform/form/refusals.ts";
import { useStoredDraft } from "../../platform/form/stored-draft.ts";
import { useDirtyGuard } from "../../platform/form/use-dirty-guard.ts";
import { ResumeDraftNotice } from "../../ui/form/resume-draft-notice.tsx";
import {
  changeDraft,
  isEntryTouched,
  mergeEntry,
  type DraftChange,
  type EntryStart,
  type TypedEntry,
} from "./entry-draft.ts";
import { useItemEdit } from "./item-edit.tsx";
import { LockedNotice } from "./locked-notice.tsx";

export type EntryFormState = ReturnType<typeof useEntryFormState>;

type EntryFormStateOptions = {
  /** The key of the draft on this device. */
  screen: string;
  /** What another object holds is merged with what was typed. */
  start: EntryStart;
  /** The organization whose ledgers are offered until the first item fixes it; 0 for all. */
  tenantId: number;
  /** The date of the entry, if it is already posted. */
  postedOn?: string;
  /** Whether each visit begins a new entry. */
  several: boolean;
};

/** The fields that show their own errors. */
const fields = ["entry_date", "narration", "items"];

/** What was refused or needs a look, by field and as a whole. */
function useRefusals() {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const clearError = (changed: string) =>
    setErrors((all) =>
      Object.fromEntries(Object.entries(all).filter(([field]) => field !== changed)),
    );
  return {
    errors,
    refusal,
    setErrors,
    /** The refusal of the form as a whole may be about the date. */
    clearForDate: () => {
      clearError("entry_date");
      setRefusal(null);
    },
    clearError,
    clear: () => {
      setErrors({});
      setRefusal(null);
    },
    refuse: (error: unknown) => {
      setErrors(fieldErrorsOf(error));
      // The notice about another user's change is shown instead.
      setRefusal(isChangedMeanwhile(error) ? null : formLevelRefusal(fields, error));
    },
  };
}

/**
 * The state of the form of an entry. It is stored as a draft on this device, and asks before
 * unsaved changes are lost.
 */
export function useEntryFormState(options: EntryFormStateOptions) {
  const { screen, start, postedOn, several } = options;
  const [date, setDate] = useState<string | null>(start.entry_date);
  const [narration, setNarration] = useState(start.narration);
  const [draft, dispatch] = useReducer(changeDraft, start.draft);
  const { errors, refusal, ...refusals } = useRefusals();
  const change = (next: DraftChange) => {
    dispatch(next);
    // Refusals name items by position; after a change they no longer apply.
    if (next.type !== "fill") refusals.clear();
  };
  const show = (values: TypedEntry) => {
    setDate(values.date);
    setNarration(values.narration);
    change({ type: "replace", draft: values.draft });
  };
  const edit = useItemEdit(draft.items, (index, item) => change({ type: "revise", index, item }));
  const [started, setStarted] = useState(start);
  if (started !== start) {
    const merged = mergeEntry(started, { date, narration, draft }, start, edit.changed);
    setStarted(start);
    show(merged);
    refusals.setErrors(merged.conflicts);
  }
  const touched = edit.changed || isEntryTouched(start, { date, narration, draft });
  const letLeave = useDirtyGuard(() => touched);
  const { found, taken, discard, forget, submits } = useStoredDraft({
    screen,
    value: { date, narration, draft: { ...draft, items: edit.items } },
    touched,
    several,
  });
  const tenantId = draft.items[0]?.ledger.tenant_id ?? options.tenantId;
  return {
    /** The organization that the first item fixed, else the one whose ledgers are offered; 0 for all. */
    tenantId,
    date,
    setDate: (next: string | null) => {
      setDate(next);
      refusals.clearForDate();
    },
    narration,
    setNarration: (next: string) => {
      setNarration(next);
      refusals.clearError("narration");
    },
    draft,
    /** Whether the form holds anything that is not saved. */
    touched,
    change,
    /** The item that is being edited in its row. */
    edit,
    /**
     * What the server refused and what both users changed, by field, until the field or an item
     * changes.
     */
    errors,
    /**
     * The message of the last refusal that belongs to no field, until an item or the date changes.
     */
    refusal,
    refuse: refusals.refuse,
    /** Stores a submit that got no response with the draft. */
    submits,
    /** After saving, leaving needs no confirmation. */
    forget: () => {
      letLeave();
      forget();
    },
    notices: (
      <>
        {found && (
          <ResumeDraftNotice
            what="this entry"
            at={found.at}
            submit={found.submit}
            onTake={() => {
              show(found.value);
              taken();
            }}
            onDiscard={discard}
          />
        )}
        <LockedNotice {...{ tenantId, date, postedOn }} />
      </>
    ),
  };
}
