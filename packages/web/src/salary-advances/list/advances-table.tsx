import type { SummaryRow } from "@kontor/contract/list";
import { salaryAdvancesList } from "@kontor/contract/salary-advances/lists";
import { Suspense, useState, type ReactNode } from "react";

import type { ListPlace } from "../../platform/list-search.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { useHasPermission } from "../../session/data.ts";
import { ListTable } from "../../ui/table/list-table.tsx";
import type { RowAction } from "../../ui/table/row-actions.tsx";
import type { BulkAction } from "../../ui/table/row-selection.tsx";
import type { DecisionStatus, ListedAdvance } from "../data.ts";
import { cardLink } from "../links.ts";
import { AdvanceStatusChip } from "../status.tsx";
import { advanceKey, useRowDecisions } from "./row-decisions.ts";

const BulkDialog = lazyComponent(() => import("./bulk-dialog.tsx"), "BulkDialog");

type AdvancesTableProps = {
  query: {
    isPending: boolean;
    isPlaceholderData: boolean;
    isError: boolean;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  rows: readonly ListedAdvance[] | undefined;
  total: number | undefined;
  place: ListPlace;
  /** The rows with the totals. */
  after: readonly SummaryRow<"amount" | "payback_amount" | "outstanding">[];
  empty: ReactNode;
};

/** The table of salary advances, with actions on those that are PENDING. */
export function AdvancesTable(props: AdvancesTableProps) {
  const mayDecide = useHasPermission("salary-advances.decide");
  const { decide, underway } = useRowDecisions();
  const { bulk, dialog } = useBulkDecisions();
  const actions = (advance: ListedAdvance): RowAction[] => {
    if (advance.status !== "PENDING") return [];
    return [
      { label: "Approve", onClick: () => void decide(advance, "APPROVED") },
      { label: "Reject", danger: true, onClick: () => void decide(advance, "REJECTED") },
    ];
  };
  return (
    <>
      <ListTable
        {...props}
        list={salaryAdvancesList}
        cells={{ status: statusCell }}
        rowKey={advanceKey}
        rowName={({ emp_name }) => emp_name}
        open={cardLink}
        underway={underway}
        {...(mayDecide && { actions, bulk })}
      />
      {dialog}
    </>
  );
}

function statusCell({ status: word }: ListedAdvance) {
  return <AdvanceStatusChip status={word} />;
}

function isPending({ status: word }: ListedAdvance): boolean {
  return word === "PENDING";
}

type PendingDecision = {
  status: DecisionStatus;
  rows: readonly ListedAdvance[];
  answer: (decided: boolean) => void;
};

/** The bulk actions, with the dialog that asks for confirmation and then shows the outcomes. */
function useBulkDecisions() {
  const [pending, setPending] = useState<PendingDecision | null>(null);
  const askFirst = (decision: DecisionStatus) => (rows: readonly ListedAdvance[]) =>
    new Promise<boolean>((answer) => setPending({ status: decision, rows, answer }));
  const bulk: BulkAction<ListedAdvance>[] = [
    { label: "Approve", fits: isPending, onRun: askFirst("APPROVED") },
    { label: "Reject", danger: true, fits: isPending, onRun: askFirst("REJECTED") },
  ];
  const dialog = (
    <Suspense>
      {pending && (
        <BulkDialog
          status={pending.status}
          rows={pending.rows}
          onExited={(decided) => {
            pending.answer(decided);
            setPending(null);
          }}
        />
      )}
    </Suspense>
  );
  return { bulk, dialog };
}
