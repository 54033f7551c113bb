import type { LedgerFigure } from "@kontor/books/financial-statement";

import { closingMovements } from "../../accounting/totals/closings.ts";
import {
  classMovementsByOrganization,
  ledgerMovements,
  type ClassMovement,
  type Days,
} from "../../accounting/totals/ledger-totals.ts";
import type { Tx } from "../../platform/scope.ts";

/** A figure of a ledger, or of all accounts of a class of one organization, with its tenant. */
export type Figure = LedgerFigure & { readonly tenantId: number; readonly changed: boolean };

type Filters = {
  days: Days;
  /** The days compared with; null for none. */
  before: Days | null;
  /** Whether figures are movements in the days or balances at their end. */
  measure: "movement" | "closing";
  /** The moment as of which the books of one organization are read; undefined for now. */
  recordedUpTo: string | undefined;
};

/** The figures of a statement with the figures compared with, in the order of the chart. */
export async function compareFigures(
  tx: Tx,
  tenantId: number | null,
  filters: Filters,
): Promise<Figure[]> {
  return tenantId === null ? byOrganization(tx, filters) : byLedger(tx, tenantId, filters);
}

async function byLedger(tx: Tx, tenantId: number, filters: Filters): Promise<Figure[]> {
  const { days, before } = filters;
  const now = await ledgersWithAmounts(tx, tenantId, days, filters);
  const earlier = before && (await ledgersWithAmounts(tx, tenantId, before, filters));
  const compared = earlier && new Map(earlier.map(({ id, amount }) => [id, amount]));
  return now.map((ledger) => ({
    ...ledger,
    tenantId,
    compared: compared && (compared.get(ledger.id) ?? 0n),
  }));
}

/**
 * Movements exclude year-end closing entries, which would cancel the result of the year that they
 * close.
 */
async function ledgersWithAmounts(
  tx: Tx,
  tenantId: number,
  days: Days,
  { measure, recordedUpTo }: Filters,
) {
  const ledgers = await ledgerMovements(tx, tenantId, days, recordedUpTo);
  const closings =
    measure === "closing" ? [] : await closingMovements(tx, tenantId, days, recordedUpTo);
  const closed = new Map(closings.map(({ ledger_id, net }) => [ledger_id, net]));
  return ledgers.map(({ opening, debit, credit, movementChanged, ...ledger }) => ({
    ...ledger,
    changed: measure === "closing" ? ledger.changed : movementChanged,
    amount:
      measure === "closing"
        ? opening + debit - credit
        : debit - credit - (closed.get(ledger.id) ?? 0n),
  }));
}

async function byOrganization(tx: Tx, { days, before, measure }: Filters): Promise<Figure[]> {
  const now = await classesWithAmounts(tx, days, measure);
  const earlier = before && (await classesWithAmounts(tx, before, measure));
  const compared = earlier && new Map(earlier.map((row) => [keyOf(row), row.amount]));
  return now.map((row) => ({
    id: row.tenant_id,
    tenantId: row.tenant_id,
    code: row.code,
    name: row.name,
    accountClass: row.class,
    // An organization's total of a class has no group and becomes a line of its own.
    group: { id: 0, code: "", name: "" },
    parentId: null,
    amount: row.amount,
    changed: false,
    compared: compared && (compared.get(keyOf(row)) ?? 0n),
  }));
}

async function classesWithAmounts(tx: Tx, days: Days, measure: Filters["measure"]) {
  const classes = await classMovementsByOrganization(tx, days);
  const closed = new Map<string, bigint>();
  for (const row of measure === "closing" ? [] : await closingMovements(tx, null, days)) {
    closed.set(keyOf(row), (closed.get(keyOf(row)) ?? 0n) + row.net);
  }
  return classes.map(({ opening, movement, ...row }) => ({
    ...row,
    amount: measure === "closing" ? opening + movement : movement - (closed.get(keyOf(row)) ?? 0n),
  }));
}

function keyOf({
  tenant_id,
  class: accountClass,
}: Pick<ClassMovement, "tenant_id" | "class">): string {
  return `${tenant_id} ${accountClass}`;
}
