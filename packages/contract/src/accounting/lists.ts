import { ZERO } from "@kontor/books/money";
import type { z } from "zod";

import { describeList, unlessZero } from "../list.ts";
import { subLedgerSorts, type accountRow, type subLedger } from "./accounts.ts";
import { entryChangeTitles } from "./as-recorded.ts";
import type { entryRow } from "./entries.ts";
import type { statementRow } from "./statements.ts";

type AccountRow = z.output<typeof accountRow>;
type EntryRow = z.output<typeof entryRow>;
type StatementRow = z.output<typeof statementRow>;

const organization = {
  header: "Organization",
  kind: "text",
  value: (row: { readonly organization_name: string }) => row.organization_name,
  organization: true,
} as const;

/** The day and the number of an entry. */
const entryColumns = {
  date: { header: "Date", kind: "date", value: (row: { readonly date: string }) => row.date },
  number: {
    header: "Entry No.",
    kind: "text",
    sortedAs: "count",
    width: 13,
    value: (row: { readonly ent_number: string }) => row.ent_number,
  },
} as const;

/** The chart of accounts: each group, then its ledgers. */
export const accountsList = describeList<AccountRow>()({
  label: "Chart of Accounts",
  columns: {
    organization,
    code: { header: "Account Code", kind: "text", width: 16, value: (row) => row.code },
    name: {
      header: "Account Name",
      kind: "text",
      width: 40,
      wrap: true,
      value: (row) => row.name,
      /** Sub-ledgers are listed below their parent. */
      indent: (row) => (row.parent_ledger_id === null ? 0 : 1),
      phone: "what",
    },
    type: { header: "Type", kind: "text", width: 9, value: (row) => row.type },
    sub_ledgers: {
      header: "Sub-ledgers",
      kind: "count",
      value: (row) => (row.count_sub_ledgers === 0 ? null : row.count_sub_ledgers),
    },
    op_balance: {
      header: "O/P Balance",
      kind: "balance",
      second: "O/P DR/CR",
      value: (row) => ({ amount: row.op_balance, side: row.op_balance_dc }),
      phone: "none",
    },
    cl_balance: {
      header: "C/L Balance",
      kind: "balance",
      second: "C/L DR/CR",
      value: (row) => ({ amount: row.cl_balance, side: row.cl_balance_dc }),
      phone: "amount",
    },
    /** Closing balances are as of today. */
    after_today: {
      header: "After Today",
      kind: "balance",
      second: "After Today DR/CR",
      value: (row) =>
        row.after_today === ZERO ? null : { amount: row.after_today, side: row.after_today_dc },
    },
  },
  screen: ["code", "name", "type", "organization", "op_balance", "cl_balance"],
  sheet: [
    "organization",
    "code",
    "name",
    "type",
    "sub_ledgers",
    "op_balance",
    "cl_balance",
    "after_today",
  ],
  paper: ["organization", "code", "name", "type", "op_balance", "cl_balance"],
  ordered: "Groups are listed above their ledgers, as in the chart of accounts.",
  strong: ({ type }) => type === "Group",
});

/** The sub-ledgers of a ledger. */
export const subLedgersList = describeList<z.output<typeof subLedger>>()({
  label: "Sub-ledgers",
  columns: {
    code: { header: "Code", kind: "text", width: 16, value: (row) => row.code },
    name: {
      header: "Name",
      kind: "text",
      width: 40,
      wrap: true,
      value: (row) => row.name,
      phone: "what",
    },
    op_balance: {
      header: "O/P Balance",
      kind: "balance",
      value: (row) => ({ amount: row.op_balance, side: row.op_balance_dc }),
      phone: "none",
    },
    cl_balance: {
      header: "C/L Balance",
      kind: "balance",
      value: (row) => ({ amount: row.cl_balance, side: row.cl_balance_dc }),
      phone: "amount",
    },
  },
  main: "name",
  sorts: subLedgerSorts,
});

