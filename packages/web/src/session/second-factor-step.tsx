import { PlainField } from "../ui/form/plain-field.tsx";
import { PlainButton } from "../ui/plain-button.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";
import { usePlainForm } from "./use-plain-form.ts";

import classes from "./sign-in-frame.module.css";

type SecondFactorStepProps = {
  challenge: string;
  onSignedIn: () => void;
  /**
   * Called when the sign-in must start over: it took too long, or the user wants another account.
   */
  onStartAgain: () => void;
};

/** Asks for a code of the authenticator app after a correct password. */
export function SecondFactorStep({ challenge, onSignedIn, onStartAgain }: SecondFactorStepProps) {
  const form = usePlainForm(["code"], {
    check: ({ code }) => ({ code: code.trim() === "" ? "Enter the code." : undefined }),
    send: async ({ code }) => {
      const { signInByCode } = await import("./sign-in.ts");
      const outcome = await signInByCode(challenge, code.trim());
      if (outcome.done) {
        onSignedIn();
        return {};
      }
      if (outcome.code === "challenge_dead") onStartAgain();
      return outcome.errors;
    },
  });
  return (
    <SignInFrame
      step="Step 2 of 2"
      title="Enter the code"
      text="Open your authenticator app and enter the 6-digit code for Kontor."
    >
      <form noValidate className={classes.form} onSubmit={form.onSubmit}>
        <PlainField
          {...form.fieldProps("code")}
          label="Code"
          hint="If you cannot use the app, enter one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
        <PlainButton type="submit" disabled={form.loading}>
          Continue
        </PlainButton>
        <button type="button" className={classes.textButton} onClick={onStartAgain}>
          Sign in as somebody else
        </button>
      </form>
    </SignInFrame>
  );
}
