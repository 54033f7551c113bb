import type { ComponentProps, ReactNode } from "react";

import { PlainField } from "../../ui/form/plain-field.tsx";
import { PlainButton } from "../../ui/plain-button.tsx";
import { emailProblem } from "../credentials.ts";
import type { Outcome } from "../outcome.ts";
import { SignInFrame } from "../sign-in-frame.tsx";
import { usePlainForm } from "../use-plain-form.ts";

import classes from "../sign-in-frame.module.css";

type EmailStepProps = {
  frame: Omit<ComponentProps<typeof SignInFrame>, "children">;
  /** The initial value of the field. */
  initial?: string;
  sendCode: (email: string) => Promise<Outcome<unknown>>;
  onSent: (email: string) => void;
  /** Why no code was sent, if no message has said it. */
  refused?: string | null;
  /** Content below the button. */
  children?: ReactNode;
};

/** Asks for the address to which a code is mailed. */
export function EmailStep(props: EmailStepProps) {
  const { frame, initial = "", sendCode, onSent, refused = null, children } = props;
  const form = usePlainForm(
    ["email"],
    {
      check: ({ email }) => ({ email: emailProblem(email) }),
      send: async ({ email }) => {
        const outcome = await sendCode(email.trim());
        if (outcome.done) onSent(email.trim());
        return outcome.done ? {} : outcome.errors;
      },
    },
    { email: initial },
  );
  return (
    <SignInFrame {...frame}>
      <form noValidate className={classes.form} onSubmit={form.onSubmit}>
        <PlainField
          {...form.fieldProps("email")}
          label="Email"
          type="email"
          autoComplete="username"
        />
        {refused !== null && (
          <p role="alert" className={classes.lost}>
            {refused}
          </p>
        )}
        <PlainButton type="submit" disabled={form.loading}>
          Send code
        </PlainButton>
        {children}
      </form>
    </SignInFrame>
  );
}
