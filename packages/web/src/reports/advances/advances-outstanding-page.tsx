import type { DataOf } from "@kontor/contract/endpoint";
import { formatDate, formatNet } from "@kontor/contract/format";
import {
  advancesOutstandingReport,
  outstandingList,
  outstandingTotal,
} from "@kontor/contract/pay-reports/advances-outstanding";
import { filteredEmployeeName, outstandingFacts } from "@kontor/contract/pay-reports/facts";
import { signedKobo } from "@kontor/contract/payroll/runs";
import { useQuery } from "@tanstack/react-query";

import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { tenantParam } from "../../platform/organization/scope-filter.ts";
import { meQuery } from "../../session/data.ts";
import { Notice } from "../../ui/page/notice.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { advancesLink } from "../frame/drill-down.ts";
import { AsOfFilter } from "../frame/report-filters.tsx";
import { EmptyReport, ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";
import { GroupingFilters } from "./grouping-filters.tsx";
import { owedRowKey, owedRowName, owedRowLink } from "./owed-rows.ts";

import classes from "./advances.module.css";

type Data = DataOf<typeof advancesOutstandingReport.read>;

/** The salary advances outstanding on a day, and whether the books agree. */
export function AdvancesOutstandingPage() {
  const view = useReportView(advancesOutstandingReport.read, { as_of: today() }, ["employee_id"]);
  const { tenantId, several } = view;
  const {
    as_of = today(),
    by = "employee",
    employee_id,
    search,
    sort,
    page,
    per_page,
  } = view.input;
  const filters = { tenant_id: tenantId, as_of, by, employee_id, search, sort };
  const report = useQuery(
    pagedReportQuery(advancesOutstandingReport.read, { ...filters, page, per_page }),
  );
  const data = report.data?.data;
  const onlyOf = filteredEmployeeName({ employee_id }, data);

  return (
    <ReportPage
      title="Advances Outstanding"
      section="payroll"
      view={view}
      facts={outstandingFacts(filters, data)}
      preparedAt={report.dataUpdatedAt}
      search="Search employees and numbers"
      filters={
        <>
          <AsOfFilter day={as_of} onChange={(day) => view.show({ as_of: day })} />
          <GroupingFilters by={by} onlyOf={onlyOf} onChange={view.show} />
        </>
      }
      onExport={(format, options) =>
        callFile(advancesOutstandingReport.file, { ...filters, format }, options)
      }
    >
      {data && <Receivable receivable={data.receivable} asOf={as_of} tenantId={tenantId} />}
      <ListTable
        list={outstandingList(by)}
        several={several}
        query={report}
        rows={data?.rows}
        total={report.data?.meta.total}
        place={view.place}
        rowKey={owedRowKey}
        rowName={owedRowName}
        open={(row) => owedRowLink(row, (narrowed) => advancesLink({ ...narrowed, as_of, search }))}
        behind={() =>
          by === "advance"
            ? null
            : advancesLink({
                tenant_id: view.input.tenant_id,
                as_of,
                search,
                employee_id,
                by: "advance",
              })
        }
        after={data && data.rows.length > 0 ? [outstandingTotal(data.totals)] : []}
        empty={
          <EmptyReport
            text={`No salary advances were outstanding on ${formatDate(as_of)}`}
            rows="salary advances"
            filters={{ search, employee_id }}
            onClear={view.show}
          />
        }
      />
    </ReportPage>
  );
}

type ReceivableProps = { receivable: Data["receivable"]; asOf: string; tenantId: number };

/** The outstanding principal according to the books; a difference links to its explanation. */
function Receivable({ receivable, asOf, tenantId }: ReceivableProps) {
  const permissions = useQuery(meQuery()).data?.permissions ?? [];
  const difference = signedKobo(receivable.difference);
  const ledger = formatNet(signedKobo(receivable.ledger));
  if (difference === 0n) {
    return (
      <p className={classes.note}>
        The principal agrees with the salary advances receivable ledger: {ledger}.
      </p>
    );
  }
  return (
    <Notice title={`The ledger differs by ${formatNet(difference)}`}>
      The salary advances receivable ledger shows {ledger}, but the outstanding principal is{" "}
      {formatNet(signedKobo(receivable.principal))}.{" "}
      {permissions.includes("accounting.read") && (
        <TextLink
          underline="always"
          to="/app/reports/transaction/reconciliation"
          search={{ ...tenantParam(tenantId), as_of: asOf }}
        >
          See the differences
        </TextLink>
      )}
    </Notice>
  );
}
