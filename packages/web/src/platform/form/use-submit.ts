import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";

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
 * @returns the `onSubmit` of the form element, and whether a save is pending.
 */
export function useSubmit<Values extends Record<string, unknown>>(options: Submit<Values>) {
  const { form, refuse, save, onErrors } = options;
  const [saving, setSaving] = useState(false);
  const submit = async (values: Values) => {
    if (saving) return;
    setSaving(true);
    try {
      await save(values);
    } catch (error) {
      onErrors?.();
      refuse(error);
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
  return { onSubmit, saving };
}
