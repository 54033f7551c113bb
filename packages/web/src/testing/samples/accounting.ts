import { kobo, ZERO } from "@kontor/books/money";
import {
  getAccountTotals,
  getLedger,
  listAccounts,
  listLedgers,
} from "@kontor/contract/accounting/accounts";
import {
  type addEntry,
  type getEntry,
  getEntryTotals,
  type listEntries,
} from "@kontor/contract/accounting/entries";
import { getGroup, listGroups } from "@kontor/contract/accounting/groups";
import { getPeriods } from "@kontor/contract/accounting/periods";
import { type getStatement } from "@kontor/contract/accounting/statements";
import type { DataOf } from "@kontor/contract/endpoint";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import type { monthEndReport } from "@kontor/contract/reports/month-end";

import type { FakeApi } from "../fake-api.ts";
import { listedOrganization } from "./organizations.ts";

type AccountRow = DataOf<typeof listAccounts>[number];
type Group = DataOf<typeof getGroup>;
type Ledger = DataOf<typeof getLedger>;
type LedgerChoice = DataOf<typeof listLedgers>[number];
type Entry = DataOf<typeof addEntry>;
type FoundEntry = DataOf<typeof getEntry>;
type EntryRow = DataOf<typeof listEntries>[number];
type Periods = DataOf<typeof getPeriods>;
type Checklist = DataOf<typeof monthEndReport.read>;
type StatementRow = DataOf<typeof getStatement>["rows"][number];

const organization = { tenant_id: 7, organization_name: "Acme Corporation" };

/** ₦1,000.00 on the debit side. */
const balance = { cl_balance: kobo(100_000n), cl_balance_dc: "DR" } as const;

/** Nothing is dated after today. */
export const noLaterEntries = { after_today: ZERO, after_today_dc: "DR" } as const;

/** A group of assets that may be deleted. */
export function group(more: Partial<Group> = {}): Group {
  return {
    id: 11,
    ...organization,
    code: "01-01",
    name: "Cash and bank",
    class: "01",
    seeded: false,
    control_group_delete: true,
    cash_flow: "operating",
    holds_funding: false,
    ledgers_count: 0,
    version: 2,
    ...more,
  };
}

/** A ledger of the chart: opened with ₦900.00 DR, balance ₦1,000.00 DR. */
export function accountRow(more: Partial<AccountRow> = {}): AccountRow {
  return {
    type: "Ledger",
    id: 21,
    ...organization,
    group_id: 11,
    parent_ledger_id: null,
    code: "01-01-0001",
    name: "Current account",
    op_balance: kobo(90_000n),
    op_balance_dc: "DR",
    ...balance,
    own_balance: balance.cl_balance,
    own_balance_dc: "DR",
    ...noLaterEntries,
    count_sub_ledgers: 0,
    control_group_delete: false,
    ...more,
  };
}

/** The group of {@link accountRow}. */
export function groupRow(more: Partial<AccountRow> = {}): AccountRow {
  const own = { type: "Group", id: 11, code: "01-01", name: "Cash and bank" } as const;
  return accountRow({ ...own, control_group_delete: true, ...more });
}

export function ledger(more: Partial<Ledger> = {}): Ledger {
  return {
    id: 21,
    tenant_id: 7,
    org_name: "Acme Corporation",
    group_id: 11,
    group_code: "01-01",
    group_name: "Cash and bank",
    parent_ledger_id: null,
    parent_ledger_name: null,
    code: "01-01-0001",
    name: "Current account",
    op_balance: kobo(90_000n),
    op_balance_dc: "DR",
    ...balance,
    own_balance: balance.cl_balance,
    own_balance_dc: "DR",
    ...noLaterEntries,
    notes: "",
    count_sub_ledgers: 0,
    control: false,
    bank: false,
    version: 4,
    created_at: new Date("2026-01-02T09:00:00Z"),
    ...more,
  };
}

/** Ledgers that take postings: an asset, an income and equity. */
export const ledgerChoices: readonly LedgerChoice[] = [
  {
    id: 21,
    ...organization,
    group_id: 11,
    code: "01-01-0001",
    name: "Current account",
    ...balance,
  },
  { id: 22, ...organization, group_id: 12, code: "03-01-0001", name: "Sales", ...balance },
  {
    id: 23,
    ...organization,
    group_id: 13,
    code: "05-01-0001",
    name: "Owners' capital",
    ...balance,
  },
];

