import { exportLimits, exportMediaTypes, type ExportFormat } from "@kontor/contract/exports";
import { formatCount, formatLongMoment } from "@kontor/contract/format";

import type { FileResponse } from "../http/serve-file.ts";
import { organizationLabel } from "../organization/organization.ts";
import { Refusal } from "../refusal.ts";
import type { Context } from "../scope.ts";
import { csv } from "./csv.ts";
import { describedTable, type ListRows } from "./described-table.ts";
import { fileName, type ExportTable } from "./export-table.ts";
import { letterheadOf } from "./letterhead.ts";
import { PdfTooLarge, renderTable } from "./pdf-in-worker.ts";
import { printedTable, type PrintedTable } from "./pdf-table.ts";
import { xlsx } from "./xlsx.ts";

const names: Readonly<Record<ExportFormat, string>> = {
  pdf: "A PDF",
  xlsx: "An Excel file",
  csv: "A CSV file",
};
const instead: Readonly<Record<ExportFormat, string>> = {
  pdf: "Excel or CSV",
  xlsx: "CSV",
  csv: "fewer lines",
};

/** A list to export, of one organization, or of all when `tenantId` is null. */
export type ListExport<Row extends object, Key extends string> = ListRows<Row, Key> & {
  /** The beginning of the file's name, before the organization's code: "entries". */
  name: string;
  /** The rest of the file's name: a ledger's code, days. */
  parts: readonly (string | null | undefined)[];
  /**
   * The filters and the totals of the list, the most important first, which is repeated on each
   * page. {@link exportFile} adds the organization and the time of creation.
   */
  facts: ExportTable<Row>["facts"];
  /** The owner to show when there is no tenant; all organizations by default. */
  withoutTenant?: { name: string; code: string };
};

const allOrganizations = { name: "All Organizations", code: "all" };

/**
 * A described list as a file. Excel and CSV are written while the rows are read; a PDF is laid out
 * after the transaction has ended.
 *
 * @throws Refusal at `format`: `export_too_long` when the format cannot hold so many lines,
 * `export_too_large` when they are too much text to lay out.
 */
export async function exportFile<Row extends object, Key extends string>(
  { tx, clock }: Pick<Context, "tx" | "clock">,
  format: ExportFormat,
  { name, parts, facts, withoutTenant = allOrganizations, ...list }: ListExport<Row, Key>,
): Promise<FileResponse> {
  const limit = exportLimits[format];
  if (limit !== null && list.total > limit) throw tooLongRefusal(format, list.total, limit);
  const whose = list.tenantId === null ? withoutTenant : await organizationLabel(tx, list.tenantId);
  const table = describedTable(list, {
    facts: [["Organization", whose.name], ...facts, ["Prepared", formatLongMoment(clock.now())]],
    subject: facts[0]?.[1],
    filename: fileName([name, whose.code, ...parts]),
  });
  const file = {
    filename: `${table.filename}.${format}`,
    media_type:
      format === "csv" ? `${exportMediaTypes.csv}; charset=utf-8` : exportMediaTypes[format],
  };
  return format === "pdf"
    ? {
        ...file,
        ...pdfOf(await printedTable(table, await letterheadOf(tx, table.tenantId))),
        lines: table.total,
      }
    : { ...file, ...(await streamed(format, table)), lines: table.total };
}

/** A range of days as parts of a file's name; an open start is "until" and an open end is today. */
export function dayParts(
  { start_date, end_date }: { start_date?: string | undefined; end_date?: string | undefined },
  today: string,
): (string | null)[] {
  return [start_date ?? (end_date === undefined ? null : "until"), end_date ?? today];
}

function pdfOf(printed: PrintedTable): Pick<FileResponse, "content"> {
  return {
    content: async (signal) => {
      try {
        return await renderTable(printed, signal);
      } catch (error) {
        if (error instanceof PdfTooLarge) throw Refusal.at("format", "export_too_large");
        throw error;
      }
    },
  };
}

async function streamed<Row>(
  format: "xlsx" | "csv",
  table: ExportTable<Row>,
): Promise<Pick<FileResponse, "content" | "expected_bytes">> {
  const read = { rows: 0 };
  const counted = { ...table, rows: counting(table.rows, read) };
  const bytes = format === "xlsx" ? xlsx(counted) : asBytes(csv(counted));
  return estimateSize(bytes, read, table.total);
}

function tooLongRefusal(format: ExportFormat, lines: number, most: number): Refusal {
  return Refusal.at("format", "export_too_long", {
    format: names[format],
    most: formatCount(most),
    lines: formatCount(lines),
    instead: instead[format],
  });
}

async function* counting<Row>(
  batches: AsyncIterable<readonly Row[]>,
  read: { rows: number },
): AsyncGenerator<readonly Row[]> {
  for await (const batch of batches) {
    read.rows += batch.length;
    yield batch;
  }
}

async function* asBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}

/** The number of rows from which the average length is estimated. */
const sample = 500;

/**
 * Writes the first rows and estimates the size of the whole file from them, so that the client can
 * show progress.
 */
async function estimateSize(
  pieces: AsyncGenerator<Uint8Array>,
  read: { rows: number },
  total: number,
): Promise<Pick<FileResponse, "content" | "expected_bytes">> {
  const first: Uint8Array[] = [];
  let done = false;
  while (!done && read.rows < Math.min(sample, total)) {
    const next = await pieces.next();
    if (next.done === true) done = true;
    else first.push(next.value);
  }
  const bytes = first.reduce((sum, piece) => sum + piece.length, 0);
  const content = (async function* whole() {
    try {
      yield* first;
      yield* pieces;
    } finally {
      // The list must be closed when a reader stops early.
      await pieces.return(undefined);
    }
  })();
  const share = Math.max(1, total / Math.max(1, read.rows));
  return { content, expected_bytes: Math.ceil(bytes * share) };
}
