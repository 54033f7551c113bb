import { useId, useRef, useState, type ComponentProps, type ReactNode } from "react";

import classes from "./plain-field.module.css";

type PlainFieldProps = Omit<ComponentProps<"input">, "id" | "className"> & {
  label: string;
  /** A rule that is shown before the user can break it. */
  hint?: string;
  error?: string | undefined;
  /** A control at the end of the field. */
  control?: ReactNode;
};

/**
 * A text field for the screens outside the app, which do not load Mantine (see PlainButton). It
 * looks like Mantine's. Use Mantine's field everywhere else.
 */
export function PlainField({ label, hint, error, control, ...input }: PlainFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      <div className={classes.box} data-invalid={error ? true : undefined}>
        <input
          {...input}
          id={id}
          className={classes.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {control}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A password field with a button that reveals the password. */
export function PlainPasswordField(props: Omit<PlainFieldProps, "type" | "control">) {
  const [shown, setShown] = useState(false);
  return (
    <PlainField
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      control={
        <button
          type="button"
          className={classes.toggle}
          aria-label={shown ? "Hide password" : "Show password"}
          onClick={() => setShown(!shown)}
        >
          <Eye crossed={shown} />
        </button>
      }
    />
  );
}

type PlainFileFieldProps = Pick<PlainFieldProps, "label" | "hint" | "accept"> & {
  file: File | null;
  onFile: (file: File | null) => void;
};

/** A field for one file, with a button that takes the chosen file back. */
export function PlainFileField({ file, onFile, ...field }: PlainFileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const remove = () => {
    // The browser keeps the file in the field until the field is emptied.
    if (input.current) input.current.value = "";
    input.current?.focus();
    onFile(null);
  };
  return (
    <PlainField
      {...field}
      ref={input}
      type="file"
      onChange={({ currentTarget }) => onFile(currentTarget.files?.[0] ?? null)}
      control={
        file !== null && (
          <button
            type="button"
            className={classes.remove}
            aria-label={`Remove ${field.label.toLowerCase()}`}
            onClick={remove}
          >
            Remove
          </button>
        )
      }
    />
  );
}

function Eye({ crossed }: { crossed: boolean }) {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden className={classes.eye}>
      <path d="M2.5 12C4.9 7.6 8.1 5.4 12 5.4s7.1 2.2 9.5 6.6c-2.4 4.4-5.6 6.6-9.5 6.6S4.9 16.4 2.5 12Z" />
      <circle cx="12" cy="12" r="2.8" />
      {crossed && <path d="m4 20 16-16" />}
    </svg>
  );
}
