import { listOwnSessions, updateMe } from "@kontor/contract/users/account";
import { acceptInvitation, openInvitation } from "@kontor/contract/users/users";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import { token } from "../testing/fake-api.ts";
import { fillField } from "../testing/fields.ts";
import { test } from "../testing/page-test.tsx";
import { refuse } from "../testing/refusal.ts";
import { administrator } from "../testing/users.ts";

const invitation = {
  name: "Bola Bello",
  email: "bola@acme.example",
  organization: "Acme Limited",
  roles: ["OWNER" as const],
  expires_at: new Date("2026-03-12T09:00:00Z"),
};
const signedIn = {
  access_token: token,
  is_super: false,
  admin_id: 5,
  user_type: "organization",
} as const;

describe("the page of an invitation", () => {
  test("sets name, photo and password, and opens the app", async ({ api, open }) => {
    api.on(openInvitation, () => invitation);
    api.on(acceptInvitation, () => signedIn);
    api.on(updateMe, () => administrator);
    api.on(listOwnSessions, () => []);
    const user = open("/invitation#the-token", { signedOut: true });
    expect(await screen.findByText(/invited as Owner of Acme Limited/)).toBeVisible();
    expect(screen.getByLabelText("Name")).toHaveValue("Bola Bello");
    await expectAccessible();
    const photo = new File(["x"], "me.png", { type: "image/png" });
    await user.upload(screen.getByLabelText("Photo"), photo);
    await fillField(user, screen.getByLabelText("Password"), "four plain words here");
    expect(screen.getByText("Very strong")).toBeVisible();
    await fillField(user, screen.getByLabelText("Password again"), "four plain words here");
    await user.click(screen.getByRole("button", { name: "Set password and sign in" }));
    expect(await screen.findByRole("heading", { name: "Dashboard" })).toBeVisible();
    expect(api.calls(acceptInvitation).map(({ input }) => input)).toEqual([
      {
        token: "the-token",
        name: "Bola Bello",
        password: "four plain words here",
        password_confirmation: "four plain words here",
      },
    ]);
    expect(api.calls(updateMe).map(({ files }) => Object.keys(files))).toEqual([["profile_photo"]]);
  });

  test("takes a chosen photo back before it is sent", async ({ api, open }) => {
    api.on(openInvitation, () => invitation);
    api.on(acceptInvitation, () => signedIn);
    const user = open("/invitation#the-token", { signedOut: true });
    const field = await screen.findByLabelText<HTMLInputElement>("Photo");
    expect(screen.queryByRole("button", { name: "Remove photo" })).toBeNull();
    await user.upload(field, new File(["x"], "other.png", { type: "image/png" }));
    await user.click(screen.getByRole("button", { name: "Remove photo" }));
    expect(field.files).toHaveLength(0);
    expect(field).toHaveFocus();
    expect(screen.queryByRole("button", { name: "Remove photo" })).toBeNull();
    await expectAccessible();
    await fillField(user, screen.getByLabelText("Password"), "four plain words here");
    await fillField(user, screen.getByLabelText("Password again"), "four plain words here");
    await user.click(screen.getByRole("button", { name: "Set password and sign in" }));
    expect(await screen.findByRole("heading", { name: "Dashboard" })).toBeVisible();
    expect(api.calls(updateMe)).toEqual([]);
  });

  test("shows what is wrong before anything is sent", async ({ api, open }) => {
    api.on(openInvitation, () => invitation);
    const user = open("/invitation#the-token", { signedOut: true, on: "phone" });
    await waitFor(() => expect(screen.getByLabelText("Name")).toHaveFocus());
    await fillField(user, screen.getByLabelText("Password"), "bola@acme.example");
    await fillField(user, screen.getByLabelText("Password again"), "another");
    await user.click(screen.getByRole("button", { name: "Set password and sign in" }));
    expect(screen.getByLabelText("Password")).toBeInvalid();
    expect(screen.getByLabelText("Password again")).toHaveAccessibleDescription(
      "The passwords do not match. Enter the same password twice.",
    );
  });

  for (const [code, sentence] of [
    ["invitation_expired", /has expired/],
    ["invitation_used", /has already been used/],
    ["invitation_unknown", /is no longer valid/],
  ] as const) {
    test(`explains what to do after ${code}`, async ({ api, open }) => {
      api.on(openInvitation, () => refuse(code));
      open("/invitation#old", { signedOut: true });
      await waitFor(() => expect(screen.getByText(sentence)).toBeVisible());
      expect(screen.getByRole("link", { name: "To sign in" })).toHaveAttribute("href", "/login");
    });
  }

  test("ends the session of another user in this tab", async ({ api, open }) => {
    api.on(openInvitation, () => invitation);
    open("/invitation#the-token");
    expect(await screen.findByLabelText("Name")).toHaveValue("Bola Bello");
    expect(sessionStorage.getItem("token")).toBeNull();
  });
});
