import type { ListEndpoint, ListSearch } from "../../platform/address.ts";
import { useListSearch, type ListView } from "../../platform/list-search.ts";
import { useReportOrganization } from "./use-report-organization.ts";

/** What a report shows, by its address, and whose. */
export type ReportView<E extends ListEndpoint> = ListView<E> & {
  /** 0 for all organizations that the user may read. */
  tenantId: number;
  /** Whether these are several. */
  several: boolean;
  /** Puts another organization into the address; undefined for all. */
  showOrganization: (tenantId: number | undefined) => void;
};

/**
 * What a report shows, kept in the address, and the organization, which is remembered with that of the
 * accounting pages.
 *
 * @param usual filters that hold until somebody asks for others.
 */
export function useReportView<E extends ListEndpoint>(
  endpoint: E,
  usual: ListSearch<E> = {},
): ReportView<E> {
  const view = useListSearch(endpoint, usual);
  const whose = (tenant_id: number | undefined) => ({ tenant_id }) as unknown as ListSearch<E>;
  const showOrganization = (tenantId: number | undefined) =>
    view.show(whose(tenantId), { replace: true });
  const { tenant_id } = view.input as { tenant_id?: number };
  return { ...view, showOrganization, ...useReportOrganization(tenant_id, showOrganization) };
}
