import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { exportFiles, exportFormat } from "../exports.ts";
import { daysInOrder, daysOutOfOrder } from "../wire/dates.ts";
import { id } from "../wire/ids.ts";
import { accountFilters } from "./accounts.ts";
import { entryFilters, entrySort } from "./entries.ts";
import { statementFilters, unpairedDates } from "./statements.ts";

export const exportStatement = endpoint({
  method: "GET",
  path: "/ledgers/{id}/statement/export",
  summary: "A complete ledger statement as a file, oldest first, with opening and closing balances",
  access: "accounting.read",
  params: z.strictObject({ id }),
  query: z
    .strictObject({ ...statementFilters, format: exportFormat })
    .refine((query) => !query.start_date === !query.end_date, unpairedDates)
    .refine(daysInOrder, daysOutOfOrder),
  data: z.unknown(),
  file: exportFiles,
});

export const exportAccounts = endpoint({
  method: "GET",
  path: "/accounts/export",
  summary: "The whole chart of accounts as a file",
  access: "accounting.read",
  query: z.strictObject({ ...accountFilters, format: exportFormat }),
  data: z.unknown(),
  file: exportFiles,
});

export const exportEntries = endpoint({
  method: "GET",
  path: "/entries/export",
  summary: "All entries that match the filters as a file, newest first or by another column",
  access: "accounting.read",
  query: z
    .strictObject({ ...entryFilters, ...entrySort, format: exportFormat })
    .refine(daysInOrder, daysOutOfOrder),
  data: z.unknown(),
  file: exportFiles,
});
