import type { DataOf } from "@kontor/contract/endpoint";
import { formatMoney } from "@kontor/contract/format";
import { columnsIn } from "@kontor/contract/list";
import { registerFacts, registerFilterLabels } from "@kontor/contract/pay-reports/facts";
import { monthRangeName } from "@kontor/contract/pay-reports/months";
import {
  groupingTitles,
  organizationLine,
  type payrollRegisterList,
  payrollRegisterReport,
  registerGroupings,
  registerLines,
  registerList,
  registerTotal,
  type RegisterLine,
} from "@kontor/contract/pay-reports/payroll-register";
import { runStatusTitles } from "@kontor/contract/payroll/runs";
import { monthName } from "@kontor/payroll/month";
import type { RemittanceScheme } from "@kontor/payroll/statutory/remittance";
import { useQuery } from "@tanstack/react-query";

import { payslipLink, runLink } from "../../payroll/links.ts";
import { callFile } from "../../platform/api.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ChosenFilter } from "../frame/chosen-filter.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { duesLink, registerLink, scheduleLink } from "../frame/drill-down.ts";
import { moduleState } from "../frame/module-off.ts";
import { coveredMonth } from "../frame/periods.ts";
import { MonthFilter, MonthsFilter } from "../frame/report-filters.tsx";
import { EmptyReport, ReportPage } from "../frame/report-page.tsx";
import { useReportView, type ReportView } from "../frame/use-report-view.ts";

import classes from "./payroll.module.css";

type Register = DataOf<typeof payrollRegisterReport.read>;
type RegisterView = ReportView<typeof payrollRegisterReport.read>;

const groupings = [
  { value: "none", label: "Nothing" },
  ...registerGroupings.map((value) => ({ value, label: groupingTitles[value] })),
] as const;

/**
 * The posted pay of all employees in one or several months, by component, with optional subtotals;
 * for several organizations the totals of each. Totals of other reports link here, filtered to
 * their payslips.
 */
export function PayrollRegisterPage() {
  const view = useReportView(payrollRegisterReport.read, {}, ["division", "employee_id"]);
  const { tenantId, several } = view;
  const { page, per_page, ...input } = view.input;
  // Divisions and employees belong to one organization.
  const ofOne = several ? { group: undefined, division: undefined, employee_id: undefined } : {};
  const scopedInput = { ...input, ...ofOne, tenant_id: tenantId };
  const report = useQuery(
    pagedReportQuery(payrollRegisterReport.read, { ...scopedInput, page, per_page }),
  );
  const { off, nothing, query } = moduleState(report);
  const register = nothing ? undefined : report.data;
  const period = coveredMonth(scopedInput.period, register?.data);
  const { from, group, division, employee_id, scheme } = scopedInput;
  const part = { period, from, group, division, employee_id, scheme };
  const filters = { ...scopedInput, period };
  const isOneMonth = from === undefined || from === period;
  const isWhole = [division, employee_id, scheme].every((each) => each === undefined);
  const named = register && registerFilterLabels(part, register.data);
  const lines = register && linesOf(register.data, group);

  return (
    <ReportPage
      title="Payroll Register"
      section="payroll"
      view={view}
      facts={registerFacts(filters, register?.data)}
      preparedAt={report.dataUpdatedAt}
      filters={<RegisterFilters view={view} period={period} named={named} />}
      onExport={(format, options) =>
        callFile(payrollRegisterReport.file, { ...filters, format }, options)
      }
    >
      {register && isOneMonth && isWhole && <PostingRuns runs={register.data.runs} />}
      <ListTable
        wide
        list={listWithAmounts(registerList({ ...part, several }), register?.data, lines)}
        query={query}
        rows={nothing ? [] : lines}
        total={register?.meta.total}
        place={view.place}
        cells={{ name: nameCell }}
        rowKey={keyOf}
        rowName={({ name, period: month }) =>
          isOneMonth || month === "" ? name : `${name}, ${monthName(month)}`
        }
        open={(line) => {
          if (line.kind === "payslip") return payslipLink({ ...line, id: line.run_id }, line);
          if (line.kind === "organization") {
            return registerLink({ period, from, scheme, tenant_id: line.tenant_id });
          }
          if (division !== undefined) return null;
          return registerLink({ ...part, tenant_id: view.input.tenant_id, division: line.key });
        }}
        behind={(key) =>
          isOneMonth && isWhole
            ? totalLink(key, { tenant_id: view.input.tenant_id, period }, several)
            : null
        }
        after={register && lines?.length ? [registerTotal(register.data.totals)] : []}
        empty={
          off ?? (
            <EmptyReport
              text={`No payroll has been approved for ${monthRangeName(from, period)}`}
              rows="payslips"
              filters={{ division, employee_id, scheme }}
              onClear={view.show}
            />
          )
        }
      />
    </ReportPage>
  );
}

