import { getEmployeeChoices, listEmployees } from "@kontor/contract/employees/employees";
import type { DataOf } from "@kontor/contract/endpoint";
import {
  addSavedView,
  changeSavedView,
  deleteSavedView,
  listSavedViews,
} from "@kontor/contract/users/saved-views";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog } from "../../testing/questions.ts";
import { refuse, refuseAt } from "../../testing/refusal.ts";
import { employeeChoices } from "../../testing/samples/employees.ts";
import { memberOf } from "../../testing/users.ts";

type SavedView = DataOf<typeof listSavedViews>[number];

let stored: SavedView[];
beforeEach(() => {
  stored = [];
});

const leavers: SavedView = {
  id: 4,
  list: listEmployees.path,
  name: "Leavers",
  search: { status: "EXITED", sort: "-name" },
  is_default: false,
};

/** A server that stores views. */
function handleSavedViews(api: FakeApi): void {
  api.on(listEmployees, () => ({ data: [], total: 60 }));
  api.on(getEmployeeChoices, () => employeeChoices());
  api.on(listSavedViews, () => stored);
  api.on(addSavedView, (input) => {
    const added = { id: 5, ...input };
    stored = [...stored, added];
    return added;
  });
  api.on(changeSavedView, ({ id, ...change }) => {
    stored = stored.map((view) => (view.id === id ? { ...view, ...change } : view));
    return stored.find((view) => view.id === id) ?? leavers;
  });
  api.on(deleteSavedView, ({ id }) => {
    stored = stored.filter((view) => view.id !== id);
    return { done: true as const };
  });
}

const viewer = { as: memberOf(7, "organizations.read", "employees.read") };

