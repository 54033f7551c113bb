import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { nameMatchesFirst } from "../../ui/select/name-matches-first.ts";
import { SearchSelect } from "../../ui/select/search-select.tsx";
import { activeEmployeesQuery, type Applicant } from "../data.ts";

type EmployeePickerProps = {
  /** The organization whose employees are offered; 0 for all. */
  tenantId: number;
  selected: Applicant | null;
  onSelect: (employee: Applicant | null) => void;
};

/** Finds an active employee by name or staff number. */
export function EmployeePicker({ tenantId, selected, onSelect }: EmployeePickerProps) {
  const [search, setSearch] = useState("");
  const found = useQuery(activeEmployeesQuery({ tenant_id: tenantId, search }));
  const offered = found.data?.map(({ tenant_id, company_id, id, ...employee }) => {
    const name = `${employee.first_name} ${employee.last_name}`;
    return {
      value: id,
      label: name,
      detail: `${employee.staff_no} · ${employee.organization}`,
      applicant: { tenant_id, company_id, id, name },
    };
  });
  const choices = offered && nameMatchesFirst(offered, search);
  return (
    <SearchSelect
      label="Employee"
      placeholder="Name or staff number"
      required
      selected={selected && { value: selected.id, label: selected.name }}
      choices={choices}
      onSelect={(choice) =>
        onSelect(choices?.find(({ value }) => value === choice?.value)?.applicant ?? null)
      }
      onSearch={setSearch}
      searching={found.isFetching && (found.isPlaceholderData || found.isPending)}
      nothingFound="No active employee found"
    />
  );
}
