import { kobo, type Kobo } from "@kontor/books/money";
import { formatDate, formatMoney } from "@kontor/contract/format";
import { Button, Group } from "@mantine/core";
import { IconCoins, IconEraser } from "@tabler/icons-react";
import { Suspense, useState } from "react";

import { lazyPart } from "../../platform/part/lazy-part.ts";
import { useMay } from "../../session/data.ts";
import { Money } from "../../ui/money.tsx";
import { OpeningButton } from "../../ui/opening-button.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { SalaryAdvance } from "../data.ts";
import { Sum, Sums } from "./sums.tsx";

import classes from "./card.module.css";

const RepaymentDialog = lazyPart(() => import("./repayment-dialog.tsx"), "RepaymentDialog");
const WriteOffDialog = lazyPart(() => import("./write-off-dialog.tsx"), "WriteOffDialog");

type Allocation = SalaryAdvance["allocations"][number] & { tenant_id: number };

const kinds: Readonly<Record<Allocation["kind"], string>> = {
  PAYSLIP: "From pay",
  CASH: "Paid back",
  WRITE_OFF: "Written off",
  REVERSAL: "Put back, as its payroll was reversed",
};

/** What is still owed, what was paid back how, and the ways to pay back more. */
export function RepaymentPanel({ advance }: { advance: SalaryAdvance }) {
  const { tenant_id, owed, allocations, payback_amount } = advance;
  const mayDecide = useMay("salary-advances.decide");
  const mayWriteOff = useMay("salary-advances.write-off");
  const [open, setOpen] = useState<"repayment" | "write-off" | null>(null);
  const owing = owed.total > 0n;
  const close = () => setOpen(null);
  return (
    <Panel
      title={owing ? "Owed" : "Repaid"}
      about={
        owing
          ? `${formatMoney(owed.total)} of ${formatMoney(payback_amount)} is still to be paid back.`
          : "Nothing is owed any more."
      }
      aside={
        owing && (
          <Group gap="xs">
            {mayDecide && (
              <OpeningButton
                size="xs"
                icon={<IconCoins size={15} aria-hidden />}
                onOpen={() => setOpen("repayment")}
              >
                Record Repayment
              </OpeningButton>
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
      }
    >
      <div className={classes.stack}>
        {owing && (
          <Sums label="What is owed">
            <Sum label="Principal" amount={owed.principal} />
            <Sum label="Interest" amount={owed.interest} />
            <Sum label="Owed in all" amount={owed.total} sign="=" />
          </Sums>
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
        {open === "write-off" && <WriteOffDialog advance={advance} onExited={close} />}
      </Suspense>
    </Panel>
  );
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
        {kinds[kind]}
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
    cell: ({ kind, principal }) => <Money amount={moved(kind, principal)} dashForZero />,
  },
  {
    key: "interest",
    header: "Interest",
    align: "end",
    phone: "none",
    cell: ({ kind, interest }) => <Money amount={moved(kind, interest)} dashForZero />,
  },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    phone: "amount",
    cell: ({ kind, amount }) => <Money amount={moved(kind, amount)} strong />,
  },
  { key: "entry", header: "Entry", phone: "end", cell: (allocation) => <Entry {...allocation} /> },
];

/** What a row takes off what is owed: below zero where it is owed again. */
function moved(kind: Allocation["kind"], amount: Kobo): Kobo {
  return kind === "REVERSAL" ? kobo(-amount) : amount;
}

/** The entry of the books, for those who may read them. */
function Entry({ tenant_id, entry_id, ent_number }: Allocation) {
  if (!useMay("accounting.read")) return ent_number;
  return (
    <TextLink
      to="/app/entries/receipt/edit/$entry_id"
      params={{ entry_id: String(entry_id) }}
      search={{ tenant_id }}
    >
      {ent_number}
    </TextLink>
  );
}
