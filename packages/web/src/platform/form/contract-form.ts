import { useForm } from "@mantine/form";
import { useMemo, useState, type FocusEvent } from "react";
import type { z } from "zod";

import { fieldErrorsOf } from "../api-problem.ts";
import { applyFieldErrors } from "./forms.ts";
import { useStoredDraft } from "./stored-draft.ts";
import { useDirtyGuard } from "./use-dirty-guard.ts";

/**
 * Rules beyond the contract: the message for a value, which may depend on the other fields, or
 * undefined when the value is valid.
 */
export type FieldRules<Values> = {
  readonly [Field in keyof Values]?: (value: Values[Field], values: Values) => string | undefined;
};

/** The errors of single fields. */
type Problems<Values> = { readonly [Field in keyof Values]?: string | undefined };

export type ContractForm<Values> = {
  /** Distinguishes the form's fields from those of other forms on the page. */
  name: string;
  initialValues: Values;
  /** The contract's schema of each field that the contract describes. */
  schemas: { readonly [Field in keyof Values]?: z.ZodType };
  rules?: FieldRules<Values>;
  /**
   * The key of the draft on this device, which names the record and the version that is edited.
   * Null stores no draft: for passwords, keys and personal numbers, and read-only forms.
   */
  draft: string | null;
  /** Every visit starts a new record. Its draft does not replace an earlier draft on the device. */
  several?: boolean;
  /** Fields left out of the draft, such as a file. Passwords and secrets are always left out. */
  withheld?: readonly (keyof Values & string)[];
};

/** The values that a device may store: without the withheld fields, and never with secrets. */
function withoutSecrets<Values extends object>(
  values: Values,
  fields: readonly string[],
): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([field]) => !fields.includes(field) && !/password|secret/.test(field),
    ),
  ) as Partial<Values>;
}

const noWithheldFields: readonly never[] = [];

function remainingFields(fields: number, more = ""): string {
  return `${fields}${more} ${fields === 1 ? "field" : "fields"} to go.`;
}

/**
 * The first problem, and how many more fields have one. Null when there is no problem.
 *
 * @param shown the errors shown at the fields, which are not repeated.
 */
function firstMissing(
  problems: readonly { field: string; problem: string }[],
  shown: Readonly<Record<string, unknown>>,
): string | null {
  const [first] = problems;
  if (first === undefined) return null;
  if (shown[first.field] === first.problem) return remainingFields(problems.length);
  return problems.length === 1
    ? first.problem
    : `${first.problem} ${remainingFields(problems.length - 1, " more")}`;
}

/**
 * Whether the focus moves to the submit button, which validates all fields. An error that appears
 * while the button is pressed would move the button away from the pointer, and the click would be
 * lost.
 */
function isSubmitting(event: FocusEvent | undefined): boolean {
  const to = event?.relatedTarget;
  return to instanceof HTMLButtonElement && to.type === "submit" && to.form !== null;
}

/** The values that the server refused, and its messages by field. */
type Refusal<Values> = { values: Values; messages: Readonly<Record<string, string>> };

/**
 * The server's message about a field, until the field is changed, or one that the server accepted:
 * the message may depend on its value.
 */
function refusalOf<Values extends Record<string, unknown>>(
  refusal: Refusal<Values> | null,
  field: string,
  values: Values,
): string | undefined {
  if (refusal === null) return undefined;
  const { messages, values: refused } = refusal;
  const applies = Object.keys(values).every(
    (other) => values[other] === refused[other] || (other !== field && other in messages),
  );
  return applies ? messages[field] : undefined;
}

/**
 * A form that validates by the schemas of the contract: a field that was changed when it loses the
 * focus, and all fields when it is submitted. A field that the user only tabbed through gets no
 * error before that. A refusal of the server prevents submitting until its field is changed, or one
 * that the server accepted. Leaving the page with unsaved input asks for confirmation;
 * `form.resetDirty()` marks the input as saved.
 *
 * @returns the form; `fieldProps` for its inputs; `missing`, which returns what is missing before
 *   the form can be submitted, or null (its argument has the problems of the form as a whole);
 *   `refuse`, which shows the field errors of what a mutation threw; and `storedDraft`, the draft
 *   on this device, which the caller must forget after saving.
 */
export function useContractForm<Values extends Record<string, unknown>>(
  options: ContractForm<Values>,
) {
  const { name, initialValues, schemas, rules, draft } = options;
  // One list for all renders, so that the draft is computed only when a value changes.
  const [withheld] = useState(options.withheld ?? noWithheldFields);
  const [refusal, setRefusal] = useState<Refusal<Values> | null>(null);
  const problemOf = (field: keyof Values & string, values: Values) =>
    refusalOf(refusal, field, values) ??
    schemas[field]?.safeParse(values[field]).error?.issues[0]?.message ??
    rules?.[field]?.(values[field], values);
  const form = useForm<Values>({
    name,
    initialValues,
    validate: (values) => {
      const problems: Record<string, string> = {};
      for (const field of Object.keys(values)) {
        const problem = problemOf(field, values);
        if (problem !== undefined) problems[field] = problem;
      }
      return problems;
    },
  });
  useDirtyGuard(() => form.isDirty());
  const missing = (ofWhole: Problems<Values> = {}): string | null => {
    const problems = Object.keys(form.values).flatMap((field) => {
      const problem = problemOf(field, form.values) ?? ofWhole[field];
      return problem === undefined ? [] : [{ field, problem }];
    });
    return firstMissing(problems, form.errors);
  };
  // The type of a field follows from its value.
  const fieldProps = <Field extends keyof Values & string>(field: Field) => ({
    // Without Mantine's focus handler, which counts every focused field as touched.
    ...form.getInputProps(field, { withFocus: false }),
    onBlur: (event?: FocusEvent) => {
      if (form.isTouched(field) && !isSubmitting(event)) form.validateField(field);
    },
    value: form.values[field],
    // The form finds the field by this attribute. Mantine's types do not declare it.
    "data-path": `${name}-${field}`,
    // Mantine's password input does not set this itself.
    "aria-invalid": form.errors[field] ? true : undefined,
  });
  const refuse = (error: unknown): boolean => {
    setRefusal({ values: form.getValues(), messages: fieldErrorsOf(error) });
    return applyFieldErrors(form, error);
  };
  const draftValues = useMemo(() => withoutSecrets(form.values, withheld), [form.values, withheld]);
  const draftOnDevice = useStoredDraft<Partial<Values>>({
    screen: draft === null ? null : `${name}-1:${draft}`,
    value: draftValues,
    touched: Object.keys(draftValues).some((field) => form.isDirty(field)),
    several: options.several ?? false,
  });
  const storedDraft = {
    ...draftOnDevice,
    /** Fills the fields with the stored draft. */
    take: () => {
      if (draftOnDevice.found) form.setValues(draftOnDevice.found.value);
      draftOnDevice.taken();
    },
  };
  return { form, fieldProps, missing, refuse, storedDraft };
}
