import type { DataOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";
import { signedKobo } from "@kontor/contract/payroll/runs";
import {
  bankReconciliationList,
  bankReconciliationReport,
} from "@kontor/contract/reports/bank-reconciliation";
import { bankReconciliationFacts } from "@kontor/contract/reports/facts";
import { useQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";

import { entryLink } from "../../accounting/links.ts";
import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { useHasPermission } from "../../session/data.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { NetMoney } from "../../ui/money.tsx";
import { UnbrokenCodes } from "../../ui/table/list-cell.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { ChosenFilter } from "../frame/chosen-filter.tsx";
import { reportQuery } from "../frame/data.ts";
import { statementLink, yearUpTo } from "../frame/drill-down.ts";
import { AsOfFilter } from "../frame/report-filters.tsx";
import { EmptyReport, ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";

import classes from "./transaction.module.css";

type Row = DataOf<typeof bankReconciliationReport.read>["rows"][number];

/** The last reconciliation of each bank up to a day, from the bank's balance to that of the books. */
export function BankReconciliationPage() {
  const view = useReportView(bankReconciliationReport.read, { as_of: today() }, ["ledger_id"]);
  const { tenantId, several } = view;
  const { as_of = today(), ledger_id } = view.input;
  const mayCompare = useHasPermission("accounting.write") && !several;
  const input = {
    tenant_id: tenantId === 0 ? undefined : tenantId,
    as_of,
    ...(ledger_id === undefined || several ? {} : { ledger_id }),
  };
  const report = useQuery({
    ...reportQuery(bankReconciliationReport.read, input),
    enabled: !several,
  });
  const rows = several ? [] : report.data?.rows;
  const ledger = ledger_id === undefined ? undefined : rows?.[0]?.ledger;
  return (
    <ReportPage
      title="Bank Reconciliation"
      section="transaction"
      view={view}
      facts={bankReconciliationFacts({ as_of }, ledger)}
      preparedAt={report.dataUpdatedAt}
      filters={
        <>
          <AsOfFilter day={as_of} onChange={(day) => view.show({ as_of: day })} />
          {ledger !== undefined && (
            <ChosenFilter
              label={ledger.name}
              all="ledgers"
              onClear={() => view.show({ ledger_id: undefined })}
            />
          )}
        </>
      }
      onExport={
        several
          ? undefined
          : (format, options) =>
              callFile(bankReconciliationReport.file, { ...input, format }, options)
      }
    >
      <ListTable
        list={bankReconciliationList}
        query={several ? { ...report, isError: false, isFetching: false } : report}
        rows={rows}
        total={undefined}
        cells={{
          name: nameCell,
          date: dateCell,
          number: ({ entry }) => entry?.number,
          amount: amountCell,
        }}
        rowKey={(row) => `${row.ledger.id} ${rows?.indexOf(row) ?? 0}`}
        rowName={({ name }) => name}
        open={rowLink}
        {...(mayCompare ? { rowEnd: { header: "Action", cell: compareLink } } : {})}
        empty={
          several ? (
            "Choose an organization to see its bank reconciliation"
          ) : (
            <EmptyReport
              text="No cash or bank ledger had an opening balance or entries by then"
              rows="ledgers"
              filters={{ ledger_id }}
              onClear={view.show}
            />
          )
        }
      />
    </ReportPage>
  );
}

/** The name, as deep below its ledger as it is part of another row. */
function nameCell({ kind, item, name }: Row) {
  const level = kind === "ledger" ? "head" : item ? "2" : undefined;
  return (
    <span className={classes.name} data-level={level}>
      <UnbrokenCodes in={name} />
    </span>
  );
}

function dateCell({ date }: Row) {
  return date === null ? null : formatDate(date);
}

function amountCell(row: Row) {
  if (row.amount === null) return null;
  return (
    <NetMoney
      amount={signedKobo(row.amount)}
      strong={bankReconciliationList.strong?.(row) === true}
    />
  );
}

/** The next step for a ledger: to compare its entries with a statement of the bank. */
function compareLink({ kind, tenant_id, ledger: { id, name } }: Row) {
  if (kind !== "ledger") return null;
  return (
    <ButtonLink
      size="compact-sm"
      variant="default"
      aria-label={`Compare the bank statement of ${name}`}
      to="/app/ledger-statement/$ledger_id/bank"
      params={{ ledger_id: String(id) }}
      search={{ tenant_id }}
    >
      Compare
    </ButtonLink>
  );
}

/** A link to an entry, or to the ledger up to the day of a balance of the books. */
function rowLink({ tenant_id, ledger, kind, date, entry }: Row): LinkProps | null {
  if (entry !== null) return entryLink(tenant_id, entry.id);
  if ((kind === "books" || kind === "now") && date !== null) {
    return statementLink(tenant_id, ledger.id, yearUpTo(date));
  }
  return null;
}
