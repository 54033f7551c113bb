import { passwordSentences } from "@kontor/contract/password/sentences";
import {
  confirmEmail,
  resetPassword,
  verifyResetCode,
} from "@kontor/contract/session/password-reset";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import type { FakeApi } from "../testing/fake-api.ts";
import { fillField } from "../testing/fields.ts";
import { test } from "../testing/page-test.tsx";
import { expectMessage } from "../testing/questions.ts";
import { loseConnection, refuse } from "../testing/refusal.ts";

const done = { done: true } as const;

function answerSteps(api: FakeApi) {
  api.on(confirmEmail, () => done);
  api.on(verifyResetCode, () => ({ reset_token: "one-time" }));
  api.on(resetPassword, () => done);
}

async function submitEmail(user: UserEvent) {
  await fillField(user, await screen.findByLabelText("Email"), "ada@kontor.example");
  await user.click(screen.getByRole("button", { name: "Send code" }));
}

async function submitCode(user: UserEvent, code = "123456") {
  await fillField(user, await screen.findByLabelText("6-digit code"), code);
  await user.click(screen.getByRole("button", { name: "Continue" }));
}

async function submitPassword(user: UserEvent, password: string, again = password) {
  await fillField(user, await screen.findByLabelText("New password"), password);
  await fillField(user, screen.getByLabelText("Confirm new password"), again);
  await user.click(screen.getByRole("button", { name: "Save password" }));
}

describe("a forgotten password", () => {
  test("is reset in three steps", async ({ api, open }) => {
    answerSteps(api);
    const user = open("/forgot-password", { signedOut: true });
    await submitEmail(user);
    expect(await screen.findByText(/If ada@kontor.example has an account/)).toBeVisible();
    expect(screen.getByText("Step 2 of 3")).toBeVisible();
    await expectAccessible();
    await submitCode(user);
    await screen.findByText("Step 3 of 3");
    await expectAccessible();
    await submitPassword(user, "four plain words here");
    await expectMessage("Password changed. Sign in with the new one.");
    await waitFor(() => expect(window.location.pathname).toBe("/login"));
    expect(api.calls(resetPassword).map(({ input }) => input)).toEqual([
      {
        reset_token: "one-time",
        password: "four plain words here",
        password_confirmation: "four plain words here",
      },
    ]);
  });

  test("continues after a reload, and starts over after the user has left", async ({
    api,
    open,
  }) => {
    answerSteps(api);
    sessionStorage.setItem(
      "forgot_password",
      JSON.stringify({ name: "code", email: "ada@kontor.example" }),
    );
    const user = open("/forgot-password", { signedOut: true });
    expect(await screen.findByText(/If ada@kontor.example has an account/)).toBeVisible();
    await submitCode(user);
    await screen.findByText("Step 3 of 3");
    expect(JSON.parse(sessionStorage.getItem("forgot_password") ?? "null")).toEqual({
      name: "password",
      token: "one-time",
    });
    await submitPassword(user, "four plain words here");
    await waitFor(() => expect(window.location.pathname).toBe("/login"));
    await waitFor(() => expect(sessionStorage.getItem("forgot_password")).toBeNull());
  });

  test("requires a complete email and all six digits", async ({ api, open }) => {
    answerSteps(api);
    const user = open("/forgot-password", { signedOut: true });
    await user.click(await screen.findByRole("button", { name: "Send code" }));
    expect(screen.getByLabelText("Email")).toHaveAccessibleDescription("Enter your email.");
    await submitEmail(user);
    await submitCode(user, "12345");
    expect(screen.getByLabelText("6-digit code")).toHaveAccessibleDescription(
      "Enter the 6-digit code.",
    );
    expect(api.calls(verifyResetCode)).toHaveLength(0);
  });

  test("allows another code, another attempt and another email", async ({ api, open }) => {
    answerSteps(api);
    api.on(verifyResetCode, () => refuse("reset_code_wrong"));
    const user = open("/forgot-password", { signedOut: true });
    await submitEmail(user);
    await submitCode(user);
    await waitFor(() =>
      expect(screen.getByLabelText("6-digit code")).toHaveAccessibleDescription(
        "This code is wrong or has expired.",
      ),
    );
    await user.click(screen.getByRole("button", { name: "Send a new code" }));
    expect(
      await screen.findByText(/^No second code is sent shortly after the last one/u),
    ).toBeVisible();
    // The error is at the field, and no message repeats it.
    expect(screen.queryByText(/Check it, or ask for a new one/)).toBeNull();
    expect(api.calls(confirmEmail)).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Use another email" }));
    expect(await screen.findByText("Step 1 of 3")).toBeVisible();
  });

  test("requires a long password, typed twice", async ({ api, open }) => {
    answerSteps(api);
    const user = open("/forgot-password", { signedOut: true });
    await submitEmail(user);
    await submitCode(user);
    await submitPassword(user, "too short", "another");
    expect(screen.getByLabelText("New password")).toBeInvalid();
    expect(screen.getAllByText(passwordSentences.too_short).length).toBeGreaterThan(0);
    expect(screen.getByLabelText("Confirm new password")).toHaveAccessibleDescription(
      "The passwords do not match. Enter the same password twice.",
    );
    expect(api.calls(resetPassword)).toHaveLength(0);
  });

  test("starts over when the reset has expired", async ({ api, open }) => {
    answerSteps(api);
    api.on(resetPassword, () => refuse("reset_token_dead"));
    const user = open("/forgot-password", { signedOut: true });
    await submitEmail(user);
    await submitCode(user);
    await submitPassword(user, "four plain words here");
    await expectMessage("This password reset is no longer valid. Start again with your email.");
    expect(await screen.findByText("Step 1 of 3")).toBeVisible();
  });

  test("is reset in one step by the mailed link", async ({ api, open }) => {
    answerSteps(api);
    const user = open("/new-password#the-mailed-token", { signedOut: true, on: "phone" });
    expect(await screen.findByRole("heading", { name: "Choose a new password" })).toBeVisible();
    expect(screen.queryByText(/Step/)).toBeNull();
    await expectAccessible();
    await submitPassword(user, "four plain words here");
    await expectMessage("Password changed. Sign in with the new one.");
    await waitFor(() => expect(window.location.pathname).toBe("/login"));
    expect(api.calls(resetPassword).map(({ input }) => input.reset_token)).toEqual([
      "the-mailed-token",
    ]);
  });

  test("starts over when the mailed link has expired", async ({ api, open }) => {
    api.on(resetPassword, () => refuse("reset_token_dead"));
    const user = open("/new-password#the-mailed-token", { signedOut: true });
    await submitPassword(user, "four plain words here");
    await expectMessage("This password reset is no longer valid. Start again with your email.");
    await waitFor(() => expect(window.location.pathname).toBe("/forgot-password"));
  });

  test("reports a link that was not copied completely", async ({ open }) => {
    open("/new-password", { signedOut: true });
    expect(await screen.findByText(/This link is incomplete/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Ask for a new email" })).toHaveAttribute(
      "href",
      "/forgot-password",
    );
    await expectAccessible();
  });

  test("shows that the server cannot be reached", async ({ api, open }) => {
    api.on(confirmEmail, loseConnection);
    const user = open("/forgot-password", { signedOut: true, on: "phone" });
    await submitEmail(user);
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
    expect(screen.getByLabelText("Email")).toHaveValue("ada@kontor.example");
  });
});
