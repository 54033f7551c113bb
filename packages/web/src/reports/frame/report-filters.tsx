import { comparisons, type Comparison } from "@kontor/contract/reports/statement-columns";
import type { ReportDetail } from "@kontor/contract/reports/trial-balance";
import { monthName, monthOf, monthsFrom, monthsLater } from "@kontor/payroll/month";
import { NativeSelect } from "@mantine/core";

import { today } from "../../platform/clock.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { DayFilter } from "../../ui/filter/day-filters.tsx";
import { periodPresets, type Period } from "./periods.ts";

type AsOfFilterProps = { day: string; onChange: (day: string) => void };

/** The day at whose end the report shows balances. */
export function AsOfFilter({ day, onChange }: AsOfFilterProps) {
  return (
    <DayFilter
      label="As Of"
      w={{ base: "100%", sm: 140 }}
      value={day}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}

const otherDays = "Other days";

type PeriodFilterProps = {
  period: Period;
  /** The error of the last day. */
  error: string | undefined;
  onChange: (change: Partial<Period>) => void;
};

/** The days of a report: a usual period, or any range. */
export function PeriodFilter({ period, error, onChange }: PeriodFilterProps) {
  const periods = periodPresets();
  const chosen = periods.find(
    ({ start_date, end_date }) => start_date === period.start_date && end_date === period.end_date,
  );
  return (
    <>
      <NativeSelect
        label="Period"
        w={{ base: "100%", sm: 132 }}
        value={chosen?.label ?? otherDays}
        data={[...periods.map(({ label }) => label), ...(chosen ? [] : [otherDays])]}
        onChange={(event) => {
          const next = periods.find(({ label }) => label === event.currentTarget.value);
          if (next) onChange({ start_date: next.start_date, end_date: next.end_date });
        }}
      />
      <DayFilter
        label="Start Date"
        w={{ base: "100%", sm: 132 }}
        leftSection={null}
        value={period.start_date}
        onChange={(day) => day !== null && onChange({ start_date: day })}
      />
      <DayFilter
        label="End Date"
        w={{ base: "100%", sm: 132 }}
        leftSection={null}
        value={period.end_date}
        error={error}
        onChange={(day) => day !== null && onChange({ end_date: day })}
      />
    </>
  );
}

const details: readonly { value: ReportDetail; label: string }[] = [
  { value: "groups", label: "Groups" },
  { value: "ledgers", label: "Ledgers" },
  { value: "sub_ledgers", label: "Sub-ledgers" },
];

type DetailFilterProps = {
  detail: ReportDetail | undefined;
  onChange: (detail: ReportDetail) => void;
};

/** How finely accounts are shown. */
export function DetailFilter({ detail, onChange }: DetailFilterProps) {
  return (
    <ChoiceFilter
      label="Accounts"
      width={130}
      value={detail}
      choices={details}
      onChange={onChange}
    />
  );
}

const comparisonNames: Readonly<Record<Comparison, string>> = {
  none: "Nothing",
  period_before: "Period before",
  year_before: "Year before",
};

type ComparisonFilterProps = {
  compare: Comparison | undefined;
  onChange: (compare: Comparison) => void;
};

/** The earlier days that a statement of a period is compared with. */
export function ComparisonFilter({ compare, onChange }: ComparisonFilterProps) {
  return (
    <ChoiceFilter
      label="Compare With"
      value={compare}
      choices={comparisons.map((value) => ({ value, label: comparisonNames[value] }))}
      onChange={onChange}
    />
  );
}

type StatementFiltersProps = Pick<PeriodFilterProps, "period" | "error"> & {
  compare: Comparison | undefined;
  detail: ReportDetail | undefined;
  /** Of several organizations, each has a line and no accounts are shown. */
  several: boolean;
  onChange: (change: Partial<Period> & { compare?: Comparison; detail?: ReportDetail }) => void;
};

/** The filters of a statement of some days: the days, what they are compared with, and the accounts. */
export function StatementFilters(props: StatementFiltersProps) {
  const { period, error, compare, detail, several, onChange } = props;
  return (
    <>
      <PeriodFilter period={period} error={error} onChange={onChange} />
      <ComparisonFilter compare={compare} onChange={(next) => onChange({ compare: next })} />
      {!several && <DetailFilter detail={detail} onChange={(next) => onChange({ detail: next })} />}
    </>
  );
}

/** The number of months offered. */
const monthsBack = 36;

type MonthFilterProps = {
  label?: string;
  /** `YYYY-MM`. */
  month: string;
  /** The error of the month. */
  error?: string | undefined;
  onChange: (month: string) => void;
};

/** The month of a report, up to this month. */
export function MonthFilter({ label = "Month", month, error, onChange }: MonthFilterProps) {
  const present = monthOf(today());
  const months = monthsFrom(monthsLater(present, -monthsBack), present).toReversed();
  const offered = months.includes(month) ? months : [month, ...months];
  return (
    <NativeSelect
      label={label}
      w={{ base: "100%", sm: 180 }}
      value={month}
      error={error}
      data={offered.map((each) => ({ value: each, label: monthName(each) }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type MonthsFilterProps = {
  /** `YYYY-MM`, both included. */
  from: string;
  to: string;
  /** The error of the months. */
  error: string | undefined;
  onFrom: (month: string) => void;
  onTo: (month: string) => void;
};

/** The first and the last month of a report. */
export function MonthsFilter({ from, to, error, onFrom, onTo }: MonthsFilterProps) {
  return (
    <>
      <MonthFilter label="First Month" month={from} onChange={onFrom} />
      <MonthFilter label="Last Month" month={to} error={error} onChange={onTo} />
    </>
  );
}

/** The number of years offered. */
const yearsBack = 10;

type YearFilterProps = {
  /** `YYYY`. */
  year: string;
  onChange: (year: string) => void;
};

/** The year of a report, up to this year. */
export function YearFilter({ year, onChange }: YearFilterProps) {
  const present = Number(today().slice(0, 4));
  const years = Array.from({ length: yearsBack }, (_, index) => String(present - index));
  return (
    <NativeSelect
      label="Year"
      w={{ base: "100%", sm: 120 }}
      value={year}
      data={years.includes(year) ? years : [year, ...years]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
