import type { Endpoint, InputOf } from "@kontor/contract/endpoint";
import type { ExportFormat } from "@kontor/contract/exports";

import { exportFile, type ListExport } from "../platform/export/export-file.ts";
import type { HandlerResult } from "../platform/http/api-response.ts";
import { fileRoute } from "../platform/http/serve-file.ts";
import { route, type Route } from "../platform/http/serve.ts";
import type { Context } from "../platform/scope.ts";

type FileEndpoint = Endpoint & { readonly file: readonly string[] };

/**
 * Binds both calls of a report made by `describeReport`: `read` returns the data for the screen,
 * `print` the content for CSV, Excel and PDF. Each reads from one database snapshot. A file states
 * its organization and when it was made.
 */
export function reportRoutes<
  Read extends Endpoint,
  File extends FileEndpoint,
  Row extends object,
  Key extends string,
>(
  report: { readonly read: Read; readonly file: File },
  read: (context: Context, input: InputOf<Read>) => Promise<HandlerResult<Read>>,
  print: (context: Context, input: InputOf<File>) => Promise<ListExport<Row, Key>>,
): readonly Route[] {
  return [
    route(report.read, read, { snapshot: true }),
    fileRoute(
      report.file,
      async (context, input) => {
        const { format } = input as { format: ExportFormat };
        return exportFile(context, format, await print(context, input));
      },
      { snapshot: true },
    ),
  ];
}

/** Wraps rows in memory as the single batch of an export. */
export async function* singleBatch<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
