import { login, logout } from "@kontor/contract/session/session";
import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";

import { token } from "../../testing/fake-api.ts";
import { test } from "../../testing/page-test.tsx";
import { router } from "../router.tsx";

const signedIn = {
  access_token: token,
  is_super: true,
  admin_id: 1,
  user_type: "platform",
} as const;

test("opens the pages outside the app without its code, and then loads the app", async ({
  api,
  open,
}) => {
  api.on(login, () => signedIn);
  api.on(logout, () => ({ done: true as const }));
  const user = open("/login", { signedOut: true, begin: true });
  const shownByRouter = () => router.state.matches.length > 0;
  await user.type(await screen.findByLabelText("Email"), "ada@kontor.example");
  await user.click(await screen.findByRole("link", { name: "Forgot password?" }));
  expect(await screen.findByRole("heading", { name: "Forgot password?" })).toBeVisible();
  expect(window.location.pathname).toBe("/forgot-password");
  expect(screen.getByLabelText("Email")).toHaveValue("ada@kontor.example");
  expect(shownByRouter()).toBe(false);

  await user.click(screen.getByRole("link", { name: "Back to sign in" }));
  // The previous page asks for an email, too.
  await user.type(await screen.findByLabelText("Password"), "demo password 2026");
  await user.type(screen.getByLabelText("Email"), "admin@kontor.example");
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  expect(await screen.findByRole("heading", { name: "Dashboard" })).toBeVisible();
  expect(window.location.pathname).toBe("/app/dashboard");

  // From here on the router renders all pages, including those outside the app.
  await user.click(screen.getByRole("button", { name: "Logout" }));
  expect(await screen.findByRole("heading", { name: "Welcome" })).toBeVisible();
  await waitFor(() => expect(window.location.pathname).toBe("/login"));
  expect(shownByRouter()).toBe(true);
});
