import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";

import { refusalBeside } from "../api-problem.ts";
import { focusFirstError } from "./forms.ts";

type Submit<Values> = {
  form: UseFormReturnType<Values>;
  /** Shows the field errors of a failed call. */
  refuse: (error: unknown) => void;
  /** Saves the values and continues, for example to the saved record. */
  save: (values: Values) => Promise<void>;
  /** Called before errors are shown, for example to scroll their fields into view. */
  onErrors?: () => void;
};

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
      setRefused({ values: now, refusal: refusalBeside(Object.keys(now), error) });
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
  const refusal = refused?.values === form.values ? refused.refusal : null;
  return { onSubmit, saving, refusal };
}
