import { getDashboard } from "@kontor/contract/dashboard/dashboard";
import type { DataOf } from "@kontor/contract/endpoint";
import {
  attestationReport,
  getBookProof,
  getPlatformProof,
  proveBooks,
} from "@kontor/contract/proof/proof";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { call, callFile, prefetchedData } from "../platform/api.ts";
import { lagosDate } from "../platform/clock.ts";
import { useEndpointMutation } from "../platform/mutation.ts";
import { tenantParam } from "../platform/organization/scope-filter.ts";
import { saveFile } from "../platform/save-file.ts";

export type Dashboard = DataOf<typeof getDashboard>;
export type BookProof = DataOf<typeof getBookProof>;

/** The parts of a dashboard by permission. */
export type Part<Name extends keyof Dashboard> = NonNullable<Dashboard[Name]>;

/** @param tenant_id 0 for all organizations that the user may read. */
export const dashboardQuery = (tenant_id: number) =>
  queryOptions({
    queryKey: ["dashboard", tenant_id],
    queryFn: ({ signal }) => call(getDashboard, { tenant_id }, { signal, quiet: true }),
    initialData: () => prefetchedData(getDashboard, { tenant_id }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    // Any change by the user may affect it.
    meta: { sumsUp: true },
  });

const proofKey = ["book-proof"] as const;

/**
 * The checks of an organization's books, or with 0 of all books, as of now. The card shows its
 * errors itself.
 */
export const bookProofQuery = (tenant_id: number) =>
  queryOptions({
    queryKey: [...proofKey, tenant_id],
    queryFn: ({ signal }) => call(getBookProof, { tenant_id }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/**
 * The platform's audit log is checked from its start each time, so this is not loaded on every
 * visit.
 */
export const platformProofQuery = () =>
  queryOptions({
    queryKey: ["platform-proof"],
    queryFn: ({ signal }) => call(getPlatformProof, {}, { signal, quiet: true }),
    staleTime: 10 * 60_000,
  });

/** Checks an organization's books now. */
export function useProveBooks() {
  const prove = useEndpointMutation(proveBooks, [proofKey]);
  return {
    ...prove,
    prove: (tenant_id: number) => prove.mutateAsync({ input: tenantParam(tenant_id) }),
  };
}

/** Saves an attestation as a PDF. */
export async function savePrintedAttestation(tenant_id: number): Promise<void> {
  saveFile(await callFile(attestationReport.file, { ...tenantParam(tenant_id), format: "pdf" }));
}

/** Saves an attestation as the file that `npm run books:verify` reads. */
export async function saveAttestation(tenant_id: number): Promise<void> {
  const made = await call(attestationReport.read, tenantParam(tenant_id));
  const text = JSON.stringify(attestationReport.read.data.encode(made), null, 2);
  saveFile({
    filename: `attestation_${made.code}_${lagosDate(made.made_at)}.json`,
    content: new Blob([text], { type: "application/json" }),
  });
}
