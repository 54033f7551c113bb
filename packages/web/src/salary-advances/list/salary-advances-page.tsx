import type { DataOf } from "@kontor/contract/endpoint";
import { formatCounted } from "@kontor/contract/format";
import {
  exportSalaryAdvances,
  listSalaryAdvances,
  type getSalaryAdvanceTotals,
} from "@kontor/contract/salary-advances/advances";
import { IconCash, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";

import {
  OrganizationScope,
  useScopeOrOwnOrganization,
} from "../../accounting/organization-scope.tsx";
import { callFile } from "../../platform/api.ts";
import { useListSearch } from "../../platform/list-search.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { chooseOrganization } from "../../platform/organization/scope-filter.ts";
import { useHasPermission } from "../../session/data.ts";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { advancesQuery, advanceTotalsQuery } from "../data.ts";
import { AdvanceFilters } from "./advance-filters.tsx";
import { AdvancesTable } from "./advances-table.tsx";

// Loaded on demand because most visits record no request.
const loadDialog = () => import("../request/request-dialog.tsx");
const RequestDialog = lazyComponent(loadDialog, "RequestDialog");

/**
 * The salary advances of one organization or all, with search, filters, order and page in the
 * address.
 */
export function SalaryAdvancesPage() {
  const view = useListSearch(listSalaryAdvances);
  const showOrganization = (tenant_id: number | undefined) =>
    view.show({ tenant_id, employee_id: undefined }, { replace: true });
  const tenantId = useScopeOrOwnOrganization(view.input.tenant_id, showOrganization);
  const backwards = view.errors["end_date"] !== undefined;
  const advances = useQuery({
    ...advancesQuery({ ...view.input, tenant_id: tenantId }),
    enabled: !backwards,
  });
  const mayRequest = useHasPermission("salary-advances.request");
  const [recording, setRecording] = useState(false);
  const { page: _page, per_page: _perPage, ...filters } = view.input;
  const { sort: _sort, ...narrowing } = filters;
  const count = backwards ? 0 : (advances.data?.meta.total ?? 0);
  const totals = useQuery({
    ...advanceTotalsQuery({ ...narrowing, tenant_id: tenantId }),
    enabled: count > 0,
  });
  const clear = () => {
    chooseOrganization(null);
    view.clear();
  };
  return (
    <Page title="Salary Advance">
      <Toolbar
        filterCount={view.filters}
        filters={
          <>
            <OrganizationScope onChoose={showOrganization} />
            <AdvanceFilters view={view} />
          </>
        }
        actions={
          <>
            <ExportMenu
              onExport={(format, options) =>
                callFile(exportSalaryAdvances, { ...filters, tenant_id: tenantId, format }, options)
              }
            />
            {mayRequest && (
              <OpenDialogButton
                icon={<IconPlus size={17} aria-hidden />}
                onPointerEnter={() => void loadDialog()}
                onOpen={() => setRecording(true)}
              >
                Record Request
              </OpenDialogButton>
            )}
          </>
        }
      >
        <SearchBox label="Search salary advances" width={220} {...view.searching} />
      </Toolbar>
      <AdvancesTable
        query={advances}
        rows={backwards ? [] : advances.data?.data}
        total={backwards ? 0 : advances.data?.meta.total}
        place={view.place}
        after={count > 0 && totals.data ? [totalOf(totals.data)] : []}
        empty={<NoAdvances mayRequest={mayRequest} onClear={view.narrowed ? clear : undefined} />}
      />
      <Suspense>
        {recording && (
          <RequestDialog
            applicant={null}
            tenantId={tenantId}
            onExited={() => setRecording(false)}
          />
        )}
      </Suspense>
    </Page>
  );
}

type Totals = NonNullable<DataOf<typeof getSalaryAdvanceTotals>>;

function totalOf({ advances, amount, payback_amount, outstanding }: Totals) {
  const what = formatCounted(advances, "advance");
  return { label: `Total of ${what}`, cells: { amount, payback_amount, outstanding } };
}

type NoAdvancesProps = { mayRequest: boolean; onClear: (() => void) | undefined };

function NoAdvances({ mayRequest, onClear }: NoAdvancesProps) {
  return (
    <EmptyState
      icon={<IconCash size={22} />}
      text="There are no salary advances available"
      about={
        mayRequest
          ? "Employees ask for advances in their portal. For anybody who does not use it, choose “Record Request”."
          : "Employees ask for advances in their portal."
      }
      onClear={onClear}
    />
  );
}
