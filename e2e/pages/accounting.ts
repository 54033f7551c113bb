import { addLedger, listLedgers } from "@kontor/contract/accounting/accounts";
import { addEntry } from "@kontor/contract/accounting/entries";
import { addGroup } from "@kontor/contract/accounting/groups";
import type { DataOf, Endpoint } from "@kontor/contract/endpoint";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { expect, type Locator, type Page } from "@playwright/test";

import { callApi } from "./api.ts";
import { answerQuestion } from "./question.ts";

/** A name that no other test and no other run of this test uses. */
export function uniqueName(stem: string): string {
  return `${stem} ${Date.now().toString(36)}`;
}

/** Calls the API like {@link callApi}, and decodes the response by the contract. */
async function callEndpoint<E extends Endpoint>(
  page: Page,
  endpoint: E,
  path: string,
  body?: unknown,
): Promise<DataOf<E>> {
  return endpoint.data.parse(await callApi(page, endpoint.method, path, body)) as DataOf<E>;
}

/** The `tenant_id` of an organization. */
export async function tenantIdOf(page: Page, name: string): Promise<number> {
  const path = `/organizations?search=${encodeURIComponent(name)}`;
  const found = (await callEndpoint(page, listOrganizations, path)).find(
    (each) => each.name === name,
  );
  if (!found) throw new Error(`There is no organization ${name}.`);
  return found.tenant_id;
}

/** The id of a ledger that takes postings. */
export async function ledgerIdOf(page: Page, tenantId: number, name: string): Promise<number> {
  const path = `/ledgers?tenant_id=${tenantId}&search=${encodeURIComponent(name)}`;
  const found = (await callEndpoint(page, listLedgers, path)).find((each) => each.name === name);
  if (!found) throw new Error(`There is no ledger ${name}.`);
  return found.id;
}

export function addGroupByApi(page: Page, tenantId: number, name: string, accountClass = "01") {
  const body = { tenant_id: tenantId, class: accountClass, name };
  return callEndpoint(page, addGroup, "/groups", body);
}

/** Adds a ledger to a group. */
export function addLedgerByApi(
  page: Page,
  { tenant_id, id }: { tenant_id: number; id: number },
  name: string,
  more: { parent_ledger_id?: number; op_balance?: string; op_balance_dc?: "DR" | "CR" } = {},
) {
  return callEndpoint(page, addLedger, "/ledgers", { tenant_id, group_id: id, name, ...more });
}

type Posting = {
  tenant_id: number;
  debit: number;
  credit: number;
  amount: string;
  date?: string;
  narration?: string;
};

function entryOf({ tenant_id, debit, credit, amount, date, narration = "Cash sale" }: Posting) {
  return {
    tenant_id,
    entry_date: date,
    narration,
    items: [
      { dc: "DR", ledger_id: debit, amount, narration },
      { dc: "CR", ledger_id: credit, amount, narration },
    ],
  };
}

/** Posts a receipt of one debit and one credit. */
export function postReceiptByApi(page: Page, posting: Posting) {
  return callEndpoint(page, addEntry, "/entries", entryOf(posting));
}

/** Chooses an organization in the organization filter. */
export async function chooseOrganization(page: Page, name: string): Promise<void> {
  const field = page.getByRole("combobox", { name: "Organization", includeHidden: true });
  await openFilters(page, field);
  await selectBySearch(page, field, name);
}

/** Unfolds the filters to reach one of them: a phone folds them into one button. */
async function openFilters(page: Page, filter: Locator): Promise<void> {
  const fold = page.getByRole("button", { name: /^Filters/ });
  await filter.or(fold).filter({ visible: true }).first().waitFor();
  if (!(await filter.isVisible())) await fold.click();
}

/** Types into a search select and selects the choice with that text. */
export async function selectBySearch(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill(text);
  // A click is lost if the response moves the choices between its press and its release.
  await expect(page.locator("[role=listbox][aria-busy=true]")).toHaveCount(0);
  await page.getByRole("option", { name: text }).first().click();
  await expect(field).toHaveValue(new RegExp(escaped(text)));
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Types a date, then closes the calendar of the field. */
export async function typeDate(field: Locator, date: string): Promise<void> {
  await field.fill(date);
  await field.press("Escape");
}

/** The form for the next item of an entry. */
export function itemBuilder(page: Page): Locator {
  return page.getByRole("form", { name: "Add item" });
}

/** The date and narration of an entry. */
export function entryHead(page: Page): Locator {
  return page.getByRole("region", { name: "Entry", exact: true });
}

/** The added items of an entry. */
export function itemsTable(page: Page): Locator {
  return page.getByRole("table", { name: "Items" });
}

/** Adds an item. Without an amount the proposed one stays. */
export async function addItem(
  page: Page,
  item: { ledger: string; amount?: string; narration?: string },
): Promise<void> {
  const builder = itemBuilder(page);
  await selectBySearch(page, builder.getByRole("combobox", { name: "Ledger" }), item.ledger);
  if (item.amount !== undefined) await builder.getByLabel("Amount").fill(item.amount);
  await builder.getByLabel("Narration").fill(item.narration ?? "Cash sale");
  await builder.getByRole("button", { name: "Add" }).click();
  await expect(itemsTable(page).getByText(item.ledger)).toBeVisible();
}

/** Submits an entry and waits for the message. */
export async function submitEntry(page: Page, message: string): Promise<void> {
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await answerQuestion(page, "Submit Entry?", "Yes");
  await expect(page.getByText(message)).toBeVisible();
}

/** Opens the menu of a row and clicks one of its entries. */
export async function chooseMenuItem(page: Page, row: string, entry: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${row}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

/** The row of a table that contains a text. */
export function rowWith(page: Page, table: string, text: string): Locator {
  return page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: text });
}
