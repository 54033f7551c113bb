import { listModules } from "@kontor/contract/modules/modules";
import { getUrlSettings } from "@kontor/contract/settings/settings";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import { test } from "../testing/page-test.tsx";
import { findDialog } from "../testing/questions.ts";
import { memberOf } from "../testing/users.ts";
import { settingsSections } from "./sections.ts";

const none = { public_url: "", support_url: "", employee_portal_url: "", offer_link_url: "" };
const urls = { ...none, effective: none, version: 0, updated_at: null };

describe("Settings", () => {
  test("have a side menu with a link to each page, and mark the open one", async ({
    api,
    open,
  }) => {
    api.on(getUrlSettings, () => urls);
    open("/app/settings/url-settings");
    const menu = within(await screen.findByRole("navigation", { name: "Settings" }));
    expect(
      menu.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]),
    ).toEqual(settingsSections.map(({ label, to }) => [label, to]));
    expect(menu.getByRole("link", { name: "URL Settings" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    expect(menu.getByRole("link", { name: "Manage Mail" })).not.toHaveAttribute("aria-current");
  });

  test("have their menu in a dialog on a phone, which closes when a page is chosen", async ({
    api,
    open,
  }) => {
    api.on(getUrlSettings, () => urls);
    const user = open("/app/settings/url-settings", { on: "phone" });
    const button = await screen.findByRole("button", { name: "Settings menu" });
    expect(button).toHaveAttribute("aria-haspopup", "dialog");
    await user.click(button);
    const menu = await findDialog("Settings");
    expect(menu.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(
      settingsSections.map(({ label }) => label),
    );
    await expectAccessible();
    // Following the link to the open page also closes it.
    await user.click(menu.getByRole("link", { name: "URL Settings" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("heading", { level: 1, name: "URL Settings" })).toBeVisible();
  });

  test("have a menu on a phone that the back button closes", async ({ api, open }) => {
    api.on(getUrlSettings, () => urls);
    api.on(listModules.platform, () => []);
    const user = open("/app/settings/url-settings", { on: "phone" });
    const openMenu = async () => {
      await user.click(await screen.findByRole("button", { name: "Settings menu" }));
      return findDialog("Settings");
    };
    await user.click((await openMenu()).getByRole("link", { name: "Manage Modules" }));
    expect(await screen.findByRole("list", { name: "Modules" })).toBeInTheDocument();
    await openMenu();
    window.history.back();
    await waitFor(() => expect(window.location.pathname).toBe("/app/settings/url-settings"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("refuse other users with a message", async ({ api, open }) => {
    open("/app/settings/url-settings", { as: memberOf(7, "accounting.read") });
    expect(
      await screen.findByText(
        "Your roles do not include this page. Only the staff of the platform use it.",
      ),
    ).toBeVisible();
    expect(screen.queryByRole("navigation", { name: "Settings" })).toBeNull();
    expect(api.calls(getUrlSettings)).toEqual([]);
  });
});
