import type { InputOf } from "@kontor/contract/endpoint";
import { fact } from "@kontor/contract/facts";
import { formatRange } from "@kontor/contract/format";
import type { exportSalaryAdvances } from "@kontor/contract/salary-advances/advances";
import { salaryAdvancesList } from "@kontor/contract/salary-advances/lists";
import { codeInWords } from "@kontor/contract/words";

import { readByCursor } from "../../platform/database/cursor.ts";
import { presentBatches } from "../../platform/database/list.ts";
import { dayParts, exportFile } from "../../platform/export/export-file.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import { tenantFilter, type Context } from "../../platform/scope.ts";
import { countAdvances, presentAdvanceItem, selectAdvancesForExport } from "./list.ts";

/**
 * The salary advances that match the filters, as a file. @throws Refusal `not_found`,
 * `export_too_long`
 */
export async function advancesFile(
  context: Context,
  input: InputOf<typeof exportSalaryAdvances>,
): Promise<FileResponse> {
  const { tx, clock } = context;
  const { status, format, start_date, end_date } = input;
  const days = start_date === undefined && end_date === undefined;
  return exportFile(context, format, {
    list: salaryAdvancesList,
    name: "salary-advances",
    parts: [status?.toLowerCase(), ...dayParts(input, clock.today())],
    facts: [
      ...fact("Requested", days ? undefined : formatRange(start_date, end_date)),
      ...fact("Status", status && codeInWords(status)),
      ...fact("Search", input.search),
    ],
    tenantId: tenantFilter(context, input.tenant_id),
    total: await countAdvances(context, input),
    rows: presentBatches(
      readByCursor(tx, selectAdvancesForExport(context, input)),
      presentAdvanceItem,
    ),
  });
}
