import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";

import { focusFirstError } from "./forms.ts";

type Submit<Values> = {
  form: UseFormReturnType<Values>;
  /** Shows what a failed call says of single fields. */
  refuse: (error: unknown) => void;
  /** Saves the values and continues, such as to the saved record. */
  save: (values: Values) => Promise<void>;
  /** Called before errors are shown, such as to bring their fields into sight. */
  onErrors?: () => void;
};

/**
 * Submits a form: once at a time, and with what was refused shown at its fields.
 *
 * @returns the `onSubmit` of the form element, and whether a save is on its way.
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