describe("saved views", () => {
  test("are saved, shown, renamed, made the default and deleted", async ({ api, open }) => {
    handleSavedViews(api);
    api.on(addSavedView, () => refuseAt("name", "saved_view_name_taken", { name: "Leavers" }));
    const user = open("/app/employees?status=EXITED&page=2", { ...viewer, on: "phone" });
    await user.click(await screen.findByRole("button", { name: "Views" }));
    const panel = await findDialog("Views");
    await user.click(panel.getByRole("button", { name: "Save" }));
    expect(await panel.findByText("Enter a name.")).toBeVisible();
    const name = panel.getByLabelText("Save the current view as");
    await user.type(name, "Leavers");
    await user.click(panel.getByRole("button", { name: "Save" }));
    expect(await panel.findByText(/You have a view “Leavers”/)).toBeVisible();
    handleSavedViews(api);
    await user.click(panel.getByRole("button", { name: "Save" }));
    expect(await screen.findByRole("button", { name: "View: Leavers" })).toBeVisible();
    expect(api.calls(addSavedView).at(-1)?.input).toEqual({
      list: "/employees",
      name: "Leavers",
      search: { status: "EXITED" },
      is_default: false,
    });
    expect(name).toHaveValue("");

    await user.click(panel.getByRole("button", { name: "Leavers is the default" }));
    await waitFor(() => expect(stored[0]?.is_default).toBe(true));
    await user.click(panel.getByRole("button", { name: "Rename Leavers" }));
    await user.type(panel.getByLabelText("New name of Leavers"), " of May");
    await user.click(panel.getByRole("button", { name: "Rename" }));
    expect(await panel.findByRole("button", { name: "Leavers of May" })).toBeVisible();
    expect(stored[0]).toMatchObject({ name: "Leavers of May", is_default: true });
    await expectAccessible();
    await user.click(panel.getByRole("button", { name: "Delete Leavers of May" }));
    await user.click(panel.getByRole("button", { name: "Keep" }));
    await user.click(panel.getByRole("button", { name: "Delete Leavers of May" }));
    await user.click(panel.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(stored).toEqual([]));
  });

  test("stay as they are when a change of the default or a deletion is refused", async ({
    api,
    open,
  }) => {
    stored = [leavers];
    handleSavedViews(api);
    api.on(changeSavedView, () => refuse("busy"));
    api.on(deleteSavedView, () => refuse("busy"));
    const user = open("/app/employees", viewer);
    await user.click(await screen.findByRole("button", { name: "Views" }));
    const panel = await findDialog("Views");
    const star = panel.getByRole("button", { name: "Leavers is the default" });
    await user.click(star);
    await waitFor(() => expect(api.calls(changeSavedView)).toHaveLength(1));
    expect(star).toHaveAttribute("aria-pressed", "false");
    await user.click(panel.getByRole("button", { name: "Delete Leavers" }));
    await user.click(panel.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(api.calls(deleteSavedView)).toHaveLength(1));
    expect(panel.getByText("Delete Leavers?")).toBeVisible();
    expect((await screen.findAllByRole("alert"))[0]).toBeVisible();
  });

  test("offer to resume a typed name", async ({ api, open }) => {
    handleSavedViews(api);
    const user = open("/app/employees?status=EXITED", viewer);
    await user.click(await screen.findByRole("button", { name: "Views" }));
    await user.type(
      (await findDialog("Views")).getByLabelText("Save the current view as"),
      "Who left",
    );
    await waitFor(() => expect(JSON.stringify(localStorage)).toContain("Who left"));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Views" }));
    const panel = await findDialog("Views");
    await user.click(panel.getByRole("button", { name: "Go on with it" }));
    expect(panel.getByLabelText("Save the current view as")).toHaveValue("Who left");
    await user.click(panel.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(stored).toHaveLength(1));
    await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain("Who left"));
  });

  test("replace the filters of the address", async ({ api, open }) => {
    stored = [leavers, { ...leavers, id: 6, list: "/entries", name: "Elsewhere" }];
    handleSavedViews(api);
    const user = open("/app/employees?search=ada&page=2", viewer);
    await user.click(await screen.findByRole("button", { name: "Views" }));
    const panel = await findDialog("Views");
    expect(panel.queryByText("Elsewhere")).toBeNull();
    await user.click(panel.getByRole("button", { name: "Leavers" }));
    expect(await screen.findByRole("button", { name: "View: Leavers" })).toBeVisible();
    expect(window.location.search).toBe("?status=EXITED&sort=-name");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("apply the default only if the list is opened without filters", async ({ api, open }) => {
    stored = [{ ...leavers, is_default: true }];
    handleSavedViews(api);
    open("/app/employees", viewer);
    expect(await screen.findByRole("button", { name: "View: Leavers" })).toBeVisible();
    expect(window.location.search).toBe("?status=EXITED&sort=-name");
    expect(api.calls(listEmployees).at(-1)?.input).toMatchObject({ status: "EXITED" });
  });

  test("apply the default without records of another organization than the address's", async ({
    api,
    open,
  }) => {
    const search = { status: "EXITED", tenant_id: 8, branch_id: 3 };
    stored = [{ ...leavers, search, is_default: true }];
    handleSavedViews(api);
    open("/app/employees?tenant_id=7&per_page=50", viewer);
    await waitFor(() =>
      expect(window.location.search).toBe("?tenant_id=7&per_page=50&status=EXITED"),
    );
  });

  test("name the default that is applied, and offer all rows instead until the list is opened again", async ({
    api,
    open,
  }) => {
    stored = [{ ...leavers, search: { status: "EXITED" }, is_default: true }];
    handleSavedViews(api);
    const user = open("/app/employees?tenant_id=7&per_page=50", viewer);
    const status = () => screen.getByLabelText("Status");
    expect(await screen.findByText(/The list shows your default view “Leavers”/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show all" }));
    expect(await screen.findByRole("button", { name: "Views" })).toBeVisible();
    expect(window.location.search).toBe("?tenant_id=7&per_page=50&view=all");
    expect(status()).toHaveValue("");
    expect(screen.queryByText(/default view/)).toBeNull();

    // The side menu opens the list again. Removing the filters one by one also means all rows.
    await user.click(screen.getByRole("link", { name: "Employees" }));
    await screen.findByRole("button", { name: "View: Leavers" });
    expect(window.location.search).toBe("?status=EXITED");
    await user.selectOptions(status(), "");
    await waitFor(() => expect(window.location.search).toBe("?view=all"));
    expect(status()).toHaveValue("");
  });

  test("do not change a list whose address asks for all rows", async ({ api, open }) => {
    stored = [{ ...leavers, is_default: true }];
    handleSavedViews(api);
    open("/app/employees?tenant_id=7&view=all", viewer);
    await waitFor(() => expect(api.calls(listSavedViews)).toHaveLength(1));
    expect(await screen.findByRole("button", { name: "Views" })).toBeVisible();
    expect(window.location.search).toBe("?tenant_id=7&view=all");
    expect(screen.queryByText(/default view/)).toBeNull();
  });

  test("do not change a list that is opened with filters", async ({ api, open }) => {
    stored = [{ ...leavers, is_default: true }];
    handleSavedViews(api);
    const user = open("/app/employees?status=ACTIVE", viewer);
    await user.click(await screen.findByRole("button", { name: "Views" }));
    await findDialog("Views");
    expect(window.location.search).toBe("?status=ACTIVE");
  });
});
