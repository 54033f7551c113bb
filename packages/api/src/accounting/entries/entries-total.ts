import { FIRST_DAY, LAST_DAY } from "@kontor/books/calendar-date";
import { displayKobo, type Kobo } from "@kontor/books/money";
import type { getEntryTotals } from "@kontor/contract/accounting/entries";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";

import { countOf, maxUnindexedRows } from "../../platform/database/list.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { totalMovement } from "../totals/ledger-totals.ts";
import { countEntries, sumOfSearched, sumOfCommittedLater } from "./entries-list.ts";
import { refuseLongSearch } from "./entries-search.ts";
import { entrySourceOf, type EntrySource } from "./entry-source.ts";

type Input = InputOf<typeof getEntryTotals>;

/**
 * The totals of all entries that match the filters, in kobo. For all entries of a range of days
 * they are added up from the daily totals of ledgers, at the same cost for any number of entries.
 * Entries of one ledger and results of a search are read one by one.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`; `too_many_to_search` at
 * `search`.
 */
export async function totalsOfEntries(
  context: Context,
  input: Input,
): Promise<DataOf<typeof getEntryTotals>> {
  const { tx } = context;
  const source = await entrySourceOf(context, input);
  if (!input.search && input.ledger_id === undefined) {
    return { amount: await sumOfDays(tx, source, input) };
  }
  const entries = await countOf(tx, countEntries(source, input));
  await refuseLongSearch({ search: input.search }, () => Promise.resolve(entries));
  if (entries > maxUnindexedRows) return { amount: null };
  const { rows } = await sumOfSearched(source, input).execute(tx);
  return { amount: displayKobo(exactlyOne(rows).amount) };
}

async function sumOfDays(tx: Tx, source: EntrySource, input: Input): Promise<Kobo> {
  const { start_date = FIRST_DAY, end_date = LAST_DAY, up_to: upTo } = input;
  const { debit } = await totalMovement(tx, source.tenantId, { start_date, end_date });
  if (upTo === undefined) return displayKobo(debit);
  const { rows } = await sumOfCommittedLater(source, { start_date, end_date, up_to: upTo }).execute(
    tx,
  );
  return displayKobo(debit - exactlyOne(rows).amount);
}
