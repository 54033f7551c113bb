import { passwordSentences } from "@kontor/contract/password/sentences";
import { useState } from "react";

import { notifySuccess } from "../platform/message/notify.tsx";
import { goTo } from "../platform/navigate/navigate.ts";
import { PlainLink } from "../platform/navigate/plain-link.tsx";
import { clearSession, readToken } from "../platform/session.ts";
import { PlainPasswordField } from "../ui/form/plain-field.tsx";
import { usePageTitle } from "../ui/page/page-title.ts";
import { PlainButton } from "../ui/plain-button.tsx";
import { newPasswordProblems } from "./new-password.ts";
import { setPassword } from "./reset.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { usePlainForm } from "./use-plain-form.ts";

import classes from "./sign-in-frame.module.css";

const startAgain = (): void => goTo("/forgot-password", { replace: true });

/** The page behind the link of a reset mail. The token is used only when the password is saved. */
export function NewPasswordPage() {
  usePageTitle("New password");
  // The part after # is not sent to any server, so no log contains the token.
  const [token] = useState(() => window.location.hash.slice(1));
  if (token === "") {
    return (
      <SignInFrame
        title="Choose a new password"
        text="This link is incomplete. Open the link in the email again, or ask for a new email."
      >
        <PlainLink to="/forgot-password" className={classes.back}>
          Ask for a new email
        </PlainLink>
      </SignInFrame>
    );
  }
  return <PasswordStep token={token} onTokenInvalid={startAgain} />;
}

type PasswordStepProps = {
  /** The position among the steps, if there are several. */
  step?: string;
  /** Sets a new password, once. */
  token: string;
  /** Called when the token is no longer valid; the user has seen why. */
  onTokenInvalid: () => void;
};

/** Asks for the new password, sets it, and goes to the sign-in. */
export function PasswordStep({ step, token, onTokenInvalid }: PasswordStepProps) {
  const form = usePlainForm(["password", "password_confirmation"], {
    check: (values) => newPasswordProblems(values),
    send: async ({ password, password_confirmation: again }) => {
      const outcome = await setPassword(token, password, again);
      if (outcome.done) {
        // The server has signed the user out, or another user is signed in here.
        if (readToken() !== null) clearSession();
        notifySuccess("Password changed. Sign in with the new one.");
        goTo("/login", { replace: true });
        return {};
      }
      if (outcome.code === "reset_token_dead") onTokenInvalid();
      return outcome.errors;
    },
  });
  return (
    <SignInFrame
      {...(step === undefined ? {} : { step })}
      title="Choose a new password"
      text="You will be signed out on all devices."
    >
      <form noValidate className={classes.form} onSubmit={form.onSubmit}>
        <PlainPasswordField
          {...form.fieldProps("password")}
          label="New password"
          hint={passwordSentences.too_short}
          autoComplete="new-password"
        />
        <PlainPasswordField
          {...form.fieldProps("password_confirmation")}
          label="Confirm new password"
          autoComplete="new-password"
        />
        <PlainButton type="submit" disabled={form.loading}>
          Save password
        </PlainButton>
        <PlainLink to="/login" className={classes.back}>
          Back to sign in
        </PlainLink>
      </form>
    </SignInFrame>
  );
}
