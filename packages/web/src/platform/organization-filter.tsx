import { listOrganizations } from "@kontor/contract/organizations";
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { callPaged } from "./api.ts";
import {
  allOrganizations,
  chooseOrganization,
  useOrganizationChoice,
  type OrganizationChoice,
} from "./scope-filter.ts";

/** The prefix of every query key that holds organizations; saving one marks all of them out of date. */
export const organizationsKey = ["organizations"] as const;

const most = 50;

/** The first organizations by name that match the search, as choices. */
export const organizationChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: [...organizationsKey, "choices", search],
    queryFn: async ({ signal }): Promise<OrganizationChoice[]> => {
      const input = { search: search || undefined, sort: "name" as const, per_page: most };
      const { data } = await callPaged(listOrganizations, input, { signal });
      return data.map(({ tenant_id, name }) => ({ tenantId: tenant_id, name }));
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

type OrganizationFilterProps = {
  label?: string;
  /** Told of the choice once it is remembered, by pages that keep it in their address; null for all. */
  onChoose?: (tenantId: number | null) => void;
};

/**
 * The organization filter of the accounting pages: 'All Organizations' or one. It searches at the
 * server, so that it also serves those who keep the books of very many.
 */
export function OrganizationFilter({ label = "Organization", onChoose }: OrganizationFilterProps) {
  const chosen = useOrganizationChoice();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed === chosen.name ? "" : typed.trim(), 250);
  const found = useQuery(organizationChoicesQuery(search));
  const choices = new Map((found.data ?? []).map(({ tenantId, name }) => [tenantId, name]));
  if (chosen.tenantId !== allOrganizations) choices.set(chosen.tenantId, chosen.name);
  const options = [
    { value: String(allOrganizations), label: "All Organizations" },
    ...[...choices].map(([tenantId, name]) => ({ value: String(tenantId), label: name })),
  ];
  return (
    <Select
      label={label}
      data={options}
      value={String(chosen.tenantId)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage="No organization found"
      allowDeselect={false}
      maxDropdownHeight={320}
      w={{ base: "100%", sm: 240 }}
      // The server has searched, in codes as well as in names.
      filter={({ options: all }) => all}
      onChange={(value, option) => {
        const one = option && value !== String(allOrganizations);
        chooseOrganization(one ? { tenantId: Number(value), name: option.label } : null);
        onChoose?.(one ? Number(value) : null);
      }}
    />
  );
}
