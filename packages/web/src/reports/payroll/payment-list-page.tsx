import type { DataOf } from "@kontor/contract/endpoint";
import { paymentsFacts } from "@kontor/contract/pay-reports/facts";
import {
  noBank,
  paymentListReport,
  paymentsList,
  paymentStatuses,
  paymentsTotal,
  paymentTitles,
} from "@kontor/contract/pay-reports/payment-list";
import { bankByCode } from "@kontor/contract/reference/banks";
import { monthName } from "@kontor/payroll/month";
import { useQuery } from "@tanstack/react-query";

import { payslipLink } from "../../payroll/links.ts";
import { callFile } from "../../platform/api.ts";
import { OptionalFilter } from "../../ui/filter/choice-filter.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { moduleState } from "../frame/module-off.ts";
import { coveredMonth } from "../frame/periods.ts";
import { MonthFilter } from "../frame/report-filters.tsx";
import { EmptyReport, ReportPage } from "../frame/report-page.tsx";
import { useReportView, type ReportView } from "../frame/use-report-view.ts";
import { PaymentChip } from "./payment-status.tsx";
import { PaymentSums } from "./payment-sums.tsx";

import classes from "./payroll.module.css";

type Data = DataOf<typeof paymentListReport.read>;
type View = ReportView<typeof paymentListReport.read>;

const noAccount = "No bank account";

/** The payments of a month's approved runs, and problems with them. */
export function PaymentListPage() {
  const view = useReportView(paymentListReport.read, {}, ["run_id"]);
  const { tenantId, several } = view;
  const { page, per_page, ...input } = view.input;
  const scopedInput = { ...input, tenant_id: tenantId };
  const report = useQuery(
    pagedReportQuery(paymentListReport.read, { ...scopedInput, page, per_page }),
  );
  const { off, nothing, query } = moduleState(report);
  const data = nothing ? undefined : report.data?.data;
  const period = coveredMonth(scopedInput.period, data);
  const { run_id, show, bank, search } = scopedInput;
  // The sums are of the whole month, whatever is filtered, but of the chosen run only.
  const hasNoPayroll = data?.statuses.length === 0 && run_id === undefined;
  const filters = { ...scopedInput, period };
  /** The filters that links to other rows of the same month keep. */
  const shared = { period, tenant_id: input.tenant_id, run_id: scopedInput.run_id };

  return (
    <ReportPage
      title="Payment List"
      section="payroll"
      view={view}
      facts={paymentsFacts(
        filters,
        data?.runs.find(({ id }) => id === scopedInput.run_id),
      )}
      preparedAt={report.dataUpdatedAt}
      search="Search employees"
      filters={<PaymentFilters view={view} period={period} data={data} several={several} />}
      onExport={(format, options) =>
        callFile(paymentListReport.file, { ...filters, format }, options)
      }
    >
      {data && data.statuses.length > 0 && (
        <div className={classes.halves}>
          <Panel title={`Payments of ${monthName(period)}`}>
            <PaymentSums
              label="Payments by status"
              head="Status"
              all={shared}
              lines={data.statuses.map((each) => ({
                ...each,
                key: each.status,
                name: paymentTitles[each.status],
                search: { ...shared, show: each.status },
              }))}
            />
          </Panel>
          <Panel title="By Bank">
            <PaymentSums
              label="Payments by bank"
              head="Bank"
              all={shared}
              lines={data.banks.map((each) => ({
                ...each,
                key: each.code ?? noBank,
                name: each.bank || noAccount,
                search: { ...shared, bank: each.code ?? noBank },
              }))}
            />
          </Panel>
        </div>
      )}
      <ListTable
        list={listWithRuns(data)}
        several={several}
        query={query}
        rows={nothing ? [] : data?.rows}
        total={nothing ? 0 : report.data?.meta.total}
        place={view.place}
        cells={{ status: statusCell }}
        rowKey={({ id }) => id}
        rowName={({ name, run_number }) => `${name}, ${run_number}`}
        open={(row) => payslipLink({ ...row, id: row.run_id }, row)}
        after={data && data.rows.length > 0 ? [paymentsTotal(data.totals)] : []}
        empty={
          off ?? (
            <EmptyReport
              text={`No payroll has been approved for ${monthName(period)}`}
              rows="payments"
              filters={hasNoPayroll ? {} : { run_id, show, bank, search }}
              onClear={view.show}
            />
          )
        }
      />
    </ReportPage>
  );
}

function statusCell({ status }: Data["rows"][number]) {
  return <PaymentChip status={status} />;
}

/** The list with the run of each payment, if there are several runs. */
function listWithRuns(data: Data | undefined): typeof paymentsList {
  const { screen = [] } = paymentsList;
  const companies = new Set(data?.runs.map(({ company_id }) => company_id));
  if ((data?.runs.length ?? 0) > companies.size) return paymentsList;
  return { ...paymentsList, screen: screen.filter((key) => key !== "run") };
}

type FiltersProps = { view: View; period: string; data: Data | undefined; several: boolean };

function PaymentFilters({ view, period, data, several }: FiltersProps) {
  const { run_id, show, bank } = view.input;
  return (
    <>
      <MonthFilter
        month={period}
        onChange={(next) => view.show({ period: next, run_id: undefined })}
      />
      <OptionalFilter
        label="Payroll Run"
        width={180}
        all="All runs"
        value={run_id === undefined ? undefined : String(run_id)}
        choices={(data?.runs ?? []).map(({ id, number, cycle, organization }) => ({
          value: String(id),
          label: `${number}${cycle === "OFF_CYCLE" ? ", off-cycle" : ""}${several ? `, ${organization}` : ""}`,
        }))}
        unlisted="One run"
        onChange={(id) => view.show({ run_id: id === undefined ? undefined : Number(id) })}
      />
      <OptionalFilter
        label="Show"
        all="All payments"
        value={show}
        choices={[
          { value: "exceptions", label: "Exceptions" },
          ...paymentStatuses.map((value) => ({ value, label: paymentTitles[value] })),
        ]}
        onChange={(next) => view.show({ show: next })}
      />
      <OptionalFilter
        label="Bank"
        width={180}
        all="All banks"
        value={bank}
        choices={(data?.banks ?? []).map(({ code, bank: name }) => ({
          value: code ?? noBank,
          label: name || noAccount,
        }))}
        unlisted={bank && (bankByCode(bank)?.name ?? noAccount)}
        onChange={(next) => view.show({ bank: next })}
      />
    </>
  );
}
