import type { DataOf } from "@kontor/contract/endpoint";
import { formatCount, formatCounted } from "@kontor/contract/format";
import { payslipsList } from "@kontor/contract/payroll/lists";
import {
  exportPayslips,
  listPayslips,
  type getPayslipTotals,
} from "@kontor/contract/payroll/payslips";
import { signedKobo, payslipFilterTitles } from "@kontor/contract/payroll/runs";
import { monthName } from "@kontor/payroll/month";
import { VARIANCE_REASONS } from "@kontor/payroll/payslip/variance";
import { PAYSLIP_WARNINGS } from "@kontor/payroll/payslip/warning";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { callFile } from "../../platform/api.ts";
import { useListSearch, type ListView } from "../../platform/list-search.ts";
import { OptionalFilter } from "../../ui/filter/choice-filter.tsx";
import { NetMoney } from "../../ui/money.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import {
  isUnpaid,
  pathOf,
  payslipsQuery,
  payslipTotalsQuery,
  revisionOf,
  type ListedPayslip,
  type PayrollRun,
} from "../data.ts";
import { payslipLink } from "../links.ts";
import { reasonTexts, warningTitles } from "../payroll-texts.ts";
import { PayslipChip } from "../payslip-status.tsx";
import { useBulkExclusion } from "../payslip/bulk-exclusion.tsx";
import { usePayslipActions } from "../payslip/payslip-actions.tsx";
import { Difference } from "../signed-money.tsx";

import classes from "./run.module.css";

/** The payslips of a run, with links to their pages. Search and filters are in the address. */
export function PayslipsPanel({ run }: { run: PayrollRun }) {
  const view = useListSearch(listPayslips, {}, { keepScroll: true });
  const path = pathOf(run);
  const payslips = useQuery(payslipsQuery(revisionOf(run), { ...path, ...view.input }));
  const { page: _page, per_page: _perPage, ...filters } = view.input;
  const { sort: _sort, ...narrowing } = filters;
  const totals = useQuery({
    ...payslipTotalsQuery(revisionOf(run), { ...path, ...narrowing }),
    enabled: (payslips.data?.meta.total ?? 0) > 0,
  }).data;
  const { actions, dialogs } = usePayslipActions(run);
  const { bulk, dialog: exclusion } = useBulkExclusion(run);
  const narrowed = view.filters > 0 || view.searching.value !== "";
  return (
    <section aria-labelledby="payslips" className={classes.payslips}>
      <div className={classes.listHead}>
        <h2 id="payslips" className={classes.listTitle}>
          Payslips
        </h2>
        <div className={classes.ways}>
          {view.filters > 0 && (
            <Button variant="subtle" onClick={view.clear}>
              Clear filters
            </Button>
          )}
          <ExportMenu
            onExport={(format, options) =>
              callFile(exportPayslips, { ...path, ...filters, format }, options)
            }
          />
        </div>
      </div>
      <Toolbar filterCount={view.filters} filters={<PayslipFilters view={view} run={run} />}>
        <SearchBox label="Search payslips" width={220} {...view.searching} />
      </Toolbar>
      <ListTable
        list={payslipsList}
        cells={cells}
        query={payslips}
        rows={payslips.data?.data}
        total={payslips.data?.meta.total}
        place={view.place}
        after={totals && totals.payslips > 0 ? [totalOf(totals)] : []}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowTone={({ excluded }) => (excluded ? "quiet" : undefined)}
        open={(payslip) => payslipLink(run, payslip)}
        actions={actions}
        bulk={bulk}
        empty={
          narrowed ? (
            <EmptyState text="No payslips match the filters" onClear={view.clear} />
          ) : (
            <EmptyState text="This run has nobody to pay" about={nobodyText(run)} />
          )
        }
      />
      {dialogs}
      {exclusion}
    </section>
  );
}

/** Whom a draft without payslips would pay, and what to do. */
function nobodyText({ status, cycle, period }: PayrollRun): string | undefined {
  if (status !== "DRAFT") return undefined;
  return cycle === "REGULAR"
    ? `It pays everybody who is employed in ${monthName(period)}. Add or import employees, and calculate it again.`
    : "It pays one-off items of its month, months that were missed and corrections. Record them, and calculate it again.";
}

/** The totals of what is paid; excluded payslips are not counted. */
function totalOf({ payslips, gross, deductions, net, employer }: DataOf<typeof getPayslipTotals>) {
  const what = formatCounted(payslips, "payslip");
  return {
    label: `Total of ${what}`,
    cells: {
      gross: signedKobo(gross),
      deductions: signedKobo(deductions),
      net: signedKobo(net),
      employer,
    },
  };
}

const cells = {
  net: ({ net }: ListedPayslip) => <NetMoney amount={signedKobo(net)} strong />,
  difference: ({ difference }: ListedPayslip) => <Difference amount={difference} />,
  state: (payslip: ListedPayslip) => <PayslipChip payslip={payslip} />,
};

type Show = keyof typeof payslipFilterTitles;

const aboutPayment: readonly Show[] = ["unsent", "failed"];

/** The choices of the filter; those about payment are offered only while the run is paid. */
function showsOf({ status }: PayrollRun, chosen: Show | undefined) {
  return (Object.keys(payslipFilterTitles) as Show[])
    .filter((each) => each === chosen || !aboutPayment.includes(each) || isUnpaid(status))
    .map((value) => ({ value, label: payslipFilterTitles[value] }));
}

type PayslipFiltersProps = { view: ListView<typeof listPayslips>; run: PayrollRun };

/** The filters: by status, by reason of a difference, and by warning. */
function PayslipFilters({ view, run }: PayslipFiltersProps) {
  const { show, reason, warning } = view.input;
  const reasons = VARIANCE_REASONS.filter(
    (each) => each === reason || run.variance.some((part) => part.reason === each),
  );
  const warnings = PAYSLIP_WARNINGS.filter(
    (each) => each === warning || run.warnings.some(({ code }) => code === each),
  );
  const people = formatCount(run.people + run.excluded);
  return (
    <>
      <OptionalFilter
        label="Show"
        width={190}
        all={`All (${people})`}
        value={show}
        choices={showsOf(run, show)}
        onChange={(next) => view.show({ show: next })}
      />
      {reasons.length > 0 && (
        <OptionalFilter
          label="Reason"
          width={190}
          all="All reasons"
          value={reason}
          choices={reasons.map((value) => ({ value, label: reasonTexts[value].title }))}
          onChange={(next) => view.show({ reason: next })}
        />
      )}
      {warnings.length > 0 && (
        <OptionalFilter
          label="Warning"
          width={190}
          all="All warnings"
          value={warning}
          choices={warnings.map((value) => ({ value, label: warningTitles[value] }))}
          onChange={(next) => view.show({ warning: next })}
        />
      )}
    </>
  );
}
