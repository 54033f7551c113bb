import { getEmployeeChoices } from "@kontor/contract/employees/employees";
import { getEmployeeImport, listEmployeeImportRows } from "@kontor/contract/employees/imports";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { screen, within } from "@testing-library/react";
import { expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { test } from "../../testing/page-test.tsx";
import { employeeChoices } from "../../testing/samples/employees.ts";
import { importRow, openedImport } from "../../testing/samples/imports.ts";
import { listedOrganization } from "../../testing/samples/organizations.ts";
import { rowWith } from "../../testing/tables.ts";

const address = "/app/employees/import/7/41";

function departmentChange(from: string | null, to: string) {
  return [{ field: "department" as const, from, to }];
}

function answerImport(api: FakeApi, more: Parameters<typeof openedImport>[0] = {}) {
  const columns = [{ title: "Dept", field: "department" as const }];
  api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
  api.on(getEmployeeImport, () => openedImport({ columns, ...more }));
  api.on(getEmployeeChoices, () => employeeChoices());
  api.on(listEmployeeImportRows, ({ kind = "NEW" }) => ({
    data:
      kind === "CHANGED"
        ? [
            importRow({ line: 3, kind, name: "Ada", changes: departmentChange("Sales", "Legal") }),
            importRow({ line: 4, kind, name: "Bola", changes: departmentChange(null, "Finance") }),
          ]
        : [importRow({ kind, changes: departmentChange(null, "Finanse") })],
    total: 2,
  }));
}

test("rows with a department that nobody is in yet say so before they are imported", async ({
  api,
  open,
}) => {
  answerImport(api);
  const user = open(address);
  const similar = "Nobody is in the department “Finanse” yet. Did you mean “Finance”?";
  expect(await screen.findByText(similar)).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole("tab", { name: /Changed/ }));
  const changed = within(await rowWith("Changed rows", "Ada"));
  const legal = "Nobody is in the department “Legal” yet. Check its spelling.";
  expect(changed.getByText(legal)).toBeVisible();
  expect(screen.getAllByText(/^Nobody is in/)).toHaveLength(1);
});

test("nothing is said of departments once the file is imported", async ({ api, open }) => {
  answerImport(api, { status: "COMMITTED", committed_at: new Date("2026-03-05T14:00Z") });
  open(address);
  expect(await screen.findByText("Finanse")).toBeVisible();
  expect(screen.queryByText(/^Nobody is in/)).not.toBeInTheDocument();
  expect(api.calls(getEmployeeChoices)).toEqual([]);
});
