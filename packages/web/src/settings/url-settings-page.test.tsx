import type { DataOf } from "@kontor/contract/endpoint";
import { getUrlSettings, saveUrlSettings } from "@kontor/contract/settings/settings";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { setOutage } from "../platform/connection.ts";
import { queryClient } from "../platform/query-client.ts";
import { clearSession } from "../platform/session.ts";
import { expectAccessible } from "../testing/accessible.ts";
import { fillField } from "../testing/fields.ts";
import { test } from "../testing/page-test.tsx";
import { answer, expectMessage, expectSignedOut } from "../testing/questions.ts";
import { loseConnection, refuse, refuseAt } from "../testing/refusal.ts";
import { staffWith } from "../testing/users.ts";

type UrlSettings = DataOf<typeof getUrlSettings>;

const address = "/app/settings/url-settings";
const none = { public_url: "", support_url: "", employee_portal_url: "", offer_link_url: "" };
const settings = (more: Partial<UrlSettings> = {}): UrlSettings => ({
  ...none,
  effective: { ...none, public_url: "http://localhost:3000", support_url: "" },
  version: 0,
  updated_at: null,
  ...more,
});
const field = (name: string) => screen.getByRole("textbox", { name });
const password = "my own password 2026";
const enterPassword = (user: UserEvent) =>
  fillField(user, screen.getByLabelText("Your Password"), password);

