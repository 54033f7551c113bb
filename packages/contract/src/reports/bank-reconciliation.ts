import { z } from "zod";

import { describeList } from "../list.ts";
import { signedKobo, signedMoney } from "../payroll/runs.ts";
import { date } from "../wire/dates.ts";
import { id, idOut, recordTenantId } from "../wire/ids.ts";
import { describeReport } from "./report.ts";

/**
 * The kinds of lines of a bank reconciliation statement: a ledger, above its lines; the balance of
 * the bank; deposits in transit and outstanding payments, which only the books have; credits and
 * debits that only the bank has; the unexplained difference; the balance of the books; later
 * changes of the books; and a note.
 */
export const bankReconciliationKinds = [
  "ledger",
  "bank",
  "deposits",
  "payments",
  "credits",
  "debits",
  "difference",
  "books",
  "changed",
  "now",
  "note",
] as const;

export type BankReconciliationKind = (typeof bankReconciliationKinds)[number];

export const bankReconciliationRow = z.strictObject({
  tenant_id: idOut,
  ledger: z.strictObject({ id: idOut, name: z.string(), code: z.string() }),
  kind: z.enum(bankReconciliationKinds),
  /** Whether it is one of the entries or lines that the row of its kind above adds up. */
  item: z.boolean(),
  name: z.string(),
  date: date.nullable(),
  entry: z.strictObject({ id: idOut, number: z.string() }).nullable(),
  /**
   * Signed as it is added from the bank's balance to that of the books: outstanding payments are
   * negative.
   */
  amount: signedMoney.nullable(),
});

export const bankReconciliation = z.strictObject({
  tenant_id: idOut,
  organization_name: z.string(),
  as_of: date,
  rows: z.array(bankReconciliationRow),
});

export const bankReconciliationReport = describeReport({
  path: "/transaction/bank-reconciliation",
  summary:
    "The last bank reconciliation statement of each cash and bank ledger up to a day: the bank’s balance, deposits in transit, outstanding payments and the balance of the books",
  access: "accounting.read",
  query: { tenant_id: recordTenantId, as_of: date, ledger_id: id.optional() },
  data: bankReconciliation,
});

type Row = z.output<typeof bankReconciliationRow>;

export const bankReconciliationList = describeList<Row>()({
  label: "Bank Reconciliation",
  columns: {
    ledger: {
      header: "Ledger",
      kind: "named",
      value: ({ ledger: { name, code } }) => ({ name, code }),
      second: "Ledger Code",
    },
    name: {
      header: "Balance or Item",
      kind: "text",
      width: 48,
      wrap: true,
      indent: ({ kind, item }) => (kind === "ledger" ? 0 : item ? 2 : 1),
      value: ({ name }) => name,
      phone: "what",
    },
    date: { header: "Date", kind: "date", value: (row) => row.date, phone: "detail" },
    number: {
      header: "Entry",
      kind: "text",
      width: 14,
      value: ({ entry }) => entry?.number ?? null,
      phone: "end",
    },
    amount: {
      header: "Amount",
      kind: "net",
      value: (row) => (row.amount === null ? null : signedKobo(row.amount)),
      phone: "amount",
    },
  },
  screen: ["name", "date", "number", "amount"],
  paper: ["name", "date", "number", "amount"],
  main: "name",
  strong: ({ kind, item }) => !item && kind !== "note",
  continues: ({ kind, item }) => item || kind === "note",
  ordered: "A statement leads from the balance of the bank to that of the books.",
});
