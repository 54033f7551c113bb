import { useState, type ComponentProps, type ReactNode } from "react";

import { PlainField } from "../../ui/form/plain-field.tsx";
import { PlainButton } from "../../ui/plain-button.tsx";
import type { Outcome, Refused } from "../outcome.ts";
import { SignInFrame } from "../sign-in-frame.tsx";
import { usePlainForm } from "../use-plain-form.ts";

import classes from "../sign-in-frame.module.css";

type CodeStepProps = {
  frame: Omit<ComponentProps<typeof SignInFrame>, "children">;
  /** The label of the button. */
  submit: string;
  /** Checks the code and continues. @returns the refusal; null for none. */
  enter: (code: string) => Promise<Refused | null>;
  sendAgain: () => Promise<Outcome<unknown>>;
  onOtherEmail: () => void;
  /** Content below the form. */
  children?: ReactNode;
};

/**
 * Shown after a new code was requested. The response tells nobody whether a mail is sent, and how
 * long a code is kept grows with each request.
 */
const sentAgainSentence =
  "No second code is sent shortly after the last one, which still works then. If your last code is some minutes old, a new one is on its way.";

/** Asks for the mailed code. */
export function CodeStep(props: CodeStepProps) {
  const { frame, submit, enter, sendAgain, onOtherEmail, children } = props;
  const [refused, setRefused] = useState<string | null>(null);
  const [sentAgain, setSentAgain] = useState(false);
  const form = usePlainForm(["code"], {
    check: ({ code }) => ({
      code: /^\d{6}$/.test(code.trim()) ? undefined : "Enter the 6-digit code.",
    }),
    send: async ({ code }) => {
      setRefused(null);
      const refusal = await enter(code.trim());
      if (refusal === null) return {};
      // An error of the code is shown at its field, any other below it.
      setRefused(Object.keys(refusal.errors).length === 0 ? refusal.message : null);
      return refusal.errors;
    },
  });
  const resendCode = async () => {
    setSentAgain(false);
    setSentAgain((await sendAgain()).done);
  };
  return (
    <SignInFrame {...frame}>
      <form noValidate className={classes.form} onSubmit={form.onSubmit}>
        <PlainField
          {...form.fieldProps("code")}
          label="6-digit code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
        />
        <div role="alert">{refused !== null && <p className={classes.lost}>{refused}</p>}</div>
        <PlainButton type="submit" disabled={form.loading}>
          {submit}
        </PlainButton>
        <div className={classes.ways}>
          <button type="button" className={classes.textButton} onClick={() => void resendCode()}>
            Send a new code
          </button>
          <button type="button" className={classes.textButton} onClick={onOtherEmail}>
            Use another email
          </button>
        </div>
        <p role="status" className={classes.note}>
          {sentAgain && sentAgainSentence}
        </p>
        {children}
      </form>
    </SignInFrame>
  );
}
