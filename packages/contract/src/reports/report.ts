import { z } from "zod";

import { endpoint, type Permission } from "../endpoint.ts";
import { exportFiles, exportFormat } from "../exports.ts";
import { date } from "../wire/dates.ts";

/** A rule across fields of a query, with its message and the field at which it is shown. */
export type QueryRule = {
  readonly isValid: (query: Readonly<Record<string, unknown>>) => boolean;
  readonly path: string;
  readonly error: string;
};

type Described<Query extends z.ZodRawShape, Data extends z.ZodType> = {
  /** Relative to `/reports`: `/transaction/trial-balance`. */
  path: `/${string}`;
  /** A sentence without its full stop: "The trial balance of a range of days". */
  summary: string;
  access: Permission;
  query: Query;
  rules?: readonly QueryRule[];
  data: Data;
};

/**
 * Describes a report as two calls with the same filters: rows for the screen, and the whole report
 * as a file. Its columns are described separately as a list (`describeList`), which all media use.
 * A long report is `paged` by `pageQuery`: its rows are paged, and its file has them all.
 */
export function describeReport<
  const Query extends z.ZodRawShape,
  Data extends z.ZodType,
  const Page extends z.ZodRawShape | undefined = undefined,
>(described: Described<Query, Data> & { paged?: Page }) {
  const { path, summary, access, query, rules = [], data, paged } = described;
  const keeping = <Shape extends z.ZodRawShape>(shape: Shape) => {
    let schema = z.strictObject(shape);
    for (const { isValid, path: field, error } of rules) {
      schema = schema.refine(isValid, { path: [field], error });
    }
    return schema;
  };
  return {
    read: endpoint({
      method: "GET",
      path: `/reports${path}`,
      summary,
      access,
      query: keeping({ ...query, ...paged } as Query &
        (Page extends z.ZodRawShape ? Page : object)),
      data,
      ...((paged ? { paged: true } : {}) as Page extends z.ZodRawShape ? { paged: true } : object),
    }),
    file: endpoint({
      method: "GET",
      path: `/reports${path}/export`,
      summary: `${summary}, as a file`,
      access,
      query: keeping({ ...query, format: exportFormat }),
      data: z.unknown(),
      file: exportFiles,
    }),
  };
}

/** The days of a report that requires both. */
export const reportDays = { start_date: date, end_date: date };

/** The rule that the days are in order. */
export const reportDaysInOrder: QueryRule = {
  isValid: ({ start_date, end_date }) => String(start_date) <= String(end_date),
  path: "end_date",
  error: "The end date is before the start date.",
};
