import { formatDay } from "@kontor/contract/format";

import { Money } from "../ui/money.tsx";
import type { Column } from "../ui/table/column.ts";
import type { SalaryAdvance } from "./data.ts";
import { AdvanceStatusChip } from "./status.tsx";

/** Columns of one employee's advances, used by the card and the employee's page. */
export const advanceColumns = {
  number: {
    key: "number",
    header: "Number",
    phone: "what",
    opens: true,
    by: ({ number }) => number,
    cell: ({ number }) => number,
  },
  requested: {
    key: "requested",
    header: "Requested",
    phone: "detail",
    kind: "moment",
    by: ({ requested_at }) => requested_at,
    cell: ({ requested_at }) => formatDay(requested_at),
  },
  amount: {
    key: "amount",
    header: "Amount Borrowed",
    align: "end",
    phone: "amount",
    kind: "money",
    by: ({ amount }) => amount,
    cell: ({ amount }) => <Money amount={amount} />,
  },
  outstanding: {
    key: "outstanding",
    header: "Outstanding",
    align: "end",
    phone: "none",
    kind: "money",
    by: ({ outstanding }) => outstanding,
    cell: ({ outstanding }) => <Money amount={outstanding} dashForZero />,
  },
  status: {
    key: "status",
    header: "Status",
    phone: "end",
    by: ({ status }) => status,
    cell: ({ status }) => <AdvanceStatusChip status={status} />,
  },
} satisfies Readonly<Record<string, Column<SalaryAdvance["history"][number]>>>;
