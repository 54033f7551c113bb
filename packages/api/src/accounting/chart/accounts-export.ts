import type { exportAccounts } from "@kontor/contract/accounting/exports";
import { accountsList } from "@kontor/contract/accounting/lists";
import type { InputOf } from "@kontor/contract/endpoint";
import { fact } from "@kontor/contract/facts";
import { formatDate, formatMoney } from "@kontor/contract/format";

import { readByCursor } from "../../platform/database/cursor.ts";
import { countOf, presented } from "../../platform/database/list.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import type { Context } from "../../platform/scope.ts";
import {
  allAccounts,
  chartFilter,
  countAccounts,
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
  const totals = await totalsOfAccounts(context, { tenant_id });
  const { difference, short_side } = totals;
  return exportFile(context, format, {
    list: accountsList,
    name: "chart-of-accounts",
    parts: [clock.today()],
    facts: [
      ...fact("Group", group && `${group.name} (${group.code})`),
      ...fact("Search", search),
      ["Closing Balances", `as of ${formatDate(clock.today())}`],
      ["Opening Balances", `${formatMoney(totals.debit)} DR, ${formatMoney(totals.credit)} CR`],
      ...fact("Difference", short_side && `${formatMoney(difference)}, ${short_side} is short`),
    ],
    tenantId,
    total: await countOf(tx, countAccounts(tenantId, input)),
    rows: presented(readByCursor(tx, allAccounts(tenantId, input, clock.today())), presentAccount),
  });
}
