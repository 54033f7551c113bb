import { listSalaryAdvances } from "@kontor/contract/salary-advances/advances";
import { IconCash, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";

import { useListSearch } from "../../platform/list-search.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { useHasPermission } from "../../session/data.ts";
import { Money } from "../../ui/money.tsx";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { advanceColumns } from "../columns.tsx";
import { advancesQuery, pathOf, type ListedAdvance, type RecordPath } from "../data.ts";
import { cardLink } from "../links.ts";
import { advanceKey } from "./row-decisions.ts";

const RequestDialog = lazyComponent(() => import("../request/request-dialog.tsx"), "RequestDialog");

/** The page size. */
const perPage = 10;

type EmployeeAdvancesProps = {
  employee: RecordPath & { personal: { first_name: string; last_name: string } };
};

/** The salary advances of one employee, with a button to request another. */
export function EmployeeAdvances({ employee }: EmployeeAdvancesProps) {
  const { tenant_id, id: employee_id, personal } = employee;
  const view = useListSearch(listSalaryAdvances, { per_page: perPage }, { keepScroll: true });
  const { page, per_page, sort } = view.input;
  const advances = useQuery(advancesQuery({ tenant_id, employee_id, page, per_page, sort }));
  const mayRequest = useHasPermission("salary-advances.request");
  const [recording, setRecording] = useState(false);
  const name = `${personal.first_name} ${personal.last_name}`;
  return (
    <Panel
      title="Salary Advances"
      aside={
        mayRequest && (
          <OpenDialogButton
            size="xs"
            icon={<IconPlus size={15} aria-hidden />}
            onOpen={() => setRecording(true)}
          >
            Record Request
          </OpenDialogButton>
        )
      }
    >
      <DataTable
        label="Salary Advances"
        columns={columns}
        rows={advances.data?.data}
        rowKey={advanceKey}
        open={cardLink}
        loading={advances.isFetching && (advances.isPending || advances.isPlaceholderData)}
        failed={advances.isError}
        error={advances.error}
        onRetry={() => void advances.refetch()}
        sort={sort}
        onSort={view.place.onSort}
        paging={{ ...view.place, total: advances.data?.meta.total ?? 0 }}
        empty={
          <EmptyState icon={<IconCash size={22} />} text="There are no salary advances available" />
        }
      />
      <Suspense>
        {recording && (
          <RequestDialog
            applicant={{ ...pathOf(employee), name }}
            tenantId={tenant_id}
            onExited={() => setRecording(false)}
          />
        )}
      </Suspense>
    </Panel>
  );
}

const { number, requested, amount, outstanding, status } = advanceColumns;

const columns: readonly Column<ListedAdvance>[] = [
  number,
  requested,
  { ...amount, sort: "amount" },
  {
    key: "payback",
    header: "Payback Amount",
    align: "end",
    phone: "none",
    sort: "payback_amount",
    cell: ({ payback_amount }) => <Money amount={payback_amount} />,
  },
  outstanding,
  { ...status, sort: "status" },
];
