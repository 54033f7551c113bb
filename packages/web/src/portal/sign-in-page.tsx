import { portalCodeMinutes } from "@kontor/contract/portal/session";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";

import { takeRememberedPortalRoute } from "../platform/portal-session.ts";
import { CodeStep } from "../session/mailed-code/code-step.tsx";
import { EmailStep } from "../session/mailed-code/email-step.tsx";
import { usePageTitle } from "../ui/page/page-title.ts";
import { EmploymentChoice } from "./employment-choice.tsx";
import { sendCode, signIn, type Employment } from "./sign-in.ts";

type Step =
  | { name: "email" }
  | { name: "code"; email: string }
  | { name: "employment"; email: string; code: string; employments: Employment[] };

/** The sign-in of employees: the address, the mailed code and, if needed, the employment. */
export function SignInPage() {
  usePageTitle("Employee portal");
  const router = useRouter();
  // An invitation's link has the address after the #, which browsers do not send to the server.
  const [invited] = useState(() => emailInHash(window.location.hash));
  const [step, setStep] = useState<Step>({ name: "email" });
  const [refused, setRefused] = useState<string | null>(null);
  const enter = () => router.history.replace(takeRememberedPortalRoute() ?? "/portal");
  const startAgain = () => setStep({ name: "email" });
  if (step.name === "code") {
    const { email } = step;
    return (
      <CodeStep
        frame={{
          title: "Enter the code",
          text: `If ${email} has been invited to the portal, a 6-digit code is on its way. It is valid for ${portalCodeMinutes} minutes.`,
        }}
        submit="Sign in"
        enter={async (code) => {
          const outcome = await signIn({ email, code });
          if (!outcome.done) return outcome;
          const { data } = outcome;
          if (data.signedIn) enter();
          else setStep({ name: "employment", email, code, employments: data.employments });
          return null;
        }}
        sendAgain={() => sendCode(email)}
        onOtherEmail={startAgain}
      />
    );
  }
  if (step.name === "employment") {
    return <EmploymentChoice {...step} onSignedIn={enter} onStartAgain={startAgain} />;
  }
  return (
    <EmailStep
      frame={{
        title: "Employee portal",
        text: "Enter the email address that your employer has on record for you. We will send you a code to sign in with.",
      }}
      initial={invited}
      sendCode={async (email) => {
        setRefused(null);
        const outcome = await sendCode(email, true);
        const isOfField = !outcome.done && Object.keys(outcome.errors).length > 0;
        setRefused(outcome.done || isOfField ? null : outcome.message);
        return outcome;
      }}
      refused={refused}
      onSent={(email) => setStep({ name: "code", email })}
    />
  );
}

/** The address after the # of a link; empty if there is none or it is unreadable. */
function emailInHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}
