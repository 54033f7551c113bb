import { kobo, sum, ZERO, type Kobo } from "@kontor/books/money";
import { formatDate, formatMoney } from "@kontor/contract/format";
import { Button, Group } from "@mantine/core";
import { IconCoins, IconEraser } from "@tabler/icons-react";
import { Suspense, useState } from "react";

import { entryLink } from "../../accounting/links.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { useHasPermission } from "../../session/data.ts";
import { Money } from "../../ui/money.tsx";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { CalculationLine, Calculation } from "../../ui/record/calculation.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { SalaryAdvance } from "../data.ts";

import classes from "./card.module.css";

const RepaymentDialog = lazyComponent(() => import("./repayment-dialog.tsx"), "RepaymentDialog");
const RefundDialog = lazyComponent(() => import("./repayment-dialog.tsx"), "RefundDialog");
const WriteOffDialog = lazyComponent(() => import("./write-off-dialog.tsx"), "WriteOffDialog");

type Allocation = SalaryAdvance["allocations"][number] & { tenant_id: number };

const kindLabels: Readonly<Record<Allocation["kind"], string>> = {
  PAYSLIP: "From pay",
  CASH: "Paid back",
  WRITE_OFF: "Written off",
  REVERSAL: "Recovery reversed with its payroll",
  REFUND: "Refunded after the bank returned the advance",
  UNDONE_WRITE_OFF: "Write-off undone",
};

/** Kinds of allocation that reverse others. */
const reversingKinds: readonly Allocation["kind"][] = ["REVERSAL", "REFUND", "UNDONE_WRITE_OFF"];

/**
 * The amount to refund for an advance that the bank sent back, in kobo: what the employee has
 * repaid.
 */
function refundableOf({ status, allocations }: SalaryAdvance): Kobo {
  if (status !== "APPROVED") return ZERO;
  const paid = allocations.filter(({ kind }) => !kind.endsWith("WRITE_OFF"));
  return sum(paid.map(({ kind, amount }) => reductionOf(kind, amount)));
}

/** The owed amount, the repayments so far, and the buttons to record more. */
export function RepaymentPanel({ advance }: { advance: SalaryAdvance }) {
  const { tenant_id, owed, allocations } = advance;
  const mayDecide = useHasPermission("salary-advances.decide");
  const mayWriteOff = useHasPermission("salary-advances.write-off");
  const [open, setOpen] = useState<"repayment" | "write-off" | "refund" | null>(null);
  const owing = owed.total > 0n;
  const refundable = refundableOf(advance);
  const close = () => setOpen(null);
  return (
    <Panel
      title={owing ? "Owed" : "Repaid"}
      about={aboutOf(advance, refundable)}
      aside={
        refundable > 0n && mayDecide ? (
          <OpenDialogButton
            size="xs"
            icon={<IconCoins size={15} aria-hidden />}
            onOpen={() => setOpen("refund")}
          >
            Record Refund
          </OpenDialogButton>
        ) : (
          owing && (
            <Group gap="xs">
              {mayDecide && (
                <OpenDialogButton
                  size="xs"
                  icon={<IconCoins size={15} aria-hidden />}
                  onOpen={() => setOpen("repayment")}
                >
                  Record Repayment
                </OpenDialogButton>
              )}
              {mayWriteOff && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconEraser size={15} aria-hidden />}
                  onClick={() => setOpen("write-off")}
                >
                  Write Off
                </Button>
              )}
            </Group>
          )
        )
      }
    >
      <div className={classes.stack}>
        {owing && (
          <Calculation label="What is owed">
            <CalculationLine label="Principal" amount={owed.principal} />
            <CalculationLine label="Interest" amount={owed.interest} />
            <CalculationLine label="Total owed" amount={owed.total} sign="=" />
          </Calculation>
        )}
        <DataTable
          label="Repayments"
          columns={columns}
          rows={allocations.map((allocation) => ({ ...allocation, tenant_id }))}
          rowKey={({ id }) => id}
          loading={false}
          empty="Nothing has been paid back yet"
        />
      </div>
      <Suspense>
        {open === "repayment" && <RepaymentDialog advance={advance} onExited={close} />}
        {open === "refund" && (
          <RefundDialog advance={advance} refundable={refundable} onExited={close} />
        )}
        {open === "write-off" && <WriteOffDialog advance={advance} onExited={close} />}
      </Suspense>
    </Panel>
  );
}

function aboutOf({ owed, payback_amount }: SalaryAdvance, refundable: Kobo): string {
  if (owed.total > 0n) {
    return `${formatMoney(owed.total)} of ${formatMoney(payback_amount)} is left to pay back.`;
  }
  if (refundable === 0n) return "Nothing is owed.";
  return `${formatMoney(refundable)} was paid back before the bank returned the advance.`;
}

const columns: readonly Column<Allocation>[] = [
  { key: "date", header: "Date", phone: "detail", cell: ({ date }) => formatDate(date) },
  {
    key: "kind",
    header: "How",
    phone: "what",
    wrap: true,
    cell: ({ kind, note, recorded_by }) => (
      <>
        {kindLabels[kind]}
        {(note !== "" || recorded_by !== null) && (
          <span className={classes.below}>
            {[note, recorded_by && `by ${recorded_by}`].filter(Boolean).join(", ")}
          </span>
        )}
      </>
    ),
  },
  {
    key: "principal",
    header: "Principal",
    align: "end",
    phone: "none",
    cell: ({ kind, principal }) => <Money amount={reductionOf(kind, principal)} dashForZero />,
  },
  {
    key: "interest",
    header: "Interest",
    align: "end",
    phone: "none",
    cell: ({ kind, interest }) => <Money amount={reductionOf(kind, interest)} dashForZero />,
  },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    phone: "amount",
    cell: ({ kind, amount }) => <Money amount={reductionOf(kind, amount)} strong />,
  },
  {
    key: "entry",
    header: "Entry",
    phone: "end",
    cell: (allocation) => <EntryNumber {...allocation} />,
  },
];

/** The amount by which a row reduces the debt; negative when it is owed again. */
function reductionOf(kind: Allocation["kind"], amount: Kobo): Kobo {
  return reversingKinds.includes(kind) ? kobo(-amount) : amount;
}

/** The number of the entry, with a link for users who may read the books. */
function EntryNumber({ tenant_id, entry_id, ent_number }: Allocation) {
  if (!useHasPermission("accounting.read")) return ent_number;
  return <TextLink {...entryLink(tenant_id, entry_id)}>{ent_number}</TextLink>;
}
