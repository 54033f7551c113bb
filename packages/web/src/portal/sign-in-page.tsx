import { portalCodeMinutes } from "@kontor/contract/portal/session";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";

import { emailProblem } from "../session/credentials.ts";
import { SignInFrame } from "../session/sign-in-frame.tsx";
import { usePlainForm } from "../session/use-plain-form.ts";
import { PlainField } from "../ui/form/plain-field.tsx";
import { useNamePage } from "../ui/page/page-title.ts";
import { PlainButton } from "../ui/plain-button.tsx";
import { EmploymentChoice } from "./employment-choice.tsx";
import { sendCode, signIn, type Employment } from "./sign-in.ts";

import classes from "./sign-in-page.module.css";

type Step =
  | { name: "email" }
  | { name: "code"; email: string }
  | { name: "employment"; email: string; code: string; employments: Employment[] };

/** The employees' way in: the address, the code that was mailed to it, and which employment if need be. */
export function SignInPage() {
  useNamePage("Employee portal");
  const router = useRouter();
  // The link of an invitation brings the address along behind the #, which is sent to no server.
  const [invited] = useState(() => addressIn(window.location.hash));
  const [step, setStep] = useState<Step>({ name: "email" });
  const enter = () => router.history.replace("/portal");
  const startAgain = () => setStep({ name: "email" });
  if (step.name === "code") {
    const { email } = step;
    return (
      <CodeStep
        email={email}
        onSignedIn={enter}
        onChoice={(code, employments) => setStep({ name: "employment", email, code, employments })}
        onOtherEmail={startAgain}
      />
    );
  }
  if (step.name === "employment") {
    return <EmploymentChoice {...step} onSignedIn={enter} onStartAgain={startAgain} />;
  }
  return <EmailStep initial={invited} onSent={(email) => setStep({ name: "code", email })} />;
}

/** The address behind the # of a link; empty when there is none that can be read. */
function addressIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

function EmailStep({ initial, onSent }: { initial: string; onSent: (email: string) => void }) {
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
    <SignInFrame
      title="Employee portal"
      text="Enter the email that your employer has of you, and we send you a code to sign in with."
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
      </form>
    </SignInFrame>
  );
}

type CodeStepProps = {
  email: string;
  onSignedIn: () => void;
  onChoice: (code: string, employments: Employment[]) => void;
  onOtherEmail: () => void;
};

function CodeStep({ email, onSignedIn, onChoice, onOtherEmail }: CodeStepProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const [sentAgain, setSentAgain] = useState(false);
  const form = usePlainForm(["code"], {
    check: ({ code }) => ({
      code: /^\d{6}$/.test(code.trim()) ? undefined : "Enter the 6-digit code.",
    }),
    send: async ({ code }) => {
      setRefused(null);
      const outcome = await signIn({ email, code: code.trim() });
      if (!outcome.done) {
        if (Object.keys(outcome.errors).length === 0) setRefused(outcome.message);
        return outcome.errors;
      }
      if (outcome.data.signedIn) onSignedIn();
      else onChoice(code.trim(), outcome.data.employments);
      return {};
    },
  });
  const sendAgain = async () => {
    setSentAgain(false);
    setSentAgain((await sendCode(email)).done);
  };
  return (
    <SignInFrame
      title="Enter the code"
      text={`If ${email} was invited to the portal, a 6-digit code is on its way. It works for ${portalCodeMinutes} minutes.`}
    >
      <form noValidate className={classes.form} onSubmit={form.onSubmit}>
        <PlainField
          {...form.fieldProps("code")}
          label="6-digit code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
        />
        <div role="alert">{refused !== null && <p className={classes.refused}>{refused}</p>}</div>
        <PlainButton type="submit" disabled={form.loading}>
          Sign in
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
          {sentAgain && "If the last code is older than a moment, a new one is on its way."}
        </p>
      </form>
    </SignInFrame>
  );
}
