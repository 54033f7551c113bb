import { parseEntryNumber } from "@kontor/books/entry-number";
import { parseMoneyInput } from "@kontor/books/money";
import { sql, type RawBuilder } from "kysely";

import { all, contains } from "../../platform/database/conditions.ts";
import { Refusal } from "../../platform/refusal.ts";

/**
 * So many entries are searched at most: no index holds their texts, so that each is read. They are those of the days
 * that are asked for, hence of some months in most books.
 */
const mostSearched = 50_000;

/** @throws Refusal `too_many_to_search` at `search` when there are too many entries to be read one by one. */
export function refuseTooMany(entries: number): void {
  if (entries <= mostSearched) return;
  throw Refusal.at("search", "too_many_to_search", {
    most: mostSearched.toLocaleString("en-GB"),
    found: entries.toLocaleString("en-GB"),
  });
}

/**
 * The condition that an entry `e` has what is searched for: the text in its narration, or the number, or the amount,
 * of the entry or of one of its items.
 */
export function hasText(text: string | undefined): RawBuilder<unknown> {
  if (text === undefined || text === "") return sql`true`;
  const number = parseEntryNumber(text);
  const amount = parseMoneyInput(text);
  const ways = [contains([sql`e.narration`], text)];
  if (number !== null) {
    ways.push(
      all([
        sql`e.entry_type_id = any(${sql.val(number.typeIds)}::smallint[])`,
        sql`e.number = ${number.number}`,
      ]),
    );
  }
  if (typeof amount === "bigint" && amount > 0n) {
    ways.push(sql`(
      select bool_or(i.amount = ${amount}) or sum(i.amount) filter (where i.dc = 'DR') = ${amount}
      from entry_items i
      where i.tenant_id = e.tenant_id and i.entry_id = e.id and i.revision = e.revision)`);
  }
  return sql`(${sql.join(ways, sql` or `)})`;
}
