import { expect } from "vitest";

import type { Context } from "../../platform/scope.ts";
import { accounts, totalsOfAccounts } from "../chart/accounts.ts";
import { groups } from "../chart/groups.ts";
import { entriesList } from "../entries/entries-list.ts";
import { entryHistory, findEntry } from "../entries/find-entry.ts";
import { ledgerStatement } from "../statement/statement.ts";
import { expectedAccounts, expectedTotals } from "./books-expected-chart.ts";
import {
  expectedEntries,
  expectedEntry,
  expectedGroup,
  expectedHistory,
  expectedStatement,
} from "./books-expected.ts";
import { ledgerLines, type Model, type ModelLedger } from "./books-model.ts";
import type { View } from "./books-operations.ts";

/** One organization's books in the open transaction, and the model of them. */
type Compared = { model: Model; context: Context };

function rangeOf({ range }: View): { start_date?: string; end_date?: string } {
  return range === null ? {} : { start_date: range[0], end_date: range[1] };
}

/** Compares one page of a ledger's statement. */
export async function expectStatement(
  { model, context }: Compared,
  row: ModelLedger,
  view: View,
): Promise<void> {
  const query = { ...rangeOf(view), page: view.page, per_page: view.per_page };
  const { clock } = context;
  const expected = expectedStatement(model, row, query, {
    today: clock.today(),
    createdAt: clock.now(),
  });
  expect(await ledgerStatement(context, { id: row.id, ...query })).toEqual(expected);
}

/** Compares one page of the list of entries, of one ledger or of all. */
export async function expectEntries(
  { model, context }: Compared,
  row: ModelLedger | null,
  view: View,
): Promise<void> {
  const query = { ...rangeOf(view), page: view.page, per_page: view.per_page, ledger_id: row?.id };
  const { up_to: _mark, ...listed } = await entriesList(context, query);
  expect(listed).toEqual(expectedEntries([model], query));
}

/**
 * Compares everything that screens show of an organization's books: all pages of every statement,
 * complete and for a range, the chart, the totals, the groups, the entries with their histories.
 */
export async function expectBooks(books: Compared, view: View): Promise<void> {
  const { model, context } = books;
  const posted = [...model.ledgers.values()]
    .map((row) => ({ row, lines: ledgerLines(model, row.id).length }))
    .filter(({ lines }) => lines > 0)
    .toSorted((one, other) => other.lines - one.lines);
  for (const [index, { row, lines }] of posted.entries()) {
    // The longest statements are paged through; the short ones fit on one page.
    const per_page = index < 3 ? view.per_page : 50;
    for (const page of pagesOf(Math.ceil(lines / per_page))) {
      await expectStatement(books, row, { page, per_page, range: null });
    }
    if (view.range !== null && index < 2) await expectStatement(books, row, { ...view, page: 1 });
  }
  await expectEntryPages(books, view);
  await expectChart([books.model], context, view, model.tenant_id);
  const listed = await groups(context, { page: 1, per_page: 500 });
  const expectedGroups = expectedAccounts(
    [model],
    { page: 1, per_page: 10_000 },
    context.clock.today(),
  ).rows.flatMap((row) => {
    const found = row.type === "Group" ? model.groups.get(row.id) : undefined;
    return found === undefined ? [] : [expectedGroup(model, found)];
  });
  expect(listed).toEqual({ rows: expectedGroups, total: expectedGroups.length });
}

/** All pages; when there are many, the first, the middle, the last and the one after it. */
function pagesOf(pages: number): number[] {
  if (pages <= 6) return Array.from({ length: pages }, (_unused, index) => index + 1);
  return [1, Math.ceil(pages / 2), pages, pages + 1];
}

async function expectEntryPages(books: Compared, view: View): Promise<void> {
  const { model, context } = books;
  const pages = Math.ceil(model.entries.size / view.per_page);
  for (const page of pagesOf(pages))
    await expectEntries(books, null, { ...view, range: null, page });
  await expectEntries(books, null, { ...view, page: 1 });
  const recorded = { by: context.actor.name, at: context.clock.now() };
  const revised = [...model.entries.values()].filter(({ revisions }) => revisions.length > 1);
  for (const row of revised) {
    expect(await findEntry(context, { id: row.id })).toEqual({
      ...expectedEntry(model, row, recorded.at),
      locked: false,
    });
    const history = await entryHistory(context, { id: row.id, page: 1, per_page: 100 });
    expect(history).toEqual({
      rows: expectedHistory(model, row, recorded),
      total: row.revisions.length,
    });
  }
}

/** Compares the chart and its totals; `tenantId` 0 means all organizations that the caller may read. */
export async function expectChart(
  models: readonly Model[],
  context: Context,
  view: View,
  tenantId: number,
): Promise<void> {
  const filter = { tenant_id: tenantId };
  const per_page = view.per_page * 5;
  const today = context.clock.today();
  const { total } = expectedAccounts(models, { page: 1, per_page }, today);
  for (let page = 1; page <= Math.ceil(total / per_page); page++) {
    const chart = await accounts(context, { ...filter, page, per_page });
    expect(chart).toEqual(expectedAccounts(models, { page, per_page }, today));
  }
  expect(await totalsOfAccounts(context, filter)).toEqual(expectedTotals(models));
}
