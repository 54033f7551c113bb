import { useState } from "react";
import type { z } from "zod";

import { isChangedMeanwhile } from "../api-problem.ts";
import { useContractForm, type FieldRules } from "./contract-form.ts";
import { useDirtyGuard } from "./use-dirty-guard.ts";

type EditedForm<Loaded, Values> = {
  /** Tells its fields from those of other forms on the page. */
  name: string;
  /** What the edit begins with. A refetch in the background does not change it. */
  loaded: Loaded;
  valuesOf: (loaded: Loaded) => Values;
  schemas: { readonly [Field in keyof Values]?: z.ZodType };
  rules?: FieldRules<Values>;
  /** Loads what is saved now; undefined when that fails. */
  reload: () => Promise<Loaded | undefined>;
};

/**
 * A form that edits something saved which carries a version, and asks before changes are lost.
 *
 * @returns beside the form: `edited` is what the edit began with, `show` begins again with what a save
 * answered, `refuse` takes what a save threw, and `stale` says that somebody else saved first, until
 * `loadNewest` brings theirs.
 */
export function useEditedForm<Loaded, Values extends Record<string, unknown>>(
  options: EditedForm<Loaded, Values>,
) {
  const { name, loaded, valuesOf, schemas, rules, reload } = options;
  const [edited, setEdited] = useState(loaded);
  const [stale, setStale] = useState(false);
  const { form, fieldProps, refuse } = useContractForm<Values>({
    name,
    initialValues: valuesOf(edited),
    schemas,
    ...(rules ? { rules } : {}),
  });
  useDirtyGuard(() => form.isDirty());
  const show = (newest: Loaded): void => {
    setEdited(newest);
    setStale(false);
    form.setInitialValues(valuesOf(newest));
    form.reset();
  };
  return {
    form,
    fieldProps,
    edited,
    stale,
    show,
    refuse: (error: unknown): void => {
      refuse(error);
      setStale(isChangedMeanwhile(error));
    },
    loadNewest: async (): Promise<void> => {
      const newest = await reload();
      if (newest !== undefined) show(newest);
    },
  };
}