type RegisterFiltersProps = {
  view: RegisterView;
  /** The month, or the last of several. */
  period: string;
  /** The names of the filters' values; undefined while they load. */
  named: ReturnType<typeof registerFilterLabels> | undefined;
};

function RegisterFilters({ view, period, named }: RegisterFiltersProps) {
  const { from, group } = view.input;
  const isOneMonth = from === undefined || from === period;
  return (
    <>
      {isOneMonth ? (
        <MonthFilter
          month={period}
          onChange={(next) => view.show({ period: next, from: undefined })}
        />
      ) : (
        <MonthsFilter
          from={from}
          to={period}
          error={view.errors["period"] ?? view.errors["from"]}
          onFrom={(next) => view.show({ from: next })}
          onTo={(next) => view.show({ period: next })}
        />
      )}
      {!view.several && (
        <ChoiceFilter
          label="Subtotals by"
          width={220}
          value={group ?? "none"}
          choices={groupings}
          onChange={(next) =>
            view.show({ group: next === "none" ? undefined : next, division: undefined })
          }
        />
      )}
      {named?.division !== undefined && (
        <ChosenFilter
          label={named.division}
          all="divisions"
          onClear={() => view.show({ division: undefined })}
        />
      )}
      {named?.scheme !== undefined && (
        <ChosenFilter
          label={named.scheme}
          all="payslips"
          onClear={() => view.show({ scheme: undefined })}
        />
      )}
      {named?.employee !== undefined && (
        <ChosenFilter
          label={named.employee}
          all="employees"
          onClear={() => view.show({ employee_id: undefined })}
        />
      )}
    </>
  );
}

/** The schedule of each column of the register that has one. */
const schedules: Readonly<Record<string, RemittanceScheme>> = {
  paye: "PAYE",
  pension_employee: "PENSION",
  pension_employer: "PENSION",
  nhf: "NHF",
  nsitf: "NSITF",
};

/**
 * The link of a total: amounts withheld for an authority link to its schedule, or for several
 * organizations to the amounts due; net pay links to the payment list.
 */
function totalLink(
  key: string,
  search: { tenant_id: number | undefined; period: string },
  several: boolean,
) {
  const kind = schedules[key];
  if (kind !== undefined) {
    return several
      ? duesLink({ period: search.period, scheme: kind })
      : scheduleLink({ kind, ...search });
  }
  return key === "net" ? ({ to: "/app/reports/payroll/payments", search } as const) : null;
}

/**
 * The rows: the organizations of a register of several, or the payslips of one with the subtotals
 * of their divisions.
 */
function linesOf(
  { rows, organizations, subtotals }: Register,
  group: Parameters<typeof registerLines>[1]["group"],
): RegisterLine[] {
  return [...organizations.map(organizationLine), ...registerLines(rows, { subtotals, group })];
}

function keyOf(line: RegisterLine): string | number {
  if (line.kind === "payslip") return line.id;
  return line.kind === "organization" ? `of ${line.tenant_id}` : `of ${line.division}`;
}

function nameCell({ kind, name, staff_no }: RegisterLine) {
  if (kind === "division") return <strong>{name}</strong>;
  return (
    <span>
      {name} <span className={classes.staffNo}>{staff_no}</span>
    </span>
  );
}

/**
 * The list with its non-empty columns, and the run if there are several; a basic set of columns
 * while there are no rows. The staff number is shown with the name.
 */
function listWithAmounts(
  list: typeof payrollRegisterList,
  register: Register | undefined,
  lines: readonly RegisterLine[] = [],
): typeof payrollRegisterList {
  if (register === undefined || lines.length === 0) {
    return { ...list, screen: ["name", "gross", "deductions", "net"] };
  }
  const { totals, runs } = register;
  const { cells } = registerTotal(totals);
  const screen = columnsIn(list, "screen", false).flatMap(({ key, column }) => {
    if (key === "staff_no") return [];
    const isUsed =
      key === "run"
        ? runs.length > 1
        : lines.some((line) => column.value(line) !== null) || (cells[key] ?? 0n) !== 0n;
    return isUsed ? [key] : [];
  });
  return { ...list, screen };
}

/** The runs of the register with links; their totals must equal the register's. */
function PostingRuns({ runs }: { runs: Register["runs"] }) {
  if (runs.length === 0) return null;
  return (
    <ul className={classes.runs} aria-label="Payroll runs">
      {runs.map((run) => (
        <li key={run.id}>
          <TextLink {...runLink(run)}>{run.number}</TextLink>{" "}
          {run.cycle === "OFF_CYCLE" && "Off-cycle · "}
          {runStatusTitles[run.status]} · {run.people} {run.people === 1 ? "person" : "people"} ·
          net {formatMoney(run.net)}
        </li>
      ))}
    </ul>
  );
}
