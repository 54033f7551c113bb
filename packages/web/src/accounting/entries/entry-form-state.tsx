import { useReducer, useState } from "react";

import { fieldErrorsOf } from "../../platform/api-problem.ts";
import { isChangedMeanwhile, formLevelRefusal } from "../../platform/form/refusals.ts";
import { useStoredDraft } from "../../platform/form/stored-draft.ts";
import { useDirtyGuard } from "../../platform/form/use-dirty-guard.ts";
import { ResumeDraftNotice } from "../../ui/form/resume-draft-notice.tsx";
import { changeDraft, isDraftTouched, type DraftChange, type EntryDraft } from "./entry-draft.ts";
import { useItemEdit } from "./item-edit.tsx";
import { LockedNotice } from "./locked-notice.tsx";

/** What the form starts with. */
export type EntryStart = { entry_date: string; narration: string; draft: EntryDraft };

export type EntryFormState = ReturnType<typeof useEntryFormState>;

type EntryFormStateOptions = {
  /** The key of the draft on this device. */
  screen: string;
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

/**
 * The state of the form of an entry. It is stored as a draft on this device, and asks before
 * unsaved changes are lost.
 */
export function useEntryFormState(options: EntryFormStateOptions) {
  const { screen, start, postedOn, several } = options;
  const [date, setDate] = useState<string | null>(start.entry_date);
  const [narration, setNarration] = useState(start.narration);
  const [draft, dispatch] = useReducer(changeDraft, start.draft);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = (next: DraftChange) => {
    dispatch(next);
    // Refusals name items by position; after a change they no longer apply.
    if (next.type === "fill") return;
    setErrors({});
    setRefusal(null);
  };
  const edit = useItemEdit(draft.items, (index, item) => change({ type: "revise", index, item }));
  const touched =
    date !== start.entry_date ||
    narration !== start.narration ||
    isDraftTouched(draft) ||
    edit.changed;
  const letLeave = useDirtyGuard(() => touched);
  const { found, taken, discard, forget, submits } = useStoredDraft({
    screen,
    value: { date, narration, draft: { ...draft, items: edit.items } },
    touched,
    several,
  });
  const continueDraft = (stored: { date: string | null; narration: string; draft: EntryDraft }) => {
    setDate(stored.date);
    setNarration(stored.narration);
    change({ type: "replace", draft: stored.draft });
    taken();
  };
  const tenantId = draft.items[0]?.ledger.tenant_id ?? options.tenantId;
  return {
    /** The organization that the first item fixed, else the one whose ledgers are offered; 0 for all. */
    tenantId,
    date,
    setDate: (next: string | null) => {
      setDate(next);
      setRefusal(null);
    },
    narration,
    setNarration,
    draft,
    change,
    /** The item that is being edited in its row. */
    edit,
    /** The server's refusals by field, until the next change. */
    errors,
    /**
     * The message of the last refusal that belongs to no field, until an item or the date changes.
     */
    refusal,
    refuse: (error: unknown) => {
      setErrors(fieldErrorsOf(error));
      // The notice about another user's change is shown instead.
      setRefusal(isChangedMeanwhile(error) ? null : formLevelRefusal(fields, error));
    },
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
            onTake={() => continueDraft(found.value)}
            onDiscard={discard}
          />
        )}
        <LockedNotice {...{ tenantId, date, postedOn }} />
      </>
    ),
  };
}
