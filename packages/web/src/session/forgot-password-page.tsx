import { useEffect, useState } from "react";

import { PlainLink } from "../platform/navigate/plain-link.tsx";
import { storeResetStep, readResetStep, type ResetStep } from "../platform/tabs/reset-step.ts";
import { usePageTitle } from "../ui/page/page-title.ts";
import { CodeStep } from "./mailed-code/code-step.tsx";
import { EmailStep } from "./mailed-code/email-step.tsx";
import { PasswordStep } from "./new-password-page.tsx";
import { exchangeCode, sendCode } from "./reset.ts";

import classes from "./sign-in-frame.module.css";

/** Resets a password in three steps: the email, the mailed code, the new password. */
export function ForgotPasswordPage() {
  usePageTitle("Forgot password");
  const [step, setStep] = useState<ResetStep>(readResetStep);
  useEffect(() => storeResetStep(step), [step]);
  const startAgain = () => setStep({ name: "email" });
  if (step.name === "code") {
    const { email } = step;
    return (
      <CodeStep
        frame={{
          step: "Step 2 of 3",
          title: "Enter the code",
          text: `If ${email} has an account, an email with a 6-digit code and a link is on its way. Both are valid for 10 minutes.`,
        }}
        submit="Continue"
        enter={async (code) => {
          const outcome = await exchangeCode(email, code);
          if (!outcome.done) return outcome;
          setStep({ name: "password", token: outcome.data.reset_token });
          return null;
        }}
        sendAgain={() => sendCode(email)}
        onOtherEmail={startAgain}
      >
        <BackToSignIn />
      </CodeStep>
    );
  }
  if (step.name === "password") {
    return <PasswordStep step="Step 3 of 3" token={step.token} onTokenInvalid={startAgain} />;
  }
  return (
    <EmailStep
      frame={{
        step: "Step 1 of 3",
        title: "Forgot password?",
        text: "Enter your email and we will send you a code and a link.",
      }}
      initial={step.email ?? ""}
      sendCode={sendCode}
      onSent={(email) => setStep({ name: "code", email })}
    >
      <BackToSignIn />
    </EmailStep>
  );
}

function BackToSignIn() {
  return (
    <PlainLink to="/login" className={classes.back}>
      Back to sign in
    </PlainLink>
  );
}
