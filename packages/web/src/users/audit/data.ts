import type { ConfigurationOwner } from "@kontor/contract/configuration";
import type { DataOf } from "@kontor/contract/endpoint";
import {
  exportOrganizationAudit,
  exportPlatformAudit,
  listOrganizationAudit,
  listPlatformAudit,
} from "@kontor/contract/users/audit";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { callFile, callPaged, type CallInput } from "../../platform/api.ts";
import { ownerKey } from "../../platform/organization/configuration.ts";
import type { ExportOptions } from "../../ui/menu/export-dropdown.tsx";

export type AuditItem = DataOf<typeof listPlatformAudit>[number];

/** One page of the audit log, of the platform or of one organization, newest first. */
export const auditQuery = (
  owner: ConfigurationOwner,
  input: CallInput<typeof listOrganizationAudit> | CallInput<typeof listPlatformAudit>,
) =>
  queryOptions({
    queryKey: ["audit-log", ...ownerKey(owner), input],
    queryFn: ({ signal }) =>
      owner === "platform"
        ? callPaged(listPlatformAudit, input, { signal })
        : callPaged(listOrganizationAudit, { ...input, ...owner }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The filtered audit log as a file. */
export function exportAudit(
  owner: ConfigurationOwner,
  input: CallInput<typeof exportPlatformAudit>,
  options: ExportOptions,
) {
  return owner === "platform"
    ? callFile(exportPlatformAudit, input, options)
    : callFile(exportOrganizationAudit, { ...input, ...owner }, options);
}
