import { checkBooks } from "@kontor/contract/accounting/books";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import {
  attestationReport,
  getBookProof,
  getPlatformProof,
  proveBooks,
} from "@kontor/contract/proof/proof";

import { route, type Route } from "../platform/http/serve.ts";
import { tenantFilter, type Context } from "../platform/scope.ts";
import { reportRoutes } from "../reports/report.ts";
import { attestation, attestationFile } from "./attestation.ts";
import { checkEverything } from "./check.ts";
import { platformProof } from "./platform-proof.ts";
import { bookProof, runBookProof } from "./proof.ts";

/** The check as a call: for one organization, or for all that the caller may read. */
async function booksCheck(
  context: Context,
  input: InputOf<typeof checkBooks>,
): Promise<DataOf<typeof checkBooks>> {
  const faults = await checkEverything(context.tx, tenantFilter(context, input.tenant_id));
  return { agree: faults.length === 0, faults };
}

export const proofRoutes: readonly Route[] = [
  route(checkBooks, booksCheck),
  route(getBookProof, bookProof),
  route(proveBooks, runBookProof),
  route(getPlatformProof, platformProof),
  ...reportRoutes(attestationReport, attestation, attestationFile),
];
