import { z } from "zod";

/** The formats of an export: for printing, for spreadsheets, for other programs. */
export const exportFormats = ["pdf", "xlsx", "csv"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The query field of every export. */
export const exportFormat = z
  .enum(exportFormats, { error: "Choose one of pdf, xlsx and csv." })
  .default("csv");

export const exportMediaTypes = {
  pdf: "application/pdf",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv",
} as const satisfies Record<ExportFormat, string>;

/** The value of `file` in every export endpoint. */
export const exportFiles = Object.values(exportMediaTypes);

/**
 * The maximum number of lines of an export by format; null for no limit. A PDF is laid out in
 * memory as a whole, at 25 kB a line, and 2,000 lines are about 100 pages. A spreadsheet has at
 * most 1,048,576 rows.
 */
export const exportLimits = {
  pdf: 2000,
  xlsx: 1_000_000,
  csv: null,
} as const satisfies Record<ExportFormat, number | null>;

/** Headers of a streamed file that announce its size. */
export const exportHeaders = {
  /** The number of lines in the list. */
  lines: "x-total-rows",
  /** The size of the whole file, estimated from its first lines. */
  bytes: "x-expected-bytes",
} as const;
