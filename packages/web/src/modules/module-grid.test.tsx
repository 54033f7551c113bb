import { listModules, resetModules, saveModule } from "@kontor/contract/modules/modules";
import { getOrganization } from "@kontor/contract/organizations/organizations";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import type { FakeApi } from "../testing/fake-api.ts";
import { test } from "../testing/page-test.tsx";
import { expectMessage, expectSignedOut } from "../testing/questions.ts";
import { refuse } from "../testing/refusal.ts";
import { openedOrganization } from "../testing/samples/organizations.ts";
import { staffWith } from "../testing/users.ts";
import type { ConfiguredModule } from "./data.ts";

const address = "/app/organizations/7/9?tab=modules";

function configured(more: Partial<ConfiguredModule> = {}): ConfiguredModule {
  return {
    id: "payroll",
    title: "Payroll",
    enabled: true,
    core: false,
    level: "built_in",
    version: 0,
    updated_at: null,
    ...more,
  };
}

const core = configured({ id: "employees", title: "Employees", core: true });

function answerModules(api: FakeApi, payroll: Partial<ConfiguredModule> = {}) {
  api.on(getOrganization, () => openedOrganization());
  api.on(listModules.organization, () => [core, configured(payroll)]);
}

const toggle = () => screen.findByRole("switch", { name: "Payroll" });

describe("the modules of an organization", () => {
  test("are switches, and core modules stay on", async ({ api, open }) => {
    answerModules(api);
    open(address, { on: "phone" });
    expect(await toggle()).toBeChecked();
    const fixed = screen.getByRole("switch", { name: "Employees" });
    expect(fixed).toBeChecked();
    expect(fixed).toBeDisabled();
    expect(fixed).toHaveAccessibleDescription(
      "Staff records, pay, bank accounts and imports. Core module: other modules depend on it, so it cannot be switched off.",
    );
    expect(await toggle()).toHaveAccessibleDescription(
      "Payroll runs, payslips, remittances, their reports and mails.",
    );
    await expectAccessible();
  });

  test("are saved immediately, in the order of the clicks", async ({ api, open }) => {
    answerModules(api);
    api.on(saveModule.organization, () => configured({ enabled: false }));
    const release = api.hold(saveModule.organization);
    const user = open(address);
    for (const on of [false, true, false]) {
      await user.click(await toggle());
      expect((await toggle()).matches(":checked")).toBe(on);
    }
    answerModules(api, { enabled: false, level: "organization", version: 1 });
    release();
    await expectMessage("Module edited successfully..");
    expect(await screen.findByText("Organization’s own")).toBeVisible();
    expect(await toggle()).not.toBeChecked();
    expect(api.calls(saveModule.organization).map(({ input }) => input)).toEqual(
      [false, true, false].map((enabled) => ({
        tenant_id: 7,
        company_id: 9,
        id: "payroll",
        enabled,
      })),
    );
  });

  test("return to the stored state when the server refuses", async ({ api, open }) => {
    answerModules(api);
    api.on(saveModule.organization, () => refuse("busy"));
    const release = api.hold(saveModule.organization);
    const user = open(address);
    await user.click(await toggle());
    expect(await toggle()).not.toBeChecked();
    const requests = api.calls(listModules.organization).length;
    release();
    await expectMessage("The server is busy. Try again in a moment.");
    await waitFor(async () => expect(await toggle()).toBeChecked());
    await waitFor(() =>
      expect(api.calls(listModules.organization).length).toBeGreaterThan(requests),
    );
    expect(screen.queryByText("Module edited successfully..")).toBeNull();
  });

  test("return to the platform's default", async ({ api, open }) => {
    answerModules(api, { enabled: false, level: "organization", version: 1 });
    api.on(resetModules.organization, () => [core, configured()]);
    const user = open(address);
    const button = await screen.findByRole("button", {
      name: "Use the platform’s default for Payroll",
    });
    answerModules(api);
    await user.click(button);
    await expectMessage("Module edited successfully..");
    await waitFor(async () => expect(await toggle()).toBeChecked());
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
    expect(api.calls(resetModules.organization).map(({ input }) => input)).toEqual([
      { tenant_id: 7, company_id: 9, id: "payroll" },
    ]);
  });

  test("have the focus again after a message is closed by the keyboard", async ({ api, open }) => {
    answerModules(api);
    api.on(saveModule.organization, () => configured({ enabled: false }));
    const user = open(address);
    await user.click(await toggle());
    await expectMessage("Module edited successfully..");
    screen.getByRole("button", { name: "Close" }).focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  });

  test("are read-only without the permission", async ({ api, open }) => {
    answerModules(api, { enabled: false, level: "organization", version: 1 });
    open(address, { as: staffWith("organizations.read", "configuration.read") });
    expect(await toggle()).toBeDisabled();
    expect(screen.queryByRole("button", { name: /Use the platform/ })).toBeNull();
  });

  test("can be retried when they cannot be loaded", async ({ api, open }) => {
    answerModules(api);
    api.on(listModules.organization, () => refuse("busy"));
    const user = open(address);
    expect(await screen.findByText("The list of modules could not be loaded.")).toBeVisible();
    answerModules(api);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await toggle()).toBeVisible();
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  });

  test("go to the login page when the session has ended", async ({ api, open }) => {
    answerModules(api);
    api.on(saveModule.organization, () => configured());
    const user = open(address);
    await toggle();
    api.endSession();
    await user.click(await toggle());
    await expectSignedOut();
  });
});

describe("the modules of the platform", () => {
  test("show how many organizations differ", async ({ api, open }) => {
    const differing = { organizations_differing: 2 };
    api.on(listModules.platform, () => [configured(differing)]);
    api.on(saveModule.platform, ({ enabled }) => configured({ ...differing, enabled }));
    const user = open("/app/settings/modules");
    const list = within(await screen.findByRole("list", { name: "Modules" }));
    expect(list.getByText("2 organizations differ")).toBeVisible();
    await user.click(await toggle());
    await expectMessage("Module edited successfully..");
    expect(api.calls(saveModule.platform).map(({ input }) => input)).toEqual([
      { id: "payroll", enabled: false },
    ]);
  });
});
