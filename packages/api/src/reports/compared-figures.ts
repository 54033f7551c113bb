import type { LedgerFigure } from "@kontor/books/financial-statement";

import {
  classesByOrganization,
  ledgerMovements,
  type ClassMovement,
  type Days,
} from "../accounting/totals/ledger-totals.ts";
import type { Tx } from "../platform/scope.ts";

/** A figure of a ledger, or of all accounts of a class of one organization, with whose it is. */
export type Figure = LedgerFigure & { readonly tenantId: number };

type Asked = {
  days: Days;
  /** What it is compared with; null for nothing. */
  before: Days | null;
  /** What was posted in the days, or what stood after them. */
  of: "movement" | "closing";
};

/** The figures of a statement beside those that it is compared with, in the order of the chart. */
export async function compareFigures(
  tx: Tx,
  tenantId: number | null,
  asked: Asked,
): Promise<Figure[]> {
  return tenantId === null ? byOrganization(tx, asked) : byLedger(tx, tenantId, asked);
}

async function byLedger(tx: Tx, tenantId: number, { days, before, of }: Asked): Promise<Figure[]> {
  const amountOf = ({
    opening,
    debit,
    credit,
  }: {
    opening: bigint;
    debit: bigint;
    credit: bigint;
  }) => (of === "closing" ? opening : 0n) + debit - credit;
  const now = await ledgerMovements(tx, tenantId, days);
  const earlier = before === null ? null : await ledgerMovements(tx, tenantId, before);
  const compared = earlier && new Map(earlier.map((ledger) => [ledger.id, amountOf(ledger)]));
  return now.map((ledger) => ({
    ...ledger,
    tenantId,
    amount: amountOf(ledger),
    compared: compared && (compared.get(ledger.id) ?? 0n),
  }));
}

async function byOrganization(tx: Tx, { days, before, of }: Asked): Promise<Figure[]> {
  const amountOf = ({ opening, movement }: ClassMovement) =>
    (of === "closing" ? opening : 0n) + movement;
  const now = await classesByOrganization(tx, days);
  const earlier = before === null ? null : await classesByOrganization(tx, before);
  const compared = earlier && new Map(earlier.map((row) => [keyOf(row), amountOf(row)]));
  return now.map((row) => ({
    id: row.tenant_id,
    tenantId: row.tenant_id,
    code: row.code,
    name: row.name,
    accountClass: row.class,
    // No group: what an organization comes to in a class is listed by itself.
    group: { id: 0, code: "", name: "" },
    parentId: null,
    amount: amountOf(row),
    compared: compared && (compared.get(keyOf(row)) ?? 0n),
  }));
}

function keyOf({ tenant_id, class: of }: ClassMovement): string {
  return `${tenant_id} ${of}`;
}
