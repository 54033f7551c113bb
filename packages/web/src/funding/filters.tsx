import { NativeSelect } from "@mantine/core";

import { DateInput } from "../ui/form/date-input.tsx";
import { actions, statuses, type TransactionFilters } from "./search.ts";

type TransactionFiltersProps = {
  filters: TransactionFilters;
  onFilter: (filters: TransactionFilters) => void;
};

/** The filters above the transactions. */
export function TransactionFilterFields({ filters, onFilter }: TransactionFiltersProps) {
  const { action, status, start_date, end_date } = filters;
  return (
    <>
      <NativeSelect
        label="Action"
        w={{ base: "100%", sm: 150 }}
        value={action ?? ""}
        data={[{ value: "", label: "All actions" }, ...actions]}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filters, action: actions.find((each) => each === value) })
        }
      />
      <NativeSelect
        label="Status"
        w={{ base: "100%", sm: 150 }}
        value={status ?? ""}
        data={[{ value: "", label: "All statuses" }, ...statuses]}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filters, status: statuses.find((each) => each === value) })
        }
      />
      <DateInput
        label="Start Date"
        w={{ base: "100%", sm: 150 }}
        clearable
        value={start_date ?? null}
        maxDate={end_date}
        onChange={(value) => onFilter({ ...filters, start_date: value ?? undefined })}
      />
      <DateInput
        label="End Date"
        w={{ base: "100%", sm: 150 }}
        clearable
        value={end_date ?? null}
        minDate={start_date}
        onChange={(value) => onFilter({ ...filters, end_date: value ?? undefined })}
      />
    </>
  );
}
