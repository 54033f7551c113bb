import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";

import { notifyError } from "../platform/message/notify.tsx";
import {
  organizationChoicesQuery,
  organizationIdentityQuery,
} from "../platform/organization/choices.ts";
import {
  allOrganizations,
  chooseOrganization,
  onOrganizationSwitch,
  useOrganizationChoice,
  type OrganizationChoice,
} from "../platform/organization/scope-filter.ts";
import { meQuery, useHasManyOrganizations } from "../session/data.ts";
import { filterWidth } from "../ui/filter/filter-width.ts";
import { withAllChoice } from "../ui/select/choice.ts";
import { SearchSelect } from "../ui/select/search-select.tsx";

const organizationNotFound =
  "The organization in the address was not found, so it is no longer selected.";

/**
 * The organization that a page with a filter shows: the one in its address, else the remembered
 * one, unless the filters of the address were set on the page. Address and remembered organization
 * are kept in step, so that a link shows everybody the same and the next accounting page continues
 * with it. An organization that the user cannot see is removed from both: otherwise every page would
 * be empty until the filter is cleared, and a user of one organization has no filter to clear.
 *
 * @param inAddress `tenant_id` of the address; absent for none.
 * @param setInAddress puts a `tenant_id` into the address; undefined for all organizations.
 * @returns the `tenant_id` to ask for; 0 for all organizations.
 */
export function useOrganizationScope(
  inAddress: number | undefined,
  setInAddress: (tenantId: number | undefined) => void,
): number {
  const chosen = useOrganizationChoice();
  const keepsMany = useHasManyOrganizations();
  // The filters were set on the page, so the address means all, also when the user comes back to it.
  const meansAll = useLocation().state.chosen && inAddress === undefined && keepsMany;
  const synchronize = useEffectEvent(() => {
    // A user of one organization has no filter: a link that names the organization does not narrow
    // other lists.
    if (!keepsMany) return;
    if (inAddress === undefined && chosen.tenantId !== allOrganizations) {
      if (meansAll) chooseOrganization(null);
      else setInAddress(chosen.tenantId);
    }
    if (inAddress !== undefined && inAddress !== chosen.tenantId) {
      chooseOrganization({ tenantId: inAddress, name: "" });
    }
  });
  useEffect(() => synchronize(), [inAddress, keepsMany]);
  const show = useEffectEvent(setInAddress);
  useEffect(() => onOrganizationSwitch((tenantId) => show(tenantId)), []);

  const nameless = chosen.tenantId !== allOrganizations && chosen.name === "";
  const { data: named } = useQuery({
    ...organizationIdentityQuery(chosen.tenantId),
    enabled: nameless && keepsMany,
  });
  const name = named?.name;
  useEffect(() => {
    if (nameless && name) chooseOrganization({ tenantId: chosen.tenantId, name });
  }, [nameless, name, chosen.tenantId]);

  const own = useQuery(meQuery()).data?.tenant_id ?? null;
  const isForeign = own !== null && inAddress !== undefined && inAddress !== own;
  const unknown = (nameless && named === null) || isForeign;
  const clearUnknown = useEffectEvent(() => {
    chooseOrganization(null);
    setInAddress(undefined);
    notifyError(organizationNotFound);
  });
  useEffect(() => {
    if (unknown) clearUnknown();
  }, [unknown]);

  return inAddress ?? (meansAll ? allOrganizations : chosen.tenantId);
}

/**
 * As {@link useOrganizationScope}, for calls that name the organization of a user of one: the result
 * is 0 only for users of several.
 */
export function useScopeOrOwnOrganization(
  ...address: Parameters<typeof useOrganizationScope>
): number {
  const own = useQuery(meQuery()).data?.tenant_id ?? allOrganizations;
  const chosen = useOrganizationScope(...address);
  return chosen === allOrganizations ? own : chosen;
}

/**
 * Whether a list for this `tenant_id` is of several organizations, so that each row names its own.
 */
export function useListsSeveralOrganizations(tenantId: number): boolean {
  return useHasManyOrganizations() && tenantId === allOrganizations;
}

type OrganizationFieldProps = {
  selected: OrganizationChoice;
  /** Called with the choice; null for all organizations. */
  onSelect: (choice: OrganizationChoice | null) => void;
  onLeave: () => void;
};

/** The field of the header: all organizations or one, with the focus in it. */
export function OrganizationField({ selected, onSelect, onLeave }: OrganizationFieldProps) {
  const { choices, search, ...found } = useOrganizationChoices();
  const all = { value: allOrganizations, label: "All Organizations" };
  return (
    <SearchSelect
      {...found}
      bare
      label="Organization"
      inputRef={focusInput}
      onLeave={onLeave}
      selected={{ value: selected.tenantId, label: selected.name }}
      choices={withAllChoice(all, choices, search)}
      onSelect={(choice) => {
        const one = choice !== null && choice.value !== allOrganizations;
        onSelect(one ? { tenantId: choice.value, name: choice.label } : null);
      }}
    />
  );
}

function focusInput(input: HTMLInputElement | null): void {
  input?.focus();
}

type OrganizationScopeProps = {
  /** Called with the choice once it is remembered: a `tenant_id`, or undefined for all. */
  onChoose?: (tenantId: number | undefined) => void;
};

/** The organization filter, for users of more than one organization. */
export function OrganizationScope({ onChoose }: OrganizationScopeProps) {
  const keepsMany = useHasManyOrganizations();
  const chosen = useOrganizationChoice();
  const { choices, search, ...found } = useOrganizationChoices();
  const all = { value: allOrganizations, label: "All Organizations" };
  if (!keepsMany) return null;
  return (
    <SearchSelect
      {...found}
      label="Organization"
      selected={{ value: chosen.tenantId, label: chosen.name }}
      choices={withAllChoice(all, choices, search)}
      onSelect={(choice) => {
        const one = choice !== null && choice.value !== allOrganizations;
        chooseOrganization(one ? { tenantId: choice.value, name: choice.label } : null);
        onChoose?.(one ? choice.value : undefined);
      }}
      space={filterWidth(220)}
    />
  );
}

/** Organizations by name, in the form that a search field needs. */
function useOrganizationChoices() {
  const keepsMany = useHasManyOrganizations();
  const [search, setSearch] = useState("");
  const found = useQuery({ ...organizationChoicesQuery(search), enabled: keepsMany });
  return {
    search,
    choices: found.data?.map(({ tenantId, name, status }) => ({
      value: tenantId,
      label: name,
      detail: status === "SUSPENDED" ? "Suspended" : undefined,
    })),
    onSearch: setSearch,
    searching: found.isFetching && (found.isPlaceholderData || found.isPending),
    nothingFound: "No organization found",
  };
}

type OrganizationPickerProps = {
  selected: OrganizationChoice | null;
  onSelect: (organization: OrganizationChoice | null) => void;
  error?: ReactNode;
  path?: string;
};

/** The organization of a form, when the page's filter is set to all. */
export function OrganizationPicker({ selected, onSelect, ...field }: OrganizationPickerProps) {
  const { search: _search, ...found } = useOrganizationChoices();
  return (
    <SearchSelect
      {...field}
      {...found}
      label="Organization"
      selected={selected && { value: selected.tenantId, label: selected.name }}
      onSelect={(choice) => onSelect(choice && { tenantId: choice.value, name: choice.label })}
    />
  );
}
