import { displayKobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { fact } from "@kontor/contract/facts";
import { runsList } from "@kontor/contract/payroll/lists";
import {
  runCycleTitles,
  runStatusTitles,
  type exportRuns,
  type getRunTotals,
  type listRuns,
  type runListItem,
} from "@kontor/contract/payroll/runs";
import { firstDayOf, monthName } from "@kontor/payroll/month";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { requireModule } from "../../modules/module-gate.ts";
import {
  allConditions,
  displayedNumber,
  containsWords,
  tenantCondition,
  optionalCondition,
} from "../../platform/database/conditions.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import { countOf, limitOffset, sortOrders, type Page } from "../../platform/database/list.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import { tenantFilter, type Context, type Tx } from "../../platform/scope.ts";
import { presentRunHead, selectRuns, changesForDisplay, type RunRow } from "./row.ts";
import { runsWaitingFor } from "./waiting.ts";

type RunListItem = z.output<typeof runListItem>;
type Filters = Pick<
  InputOf<typeof listRuns>,
  "tenant_id" | "search" | "status" | "cycle" | "period" | "waiting"
>;

/** The text in which a run is searched: its number and month as displayed, its title and its organization. */
const searched = sql`lower(concat_ws(' ',
  ${displayedNumber("PR", sql`r.number`)}, to_char(r.period, 'FMMonth YYYY'), r.title, (select o.name from tenants o where o.id = r.tenant_id)))`;

const ordered = sortOrders({
  number: [sql`r.number`, sql`r.tenant_id`],
  period: [sql`r.period`, sql`r.id`],
  organization: [sql`lower(t.name)`, sql`r.period`, sql`r.id`],
  people: [sql`r.people`, sql`r.id`],
  gross: [sql`r.gross`, sql`r.id`],
  net: [sql`r.net`, sql`r.id`],
  cost: [sql`r.gross + r.employer`, sql`r.id`],
  // The variance of a run that is not compared is zero.
  difference: [sql`coalesce(r.difference, 0)`, sql`r.id`],
  status: [sql`r.status`, sql`r.period`, sql`r.id`],
  updated_at: [sql`r.updated_at`, sql`r.id`],
});

/** Payroll runs, the latest period first unless sorted. @throws Refusal `not_found`, `module_off` */
export async function runsPage(
  context: Context,
  input: InputOf<typeof listRuns>,
): Promise<Page<RunListItem>> {
  const { tx } = context;
  const matches = await runsMatching(context, input);
  const total = await countRuns(tx, matches);
  const { rows } = await sql<RunRow>`
    ${selectRuns(matches)} order by ${ordered(input.sort ?? "-period")} ${limitOffset(input)}`.execute(
    tx,
  );
  return { total, rows: await presentAll(tx, rows) };
}

/** The totals of the runs that match the filters. @throws Refusal as {@link runsPage} */
export async function runTotals(
  context: Context,
  input: InputOf<typeof getRunTotals>,
): Promise<DataOf<typeof getRunTotals>> {
  const matches = await runsMatching(context, input);
  // A negative sum, which a draft with blocked payslips may have, is shown and counted as zero.
  const { rows } = await sql<{ runs: number; gross: bigint; net: bigint; cost: bigint }>`
    select count(*)::int as runs, coalesce(sum(greatest(r.gross, 0)), 0) as gross,
      coalesce(sum(greatest(r.net, 0)), 0) as net, coalesce(sum(greatest(r.gross + r.employer, 0)), 0) as cost
    from payroll_runs r where ${matches}`.execute(context.tx);
  const { runs, gross, net, cost } = exactlyOne(rows);
  return { runs, gross: displayKobo(gross), net: displayKobo(net), cost: displayKobo(cost) };
}

/**
 * All runs that match the filters as a file. @throws Refusal as {@link runsPage}, `export_too_long`
 */
export async function runsFile(
  context: Context,
  input: InputOf<typeof exportRuns>,
): Promise<FileResponse> {
  const { tx, clock } = context;
  const { search, status, cycle, period, waiting, sort, format } = input;
  const matches = await runsMatching(context, input);
  const rows = readByCursor(
    tx,
    sql<RunRow>`${selectRuns(matches)} order by ${ordered(sort ?? "-period")}`,
  );
  return exportFile(context, format, {
    list: runsList,
    name: "payroll-runs",
    parts: [period, status?.toLowerCase(), clock.today()],
    facts: [
      ...fact("Search", search),
      ...fact("Period", period && monthName(period)),
      ...fact("Status", status && runStatusTitles[status]),
      ...fact("Cycle", cycle && runCycleTitles[cycle]),
      ...fact("Waiting for You", waiting === undefined ? null : waiting ? "Yes" : "No"),
    ],
    tenantId: tenantFilter(context, input.tenant_id),
    total: await countRuns(tx, matches),
    rows: presentRunBatches(rows),
  });
}

async function* presentRunBatches(
  batches: AsyncIterable<readonly RunRow[]>,
): AsyncGenerator<RunListItem[]> {
  // Whether a draft is outdated does not belong in a file.
  for await (const batch of batches) yield batch.map((row) => presentRunHead(row, false));
}

async function presentAll(tx: Tx, rows: readonly RunRow[]): Promise<RunListItem[]> {
  const items: RunListItem[] = [];
  for (const row of rows)
    items.push(presentRunHead(row, (await changesForDisplay(tx, row)).length > 0));
  return items;
}

function countRuns(tx: Tx, matches: RawBuilder<unknown>): Promise<number> {
  return countOf(tx, sql`select count(*)::int as total from payroll_runs r where ${matches}`);
}

async function runsMatching(context: Context, filters: Filters): Promise<RawBuilder<unknown>> {
  const tenantId = tenantFilter(context, filters.tenant_id);
  if (tenantId !== null) await requireModule(context.tx, tenantId, "payroll");
  return allConditions([
    tenantCondition(sql`r.tenant_id`, tenantId),
    optionalCondition(filters.search, (search) => containsWords(searched, search)),
    optionalCondition(filters.status, (status) => sql`r.status = ${status}`),
    optionalCondition(filters.cycle, (cycle) => sql`r.cycle = ${cycle}`),
    optionalCondition(filters.period, (period) => sql`r.period = ${firstDayOf(period)}`),
    optionalCondition(filters.waiting, (waiting) =>
      waiting ? runsWaitingFor(context.actor) : sql`(${runsWaitingFor(context.actor)}) is not true`,
    ),
  ]);
}
