import type { exportEntries } from "@kontor/contract/accounting/exports";
import { entriesList } from "@kontor/contract/accounting/lists";
import type { InputOf } from "@kontor/contract/endpoint";
import { fact } from "@kontor/contract/facts";
import { formatRange } from "@kontor/contract/format";

import { readByCursor } from "../../platform/database/cursor.ts";
import { countOf, presentBatches } from "../../platform/database/list.ts";
import { dayParts, exportFile } from "../../platform/export/export-file.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import type { Context } from "../../platform/scope.ts";
import { findLedger } from "../chart/ledgers.ts";
import { allEntries, countEntries, countSearched, presentEntry } from "./entries-list.ts";
import { refuseLongSearch } from "./entries-search.ts";
import { entrySourceOf } from "./entry-source.ts";

/**
 * The entries that match the filters as a file, newest first or in the requested order, with their
 * totals.
 *
 * @throws Refusal `not_found`, `module_off`, `export_too_long`; `too_many_to_search` at `search`,
 * `list_too_long_to_sort` at `sort`.
 */
export async function entriesFile(
  context: Context,
  input: InputOf<typeof exportEntries>,
): Promise<FileResponse> {
  const { tx, clock } = context;
  const { ledger_id, format } = input;
  const source = await entrySourceOf(context, input);
  await refuseLongSearch(input, () => countOf(tx, countEntries(source, input)));
  const tenant_id = source.tenantId ?? undefined;
  const ledger =
    ledger_id === undefined ? null : await findLedger(context, { tenant_id, id: ledger_id });
  return exportFile(context, format, {
    list: entriesList,
    name: "entries",
    parts: [ledger?.code, ...dayParts(input, clock.today())],
    facts: [
      ...fact("Ledger", ledger && `${ledger.name} (${ledger.code})`),
      ...fact("Search", input.search),
      ["Period", formatRange(input.start_date, input.end_date)],
    ],
    tenantId: source.tenantId,
    total: await countOf(
      tx,
      input.search ? countSearched(source, input) : countEntries(source, input),
    ),
    rows: presentBatches(readByCursor(tx, allEntries(source, input)), presentEntry),
  });
}
