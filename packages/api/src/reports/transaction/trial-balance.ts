import type { AccountClass } from "@kontor/books/account-code";
import { fromSigned } from "@kontor/books/side";
import { addFigures, areAllZero, trialBalance as balanceOf } from "@kontor/books/trial-balance";
import { withChangedColumn } from "@kontor/contract/accounting/as-recorded";
import type { InputOf, DataOf } from "@kontor/contract/endpoint";
import { fact } from "@kontor/contract/facts";
import { formatMoney } from "@kontor/contract/format";
import { trialBalanceFacts } from "@kontor/contract/reports/facts";
import {
  balanceSections,
  trialBalanceList,
  type trialBalanceReport,
} from "@kontor/contract/reports/trial-balance";
import { sql } from "kysely";

import { booksFilter } from "../../accounting/books-tenant.ts";
import { closingMovements } from "../../accounting/totals/closings.ts";
import { ledgerMovements, sidesByOrganization } from "../../accounting/totals/ledger-totals.ts";
import { atMostOne } from "../../platform/database/rows.ts";
import { type ListExport } from "../../platform/export/export-file.ts";
import { notFound } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { singleBatch } from "../report.ts";
import { reportTenant, changedAccounts } from "./as-recorded.ts";

type Input = InputOf<typeof trialBalanceReport.read>;
export type TrialBalance = DataOf<typeof trialBalanceReport.read>;
type Row = TrialBalance["rows"][number];

/**
 * The trial balance of an organization's books or, without an organization, a line for each whose
 * books the caller may read.
 *
 * @throws Refusal `not_found`, `module_off`; `organization_required` for a group or an earlier
 *   moment without an organization; `moment_in_future` and `too_much_since` at `recorded_up_to`.
 */
export async function trialBalance(context: Context, input: Input): Promise<TrialBalance> {
  const isWhole = input.group_id === undefined && input.section === undefined;
  const tenantId = await reportTenant(context, input);
  const { rows, totals, group } =
    tenantId === null
      ? await ofOrganizations(context, input)
      : await ofAccounts(context, tenantId, input);
  const net = isWhole ? totals.closing_credit - totals.closing_debit : 0n;
  const { amount, side } = fromSigned(net);
  return {
    rows: input.with_empty === true ? rows : rows.filter((row) => row.changed || !areAllZero(row)),
    totals,
    difference: amount,
    // The difference is shown on the smaller side.
    short_side: amount === 0n ? null : side,
    group,
  };
}

async function ofAccounts(
  { tx }: Context,
  tenantId: number,
  input: Input,
): Promise<Pick<TrialBalance, "rows" | "totals" | "group">> {
  const all = await movementsOf(tx, tenantId, input);
  const { group_id } = input;
  const classes = classesOf(input);
  const ledgers = all.filter(
    ({ group, accountClass, cashFlow }) =>
      (group_id === undefined || group.id === group_id) &&
      (input.section !== "cash" || cashFlow === "cash") &&
      (classes === undefined || classes.includes(accountClass)),
  );
  const group =
    group_id === undefined ? null : (ledgers[0]?.group ?? (await groupOf(tx, tenantId, group_id)));
  const changed = changedAccounts(ledgers);
  const isChanged = ({ kind, id }: Pick<Row, "kind" | "id">) =>
    changed.size > 0 && changed.has(`${kind === "group" ? "group" : "ledger"} ${id}`);
  const { lines, totals } = balanceOf(ledgers, input.detail);
  const rows = lines.map(({ account, figures }): Row => ({
    kind: account.kind,
    id: account.id,
    code: account.code,
    name: account.name,
    group_id: account.groupId,
    tenant_id: tenantId,
    // Listed one by one because spreading each of a thousand ledgers takes several times as long.
    opening_debit: figures.opening_debit,
    opening_credit: figures.opening_credit,
    debit: figures.debit,
    credit: figures.credit,
    closing_debit: figures.closing_debit,
    closing_credit: figures.closing_credit,
    changed: isChanged(account),
  }));
  return { rows, totals, group };
}

/**
 * The group of the filter, read from the database when none of its ledgers is listed. @throws
 * Refusal `not_found`
 */
async function groupOf(tx: Tx, tenantId: number, id: number): Promise<TrialBalance["group"]> {
  const { rows } = await sql<NonNullable<TrialBalance["group"]>>`
    select id, code, name from groups where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The group");
  return row;
}

/** The account classes to list; undefined for all. */
function classesOf({ section }: Input): readonly AccountClass[] | undefined {
  return section === undefined || section === "cash" ? undefined : balanceSections[section];
}

/** The movements of all ledgers, on request without those of year-end closings. */
async function movementsOf(tx: Tx, tenantId: number, input: Input) {
  const all = await ledgerMovements(tx, tenantId, input, input.recorded_up_to);
  if (input.closing === undefined) return all;
  const closings = await closingMovements(tx, tenantId, input, input.recorded_up_to);
  const closed = new Map(closings.map((closing) => [closing.ledger_id, closing]));
  return all.map((ledger) => {
    const { debit = 0n, credit = 0n } = closed.get(ledger.id) ?? {};
    return { ...ledger, debit: ledger.debit - debit, credit: ledger.credit - credit };
  });
}

async function ofOrganizations(
  { tx }: Context,
  input: Input,
): Promise<Pick<TrialBalance, "rows" | "totals" | "group">> {
  const organizations = await sidesByOrganization(tx, input, {
    classes: classesOf(input),
    cash: input.section === "cash",
    withoutClosings: input.closing === "without",
  });
  const rows = organizations.map((organization) => ({
    kind: "organization" as const,
    id: organization.tenant_id,
    group_id: null,
    changed: false,
    ...organization,
  }));
  return { rows, totals: addFigures(rows), group: null };
}

/** Exports the report as a file. */
export async function trialBalanceFile(
  context: Context,
  input: Input,
): Promise<ListExport<Row, keyof typeof trialBalanceList.columns>> {
  const { rows, difference, short_side, group } = await trialBalance(context, input);
  const tenantId = await booksFilter(context, input.tenant_id);
  // The line of an organization adds up each ledger by itself.
  const detail = tenantId === null ? "sub_ledgers" : input.detail;
  return {
    list: withChangedColumn(trialBalanceList, input.recorded_up_to),
    name: "trial-balance",
    parts: [input.start_date, input.end_date],
    facts: [
      ...trialBalanceFacts({ ...input, detail }, group),
      ...fact("Difference", short_side && `${formatMoney(difference)}, ${short_side} is short`),
    ],
    tenantId,
    total: rows.length,
    rows: singleBatch(rows),
  };
}
