import { displayKobo } from "@kontor/books/money";
import { fromSigned } from "@kontor/books/side";
import { withChangedColumn } from "@kontor/contract/accounting/as-recorded";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatCount } from "@kontor/contract/format";
import { ledgerSummaryFacts } from "@kontor/contract/reports/facts";
import {
  ledgerSummaryList,
  type ledgerSummaryReport,
} from "@kontor/contract/reports/ledger-summary";

import { booksFilter } from "../../accounting/books-tenant.ts";
import {
  lastMovementDays,
  ledgerMovements,
  movementsByOrganization,
} from "../../accounting/totals/ledger-totals.ts";
import { lastMovementDaysAsRecorded } from "../../accounting/totals/recorded.ts";
import type { ListExport } from "../../platform/export/export-file.ts";
import type { Context } from "../../platform/scope.ts";
import { singleBatch } from "../report.ts";
import { reportTenant } from "./as-recorded.ts";

type Input = InputOf<typeof ledgerSummaryReport.read>;
type LedgerSummary = DataOf<typeof ledgerSummaryReport.read>;
type Row = LedgerSummary["rows"][number];

/**
 * The movements and number of items of every ledger of an organization in a range of days. Without
 * an organization, one line for all ledgers of each.
 *
 * @throws Refusal `not_found`, `module_off`; `organization_required` for an earlier moment without
 *   an organization; `moment_in_future` and `too_much_since` at `recorded_up_to`.
 */
export async function ledgerSummary(context: Context, input: Input): Promise<LedgerSummary> {
  const tenantId = await reportTenant(context, input);
  const all =
    tenantId === null
      ? await ofOrganizations(context, input)
      : await ofLedgers(context, tenantId, input);
  const rows =
    input.with_unmoved === true ? all : all.filter(({ items, changed }) => items > 0 || changed);
  const totals = { debit: 0n, credit: 0n, items: 0 };
  for (const { debit, credit, items } of rows) {
    totals.debit += debit;
    totals.credit += credit;
    totals.items += items;
  }
  return {
    rows,
    totals: { ...totals, debit: displayKobo(totals.debit), credit: displayKobo(totals.credit) },
  };
}

async function ofLedgers({ tx }: Context, tenantId: number, input: Input): Promise<Row[]> {
  const { end_date, recorded_up_to } = input;
  const ledgers = await ledgerMovements(tx, tenantId, input, recorded_up_to);
  const last = await lastMovementDays(tx, tenantId, end_date);
  const changed = ledgers.filter((ledger) => ledger.changed).map(({ id }) => id);
  const then =
    recorded_up_to === undefined
      ? null
      : await lastMovementDaysAsRecorded(tx, tenantId, {
          ledgerIds: changed,
          until: end_date,
          recordedUpTo: recorded_up_to,
        });
  return ledgers.map((ledger) => ({
    kind: ledger.parentId === null ? ("ledger" as const) : ("sub_ledger" as const),
    tenant_id: tenantId,
    id: ledger.id,
    code: ledger.code,
    name: ledger.name,
    ...figuresOf(ledger),
    last_day: (ledger.changed && then ? then : last).get(ledger.id) ?? null,
    changed: ledger.changed,
  }));
}

async function ofOrganizations({ tx }: Context, input: Input): Promise<Row[]> {
  return (await movementsByOrganization(tx, input)).map((organization) => ({
    kind: "organization" as const,
    tenant_id: organization.tenant_id,
    id: organization.tenant_id,
    code: organization.code,
    name: organization.name,
    ...figuresOf(organization),
    last_day: organization.last_day,
    changed: false,
  }));
}

type Moved = { opening: bigint; debit: bigint; credit: bigint; items: number };

function figuresOf({ opening, debit, credit, items }: Moved) {
  const before = fromSigned(opening);
  const after = fromSigned(opening + debit - credit);
  return {
    opening: before.amount,
    opening_dc: before.side,
    debit: displayKobo(debit),
    credit: displayKobo(credit),
    closing: after.amount,
    closing_dc: after.side,
    items,
  };
}

/** Exports the report as a file. */
export async function ledgerSummaryFile(
  context: Context,
  input: Input,
): Promise<ListExport<Row, keyof typeof ledgerSummaryList.columns>> {
  const { rows, totals } = await ledgerSummary(context, input);
  return {
    list: withChangedColumn(ledgerSummaryList, input.recorded_up_to),
    name: "ledger-summary",
    parts: [input.start_date, input.end_date],
    facts: [...ledgerSummaryFacts(input), ["Items", formatCount(totals.items)]],
    tenantId: await booksFilter(context, input.tenant_id),
    total: rows.length,
    rows: singleBatch(rows),
    after: () =>
      rows.length === 0
        ? []
        : [{ label: "Total", cells: { debit: totals.debit, credit: totals.credit } }],
  };
}
