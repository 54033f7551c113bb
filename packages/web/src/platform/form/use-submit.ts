import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";

import { NoResponse } from "../api-problem.ts";
import { useConnectionLost } from "../connection.ts";
import { focusFirstError } from "./forms.ts";
import { formLevelRefusal } from "./refusals.ts";

type Submit<Values> = {
  form: UseFormReturnType<Values>;
  /** Shows the field errors of a failed call. */
  refuse: (error: unknown) => void;
  /** Saves the values and continues, for example to the saved record. */
  save: (values: Values) => Promise<void>;
  /** Called before errors are shown, for example to scroll their fields into view. */
  onErrors?: () => void;
};

/** Shown beside the form after the banner has disappeared because another request got a response. */
const noResponseSentence = "The server did not respond. What you typed is still here; try again.";

/**
 * Submits a form, one submit at a time, and shows refusals at their fields.
 *
 * @returns the `onSubmit` of the form element; whether a save is pending; and `refusal`, what the
 *   last refusal says beside the fields, until the input changes or is submitted again.
 */
export function useSubmit<Values extends Record<string, unknown>>(options: Submit<Values>) {
  const { form, refuse, save, onErrors } = options;
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<{ values: Values; refusal: string | null } | null>(null);
  const submit = async (values: Values) => {
    if (saving) return;
    setSaving(true);
    setRefused(null);
    try {
      await save(values);
    } catch (error) {
      onErrors?.();
      refuse(error);
      const now = form.getValues();
      const shown = error instanceof NoResponse ? noResponseSentence : null;
      setRefused({ values: now, refusal: shown ?? formLevelRefusal(Object.keys(now), error) });
    } finally {
      setSaving(false);
    }
  };
  const onSubmit = form.onSubmit(
    (values) => void submit(values),
    (errors) => {
      onErrors?.();
      focusFirstError(form)(errors);
    },
  );
  const isLost = useConnectionLost();
  const shown = refused?.values === form.values ? refused.refusal : null;
  const refusal = isLost && shown === noResponseSentence ? null : shown;
  return { onSubmit, saving, refusal };
}