describe("the addresses of mails", () => {
  test("explain each address, and what replaces an empty one", async ({ api, open }) => {
    api.on(getUrlSettings, () => settings());
    const release = api.hold(getUrlSettings);
    open(address, { on: "phone" });
    expect(await screen.findByRole("status", { name: /Loading/ })).toBeVisible();
    release();
    expect(await screen.findByText("The start of links to job offers.")).toBeVisible();
    expect(field("Public Address")).toHaveAttribute("placeholder", "http://localhost:3000");
    expect(document.title).toBe("URL Settings – Kontor");
    await expectAccessible();
  });

  test("are refused at their field, and saved with the version that was loaded", async ({
    api,
    open,
  }) => {
    api.on(getUrlSettings, () => settings({ version: 4 }));
    const user = open(address);
    await screen.findByLabelText("Employee Portal");
    await fillField(user, field("Employee Portal"), "javascript:alert(1)");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/Enter a full address that begins with https/)).toBeVisible();
    expect(field("Employee Portal")).toHaveAttribute("aria-invalid", "true");
    expect(field("Employee Portal")).toHaveFocus();
    expect(api.calls(saveUrlSettings)).toHaveLength(0);

    const saved = settings({ employee_portal_url: "https://portal.example", version: 5 });
    api.on(saveUrlSettings, () => saved);
    api.on(getUrlSettings, () => saved);
    await fillField(user, field("Employee Portal"), "https://portal.example/");
    await enterPassword(user);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await expectMessage("URL settings saved successfully..");
    expect(api.calls(saveUrlSettings)[0]?.input).toEqual({
      ...none,
      employee_portal_url: "https://portal.example",
      version: 4,
      password,
    });
    expect(screen.getByLabelText("Your Password")).toHaveValue("");
    await waitFor(() => expect(field("Employee Portal")).toHaveValue("https://portal.example"));
  });

  test("are offered again after a reload, unless another version was saved", async ({
    api,
    open,
  }) => {
    const draft = "kontor:draft:1:url-settings-1:platform:4";
    const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("kontor:draft"));
    const typed = "https://help.example";
    api.on(getUrlSettings, () => settings({ version: 4 }));
    let user = open(address);
    await screen.findByLabelText("Support Address");
    await fillField(user, field("Support Address"), typed);
    await waitFor(() => expect(localStorage.getItem(draft)).toContain(typed));
    cleanup();

    user = open(address);
    expect(await screen.findByText(/^You started these settings on /)).toBeVisible();
    expect(field("Support Address")).toHaveValue("");
    await user.click(screen.getByRole("button", { name: "Go on with it" }));
    expect(field("Support Address")).toHaveValue(typed);
    expect(screen.queryByText(/^You started/)).toBeNull();
    const saved = settings({ support_url: typed, version: 5 });
    api.on(saveUrlSettings, () => saved);
    api.on(getUrlSettings, () => saved);
    await enterPassword(user);
    expect(localStorage.getItem(draft)).not.toContain(password);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await expectMessage("URL settings saved successfully..");
    expect(drafts()).toEqual([]);

    // Later input is stored as a draft of the version that it will replace.
    await fillField(user, field("Support Address"), "https://other.example");
    await waitFor(() => expect(drafts()).toEqual([draft.replace(/4$/, "5")]));
    cleanup();
    queryClient.clear();
    api.on(getUrlSettings, () => settings({ support_url: typed, version: 6 }));
    open(address);
    await screen.findByLabelText("Support Address");
    expect(screen.queryByText(/^You started/)).toBeNull();
    clearSession();
    expect(drafts()).toEqual([]);
  });

  test("were changed by nobody else when only a response was lost", async ({ api, open }) => {
    let stored = settings({ version: 4 });
    let lost = true;
    api.on(getUrlSettings, () => stored);
    api.on(saveUrlSettings, ({ version, password: _password, ...typed }) => {
      if (version !== stored.version) refuse("changed_meanwhile");
      stored = settings({ ...typed, version: version + 1 });
      if (lost) loseConnection();
      return stored;
    });
    const user = open(address);
    await screen.findByLabelText("Support Address");
    const save = async (url: string) => {
      await fillField(user, field("Support Address"), url);
      await enterPassword(user);
      await user.click(screen.getByRole("button", { name: "Save" }));
      await waitFor(() => expect(stored.support_url).toBe(url));
      await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toBeEnabled());
    };
    await save("https://first.example");
    act(() => setOutage(null));
    const said = "The server did not respond. What you typed is still here; try again.";
    expect(screen.getByText(said)).toBeVisible();
    lost = false;
    await save("https://first.example");
    await expectMessage("URL settings saved successfully..");
    expect(screen.queryByText(said)).toBeNull();
    expect(stored.version).toBe(5);
    expect(Object.keys(localStorage).filter((key) => key.startsWith("kontor:draft"))).toEqual([]);

    // What is typed after the lost response is saved over what was sent before.
    lost = true;
    await save("https://second.example");
    lost = false;
    await save("https://third.example");
    expect(stored.version).toBe(7);
    expect(screen.queryByText(/^Somebody else changed/)).toBeNull();
  });

  test("are changed only with the user's password", async ({ api, open }) => {
    api.on(getUrlSettings, () => settings());
    api.on(saveUrlSettings, () => refuseAt("password", "password_wrong"));
    const user = open(address);
    await screen.findByLabelText("Support Address");
    await fillField(user, field("Support Address"), "https://help.example");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.getByLabelText("Your Password")).toHaveFocus());
    expect(api.calls(saveUrlSettings)).toHaveLength(0);
    await enterPassword(user);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.getByLabelText("Your Password")).toBeInvalid());
    expect(field("Support Address")).toHaveValue("https://help.example");
  });

  test("are not lost without a confirmation", async ({ api, open }) => {
    api.on(getUrlSettings, () => settings());
    const user = open(address);
    await screen.findByLabelText("Support Address");
    await fillField(user, field("Support Address"), "https://help.example");
    await user.click(screen.getByRole("link", { name: "Dashboard" }));
    await answer(user, "Leave without saving?", "Cancel");
    expect(field("Support Address")).toHaveValue("https://help.example");
    expect(window.location.pathname).toBe(address);
    await user.click(screen.getByRole("link", { name: "Dashboard" }));
    await answer(user, "Leave without saving?", "Yes");
    await waitFor(() => expect(window.location.pathname).toBe("/app/dashboard"));
  });

  test("can only be read without the permission to change them", async ({ api, open }) => {
    api.on(getUrlSettings, () => settings());
    open(address, { as: staffWith("settings.read") });
    expect(await screen.findByLabelText("Public Address")).toBeDisabled();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  });

  test("can be retried when they cannot be loaded", async ({ api, open }) => {
    api.on(getUrlSettings, () => refuse("busy"));
    const user = open(address);
    expect(await screen.findByText("The addresses could not be loaded.")).toBeVisible();
    api.on(getUrlSettings, () => settings());
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByLabelText("Public Address")).toBeVisible();
  });

  test("go to the login page when the session has ended", async ({ api, open }) => {
    api.on(getUrlSettings, () => settings());
    open(address);
    api.endSession();
    await expectSignedOut();
  });
});
