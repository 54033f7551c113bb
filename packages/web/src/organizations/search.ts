import type { branchSorts } from "@kontor/contract/branches";
import type { organizationSorts } from "@kontor/contract/organizations";

import { readTransactionFilters, type TransactionFilters } from "../funding/search.ts";
import { readCount, readText } from "../platform/list-search.ts";

/*
 * What the organizations' screens keep in the address. Whatever somebody typed there that means
 * nothing is left out, so that no address can break a screen.
 */

type Raw = Readonly<Record<string, unknown>>;
type Sorts<Columns extends readonly string[]> = Columns[number] | `-${Columns[number]}`;

/** A column to sort by, with - before it to turn the order. Only types of the contract are needed here. */
function readSort<Column extends string>(
  raw: unknown,
  columns: readonly Column[],
): Column | `-${Column}` | undefined {
  return columns.flatMap((column) => [column, `-${column}`] as const).find((sort) => sort === raw);
}

/** A page after the first one; the first needs no mention. */
function readPage(raw: unknown): number | undefined {
  const page = readCount(raw);
  return page !== undefined && page > 1 && page <= 100_000_000 ? page : undefined;
}

/** The list of organizations. */
export type OrganizationsSearch = {
  search?: string | undefined;
  sort?: Sorts<typeof organizationSorts> | undefined;
  page?: number | undefined;
};

export function readOrganizationsSearch(raw: Raw): OrganizationsSearch {
  return {
    search: readText(raw["search"]),
    sort: readSort(raw["sort"], ["code", "name", "created_at", "status"]),
    page: readPage(raw["page"]),
  };
}

/** One organization: its open tab, and what the list in that tab shows. */
export type OrganizationSearch = TransactionFilters & {
  tab?: string | undefined;
  search?: string | undefined;
  sort?: Sorts<typeof branchSorts> | undefined;
  page?: number | undefined;
};

export function readOrganizationSearch(raw: Raw): OrganizationSearch {
  return {
    tab: readText(raw["tab"]),
    search: readText(raw["search"]),
    sort: readSort(raw["sort"], ["name", "code", "created_at"]),
    page: readPage(raw["page"]),
    ...readTransactionFilters(raw),
  };
}

/** The ids in the address of an organization; null when they are no ids. */
export function readOrganizationIds(params: {
  tenant_id: string;
  company_id: string;
}): { tenantId: number; companyId: number } | null {
  const tenantId = readId(params.tenant_id);
  const companyId = readId(params.company_id);
  return tenantId === null || companyId === null ? null : { tenantId, companyId };
}

function readId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
