import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { Column } from "./column.ts";
import { DataTable } from "./data-table.tsx";

type Row = { name: string; amount: bigint | null; on: Date };

const columns: readonly Column<Row>[] = [
  { key: "name", header: "Name", by: ({ name }) => name, cell: ({ name }) => name },
  { key: "amount", header: "Amount", by: ({ amount }) => amount, cell: () => "" },
  { key: "on", header: "Day", by: ({ on }) => on, cell: () => "" },
  { key: "note", header: "Note", cell: () => "" },
];

const rows: readonly Row[] = [
  { name: "b", amount: 10n, on: new Date("2026-03-02T00:00:00Z") },
  { name: "A", amount: null, on: new Date("2026-03-03T00:00:00Z") },
  { name: "c", amount: 9n, on: new Date("2026-03-01T00:00:00Z") },
];

// A test that ran before in this window may have left it as narrow as a phone, which has no headers.
beforeEach(() => {
  window.innerWidth = 1280;
});
afterEach(cleanup);

test("a table that has all its rows is sorted in both directions by each column with a sort value", () => {
  render(
    <MantineProvider>
      <DataTable
        label="Things"
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        loading={false}
        empty=""
      />
    </MantineProvider>,
  );
  const names = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent);
  const head = (name: string) => screen.getByRole("columnheader", { name });
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  expect(names()).toEqual(["b", "A", "c"]);
  expect(screen.queryByRole("button", { name: "Note" })).toBeNull();
  press("Name");
  expect(names()).toEqual(["A", "b", "c"]);
  expect(head("Name")).toHaveAttribute("aria-sort", "ascending");
  press("Name");
  expect(names()).toEqual(["c", "b", "A"]);
  expect(head("Name")).toHaveAttribute("aria-sort", "descending");
  press("Amount");
  expect(names()).toEqual(["A", "c", "b"]);
  press("Day");
  expect(names()).toEqual(["c", "b", "A"]);
});

test("a paged table is not sorted by the rows of the current page", () => {
  render(
    <MantineProvider>
      <DataTable
        label="Things"
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        loading={false}
        paging={{ page: 1, perPage: 3, total: 30, onPage: () => undefined }}
        empty=""
      />
    </MantineProvider>,
  );
  expect(screen.getByRole("columnheader", { name: "Name" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Name" })).toBeNull();
});
