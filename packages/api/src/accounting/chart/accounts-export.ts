import { displayKobo, type Kobo } from "@kontor/books/money";
import type { exportAccounts } from "@kontor/contract/accounting/exports";
import { accountsList } from "@kontor/contract/accounting/lists";
import type { InputOf } from "@kontor/contract/endpoint";
import { fact, type Fact } from "@kontor/contract/facts";
import { formatDate, formatMoney } from "@kontor/contract/format";

import { readByCursor } from "../../platform/database/cursor.ts";
import { countOf, presentBatches } from "../../platform/database/list.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import type { Context } from "../../platform/scope.ts";
import {
  allAccounts,
  chartFilter,
  countAccounts,
  openingSumsOfListed,
  presentAccount,
  totalsOfAccounts,
} from "./accounts.ts";
import { findGroup } from "./groups.ts";

/**
 * The chart of accounts as a file: each group, then its ledgers, with the screen's filters.
 *
 * @throws Refusal `not_found`, `module_off`, `export_too_long`.
 */
export async function accountsFile(
  context: Context,
  input: InputOf<typeof exportAccounts>,
): Promise<FileResponse> {
  const { tx, clock } = context;
  const { group_id, search, format } = input;
  const tenantId = await chartFilter(context, input);
  const tenant_id = tenantId ?? undefined;
  const group =
    group_id === undefined ? null : await findGroup(context, { tenant_id, id: group_id });
  const narrowed = group_id !== undefined || (search ?? "") !== "";
  return exportFile(context, format, {
    list: accountsList,
    name: "chart-of-accounts",
    parts: [clock.today()],
    facts: [
      ...fact("Group", group && `${group.name} (${group.code})`),
      ...fact("Search", search),
      ["Closing Balances", `as of ${formatDate(clock.today())}`],
      ...(narrowed
        ? await openingOfRows(context, tenantId, input)
        : await openingOfChart(context, tenant_id)),
    ],
    tenantId,
    total: await countOf(tx, countAccounts(tenantId, input)),
    rows: presentBatches(
      readByCursor(tx, allAccounts(tenantId, input, clock.today())),
      presentAccount,
    ),
  });
}

/** The opening balances of the whole chart, which is complete when both sides agree. */
async function openingOfChart(context: Context, tenant_id: number | undefined): Promise<Fact[]> {
  const { debit, credit, difference, short_side } = await totalsOfAccounts(context, { tenant_id });
  return [
    openingFact("Opening Balances", { debit, credit }),
    ...fact("Difference", short_side && `${formatMoney(difference)}, ${short_side} is short`),
  ];
}

/** The opening balances of the ledgers in the file. A part of the chart need not balance. */
async function openingOfRows(
  context: Context,
  tenantId: number | null,
  filters: Parameters<typeof openingSumsOfListed>[2],
): Promise<Fact[]> {
  const { debit, credit } = await openingSumsOfListed(context, tenantId, filters);
  const shown = { debit: displayKobo(debit), credit: displayKobo(credit) };
  return [openingFact("Opening Balances of These Ledgers", shown)];
}

function openingFact(label: string, { debit, credit }: Record<"debit" | "credit", Kobo>): Fact {
  return [label, `${formatMoney(debit)} DR, ${formatMoney(credit)} CR`];
}
