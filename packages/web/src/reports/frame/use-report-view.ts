import type { ListEndpoint, ListSearch } from "../../platform/address.ts";
import { useListSearch, type ListView } from "../../platform/list-search.ts";
import { useReportOrganization } from "./use-report-organization.ts";

/** The address of a report, and its organization. */
export type ReportView<E extends ListEndpoint> = ListView<E> & {
  /** 0 for all organizations that the user may read. */
  tenantId: number;
  /** Whether these are several organizations. */
  several: boolean;
  /** Puts another organization into the address; undefined for all. */
  showOrganization: (tenantId: number | undefined) => void;
  /**
   * The moment, in UTC, as of which the books are shown; undefined for now and for several
   * organizations.
   */
  recorded: string | undefined;
  showRecorded: (recorded: string | undefined) => void;
};

/**
 * The filters of a report, kept in the address, and its organization, remembered together with that
 * of the accounting pages.
 *
 * @param usual the default filters.
 * @param ofOne filters that make sense in one organization only, such as a ledger; choosing another
 *   organization clears them.
 */
export function useReportView<E extends ListEndpoint>(
  endpoint: E,
  usual: ListSearch<E> = {},
  ofOne: readonly (keyof ListSearch<E>)[] = [],
): ReportView<E> {
  const view = useListSearch(endpoint, usual);
  const change = (fields: Record<string, unknown>) => fields as ListSearch<E>;
  const without = Object.fromEntries(ofOne.map((field) => [field, undefined]));
  const showOrganization = (tenant_id: number | undefined) =>
    view.show(change({ ...without, tenant_id }), { replace: true });
  const showRecorded = (recorded_up_to: string | undefined) =>
    view.show(change({ recorded_up_to }));
  const { tenant_id, recorded_up_to } = view.input as {
    tenant_id?: number;
    recorded_up_to?: string;
  };
  const organization = useReportOrganization(tenant_id, showOrganization);
  const recorded = organization.several ? undefined : recorded_up_to;
  return { ...view, ...organization, showOrganization, recorded, showRecorded };
}
