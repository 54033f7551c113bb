import { kobo } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import type { bankReconciliationReport } from "@kontor/contract/reports/bank-reconciliation";

type Statement = DataOf<typeof bankReconciliationReport.read>;
type Row = Statement["rows"][number];

const net = (amount: bigint) => ({
  amount: kobo(amount < 0n ? -amount : amount),
  negative: amount < 0n,
});

const row = (more: Partial<Row>): Row => ({
  tenant_id: 7,
  ledger: { id: 21, name: "Zenith", code: "01-01-0003" },
  kind: "note",
  item: false,
  name: "",
  date: null,
  entry: null,
  amount: null,
  ...more,
});

/** February of a bank with ₦1,200.00, a cheque of ₦400.00 outstanding, and ₦5.00 not explained. */
export function bankReconciliation(more: Partial<Statement> = {}): Statement {
  const date = "2026-02-28";
  return {
    tenant_id: 7,
    organization_name: "Acme Foods",
    as_of: date,
    rows: [
      row({ kind: "ledger", name: "Zenith (01-01-0003)" }),
      row({ kind: "bank", name: "Balance as per bank statement", date, amount: net(120_000n) }),
      row({ kind: "payments", name: "Less: outstanding payments", amount: net(-40_000n) }),
      row({
        kind: "payments",
        item: true,
        name: "Cheque 000417",
        date: "2026-02-26",
        entry: { id: 64, number: "PMT-000064" },
        amount: net(-40_000n),
      }),
      row({ kind: "difference", name: "Not explained", amount: net(500n) }),
      row({ kind: "books", name: "Balance as per books", date, amount: net(80_500n) }),
      row({ name: "Recorded by Ada Obi on 03 Mar 2026, 10:12. Compared with february.csv." }),
    ],
    ...more,
  };
}

/** Its figures without a link, as table, row and column, and why. */
export const figuresWithoutLink = {
  "Bank Reconciliation: Balance as per bank statement: Amount": "record",
  "Bank Reconciliation: Less: outstanding payments: Amount": "below",
  "Bank Reconciliation: Not explained: Amount": "record",
} as const;
