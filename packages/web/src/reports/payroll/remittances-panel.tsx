import { displayKobo } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import { formatDate, formatMoment } from "@kontor/contract/format";
import { reverseRemittance, type listRemittances } from "@kontor/contract/payroll/remittances";
import { Table } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";

import { postedKeys } from "../../accounting/data.ts";
import { entryLink } from "../../accounting/links.ts";
import { useEndpointMutation } from "../../platform/mutation.ts";
import { useHasPermission } from "../../session/data.ts";
import { Money } from "../../ui/money.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { ReasonDialog } from "../../ui/reason/reason-dialog.tsx";
import { StatusChip } from "../../ui/status-chip.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { RowAction } from "../../ui/table/row-actions.tsx";
import { DrillDownLink } from "../../ui/text-link.tsx";

import classes from "./payroll.module.css";

type Remittance = DataOf<typeof listRemittances>[number];

const baseColumns: readonly Column<Remittance>[] = [
  {
    key: "paid_on",
    header: "Paid On",
    kind: "date",
    phone: "what",
    by: ({ paid_on }) => paid_on,
    cell: ({ paid_on }) => formatDate(paid_on),
  },
  {
    key: "entry",
    header: "Entry",
    phone: "detail",
    by: ({ entry }) => entry.ent_number,
    cell: ({ tenant_id, entry }) => (
      <EntryLink tenantId={tenant_id} entry={entry}>
        {entry.ent_number}
      </EntryLink>
    ),
  },
  {
    key: "ledger",
    header: "Paid From",
    phone: "none",
    wrap: true,
    by: ({ ledger }) => ledger.name,
    cell: ({ ledger }) => ledger.name,
  },
  {
    key: "reference",
    header: "Reference",
    phone: "detail",
    wrap: true,
    by: ({ reference }) => reference,
    cell: (row) => (
      <>
        {row.reference}
        <Reversal {...row} />
      </>
    ),
  },
  {
    key: "recorded_by",
    header: "Recorded By",
    phone: "none",
    wrap: true,
    by: ({ recorded_by }) => recorded_by,
    cell: ({ recorded_by }) => recorded_by ?? "",
  },
  {
    key: "amount",
    header: "Amount",
    kind: "money",
    align: "end",
    phone: "amount",
    by: ({ amount }) => amount,
    cell: ({ tenant_id, entry, amount }) => (
      <EntryLink tenantId={tenant_id} entry={entry}>
        <Money amount={amount} />
      </EntryLink>
    ),
  },
  {
    key: "status",
    header: "Status",
    phone: "end",
    by: ({ reversal }) => (reversal === null ? "Posted" : "Reversed"),
    cell: ({ reversal }) =>
      reversal === null ? (
        <StatusChip tone="good">Posted</StatusChip>
      ) : (
        <StatusChip tone="neutral">Reversed</StatusChip>
      ),
  },
];

/** The remittances to an authority, including reversed ones. */
export function RemittancesPanel({ remittances }: { remittances: readonly Remittance[] }) {
  const mayReverse = useHasPermission("remittances.record");
  const [reversing, setReversing] = useState<Remittance | null>(null);
  const icon = <IconArrowBackUp size={16} aria-hidden />;
  const actions = (row: Remittance): readonly RowAction[] => {
    if (row.reversal !== null) return [];
    return [{ label: "Reverse Remittance", icon, onClick: () => setReversing(row) }];
  };
  return (
    <Panel title="Remittances">
      <DataTable
        label="Remittances"
        columns={baseColumns}
        rows={remittances}
        rowKey={({ id }) => id}
        rowName={({ entry }) => entry.ent_number}
        loading={false}
        empty="Nothing was remitted"
        after={remittances.length > 0 && <Total remittances={remittances} beside={mayReverse} />}
        {...(mayReverse ? { actions } : {})}
      />
      {reversing && (
        <ReversalDialog
          key={reversing.id}
          remittance={reversing}
          onExited={() => setReversing(null)}
        />
      )}
    </Panel>
  );
}

type TotalProps = {
  remittances: readonly Remittance[];
  /** Whether there is a column of menus too. */
  beside: boolean;
};

/** The total of remittances that are not reversed. */
function Total({ remittances, beside }: TotalProps) {
  const unreversed = remittances.filter(({ reversal }) => reversal === null);
  const total = unreversed.reduce((sum, { amount }) => sum + amount, 0n);
  return (
    <Table.Tr data-summary>
      <Table.Th scope="row" colSpan={5}>
        Total of {unreversed.length} posted
      </Table.Th>
      <Table.Td data-align="end">
        <Money amount={displayKobo(total)} strong />
      </Table.Td>
      <Table.Td colSpan={beside ? 2 : 1} data-empty />
    </Table.Tr>
  );
}

type EntryLinkProps = { tenantId: number; entry: Remittance["entry"]; children: ReactNode };

/** A link to the entry of a remittance, for users who may see the books. */
function EntryLink({ tenantId, entry, children }: EntryLinkProps) {
  const mayRead = useHasPermission("accounting.read");
  return (
    <DrillDownLink target={mayRead ? entryLink(tenantId, entry.entry_id) : null}>
      {children}
    </DrillDownLink>
  );
}

/** The entry that reversed a remittance, with who did it, when and why. */
function Reversal({ tenant_id, reversal }: Remittance) {
  if (reversal === null) return null;
  const { entry, at, by, reason } = reversal;
  return (
    <span className={classes.reversal}>
      Reversed by{" "}
      <EntryLink tenantId={tenant_id} entry={entry}>
        {entry.ent_number}
      </EntryLink>
      , {[formatMoment(at), by && `by ${by}`].filter(Boolean).join(" ")}: {reason}
    </span>
  );
}

type ReversalDialogProps = { remittance: Remittance; onExited: () => void };

/** Reverses a remittance, with a reason that is recorded in the books. */
function ReversalDialog({ remittance, onExited }: ReversalDialogProps) {
  const { id, tenant_id, entry } = remittance;
  const reverse = useEndpointMutation(reverseRemittance, postedKeys);
  return (
    <ReasonDialog
      title={`Reverse ${entry.ent_number}`}
      submit="Reverse Remittance"
      draft={`reverse-remittance:${tenant_id}:${id}`}
      schema={reverseRemittance.body.shape.reason}
      description="An entry with the sides swapped takes it back today. The amount is then due again."
      send={(reason) => reverse.mutateAsync({ input: { id, tenant_id, reason } })}
      done="Remittance reversed successfully.."
      onExited={onExited}
    />
  );
}
