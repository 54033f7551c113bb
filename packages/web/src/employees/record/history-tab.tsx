import { listEmployeeHistory } from "@kontor/contract/employees/employees";
import { formatMoment } from "@kontor/contract/format";
import { useQuery } from "@tanstack/react-query";

import { useListSearch } from "../../platform/list-search.ts";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { AuditLink } from "../../users/audit-link.tsx";
import { historyQuery, pathOf, type EmployeeEvent, type EmployeeTabProps } from "../data.ts";
import { actionLabel, fieldLabel, inPageOrder, valueText } from "./history-labels.ts";

import classes from "./employee-page.module.css";

const columns: readonly Column<EmployeeEvent>[] = [
  {
    key: "recorded_at",
    header: "When",
    phone: "detail",
    cell: ({ recorded_at }) => (
      <time dateTime={recorded_at.toISOString()}>{formatMoment(recorded_at)}</time>
    ),
  },
  { key: "actor", header: "Who", phone: "detail", cell: ({ actor }) => actor ?? "Kontor" },
  {
    key: "action",
    header: "What",
    phone: "what",
    wrap: true,
    cell: (event) => (
      <>
        {actionLabel(event.action)}
        <Changes event={event} />
      </>
    ),
  },
];

/** The changes of the employee and who made them, the latest first. */
export function HistoryTab({ employee }: EmployeeTabProps) {
  const view = useListSearch(listEmployeeHistory, {}, { keepScroll: true });
  const history = useQuery(historyQuery({ ...pathOf(employee), ...view.input }));
  const { tenant_id, company_id, id } = employee;
  return (
    <>
      <div className={classes.historyHead}>
        <AuditLink owner={{ tenant_id, company_id }} subject={`employee:${id}`} />
      </div>
      <DataTable
        label="History"
        columns={columns}
        rows={history.data?.data}
        rowKey={(event) => event.id}
        loading={history.isFetching && (history.isPending || history.isPlaceholderData)}
        failed={history.isError}
        error={history.error}
        onRetry={() => void history.refetch()}
        empty="No changes yet"
        paging={{ ...view.place, total: history.data?.meta.total ?? 0 }}
      />
    </>
  );
}

/** The maximum number of changes listed one below the other. More would make a row too high. */
const maxListed = 6;

/** The old and new values, field by field. */
function Changes({ event: { changes } }: { event: EmployeeEvent }) {
  if (changes.length === 0) return null;
  return (
    <ul className={classes.changes} data-many={changes.length > maxListed || undefined}>
      {inPageOrder(changes).map(({ field, from, to }) => (
        <li key={field}>
          <span className={classes.field}>{fieldLabel(field)}:</span>{" "}
          {from !== null && (
            <>
              <del className={classes.old}>{valueText(field, from)}</del>{" "}
              <span className={classes.field} role="img" aria-label="changed to">
                →
              </span>{" "}
            </>
          )}
          {to === null ? "removed" : valueText(field, to)}
        </li>
      ))}
    </ul>
  );
}
