import type { DataOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";
import { signedKobo } from "@kontor/contract/payroll/runs";
import { reconciliationFacts } from "@kontor/contract/reports/facts";
import {
  reconciledParts,
  reconciledTitles,
  reconciliationList,
  reconciliationReport,
  reconciliationTotals,
} from "@kontor/contract/reports/reconciliation";
import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";

import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { meQuery } from "../../session/data.ts";
import { NetMoney } from "../../ui/money.tsx";
import { StatusChip } from "../../ui/status-chip.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { DrillDownLink, TextLink } from "../../ui/text-link.tsx";
import { ChosenFilter } from "../frame/chosen-filter.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { advancesLink, statementLink } from "../frame/drill-down.ts";
import { AsOfFilter } from "../frame/report-filters.tsx";
import { EmptyReport, ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";

import classes from "./funding.module.css";

type Data = DataOf<typeof reconciliationReport.read>;
type Row = Data["rows"][number];

/** The wallet, the money in transit and the advances, each compared with its ledger. */
export function ReconciliationPage() {
  const view = useReportView(reconciliationReport.read, { as_of: today() });
  const { tenantId, several } = view;
  const permissions = useQuery(meQuery()).data?.permissions ?? [];
  const { as_of = today(), differing, part: only, sort, page, per_page } = view.input;
  const filters = { tenant_id: tenantId, as_of, differing, part: only, sort };
  const report = useQuery(
    pagedReportQuery(reconciliationReport.read, { ...filters, page, per_page }),
  );
  const data = report.data?.data;

  return (
    <ReportPage
      title="Reconciliation"
      section="transaction"
      view={view}
      facts={reconciliationFacts(filters)}
      preparedAt={report.dataUpdatedAt}
      filters={
        <>
          <AsOfFilter day={as_of} onChange={(day) => view.show({ as_of: day })} />
          <Switch
            className={classes.switch}
            label="Differences only"
            checked={differing === true}
            onChange={(event) => view.show({ differing: event.currentTarget.checked || undefined })}
          />
          {only !== undefined && (
            <ChosenFilter
              label={reconciledTitles[only].ledger}
              all="ledgers"
              onClear={() => view.show({ part: undefined })}
            />
          )}
        </>
      }
      onExport={(format, options) =>
        callFile(reconciliationReport.file, { ...filters, format }, options)
      }
    >
      {data && <p className={classes.agrees}>{summarySentence(data, as_of)}</p>}
      <ListTable
        list={reconciliationList}
        several={several}
        query={report}
        rows={data?.rows}
        total={report.data?.meta.total}
        place={view.place}
        cells={{
          ledger: (row) => ledgerCell(row, as_of),
          records: (row) => recordsCell(row, as_of, permissions),
          state: stateCell,
        }}
        rowKey={({ tenant_id, part }) => `${tenant_id} ${part}`}
        rowName={({ organization, part }) => `${reconciledTitles[part].ledger}, ${organization}`}
        open={({ tenant_id, part }) => ({
          to: "/app/reports/transaction/reconciliation-differences",
          search: { tenant_id, as_of, part },
        })}
        behind={(key, { of }) =>
          key === "records"
            ? partTotalLink(of, as_of, permissions)
            : ledgersLink(key, of, { as_of, part: only, differing })
        }
        after={
          data && data.organizations > 1 && data.rows.length > 0
            ? reconciliationTotals(data.totals)
            : []
        }
        empty={
          <EmptyReport
            text="Nothing differs"
            rows="ledgers"
            filters={{ part: only }}
            onClear={view.show}
          />
        }
      />
    </ReportPage>
  );
}

/** A day before all movements, since a wallet's balance is the sum of all of them. */
const beforeAllMovements = "2000-01-01";

/** The days of a ledger's statement: from the start of the month to the given day. */
function monthUpTo(as_of: string) {
  return { start_date: `${as_of.slice(0, 7)}-01`, end_date: as_of };
}

/** The balance of the ledger, with a link to its postings. */
function ledgerCell({ tenant_id, ledger_id, ledger }: Row, as_of: string) {
  return (
    <TextLink {...statementLink(tenant_id, ledger_id, monthUpTo(as_of))}>
      <NetMoney amount={signedKobo(ledger)} />
    </TextLink>
  );
}

/** The amount of the records, with a link to them for users who may see them. */
function recordsCell(
  { tenant_id, part, records }: Row,
  as_of: string,
  permissions: readonly string[],
) {
  return (
    <DrillDownLink target={recordsLink({ tenant_id, part }, as_of, permissions)}>
      <NetMoney amount={signedKobo(records)} />
    </DrillDownLink>
  );
}

/** A link to the records of one organization or all; null for users who may not see them. */
function recordsLink(
  { tenant_id, part }: { tenant_id?: number; part: Row["part"] },
  as_of: string,
  permissions: readonly string[],
): LinkProps | null {
  if (part === "receivable") {
    if (!permissions.includes("salary-advances.read")) return null;
    return tenant_id === undefined
      ? advancesLink({ as_of, by: "organization" })
      : advancesLink({ tenant_id, as_of, by: "advance" });
  }
  if (!permissions.includes("funding.read")) return null;
  return {
    to: "/app/reports/transaction/funding-movements",
    search: {
      ...(tenant_id !== undefined && { tenant_id }),
      start_date: beforeAllMovements,
      end_date: as_of,
      ...(part === "transit" && { kind: "open" as const }),
    },
  };
}

/** A link to the records of all organizations behind a part's total. */
function partTotalLink(
  partKey: string | undefined,
  as_of: string,
  permissions: readonly string[],
): LinkProps | null {
  const part = reconciledParts.find((each) => each === partKey);
  return part === undefined ? null : recordsLink({ part }, as_of, permissions);
}

/**
 * A link to the ledgers of all organizations behind a part's total, and for a difference only to
 * those that differ; null when these rows are already shown.
 */
function ledgersLink(
  key: string,
  partKey: string | undefined,
  shown: { as_of: string; part: Row["part"] | undefined; differing: boolean | undefined },
): LinkProps | null {
  const part = reconciledParts.find((each) => each === partKey);
  const differing = key === "difference" ? true : undefined;
  if (part === undefined || (part === shown.part && differing === shown.differing)) return null;
  return {
    to: "/app/reports/transaction/reconciliation",
    search: { as_of: shown.as_of, part, differing },
  };
}

function stateCell({ difference }: Row) {
  return difference.amount === 0n ? (
    <StatusChip tone="good">Agrees</StatusChip>
  ) : (
    <StatusChip tone="bad">Differs</StatusChip>
  );
}

function summarySentence({ organizations, differing }: Data, as_of: string): string {
  const organization =
    organizations === 1 ? "The ledgers" : `The ledgers of ${organizations} organizations`;
  if (differing === 0)
    return `${organization} agree with their records as of ${formatDate(as_of)}.`;
  const which =
    organizations === 1
      ? "The ledgers differ"
      : `The ledgers of ${differing} of ${organizations} organizations differ`;
  return `${which} from their records as of ${formatDate(as_of)}.`;
}
