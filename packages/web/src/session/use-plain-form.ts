import { useEffect, useRef, useState, type FormEvent } from "react";

/** The errors to show at the fields; empty when there are none. */
export type FieldErrors<Field extends string> = { [Name in Field]?: string | undefined };

type PlainFormHandlers<Field extends string> = {
  /** Returns the errors that can be found before sending. */
  check: (values: Record<Field, string>) => FieldErrors<Field>;
  /** Sends the values. The errors that it returns are shown at the fields. */
  send: (values: Record<Field, string>) => Promise<FieldErrors<Field>>;
};

/**
 * The text fields of a screen before the sign-in. On submit the values are validated: the first
 * invalid field gets the focus, or else the values are sent. The first field has the focus from the
 * start.
 *
 * @param initial initial values; empty by default.
 */
export function usePlainForm<Field extends string>(
  fields: readonly [Field, ...Field[]],
  { check, send }: PlainFormHandlers<Field>,
  initial: { [Name in Field]?: string } = {},
) {
  const [values, setValues] = useState(
    () =>
      Object.fromEntries(fields.map((field) => [field, initial[field] ?? ""])) as Record<
        Field,
        string
      >,
  );
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const [loading, setLoading] = useState(false);
  const inputs = useRef(new Map<Field, HTMLInputElement>());
  const first = fields[0];
  useEffect(() => inputs.current.get(first)?.focus(), [first]);

  const show = (problems: FieldErrors<Field>): boolean => {
    setErrors(problems);
    const wrong = fields.find((field) => problems[field] !== undefined);
    if (wrong !== undefined) inputs.current.get(wrong)?.focus();
    return wrong !== undefined;
  };
  const submit = async () => {
    if (show(check(values))) return;
    setLoading(true);
    try {
      show(await send(values));
    } finally {
      setLoading(false);
    }
  };
  return {
    loading,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (!loading) void submit();
    },
    fieldProps: (field: Field) => ({
      name: field,
      value: values[field],
      error: errors[field],
      ref: (node: HTMLInputElement | null) => {
        if (node) inputs.current.set(field, node);
        else inputs.current.delete(field);
      },
      onChange: (event: { currentTarget: { value: string } }) => {
        setValues({ ...values, [field]: event.currentTarget.value });
        setErrors({ ...errors, [field]: undefined });
      },
    }),
  };
}
