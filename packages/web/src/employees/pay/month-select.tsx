import { monthName, monthsFrom, type Month } from "@kontor/payroll/month";
import type { SelectProps } from "@mantine/core";

import { ChoiceSelect } from "../../ui/select/choice-select.tsx";

type MonthSelectProps = Omit<SelectProps, "data" | "value" | "onChange"> & {
  value: Month | null;
  onChange: (month: Month | null) => void;
  /** The first and the last month offered. A chosen month is always offered too. */
  from: Month;
  to: Month;
};

/** Chooses a month by its name. */
export function MonthSelect({ value, onChange, from, to, ...field }: MonthSelectProps) {
  const offered = monthsFrom(from, to);
  const months = value === null || offered.includes(value) ? offered : [value, ...offered];
  return (
    <ChoiceSelect
      {...field}
      nothingFoundMessage="No month found"
      data={months.map((month) => ({ value: month, label: monthName(month) }))}
      value={value}
      onChange={onChange}
    />
  );
}
