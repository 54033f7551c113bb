import { Link, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState, type FormEvent } from "react";

import { clearBranding } from "../platform/branding.ts";
import { takeRememberedRoute } from "../platform/session.ts";
import { useNamePage } from "../ui/page-title.ts";
import { PlainButton } from "../ui/plain-button.tsx";
import { PlainField, PlainPasswordField } from "../ui/plain-field.tsx";
import { checkCredentials, type Credentials, type CredentialErrors } from "./credentials.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

import classes from "./sign-in-frame.module.css";

/**
 * The client of the API is loaded when somebody starts to type, and the page does without the kit and the form
 * library: it is the first thing that anybody loads.
 */
const loadClient = () => import("./sign-in.ts");

/** Signs a user in and takes them to where the guard stopped them, or to the app. */
export function LoginPage() {
  useNamePage("Sign in");
  const router = useRouter();
  const [values, setValues] = useState<Credentials>({ email: "", password: "" });
  const [errors, setErrors] = useState<CredentialErrors>({});
  const [loading, setLoading] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const inputs = { email: emailInput, password: passwordInput };
  useEffect(() => {
    clearBranding();
    emailInput.current?.focus();
  }, []);

  const fieldProps = (field: keyof Credentials) => ({
    ref: inputs[field],
    value: values[field],
    error: errors[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      setValues({ ...values, [field]: event.currentTarget.value });
      setErrors({ ...errors, [field]: undefined });
    },
  });
  const submit = async () => {
    const problems = checkCredentials(values);
    setErrors(problems);
    const first = (["email", "password"] as const).find((field) => problems[field]);
    if (first) {
      inputs[first].current?.focus();
      return;
    }
    setLoading(true);
    try {
      const { signIn } = await loadClient();
      const refused = await signIn({ ...values, email: values.email.trim() });
      if (refused) setErrors(refused);
      else router.history.push(takeRememberedRoute() ?? "/app");
    } finally {
      setLoading(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <SignInFrame title="Welcome" text="Enter your credentials to continue">
      <form
        noValidate
        className={classes.form}
        onInput={() => void loadClient()}
        onSubmit={onSubmit}
      >
        <PlainField {...fieldProps("email")} label="Email" type="email" autoComplete="username" />
        <PlainPasswordField
          {...fieldProps("password")}
          label="Password"
          autoComplete="current-password"
        />
        <Link to="/forgot-password" className={classes.link}>
          Forgot password?
        </Link>
        <PlainButton type="submit" disabled={loading}>
          Sign In
        </PlainButton>
      </form>
    </SignInFrame>
  );
}
