import type { DataOf } from "@kontor/contract/endpoint";
import { formatCounted } from "@kontor/contract/format";
import { runsList } from "@kontor/contract/payroll/lists";
import { exportRuns, listRuns, type getRunTotals } from "@kontor/contract/payroll/runs";
import { monthName } from "@kontor/payroll/month";
import { IconPlus, IconReceipt2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";

import {
  OrganizationScope,
  useScopeOrOwnOrganization,
} from "../../accounting/organization-scope.tsx";
import { permanentRefusalOf } from "../../platform/api-problem.ts";
import { callFile } from "../../platform/api.ts";
import { useListSearch } from "../../platform/list-search.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { preload } from "../../platform/loading/load-module.ts";
import { allOrganizations, chooseOrganization } from "../../platform/organization/scope-filter.ts";
import { useHasPermission } from "../../session/data.ts";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { StatusChip } from "../../ui/status-chip.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { runsQuery, runTotalsQuery, type ListedRun } from "../data.ts";
import { runLink } from "../links.ts";
import { RunStatusChip } from "../run-status.tsx";
import { Difference } from "../signed-money.tsx";
import { RunFilters } from "./run-filters.tsx";

import classes from "./runs.module.css";

// Loaded on demand, since most visits start no run.
const loadDialog = () => import("./new-run-dialog.tsx");
const NewRunDialog = lazyComponent(loadDialog, "NewRunDialog");

/** The payroll runs of one organization or all: filters, order and pages in the address. */
export function RunsPage() {
  const view = useListSearch(listRuns);
  const showOrganization = (tenant_id: number | undefined) =>
    view.show({ tenant_id }, { replace: true });
  const tenantId = useScopeOrOwnOrganization(view.input.tenant_id, showOrganization);
  const runs = useQuery(runsQuery({ ...view.input, tenant_id: tenantId }));
  // If the organization has the module switched off, the list says so.
  const mayPrepare = useHasPermission("payroll.prepare") && permanentRefusalOf(runs.error) === null;
  const { page: _page, per_page: _perPage, ...filters } = view.input;
  const { sort: _sort, ...narrowing } = filters;
  const count = runs.isError ? 0 : (runs.data?.meta.total ?? 0);
  const totals = useQuery({
    ...runTotalsQuery({ ...narrowing, tenant_id: tenantId }),
    enabled: count > 0,
  });
  const [starting, setStarting] = useState(false);
  const clear = () => {
    chooseOrganization(null);
    view.clear();
  };
  return (
    <Page title="Payroll">
      <Toolbar
        filterCount={view.filters}
        filters={
          <>
            <OrganizationScope onChoose={showOrganization} />
            <RunFilters view={view} />
          </>
        }
        actions={
          <>
            <ExportMenu
              onExport={(format, options) =>
                callFile(exportRuns, { ...filters, tenant_id: tenantId, format }, options)
              }
            />
            {mayPrepare && (
              <OpenDialogButton
                icon={<IconPlus size={17} aria-hidden />}
                onPointerEnter={() => preload(loadDialog)}
                onOpen={() => setStarting(true)}
              >
                New Run
              </OpenDialogButton>
            )}
          </>
        }
      >
        <SearchBox label="Search payroll runs" {...view.searching} />
      </Toolbar>
      <ListTable
        list={runsList}
        several={tenantId === allOrganizations}
        cells={cells}
        query={runs}
        rows={runs.data?.data}
        total={runs.data?.meta.total}
        place={view.place}
        after={count > 0 && totals.data ? [totalOf(totals.data)] : []}
        rowKey={({ tenant_id, id }) => `${tenant_id}/${id}`}
        open={runLink}
        empty={<NoRuns mayPrepare={mayPrepare} onClear={view.narrowed ? clear : undefined} />}
      />
      <Suspense>
        {starting && <NewRunDialog tenantId={tenantId} onExited={() => setStarting(false)} />}
      </Suspense>
    </Page>
  );
}

const cells = {
  period: ({ period, cycle }: ListedRun) => (
    <span className={classes.period}>
      {monthName(period)}
      {cycle === "OFF_CYCLE" && <span className={classes.cycle}>Off-cycle</span>}
    </span>
  ),
  status: ({ status, stale }: ListedRun) => (
    <span className={classes.chips}>
      <RunStatusChip status={status} />
      {stale && <StatusChip tone="bad">Out of date</StatusChip>}
    </span>
  ),
  difference: ({ difference }: ListedRun) => <Difference amount={difference} />,
};

function totalOf({ runs, gross, net, cost }: DataOf<typeof getRunTotals>) {
  const what = formatCounted(runs, "payroll run");
  return { label: `Total of ${what}`, cells: { gross, net, cost } };
}

type NoRunsProps = {
  mayPrepare: boolean;
  onClear: (() => void) | undefined;
};

function NoRuns({ mayPrepare, onClear }: NoRunsProps) {
  const about = "A payroll run calculates everybody’s pay for a month, or an off-cycle payment.";
  return (
    <EmptyState
      icon={<IconReceipt2 size={22} />}
      text="There are no payroll runs available"
      about={mayPrepare ? `${about} Choose “New Run” to start the first one.` : about}
      onClear={onClear}
    />
  );
}
