import { listEmployees } from "@kontor/contract/employees/employees";
import { Pill } from "@mantine/core";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";

import { callPaged } from "../../platform/api.ts";
import { maxChoices } from "../../platform/organization/choices.ts";
import { nameMatchesFirst } from "../../ui/select/name-matches-first.ts";
import { SearchSelect } from "../../ui/select/search-select.tsx";
import { payrollKey } from "../waiting-runs.ts";

import classes from "./runs.module.css";

/** An employee to be paid. */
export type Person = { id: number; name: string };

const employeesQuery = (input: { tenant_id: number; search: string }) =>
  queryOptions({
    queryKey: [...payrollKey, "employees", input],
    queryFn: async ({ signal }) => {
      const filters = { ...input, sort: "name", per_page: maxChoices } as const;
      const { data } = await callPaged(listEmployees, filters, { signal });
      return data;
    },
    placeholderData: keepPreviousData,
  });

type PeoplePickerProps = {
  tenantId: number;
  people: readonly Person[];
  onChange: (people: readonly Person[]) => void;
  error?: ReactNode;
  /** Its name in the form, by which an error finds the field. */
  path: string;
};

/** Employees of an organization, each found by name or staff number. */
export function PeoplePicker({ tenantId, people, onChange, error, path }: PeoplePickerProps) {
  const [search, setSearch] = useState("");
  const found = useQuery(employeesQuery({ tenant_id: tenantId, search }));
  const offered = found.data
    ?.filter(({ id }) => !people.some((person) => person.id === id))
    .map(({ id, first_name, last_name, staff_no }) => ({
      value: id,
      label: `${first_name} ${last_name}`,
      detail: staff_no,
    }));
  const choices = offered && nameMatchesFirst(offered, search);
  return (
    <>
      <SearchSelect
        label="Add Employee"
        placeholder="Name or staff number"
        path={path}
        error={error}
        selected={null}
        choices={choices}
        onSelect={(choice) =>
          choice && onChange([...people, { id: choice.value, name: choice.label }])
        }
        onSearch={setSearch}
        searching={found.isFetching && (found.isPlaceholderData || found.isPending)}
        nothingFound="No employee found"
      />
      {people.length > 0 && (
        <ul className={classes.people} aria-label="Who is paid">
          {people.map(({ id, name }) => (
            <li key={id}>
              <Pill
                size="md"
                withRemoveButton
                removeButtonProps={{ "aria-label": `Remove ${name}`, "aria-hidden": false }}
                onRemove={() => onChange(people.filter((person) => person.id !== id))}
              >
                {name}
              </Pill>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
