import type { DataOf } from "@kontor/contract/endpoint";
import { formatMoney } from "@kontor/contract/format";
import { columnsIn } from "@kontor/contract/list";
import {
  payrollRegisterList,
  payrollRegisterReport,
  registerTotal,
} from "@kontor/contract/pay-reports/payroll-register";
import { runStatusTitles } from "@kontor/contract/payroll/runs";
import { monthName, monthOf } from "@kontor/payroll/month";
import { useQuery } from "@tanstack/react-query";

import { OrganizationScope } from "../../accounting/organization-scope.tsx";
import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { useListSearch } from "../../platform/list-search.ts";
import { Page } from "../../ui/page/page.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { payslipLink, runLink } from "../frame/drill-down.ts";
import { withModule } from "../frame/module-off.ts";
import { MonthFilter } from "../frame/report-filters.tsx";
import { useReportOrganization } from "../frame/use-report-organization.ts";

import classes from "./payroll.module.css";

type Register = DataOf<typeof payrollRegisterReport.read>;

/** Everybody's pay of a month by component, as the runs of the month posted it. */
export function PayrollRegisterPage() {
  const present = monthOf(today());
  const view = useListSearch(payrollRegisterReport.read, { period: present });
  const showOrganization = (tenant_id: number | undefined) =>
    view.show({ tenant_id }, { replace: true });
  const { tenantId, several } = useReportOrganization(view.input.tenant_id, showOrganization);
  const { period = present, page, per_page } = view.input;
  const filters = { tenant_id: tenantId, period };
  const report = useQuery({
    ...pagedReportQuery(payrollRegisterReport.read, { ...filters, page, per_page }),
    enabled: !several,
  });
  const { off, nothing, query } = withModule(report, several);
  const register = nothing ? undefined : report.data;

  return (
    <Page title="Payroll Register" backTo="/app/reports/payroll">
      <Toolbar
        filterCount={view.filters}
        filters={
          <>
            <OrganizationScope onChoose={showOrganization} />
            <MonthFilter month={period} onChange={(next) => view.show({ period: next })} />
          </>
        }
        actions={
          !several && (
            <ExportMenu
              onExport={(format, options) =>
                callFile(payrollRegisterReport.file, { ...filters, format }, options)
              }
            />
          )
        }
      />
      {register && <PostedBy runs={register.data.runs} />}
      <div className={classes.register}>
        <ListTable
          list={withAmounts(register?.data)}
          query={query}
          rows={nothing ? [] : register?.data.rows}
          total={register?.meta.total}
          place={view.place}
          rowKey={({ id }) => String(id)}
          rowName={({ name }) => name}
          open={payslipLink}
          after={
            register && register.data.rows.length > 0 ? [registerTotal(register.data.totals)] : []
          }
          empty={emptyText(several, off, period)}
        />
      </div>
    </Page>
  );
}

/**
 * The register with the columns in which anybody has something, and the run where there are several; with
 * those that stand for the rest while there are no rows.
 */
function withAmounts(register: Register | undefined): typeof payrollRegisterList {
  if (register === undefined || register.rows.length === 0) {
    return { ...payrollRegisterList, screen: ["staff_no", "name", "gross", "deductions", "net"] };
  }
  const { rows, totals, runs } = register;
  const { cells } = registerTotal(totals);
  const screen = columnsIn(payrollRegisterList, "screen", false).flatMap(({ key, column }) => {
    const isUsed =
      key === "run"
        ? runs.length > 1
        : rows.some((row) => column.value(row) !== null) || (cells[key] ?? 0n) !== 0n;
    return isUsed ? [key] : [];
  });
  return { ...payrollRegisterList, screen };
}

function emptyText(several: boolean, off: string | undefined, period: string): string {
  if (several) return "Choose an organization to see its payroll register";
  return off ?? `No payroll of ${monthName(period)} has been approved`;
}

/** The runs that the register is of, each with what its page must come to. */
function PostedBy({ runs }: { runs: Register["runs"] }) {
  if (runs.length === 0) return null;
  return (
    <ul className={classes.runs} aria-label="Payroll runs">
      {runs.map((run) => (
        <li key={run.id}>
          <TextLink {...runLink(run)}>{run.number}</TextLink>{" "}
          {run.cycle === "OFF_CYCLE" && "Off cycle · "}
          {runStatusTitles[run.status]} · {run.people} {run.people === 1 ? "person" : "people"} ·
          net {formatMoney(run.net)}
        </li>
      ))}
    </ul>
  );
}
