import { checkBooks } from "@kontor/contract/accounting/books";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";

import { route, type Route } from "../platform/http/serve.ts";
import { tenantFilter, type Context } from "../platform/scope.ts";
import { checkEverything } from "./check.ts";

/** The check as a call: of one organization, or of all that the caller may read. */
async function booksCheck(
  context: Context,
  input: InputOf<typeof checkBooks>,
): Promise<DataOf<typeof checkBooks>> {
  const faults = await checkEverything(context.tx, tenantFilter(context, input.tenant_id));
  return { agree: faults.length === 0, faults };
}

export const proofRoutes: readonly Route[] = [route(checkBooks, booksCheck)];
