import pg from "pg";

/** SQLSTATE of a refusal that a function of our own in the database raises. */
const refusedByFunction = "KB001";

/** Such a refusal: the API's code, and its detail. */
export type DatabaseRefusal = { code: string; detail: Readonly<Record<string, string | number>> };

/** The refusal that a database error maps to, if any. */
export function databaseRefusal(error: unknown): DatabaseRefusal | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== refusedByFunction) return undefined;
  const detail = JSON.parse(error.detail ?? "{}") as DatabaseRefusal["detail"];
  return { code: error.message, detail };
}
