import type { ErrorCode } from "@kontor/contract/error-codes";
import pg from "pg";

import { Refusal } from "../refusal.ts";

/** SQLSTATE of a refusal that a function of our own in the database raises. */
const refusedByFunction = "KB001";

/** SQLSTATE of a refusal that already has its final code and values, as `require_module` raises it. */
const refusedCompletely = "KB003";

/** Such a refusal: the API's code, and its detail. */
export type DatabaseRefusal = { code: string; detail: Readonly<Record<string, string | number>> };

/** The refusal that a database error maps to, if any. */
export function databaseRefusal(error: unknown): DatabaseRefusal | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== refusedByFunction) return undefined;
  return codeAndDetail(error);
}

/**
 * The refusal that an error is, where a check raised it that was sent ahead of another statement; undefined for every
 * other error.
 */
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
