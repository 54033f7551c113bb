import { useRef, useState } from "react";
import type { z } from "zod";

import { NoResponse } from "../api-problem.ts";
import type { PendingSubmitStore } from "../submit-key.ts";
import { useContractForm, type FieldRules } from "./contract-form.ts";
import { changedByBoth, hasSameValues, mergeChanges } from "./merge-changes.ts";
import { isChangedMeanwhile } from "./refusals.ts";
import { useSubmit } from "./use-submit.ts";

export type EditedForm<Loaded, Values> = {
  /** Distinguishes the form's fields from those of other forms on the page. */
  name: string;
  /** The record that the edit starts from. A background refetch does not change it. */
  loaded: Loaded;
  valuesOf: (loaded: Loaded) => Values;
  schemas: { readonly [Field in keyof Values]?: z.ZodType };
  rules?: FieldRules<Values>;
  /** The key of the draft on this device, or null; see {@link useContractForm}. */
  draft: string | null;
  /** Fields left out of the draft. */
  withheld?: readonly (keyof Values & string)[];
  /** Loads the current record; undefined or an error when that fails. */
  reload: () => Promise<Loaded | undefined>;
  /** Saves over the version that the edit started from; undefined when the user cancelled. */
  save: (
    values: Values,
    edited: Loaded,
    submits: PendingSubmitStore,
  ) => Promise<Loaded | undefined>;
  /**
   * Called after a save with the saved record, to notify the user. The form then shows its values
   * and anything typed meanwhile.
   */
  onSaved: (saved: Loaded) => void;
  /**
   * Called after a save to leave the form. The form stays open if input typed meanwhile is unsaved.
   */
  leave?: () => void;
  /** Called before errors are shown, for example to scroll their fields into view. */
  onErrors?: () => void;
};

/**
 * A form that edits a saved record with a version. It asks for confirmation before changes are
 * lost.
 *
 * @returns the form, and beside it: `edited`, the record that the edit started from; `show`, which
 *   starts over with another record; `refuse`, which takes what a call threw; and `stale`, which is
 *   true after another user saved first, until `loadNewest` merges their values with the typed
 *   ones.
 */
export function useEditedForm<Loaded, Values extends Record<string, unknown>>(
  options: EditedForm<Loaded, Values>,
) {
  const { name, loaded, valuesOf, schemas, rules, reload, onSaved, leave, onErrors } = options;
  const [edited, setEdited] = useState(loaded);
  const [stale, setStale] = useState(false);
  const contractForm = useContractForm<Values>({
    name,
    initialValues: valuesOf(edited),
    schemas,
    ...(rules ? { rules } : {}),
    // A draft of another version is not offered: it would undo what was saved meanwhile.
    draft: options.draft === null ? null : `${options.draft}:${versionOf(edited)}`,
    several: edited === null,
    ...(options.withheld ? { withheld: options.withheld } : {}),
  });
  const { form, storedDraft } = contractForm;
  const show = (newest: Loaded, values = valuesOf(newest)): void => {
    setEdited(newest);
    setStale(false);
    form.setInitialValues(valuesOf(newest));
    form.setValues(values);
    form.resetTouched();
    form.clearErrors();
  };
  const refuse = (error: unknown): void => {
    contractForm.refuse(error);
    setStale(isChangedMeanwhile(error));
  };
  const send = useSaveOnce(options, edited, storedDraft.submits);
  const submit = useSubmit<Values>({
    form,
    refuse,
    save: async (values) => {
      const saved = await send(values);
      if (saved === undefined) return;
      storedDraft.forget();
      // The fields stay editable while a save is pending. Input typed meanwhile is kept and is not
      // saved yet.
      const typed = form.getValues();
      show(saved, mergeChanges(values, typed, valuesOf(saved)).values);
      onSaved(saved);
      if (hasSameValues(values, typed)) leave?.();
    },
    ...(onErrors ? { onErrors } : {}),
  });
  const loadNewest = async (): Promise<void> => {
    // When it fails, the banner or a message says why, and the button stays for another try.
    const newest = await reload().catch(() => undefined);
    if (newest === undefined) return;
    const { values, conflicts } = mergeChanges(
      form.getInitialValues(),
      form.getValues(),
      valuesOf(newest),
    );
    show(newest, values);
    for (const field of conflicts) form.setFieldError(field, changedByBoth);
  };
  return {
    ...contractForm,
    ...submit,
    // The notice of the other user's save stays and says more.
    refusal: stale ? null : submit.refusal,
    edited,
    stale,
    show,
    refuse,
    loadNewest,
  };
}

/**
 * Sends values over the version that the edit started from. If the response to the previous save
 * was lost, it first checks whether those values were saved: then the record was not changed by
 * another user.
 */
function useSaveOnce<Loaded, Values extends Record<string, unknown>>(
  { reload, valuesOf, save }: EditedForm<Loaded, Values>,
  edited: Loaded,
  submits: PendingSubmitStore,
) {
  const unanswered = useRef<Values | null>(null);
  return async (values: Values): Promise<Loaded | undefined> => {
    const sent = unanswered.current;
    unanswered.current = null;
    const newest = sent && (await reload().catch(() => undefined));
    const wasSaved =
      sent && newest && versionOf(newest) !== versionOf(edited) && isSaved(sent, valuesOf(newest));
    if (wasSaved && isSaved(values, sent)) return newest;
    try {
      return await save(values, wasSaved ? newest : edited, submits);
    } catch (error) {
      if (error instanceof NoResponse) unanswered.current = values;
      throw error;
    }
  };
}

/** Whether a record has the values that were sent. The password that confirms a save is not saved. */
function isSaved<Values extends Record<string, unknown>>(sent: Values, saved: Values): boolean {
  return hasSameValues({ ...sent, password: "" }, { ...saved, password: "" });
}

/** The version of a record; 0 for a record that does not exist yet. */
function versionOf(record: unknown): number {
  if (typeof record !== "object" || record === null || !("version" in record)) return 0;
  return typeof record.version === "number" ? record.version : 0;
}