/** Entries by the first debit and the first credit item. */
export const entriesList = describeList<EntryRow>()({
  label: "Entries",
  columns: {
    ...entryColumns,
    type: { header: "Entry Type", kind: "text", width: 13, value: (row) => row.entry_type_label },
    debit: {
      header: "Debit Ledger",
      kind: "named",
      value: (row) => ({ name: row.debit_name, code: row.debit_code }),
      phone: "what",
    },
    credit: {
      header: "Credit Ledger",
      kind: "named",
      value: (row) => ({ name: row.credit_name, code: row.credit_code }),
      phoneOfSeveral: "none",
    },
    amount: {
      header: "Amount",
      kind: "money",
      value: (row) => row.amount,
      total: true,
      phone: "amount",
    },
    narration: {
      header: "Narration",
      kind: "text",
      width: 48,
      wrap: true,
      value: (row) => row.narration,
      phone: "none",
    },
    organization,
  },
  screen: ["date", "number", "debit", "credit", "amount", "narration", "organization"],
  paper: ["organization", "date", "number", "debit", "credit", "narration", "amount"],
  sorts: ["date", "number", "debit", "credit", "amount", "narration", "organization"],
  main: "number",
  labelIn: "narration",
  landscape: true,
});

/** The item on one side, out of the two that a statement line shows. */
function itemOnSide({ item_first, item_second }: StatementRow, side: "DR" | "CR") {
  return item_first.dc === side ? item_first : item_second;
}

/** The items that a statement line shows, one per text line, and the number of further items. */
function itemsText({ item_first, item_second, more_items }: StatementRow): string {
  const lines = [item_first, item_second].map(({ dc, code, name }) => `${dc}  ${name} (${code})`);
  const more = more_items === 1 ? "and 1 more item" : `and ${more_items} more items`;
  return [...lines, ...(more_items > 0 ? [more] : [])].join("\n");
}

/** The lines of a ledger's statement, each with the balance after it. */
export const statementList = describeList<StatementRow>()({
  label: "Ledger Statement",
  columns: {
    ...entryColumns,
    lines: { header: "Ledger", kind: "text", wrap: true, value: itemsText, phone: "what" },
    debit_ledger: { header: "Debit Ledger", kind: "named", value: (row) => itemOnSide(row, "DR") },
    credit_ledger: {
      header: "Credit Ledger",
      kind: "named",
      value: (row) => itemOnSide(row, "CR"),
    },
    more_items: {
      header: "More Items",
      kind: "count",
      value: ({ more_items }) => (more_items === 0 ? null : more_items),
    },
    narration: {
      header: "Narration",
      kind: "text",
      width: 44,
      wrap: true,
      value: (row) => row.narration,
    },
    debit: {
      header: "Debit Amount",
      kind: "money",
      value: (row) => unlessZero(row.item_debit_amount),
      phone: "amount",
    },
    credit: {
      header: "Credit Amount",
      kind: "money",
      value: (row) => unlessZero(row.item_credit_amount),
      phone: "amount",
    },
    balance: {
      header: "Balance",
      kind: "balance",
      second: "DR/CR",
      value: (row) => ({ amount: row.balance, side: row.dc }),
      phone: "end",
    },
    /** For a statement that marks changes since a moment. */
    changed: {
      header: "Since",
      kind: "text",
      width: 12,
      value: ({ since }) => since && entryChangeTitles[since],
      phone: "detail",
    },
  },
  screen: ["date", "number", "lines", "debit", "credit", "balance", "changed"],
  ordered: "The running balance requires the lines in order, from opening to closing balance.",
  sheet: [
    "date",
    "number",
    "debit_ledger",
    "credit_ledger",
    "more_items",
    "narration",
    "debit",
    "credit",
    "balance",
    "changed",
  ],
  paper: ["date", "number", "lines", "narration", "debit", "credit", "balance", "changed"],
  main: "number",
  labelIn: "narration",
  landscape: true,
});
