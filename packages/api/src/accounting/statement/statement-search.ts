import { fromSigned, signed } from "@kontor/books/side";
import type { searchStatement, statementRow } from "@kontor/contract/accounting/statements";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";
import type { z } from "zod";

import { inDateRange } from "../../platform/database/conditions.ts";
import { countOf, limitOffset, type Page } from "../../platform/database/list.ts";
import { atLeastOne } from "../../platform/database/rows.ts";
import type { Context } from "../../platform/scope.ts";
import { booksTenant } from "../books-tenant.ts";
import { requireLedger } from "../chart/ledgers.ts";
import { matchesSearch, refuseLongSearch } from "../entries/entries-search.ts";
import { statementAccounts, isIncluded, ofAccounts, selectOpening } from "./accounts.ts";
import { changeMark, presentLines, selectLines, type StatementLine } from "./statement-lines.ts";

type Input = InputOf<typeof searchStatement>;

/**
 * A matching line with the balance after it in kobo, debit positive; each line repeats the total
 * count.
 */
type FoundLine = { net: bigint; total: number } & (
  | StatementLine
  | { [Column in keyof StatementLine]: null }
);

/**
 * The statement lines whose entry matches a search, oldest first, each with the balance that the
 * complete statement shows after it. The lines of the range are read one by one, so their number is
 * limited.
 *
 * @throws Refusal `not_found`, `module_off`; `too_many_to_search` at `search`.
 */
export async function statementSearch(
  context: Context,
  input: Input,
): Promise<Page<z.output<typeof statementRow>>> {
  const { tx } = context;
  const tenantId = await booksTenant(context, input.tenant_id);
  await requireLedger(context, tenantId, input.id);
  const accounts = await statementAccounts(context, tenantId, input);
  const own = ofAccounts(accounts);
  const inRange = inDateRange(sql`day`, input);
  await refuseLongSearch(input, () =>
    countOf(
      tx,
      sql`select coalesce(sum(lines), 0)::int as total from ledger_days where ${own} and ${inRange}`,
    ),
  );
  const earlier =
    input.start_date === undefined ? sql`false` : sql`day < ${input.start_date}::date`;
  const { rows } = await sql<FoundLine>`
    with started as (
      select (${selectOpening(accounts)})
        + coalesce((select sum(debit - credit) from ledger_days where ${own} and ${earlier}), 0) as net
    ), lines as (
      select entry_id, revision, line, ledger_id, day, dc, amount,
        (select net from started) + sum(case dc when 'DR' then amount else -amount end)
          over (order by day, entry_id, line) as net
      from entry_items where ${own} and not superseded and ${isIncluded(accounts)} and ${inRange}
    ), found as (
      select l.* from lines l join entries e on e.tenant_id = ${tenantId} and e.id = l.entry_id
      where ${matchesSearch(input.search)}
    ), shown as (
      select * from found order by day, entry_id, line ${limitOffset(input)}
    ), page as (
      select each.*, s.net from shown s
      join (${selectLines(accounts, sql`shown`, { since: changeMark(tenantId, undefined) })}) each
        on each.entry_id = s.entry_id and each.line = s.line
    )
    select whole.total, page.* from (select count(*)::int as total from found) whole
    left join page on true
    order by page.date, page.entry_id, page.line`.execute(tx);
  return {
    total: atLeastOne(rows).total,
    rows: rows.flatMap(({ net, total: _total, ...line }) =>
      line.entry_id === null
        ? []
        : presentLines([line], fromSigned(net - signed(line.own_dc, line.amount))),
    ),
  };
}
