import { formatDay } from "@kontor/contract/format";
import { Button, PasswordInput, type PasswordInputProps } from "@mantine/core";

import classes from "./settings.module.css";

/**
 * The value of a secret in a form: the stored secret stays unless another is typed or it is
 * removed.
 */
export type SecretValue = { given: string; remove: boolean };

export const unchangedSecret: SecretValue = { given: "", remove: false };

/** The value to send for a secret: undefined keeps the stored one, an empty text removes it. */
export function secretToSend({ given, remove }: SecretValue): string | undefined {
  if (remove) return "";
  return given === "" ? undefined : given;
}

type Stored = { last_four: string; updated_at: Date } | null;

type SecretFieldProps = Omit<PasswordInputProps, "value" | "onChange" | "description"> & {
  label: string;
  stored: Stored;
  value: SecretValue;
  onChange: (value: SecretValue) => void;
};

/**
 * A field for a secret. It is visible while it is typed; later only its last four characters are
 * shown.
 */
export function SecretField({ stored, value, onChange, disabled, ...others }: SecretFieldProps) {
  return (
    <div className={classes.secret}>
      <PasswordInput
        {...others}
        description={describe(stored, value.remove)}
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="new-password"
        disabled={disabled || value.remove}
        value={value.given}
        onChange={({ currentTarget }) => onChange({ given: currentTarget.value, remove: false })}
        visibilityToggleButtonProps={{ "aria-label": `Show or hide ${others.label}`, tabIndex: 0 }}
      />
      {stored && !disabled && (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`${value.remove ? "Keep" : "Remove"} ${others.label}`}
          onClick={() => onChange({ given: "", remove: !value.remove })}
        >
          {value.remove ? "Keep" : "Remove"}
        </Button>
      )}
    </div>
  );
}

function describe(stored: Stored, remove: boolean): string {
  if (remove) return "Will be removed when you save.";
  if (!stored) return "Not set.";
  const what = stored.last_four === "" ? "Set" : `•••• ${stored.last_four}, set`;
  return `${what} since ${formatDay(stored.updated_at)}. Leave this empty to keep it.`;
}
