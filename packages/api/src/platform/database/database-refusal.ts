import type { ErrorCode } from "@kontor/contract/error-codes";
import pg from "pg";

import { Refusal } from "../refusal.ts";

/** SQLSTATE of a refusal raised by a Kontor function in the database. */
const refusedByFunction = "KB001";

/** SQLSTATE of a refusal that already has its final code and details, as `require_module` raises it. */
const refusedCompletely = "KB003";

/** A database refusal: the API's code, and its details. */
export type DatabaseRefusal = { code: string; detail: Readonly<Record<string, string | number>> };

/** The database refusal in an error, if it is one. */
export function databaseRefusal(error: unknown): DatabaseRefusal | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== refusedByFunction) return undefined;
  return codeAndDetail(error);
}

/** The refusal raised by a check that was sent ahead of another statement, if the error is one. */
export function completeRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== refusedCompletely) return undefined;
  const { code, detail } = codeAndDetail(error);
  return new Refusal(code as ErrorCode, detail as Readonly<Record<string, string>>);
}

function codeAndDetail(error: pg.DatabaseError): DatabaseRefusal {
  return {
    code: error.message,
    detail: JSON.parse(error.detail ?? "{}") as DatabaseRefusal["detail"],
  };
}
