import { parseEntryNumber } from "@kontor/books/entry-number";
import { parseMoneyInput } from "@kontor/books/money-input";
import { formatCount } from "@kontor/contract/format";
import { sql, type RawBuilder } from "kysely";

import { anyColumnContains } from "../../platform/database/conditions.ts";
import { maxUnindexedRows, refuseLongSort } from "../../platform/database/list.ts";
import { Refusal } from "../../platform/refusal.ts";
import { hasNumber } from "./find-entry.ts";

/**
 * Refuses to search too many entries, or to sort them in another order than by day: their texts and
 * amounts have no index, so each entry is read. Only entries of the requested days count, which is
 * several months in most books.
 *
 * @param count returns the number of entries that would be read; called only if they would be.
 * @throws Refusal `too_many_to_search` at `search` and `list_too_long_to_sort` at `sort` when there
 * are too many.
 */
export async function refuseLongSearch(
  { search, sort = "date" }: { search?: string | undefined; sort?: string | undefined },
  count: () => Promise<number>,
): Promise<void> {
  if (!search && sort.endsWith("date")) return;
  const entries = await count();
  if (search && entries > maxUnindexedRows) {
    throw Refusal.at("search", "too_many_to_search", {
      most: formatCount(maxUnindexedRows),
      found: formatCount(entries),
    });
  }
  refuseLongSort(entries, "date");
}

/**
 * The condition that an entry `e` matches a search: its narration contains the text, or its number
 * or amount, or that of one of its items, equals it.
 */
export function matchesSearch(text: string | undefined): RawBuilder<unknown> {
  if (text === undefined || text === "") return sql`true`;
  const number = parseEntryNumber(text);
  const amount = parseMoneyInput(text);
  const ways = [anyColumnContains([sql`e.narration`], text)];
  if (number !== null) {
    ways.push(sql`(${hasNumber(number)})`);
  }
  if (typeof amount === "bigint" && amount > 0n) {
    ways.push(sql`(
      select bool_or(i.amount = ${amount}) or sum(i.amount) filter (where i.dc = 'DR') = ${amount}
      from entry_items i
      where i.tenant_id = e.tenant_id and i.entry_id = e.id and i.revision = e.revision)`);
  }
  return sql`(${sql.join(ways, sql` or `)})`;
}
