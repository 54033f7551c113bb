import { fromSigned } from "@kontor/books/side";
import type { InputOf } from "@kontor/contract/endpoint";
import { fact } from "@kontor/contract/facts";
import { formatFunds, formatRange } from "@kontor/contract/format";
import { transactionsList, type exportTransactions } from "@kontor/contract/funding/funding";
import { codeInWords } from "@kontor/contract/words";

import { readByCursor } from "../platform/database/cursor.ts";
import { presentBatches } from "../platform/database/list.ts";
import { dayParts, exportFile } from "../platform/export/export-file.ts";
import type { FileResponse } from "../platform/http/serve-file.ts";
import { organizationAt } from "../platform/organization/organization.ts";
import type { Context } from "../platform/scope.ts";
import {
  fundingBalanceOn,
  presentTransaction,
  selectTransactions,
  totalsOfTransactions,
  transactionFilter,
} from "./financials.ts";

/**
 * A file of the organization's funding transactions that match the filters, newest first unless
 * sorted, with the sums of their completed deposits and withdrawals.
 *
 * @throws Refusal `not_found`, `export_too_long`.
 */
export async function transactionsFile(
  context: Context,
  input: InputOf<typeof exportTransactions>,
): Promise<FileResponse> {
  const { tx, clock } = context;
  const path = await organizationAt(context, input);
  const funds = fromSigned((await fundingBalanceOn(tx, path, clock.today())).balance);
  const matches = transactionFilter(path, input);
  const totals = await totalsOfTransactions(tx, matches);
  const { action, status, format } = input;
  return exportFile(context, format, {
    list: transactionsList,
    name: "transactions",
    parts: [action?.toLowerCase(), status?.toLowerCase(), ...dayParts(input, clock.today())],
    facts: [
      ["Period", formatRange(input.start_date, input.end_date)],
      ...fact("Action", action && codeInWords(action)),
      ...fact("Status", status && codeInWords(status)),
      ...fact("Search", input.search),
      ["Current Balance", formatFunds(funds.amount, funds.side)],
    ],
    tenantId: path.tenant_id,
    total: totals.total,
    rows: presentBatches(
      readByCursor(tx, selectTransactions(matches, input.sort)),
      presentTransaction,
    ),
    after: () => [
      { label: "Completed deposits", cells: { amount: totals.completed_deposits } },
      { label: "Completed withdrawals", cells: { amount: totals.completed_withdrawals } },
    ],
  });
}
