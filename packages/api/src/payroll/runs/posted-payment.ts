import { ENTRY_TYPE, formatEntryNumber } from "@kontor/books/entry-number";
import { kobo } from "@kontor/books/money";
import type { postedPayment } from "@kontor/contract/payroll/posted-payment";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import type { Check } from "../../platform/database/checks.ts";

type PaymentTable = "remittances" | "outside_payments";

export type PostedPayment = z.output<typeof postedPayment>;

/** A row of the columns of {@link fromPayments}; the amount is in kobo. */
export type PaymentRow = Pick<
  PostedPayment,
  "id" | "amount" | "paid_on" | "recorded_at" | "recorded_by"
> & {
  ledger_id: number;
  code: string;
  name: string;
  entry_id: number;
  number: bigint;
  reversal_entry_id: number | null;
  reversal_number: bigint;
  reversed_at: Date | null;
  reversed_by: string | null;
  reversal_reason: string;
};

/** The columns of the payments `m` and of the rows they refer to, from {@link fromPayments}. */
export const paymentColumns: RawBuilder<unknown> = sql`
  m.id, m.amount, m.paid_on, m.recorded_at, u.name as recorded_by, l.id as ledger_id, l.code, l.name, m.entry_id,
  e.number, m.reversal_entry_id, x.number as reversal_number, m.reversed_at, v.name as reversed_by, m.reversal_reason`;

/** The payments of a table as `m`, with the rows they refer to. */
export const fromPayments = (table: PaymentTable): RawBuilder<unknown> => sql`${sql.table(table)} m
  join ledgers l on l.tenant_id = m.tenant_id and l.id = m.ledger_id
  join entries e on e.tenant_id = m.tenant_id and e.id = m.entry_id
  left join entries x on x.tenant_id = m.tenant_id and x.id = m.reversal_entry_id
  left join users u on u.id = m.recorded_by
  left join users v on v.id = m.reversed_by`;

/** A payment in the form of a response. */
export function presentPayment(row: PaymentRow): PostedPayment {
  const { id, paid_on, recorded_at, recorded_by, ledger_id, code, name } = row;
  return {
    id,
    amount: kobo(row.amount),
    paid_on,
    ledger: { id: ledger_id, code, name },
    entry: entryOf(row.entry_id, row.number),
    recorded_at,
    recorded_by,
    reversal: reversalOf(row),
  };
}

function reversalOf(row: PaymentRow): PostedPayment["reversal"] {
  const { reversal_entry_id, reversal_number, reversed_at, reversed_by, reversal_reason } = row;
  if (reversal_entry_id === null || reversed_at === null) return null;
  return {
    entry: entryOf(reversal_entry_id, reversal_number),
    at: reversed_at,
    by: reversed_by,
    reason: reversal_reason,
  };
}

const { id: typeId, prefix } = ENTRY_TYPE.payroll;

function entryOf(entry_id: number, number: bigint): PostedPayment["entry"] {
  return { entry_id, entry_type_id: typeId, ent_number: formatEntryNumber(prefix, number) };
}

/**
 * Checks that the payments of a table agree with their entries.
 *
 * @param purpose the purpose of the ledger of what is owed, an expression on the payment `m`.
 */
export function paymentEntriesCheck(
  kind: string,
  table: PaymentTable,
  what: string,
  purpose: RawBuilder<unknown>,
): Check {
  return {
    kind,
    query: (scope) => sql`
      select m.tenant_id, ${what}::text || ':' || m.id as subject,
        format('%s of %s %s over %s kobo moves %s', x.what, ${what}::text, m.id, m.amount,
          coalesce(x.moved, 'nothing')) as message
      from ${sql.table(table)} m
      join ledgers p on p.tenant_id = m.tenant_id and p.purpose = ${purpose}
      cross join lateral (values ('the entry', m.entry_id, 'DR', 'CR'),
        ('the reversal', m.reversal_entry_id, 'CR', 'DR')) as e(what, entry_id, owed, cash)
      cross join lateral (
        select e.what, string_agg(format('ledger %s by %s %s', i.ledger_id, i.amount, i.dc), ', ') as moved,
          coalesce(count(*) = 2 and bool_and(i.amount = m.amount)
            and bool_or(i.ledger_id = p.id and i.dc = e.owed)
            and bool_or(i.ledger_id = m.ledger_id and i.dc = e.cash), false) as right
        from entry_items i
        where i.tenant_id = m.tenant_id and i.entry_id = e.entry_id and not i.superseded
      ) x
      where ${scope(sql`m.tenant_id`)} and e.entry_id is not null and not x.right`,
  };
}