/** A receipt of ₦80.00 from Sales into the current account. */
export function entry(more: Partial<Entry> = {}): Entry {
  const item = { amount: kobo(8000n), narration: "Cash sale", ...balance };
  return {
    id: 61,
    ...organization,
    entry_type_id: 1,
    entry_type_label: "Receipt",
    ent_number: "RCT-000061",
    date: "2026-03-05",
    narration: "Sale at the counter",
    revision: 1,
    items: [
      {
        ...item,
        dc: "DR",
        ledger_id: 21,
        code: "01-01-0001",
        name: "Current account",
        dr_amount: kobo(8000n),
        cr_amount: kobo(0n),
      },
      {
        ...item,
        dc: "CR",
        ledger_id: 22,
        code: "03-01-0001",
        name: "Sales",
        dr_amount: kobo(0n),
        cr_amount: kobo(8000n),
      },
    ],
    recorded_at: new Date("2026-03-05T13:30:00Z"),
    reversed_by: null,
    reverses: null,
    ...more,
  };
}

/** {@link entry} as the server returns it by its id. */
export function foundEntry(more: Partial<FoundEntry> = {}): FoundEntry {
  return { ...entry(more), locked: false, ...more };
}

/** {@link entry} in the list. */
export function entryRow(more: Partial<EntryRow> = {}): EntryRow {
  return {
    id: 61,
    ...organization,
    entry_type_id: 1,
    entry_type_label: "Receipt",
    ent_number: "RCT-000061",
    date: "2026-03-05",
    debit_name: "Current account",
    debit_code: "01-01-0001",
    credit_name: "Sales",
    credit_code: "03-01-0001",
    amount: kobo(8000n),
    narration: "Sale at the counter",
    in_reversal: false,
    locked: false,
    ...more,
  };
}

/** {@link entry} in the statement of the current account. */
export function statementRow(more: Partial<StatementRow> = {}): StatementRow {
  return {
    entry_id: 61,
    line: 1,
    entry_type_id: 1,
    ent_number: "RCT-000061",
    date: "2026-03-05",
    narration: "Sale at the counter",
    item_first: { dc: "DR", code: "01-01-0001", name: "Current account" },
    item_second: { dc: "CR", code: "03-01-0001", name: "Sales" },
    more_items: 0,
    item_debit_amount: kobo(8000n),
    item_credit_amount: kobo(0n),
    balance: kobo(98_000n),
    dc: "DR",
    since: null,
    in_reversal: false,
    locked: false,
    ...more,
  };
}

/** The rows whose code or name contains the text, as the server finds them. */
function matching<Row extends { name: string; code: string }>(rows: readonly Row[], search = "") {
  const data = rows.filter(({ name, code }) =>
    `${code} ${name}`.toLowerCase().includes(search.toLowerCase()),
  );
  return { data, total: data.length };
}

/** Handles the calls of every screen of the books: organizations, groups, ledgers and totals. */
export function answerBooks(api: FakeApi): void {
  api.on(listOrganizations, ({ search }) => matching([listedOrganization()], search));
  api.on(listGroups, ({ search }) => matching([group()], search));
  api.on(getGroup, () => group());
  api.on(listLedgers, ({ search }) => matching(ledgerChoices, search));
  api.on(getLedger, ({ id }) => ledger({ id }));
  api.on(listAccounts, () => ({ data: [groupRow(), accountRow()], total: 2 }));
  api.on(getPeriods, () => openPeriods());
  api.on(getEntryTotals, () => ({ amount: kobo(16_000n) }));
  api.on(getAccountTotals, () => ({
    debit: kobo(90_000n),
    credit: kobo(90_000n),
    difference: kobo(0n),
    short_side: null,
    unbalanced_count: 0,
    unbalanced: [],
  }));
}

/** Periods without a lock and without a closed year. */
export function openPeriods(more: Partial<Periods> = {}): Periods {
  return {
    ...organization,
    lock: { locked_until: null, reason: null, set_by: null, set_at: null },
    exceptions: [],
    closings: [],
    ...more,
  };
}

/** A checklist of February on which the bank and the lock are still to do. */
export function openChecklist(more: Partial<Checklist> = {}): Checklist {
  const step = { tenant_id: 7, amount: null, amount_dc: "DR", ledger_id: null, run: null } as const;
  return {
    ...organization,
    rows: [
      { ...step, step: "openings", state: "DONE", name: "Opening balances", words: "They agree." },
      { ...step, step: "bank", state: "OPEN", name: "Zenith", words: "Not yet.", ledger_id: 21 },
      { ...step, step: "lock", state: "OPEN", name: "Lock", words: "The books are open." },
    ],
    locked_until: null,
    closed_until: null,
    end_date: "2026-02-28",
    over: true,
    ...more,
  };
}

/** A ledger without balances. A test sets its opening balance and movements. */
export function sampleLedger(more: Partial<Ledger> = {}): Ledger {
  const nothing = { op_balance: ZERO, cl_balance: ZERO, own_balance: ZERO };
  const till = { id: 31, code: "01-01-0003", name: "Front till", version: 1 };
  return ledger({ ...till, group_id: 3, ...nothing, ...more });
}
