import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { login, loginSecondFactor } from "@kontor/contract/session/session";
import { act, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { goTo } from "../platform/navigate/navigate.ts";
import { chooseOrganization } from "../platform/organization/scope-filter.ts";
import { expectAccessible } from "../testing/accessible.ts";
import { token } from "../testing/fake-api.ts";
import { test } from "../testing/page-test.tsx";
import { expectMessage } from "../testing/questions.ts";
import { loseConnection, refuse, refuseAt } from "../testing/refusal.ts";
import { memberOf } from "../testing/users.ts";

const email = () => screen.findByLabelText("Email");
const password = () => screen.getByLabelText("Password");
const signIn = () => screen.getByRole("button", { name: "Sign In" });

async function enter(user: UserEvent, typed = { email: "ada@kontor.example", password: "secret" }) {
  await user.type(await email(), typed.email);
  await user.type(password(), typed.password);
  await user.click(signIn());
}

const signedIn = {
  access_token: token,
  is_super: true,
  admin_id: 4,
  user_type: "platform",
} as const;

describe("the login page", () => {
  test("shows its heading, also at the empty address", async ({ open }) => {
    open("/", { signedOut: true });
    expect(await screen.findByRole("heading", { name: "Welcome" })).toBeVisible();
    expect(screen.getByText("Enter your credentials to continue")).toBeVisible();
    expect(screen.getByRole("link", { name: "Forgot password?" })).toHaveAttribute(
      "href",
      "/forgot-password",
    );
    expect(window.location.pathname).toBe("/login");
    await expectAccessible();
  });

  test("shows what is missing and focuses the first such field", async ({ open }) => {
    const user = open("/login", { signedOut: true });
    await email();
    await user.click(signIn());
    expect(await email()).toBeInvalid();
    expect(await email()).toHaveAccessibleDescription("Enter your email.");
    expect(await email()).toHaveFocus();
    expect(password()).toHaveAccessibleDescription("Enter your password.");
    await user.type(await email(), "not an address");
    await user.click(signIn());
    expect(await email()).toHaveAccessibleDescription(
      "Enter a valid email address, such as name@example.com.",
    );
    await expectAccessible();
  });

  test("keeps the input when it is refused", async ({ api, open }) => {
    api.on(login, () => refuse("sign_in_failed"));
    const user = open("/login", { signedOut: true });
    await enter(user);
    await waitFor(() =>
      expect(password()).toHaveAccessibleDescription(
        "The email or password is wrong. Check both and try again.",
      ),
    );
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(await email()).toHaveValue("ada@kontor.example");
    expect(password()).toHaveValue("secret");
    expect(signIn()).toBeEnabled();
  });

  test("shows that the server cannot be reached", async ({ api, open }) => {
    api.on(login, loseConnection);
    const user = open("/login", { signedOut: true });
    await enter(user);
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
    expect(signIn()).toBeEnabled();
  });

  test("shows nothing of the user over whose session somebody signs in", async ({ api, open }) => {
    const user = open("/app/dashboard");
    await screen.findByText("Ada Administrator");
    chooseOrganization({ tenantId: 7, name: "Acme Limited" });
    act(() => goTo("/login"));
    await email();
    api.on(login, () => {
      api.signIn(memberOf(8, "accounting.read"));
      return { ...signedIn, is_super: false, admin_id: 5, user_type: "organization" as const };
    });
    await enter(user);
    expect(await screen.findByText("Olu Owner")).toBeVisible();
    expect(screen.queryByText("Ada Administrator")).toBeNull();
    expect(screen.queryByRole("link", { name: "Organizations" })).toBeNull();
    expect(sessionStorage.getItem("organization_filter")).toBeNull();
  });

  test("disables the button while waiting, and opens the app with the session", async ({
    api,
    open,
  }) => {
    api.on(login, () => signedIn);
    const release = api.hold(login);
    const user = open("/login", { signedOut: true });
    await enter(user, { email: " ada@kontor.example ", password: "two words" });
    expect(signIn()).toBeDisabled();
    release();
    expect(await screen.findByRole("heading", { name: "Dashboard" })).toBeVisible();
    expect(api.calls(login).map(({ input }) => input)).toEqual([
      { email: "ada@kontor.example", password: "two words" },
    ]);
    const storedKeys = ["token", "user_type", "is_super", "admin_id"];
    expect(storedKeys.map((key) => sessionStorage.getItem(key))).toEqual([
      token,
      "platform",
      "true",
      "4",
    ]);
  });

  test("opens the address that required the sign-in", async ({ api, open }) => {
    api.on(login, () => signedIn);
    api.on(listOrganizations, () => ({ data: [], total: 0 }));
    const user = open("/app/organizations?search=acme", { signedOut: true });
    await enter(user);
    await screen.findByRole("heading", { name: "Organizations" });
    expect(window.location.href).toMatch(/\/app\/organizations\?search=acme$/);
  });

  test("shows and hides the password", async ({ open }) => {
    const user = open("/login", { signedOut: true });
    await email();
    expect(password()).toHaveAttribute("type", "password");
    await user.click(screen.getByRole("button", { name: "Show password" }));
    expect(password()).toHaveAttribute("type", "text");
    await user.click(screen.getByRole("button", { name: "Hide password" }));
    expect(password()).toHaveAttribute("type", "password");
  });

  test("removes the branding of the organization that was open", async ({ open }) => {
    for (const key of ["company_name", "company_logo", "brand_color"]) {
      localStorage.setItem(key, "kept");
    }
    open("/login", { signedOut: true });
    await email();
    expect(localStorage).toHaveLength(0);
  });
});

describe("the second factor", () => {
  const challenge = { challenge: "right password", expires_at: new Date() };

  test("is requested after the password, and completes the sign-in", async ({ api, open }) => {
    api.on(login, () => challenge);
    api.on(loginSecondFactor, () => signedIn);
    const user = open("/login", { signedOut: true });
    await enter(user);
    expect(await screen.findByText("Step 2 of 2")).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(screen.getByLabelText("Code")).toHaveAccessibleDescription(/Enter the code\./);
    await user.type(screen.getByLabelText("Code"), " 123456 ");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByRole("heading", { name: "Dashboard" })).toBeVisible();
    expect(api.calls(loginSecondFactor).map(({ input }) => input)).toEqual([
      { challenge: "right password", code: "123456" },
    ]);
  });

  test("keeps a wrong code for correction, and starts over after a timeout", async ({
    api,
    open,
  }) => {
    api.on(login, () => challenge);
    api.on(loginSecondFactor, () => refuseAt("code", "second_factor_wrong"));
    const user = open("/login", { signedOut: true });
    await enter(user);
    await user.type(await screen.findByLabelText("Code"), "000000");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(screen.getByLabelText("Code")).toBeInvalid());
    expect(screen.getByLabelText("Code")).toHaveValue("000000");
    api.on(loginSecondFactor, () => refuse("challenge_dead"));
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByRole("heading", { name: "Welcome" })).toBeVisible();
    await expectMessage("This sign-in took too long. Sign in again.");
  });
});
