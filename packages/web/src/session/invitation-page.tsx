import { passwordSentences } from "@kontor/contract/password/sentences";
import { roleTitle } from "@kontor/contract/reference/roles";
import { useEffect, useState } from "react";

import { goTo } from "../platform/navigate/navigate.ts";
import { PlainLink } from "../platform/navigate/plain-link.tsx";
import { clearSession, readToken } from "../platform/session.ts";
import { PasswordStrength } from "../ui/form/password-strength.tsx";
import { PlainField, PlainFileField, PlainPasswordField } from "../ui/form/plain-field.tsx";
import { usePageTitle } from "../ui/page/page-title.ts";
import { PlainButton } from "../ui/plain-button.tsx";
import { readInvitation, redeemInvitation, type Invitation } from "./invitation.ts";
import { newPasswordProblems } from "./new-password.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { usePlainForm } from "./use-plain-form.ts";

import classes from "./sign-in-frame.module.css";

type State =
  | { name: "loading" }
  | { name: "refused"; message: string }
  | { name: "open"; invitation: Invitation };

/** The page behind the link of an invitation: the invited user sets name, photo and password. */
export function InvitationPage() {
  usePageTitle("Invitation");
  // The part after # is not sent to any server, so no log contains the token.
  const [token] = useState(() => window.location.hash.slice(1));
  const [state, setState] = useState<State>({ name: "loading" });
  useEffect(() => {
    // Another user may be signed in here.
    if (readToken() !== null) clearSession();
    const read = async () => {
      const outcome = await readInvitation(token);
      const message = outcome.done ? null : outcome.message;
      setState(
        outcome.done
          ? { name: "open", invitation: outcome.data }
          : { name: "refused", message: message ?? "Open the link in the invitation again." },
      );
    };
    void read();
  }, [token]);
  if (state.name === "loading") {
    return (
      <SignInFrame title="Your invitation" text="One moment, please.">
        {null}
      </SignInFrame>
    );
  }
  if (state.name === "refused") {
    return (
      <SignInFrame title="Your invitation" text={state.message}>
        <PlainLink to="/login" className={classes.back}>
          To sign in
        </PlainLink>
      </SignInFrame>
    );
  }
  return <AcceptForm token={token} invitation={state.invitation} />;
}

function AcceptForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const [photo, setPhoto] = useState<File | null>(null);
  const about = [invitation.email];
  const form = usePlainForm(
    ["name", "password", "password_confirmation"],
    {
      check: ({ name, ...passwords }) => ({
        name: name.trim() === "" ? "Enter your name." : undefined,
        ...newPasswordProblems(passwords, [...about, name]),
      }),
      send: async ({ name, ...passwords }) => {
        const outcome = await redeemInvitation({ token, name: name.trim(), ...passwords }, photo);
        if (!outcome.done) return outcome.errors;
        goTo(outcome.data.signedIn ? "/app" : "/login", { replace: true });
        return {};
      },
    },
    { name: invitation.name },
  );
  const { value: password } = form.fieldProps("password");
  const { value: name } = form.fieldProps("name");
  return (
    <SignInFrame title="Welcome to Kontor" text={greeting(invitation)}>
      <form noValidate className={classes.form} onSubmit={form.onSubmit}>
        <PlainField {...form.fieldProps("name")} label="Name" autoComplete="name" maxLength={120} />
        <PlainFileField
          label="Photo"
          hint="Optional. A PNG or JPG image."
          accept="image/*"
          file={photo}
          onFile={setPhoto}
        />
        <PlainPasswordField
          {...form.fieldProps("password")}
          label="Password"
          hint={passwordSentences.too_short}
          autoComplete="new-password"
        />
        <PasswordStrength password={password} about={[...about, name]} />
        <PlainPasswordField
          {...form.fieldProps("password_confirmation")}
          label="Password again"
          autoComplete="new-password"
        />
        <PlainButton type="submit" disabled={form.loading}>
          Set password and sign in
        </PlainButton>
      </form>
    </SignInFrame>
  );
}

function greeting({ email, organization, roles }: Invitation): string {
  const place = organization === null ? "" : ` of ${organization}`;
  return `You are invited as ${roles.map(roleTitle).join(", ")}${place}. You will sign in with ${email}.`;
}
