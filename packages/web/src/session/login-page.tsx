import { useEffect, useState } from "react";

import { goTo } from "../platform/navigate/navigate.ts";
import { PlainLink } from "../platform/navigate/plain-link.tsx";
import { clearBranding } from "../platform/organization/branding.ts";
import { takeRememberedRoute } from "../platform/session.ts";
import { storeResetStep } from "../platform/tabs/reset-step.ts";
import { onSiblingSignIn } from "../platform/tabs/siblings.ts";
import { PlainField, PlainPasswordField } from "../ui/form/plain-field.tsx";
import { usePageTitle } from "../ui/page/page-title.ts";
import { PlainButton } from "../ui/plain-button.tsx";
import { emailProblem, passwordProblem } from "./credentials.ts";
import { SecondFactorStep } from "./second-factor-step.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";
import { usePlainForm } from "./use-plain-form.ts";

import classes from "./sign-in-frame.module.css";

/**
 * The API client is loaded when the user starts to type. The page loads neither Mantine nor the
 * form library, since it is every user's first page.
 */
const loadClient = () => import("./sign-in.ts");

/** Goes to the address that the guard remembered, or to the app. */
const openRememberedRoute = (): void => goTo(takeRememberedRoute() ?? "/app", { replace: true });

/**
 * Signs a user in, here or in another tab, and opens the address that the guard remembered, or the
 * app.
 */
export function LoginPage() {
  usePageTitle("Sign in");
  useEffect(clearBranding, []);
  useEffect(() => onSiblingSignIn(openRememberedRoute), []);
  const [challenge, setChallenge] = useState<string | null>(null);
  const form = usePlainForm(["email", "password"], {
    check: ({ email, password }) => ({
      email: emailProblem(email),
      password: passwordProblem(password),
    }),
    send: async ({ email, password }) => {
      const { signIn } = await loadClient();
      const outcome = await signIn({ email: email.trim(), password });
      // The message stays at the form as long as needed. A lost connection is shown above it.
      if (!outcome.done) {
        return outcome.message === null
          ? outcome.errors
          : { password: outcome.message, ...outcome.errors };
      }
      if (outcome.data.signedIn) openRememberedRoute();
      else setChallenge(outcome.data.challenge);
      return {};
    },
  });
  const email = form.fieldProps("email");
  if (challenge !== null) {
    return (
      <SecondFactorStep
        challenge={challenge}
        onSignedIn={openRememberedRoute}
        onStartAgain={() => setChallenge(null)}
      />
    );
  }
  return (
    <SignInFrame title="Welcome" text="Enter your credentials to continue">
      <form
        noValidate
        className={classes.form}
        onInput={() => void loadClient()}
        onSubmit={form.onSubmit}
      >
        <PlainField {...email} label="Email" type="email" autoComplete="username" />
        <PlainPasswordField
          {...form.fieldProps("password")}
          label="Password"
          autoComplete="current-password"
        />
        <PlainLink
          to="/forgot-password"
          className={classes.link}
          beforeLeaving={() => storeResetStep({ name: "email", email: email.value.trim() })}
        >
          Forgot password?
        </PlainLink>
        <PlainButton type="submit" disabled={form.loading}>
          Sign In
        </PlainButton>
      </form>
    </SignInFrame>
  );
}
