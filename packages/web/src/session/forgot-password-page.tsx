import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { PlainField } from "../ui/form/plain-field.tsx";
import { useNamePage } from "../ui/page/page-title.ts";
import { PlainButton } from "../ui/plain-button.tsx";
import { emailProblem } from "./credentials.ts";
import { PasswordStep } from "./new-password-page.tsx";
import { exchangeCode, sendCode } from "./reset.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { usePlainForm } from "./use-plain-form.ts";

import classes from "./sign-in-frame.module.css";

type Step =
  | { name: "email" }
  | { name: "code"; email: string }
  | { name: "password"; token: string };

/** A new password in three steps: the email, the code that was mailed, the password. */
export function ForgotPasswordPage() {
  useNamePage("Forgot password");
  const [step, setStep] = useState<Step>({ name: "email" });
  const startAgain = () => setStep({ name: "email" });
  if (step.name === "code") {
    return (
      <CodeStep
        email={step.email}
        onVerified={(token) => setStep({ name: "password", token })}
        onOtherEmail={startAgain}
      />
    );
  }
  if (step.name === "password") {
    return <PasswordStep step="Step 3 of 3" token={step.token} onDead={startAgain} />;
  }
  return <EmailStep onSent={(email) => setStep({ name: "code", email })} />;
}

function EmailStep({ onSent }: { onSent: (email: string) => void }) {
  const form = usePlainForm(["email"], {
    check: ({ email }) => ({ email: emailProblem(email) }),
    send: async ({ email }) => {
      const outcome = await sendCode(email.trim());
      if (outcome.done) onSent(email.trim());
      return outcome.done ? {} : outcome.errors;
    },
  });
  return (
    <SignInFrame
      step="Step 1 of 3"
      title="Forgot password?"
      text="Enter your email and we send you a code and a link."
    >
      <form noValidate className={classes.form} onSubmit={form.onSubmit}>
        <PlainField
          {...form.fieldProps("email")}
          label="Email"
          type="email"
          autoComplete="username"
        />
        <PlainButton type="submit" disabled={form.loading}>
          Send code
        </PlainButton>
        <BackToSignIn />
      </form>
    </SignInFrame>
  );
}

type CodeStepProps = {
  email: string;
  onVerified: (token: string) => void;
  onOtherEmail: () => void;
};

function CodeStep({ email, onVerified, onOtherEmail }: CodeStepProps) {
  const [sentAgain, setSentAgain] = useState(false);
  const form = usePlainForm(["code"], {
    check: ({ code }) => ({
      code: /^\d{6}$/.test(code.trim()) ? undefined : "Enter the 6-digit code.",
    }),
    send: async ({ code }) => {
      const outcome = await exchangeCode(email, code.trim());
      if (outcome.done) onVerified(outcome.data.reset_token);
      return outcome.done ? {} : outcome.errors;
    },
  });
  const sendAgain = async () => {
    setSentAgain(false);
    setSentAgain((await sendCode(email)).done);
  };
  return (
    <SignInFrame
      step="Step 2 of 3"
      title="Enter the code"
      text={`If ${email} has an account, a mail with a 6-digit code and a link is on its way. Both are valid for 10 minutes.`}
    >
      <form noValidate className={classes.form} onSubmit={form.onSubmit}>
        <PlainField
          {...form.fieldProps("code")}
          label="6-digit code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
        />
        <PlainButton type="submit" disabled={form.loading}>
          Continue
        </PlainButton>
        <div className={classes.ways}>
          <button type="button" className={classes.textButton} onClick={() => void sendAgain()}>
            Send a new code
          </button>
          <button type="button" className={classes.textButton} onClick={onOtherEmail}>
            Use another email
          </button>
        </div>
        <p role="status" className={classes.note}>
          {sentAgain && "A new code is on its way."}
        </p>
        <BackToSignIn />
      </form>
    </SignInFrame>
  );
}

function BackToSignIn() {
  return (
    <Link to="/login" className={classes.back}>
      Back to sign in
    </Link>
  );
}
