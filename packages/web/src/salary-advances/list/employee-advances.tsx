import { formatDay } from "@kontor/contract/format";
import { IconCash, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";

import { useMay } from "../../session/data.ts";
import { Money } from "../../ui/money.tsx";
import { OpeningButton } from "../../ui/opening-button.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { advancesQuery, pathOf, type ListedAdvance, type RecordPath } from "../data.ts";
import { AdvanceStatusChip } from "../status.tsx";
import { keyOf } from "./row-decisions.ts";

const RequestDialog = lazy(async () => ({
  default: (await import("../request/request-dialog.tsx")).RequestDialog,
}));

/** How many advances of an employee are shown at once. */
const perPage = 10;

type EmployeeAdvancesProps = {
  employee: RecordPath & { personal: { first_name: string; last_name: string } };
};

/** The salary advances of one employee, and a request for another one. */
export function EmployeeAdvances({ employee }: EmployeeAdvancesProps) {
  const { tenant_id, id: employee_id, personal } = employee;
  const [page, setPage] = useState(1);
  const advances = useQuery(advancesQuery({ tenant_id, employee_id, page, per_page: perPage }));
  const mayRequest = useMay("salary-advances.request");
  const [recording, setRecording] = useState(false);
  const name = `${personal.first_name} ${personal.last_name}`;
  return (
    <Panel
      title="Salary Advances"
      aside={
        mayRequest && (
          <OpeningButton
            size="xs"
            icon={<IconPlus size={15} aria-hidden />}
            onOpen={() => setRecording(true)}
          >
            Record Request
          </OpeningButton>
        )
      }
    >
      <DataTable
        label="Salary Advances"
        columns={columns}
        rows={advances.data?.data}
        rowKey={keyOf}
        open={({ company_id, id }) => ({
          to: "/app/salary-advances/$tenant_id/$company_id/$id",
          params: { tenant_id: String(tenant_id), company_id: String(company_id), id: String(id) },
        })}
        loading={advances.isFetching && (advances.isPending || advances.isPlaceholderData)}
        failed={advances.isError}
        onRetry={() => void advances.refetch()}
        paging={{ page, perPage, total: advances.data?.meta.total ?? 0, onPage: setPage }}
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

const columns: readonly Column<ListedAdvance>[] = [
  { key: "number", header: "Number", phone: "what", opens: true, cell: ({ number }) => number },
  {
    key: "requested",
    header: "Requested",
    phone: "detail",
    cell: ({ requested_at }) => formatDay(requested_at),
  },
  {
    key: "amount",
    header: "Amount Borrowed",
    align: "end",
    phone: "amount",
    cell: ({ amount }) => <Money amount={amount} />,
  },
  {
    key: "payback",
    header: "Payback Amount",
    align: "end",
    phone: "none",
    cell: ({ payback_amount }) => <Money amount={payback_amount} />,
  },
  {
    key: "outstanding",
    header: "Outstanding",
    align: "end",
    phone: "none",
    cell: ({ outstanding }) => <Money amount={outstanding} dashForZero />,
  },
  {
    key: "status",
    header: "Status",
    phone: "end",
    cell: ({ status }) => <AdvanceStatusChip status={status} />,
  },
];
