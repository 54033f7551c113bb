/** Ids of the records that the corruptions change. */
export type CorruptedBooks = {
  tenant: number;
  /** The group of all ledgers below. */
  group: number;
  /** Another group of the same class, with a ledger of the standard chart. */
  otherGroup: number;
  /** The only ledger of that group. */
  inOtherGroup: number;
  /** The last group of the class, without ledgers. */
  emptyGroup: number;
  /** Has an opening balance and the debit items. */
  debit: number;
  credit: number;
  parent: number;
  /** A sub-ledger of `parent`, the last ledger of the group, with one posting of 2026-03-04. */
  sub: number;
  /** A ledger of another organization. */
  stranger: number;
  /** A ledger that the system posts to. */
  system: number;
  /** An entry of 2026-03-09, the first one of type 1. */
  plain: number;
  /** The next entry, at its second revision. */
  revised: number;
  /** An entry after that. */
  later: number;
  /** The first entry of the batch in which a mark was set. */
  busy: number;
};

/** A day with more postings than there are between two marks. */
export const busyDay = "2026-03-02";

/** The description of a corruption, its statements, and the faults that must be found. */
export type Corruption = readonly [
  what: string,
  statement: (at: CorruptedBooks) => string,
  faults: (at: CorruptedBooks) => readonly string[],
];

/** Foreign keys that would prevent a posting or a total without a ledger. */
const withoutLedgerKeys = ["entry_items", "ledger_days", "ledger_months", "ledger_day_marks"]
  .map((table) => `alter table ${table} drop constraint ${table}_tenant_id_ledger_id_fkey`)
  .join(";\n");

const itemWhere = (
  at: CorruptedBooks,
  entry: "plain" | "revised" | "later" | "busy",
  revision = 1,
) => `tenant_id = ${at.tenant} and entry_id = ${at[entry]} and revision = ${revision}`;

/** Each row has a description, its statements, and exactly the faults that must be found. */
export const corruptions: readonly Corruption[] = [
  [
    "the amount of an item",
    (at) =>
      `update entry_items set amount = amount + 1 where ${itemWhere(at, "plain")} and dc = 'DR'`,
    (at) => [
      `entry_unbalanced entry:${at.plain}`,
      `ledger_balance_wrong ledger:${at.debit}`,
      `ledger_day_wrong ledger:${at.debit}`,
    ],
  ],
  [
    "the amounts of both sides of an item of an earlier revision, one more than the other",
    (at) => `update entry_items set amount = amount + line where ${itemWhere(at, "revised")}`,
    (at) => [`entry_unbalanced entry:${at.revised}`],
  ],
  [
    "the side of an item",
    (at) => `update entry_items set dc = 'CR' where ${itemWhere(at, "plain")} and dc = 'DR'`,
    (at) => [
      `entry_one_sided entry:${at.plain}`,
      `entry_unbalanced entry:${at.plain}`,
      `ledger_balance_wrong ledger:${at.debit}`,
      `ledger_day_wrong ledger:${at.debit}`,
    ],
  ],
  [
    "the ledger of an item",
    (at) =>
      `update entry_items set ledger_id = ${at.sub} where ${itemWhere(at, "plain")} and dc = 'DR'`,
    (at) => [
      `ledger_balance_wrong ledger:${at.debit}`,
      `ledger_balance_wrong ledger:${at.sub}`,
      `ledger_day_wrong ledger:${at.debit}`,
      `ledger_day_wrong ledger:${at.sub}`,
    ],
  ],
  [
    "an item deleted",
    (at) => `delete from entry_items where ${itemWhere(at, "plain")} and dc = 'DR'`,
    (at) => [
      `entry_one_sided entry:${at.plain}`,
      `entry_unbalanced entry:${at.plain}`,
      `entry_line_missing entry:${at.plain}`,
      `ledger_balance_wrong ledger:${at.debit}`,
      `ledger_day_wrong ledger:${at.debit}`,
    ],
  ],
  [
    "all items of an entry deleted",
    (at) => `delete from entry_items where ${itemWhere(at, "plain")}`,
    (at) => [
      `entry_one_sided entry:${at.plain}`,
      `ledger_balance_wrong ledger:${at.debit}`,
      `ledger_balance_wrong ledger:${at.credit}`,
      `ledger_day_wrong ledger:${at.debit}`,
      `ledger_day_wrong ledger:${at.credit}`,
    ],
  ],
  [
    "all items of an earlier revision deleted",
    (at) => `delete from entry_items where ${itemWhere(at, "revised")}`,
    (at) => [`entry_one_sided entry:${at.revised}`],
  ],
  [
    "the lines of an earlier revision numbered with a gap",
    (at) => `update entry_items set line = 5 where ${itemWhere(at, "revised")} and line = 2`,
    (at) => [`entry_line_missing entry:${at.revised}`],
  ],
  [
    "items of a revision that there is not",
    (at) => `
      insert into entry_items (tenant_id, entry_id, revision, line, ledger_id, dc, amount, day, narration, superseded)
      select tenant_id, entry_id, 9, line, ledger_id, dc, amount, day, narration, true from entry_items
      where ${itemWhere(at, "plain")}`,
    (at) => [`entry_items_misplaced entry:${at.plain}`, `entry_items_misplaced entry:${at.plain}`],
  ],
  [
    "an earlier revision that counts again",
    (at) =>
      `update entry_items set superseded = false where ${itemWhere(at, "revised")} and dc = 'DR'`,
    (at) => [
      `entry_items_misplaced entry:${at.revised}`,
      `ledger_balance_wrong ledger:${at.debit}`,
      `ledger_day_wrong ledger:${at.debit}`,
    ],
  ],
  [
    "a current item that counts no more",
    (at) =>
      `update entry_items set superseded = true where ${itemWhere(at, "plain")} and dc = 'DR'`,
    (at) => [
      `entry_items_misplaced entry:${at.plain}`,
      `ledger_balance_wrong ledger:${at.debit}`,
      `ledger_day_wrong ledger:${at.debit}`,
    ],
  ],
  [
    "the day of an item",
    (at) => `update entry_items set day = day - 1 where ${itemWhere(at, "plain")} and dc = 'CR'`,
    (at) => [
      `entry_items_misplaced entry:${at.plain}`,
      `ledger_day_wrong ledger:${at.credit}`,
      `ledger_day_wrong ledger:${at.credit}`,
    ],
  ],
  [
    "the day of an item of an earlier revision",
    (at) => `update entry_items set day = day - 1 where ${itemWhere(at, "revised")} and line = 1`,
    (at) => [`entry_items_misplaced entry:${at.revised}`],
  ],
  [
    "the date of an entry",
    (at) => `update entries set entry_date = entry_date + 1 where id = ${at.plain}`,
    (at) => [
      `entry_items_misplaced entry:${at.plain}`,
      `entry_items_misplaced entry:${at.plain}`,
      "entry_day_wrong day:2026-03-09",
      "entry_day_wrong day:2026-03-10",
      `newest_entry_wrong entry:${at.plain}`,
    ],
  ],
  [
    "the revision of an entry",
    (at) => `update entries set revision = 2 where id = ${at.plain}`,
    (at) => [
      `entry_one_sided entry:${at.plain}`,
      `entry_items_misplaced entry:${at.plain}`,
      `entry_items_misplaced entry:${at.plain}`,
      `entry_history_missing entry:${at.plain}`,
    ],
  ],
  [
    "the head of an earlier revision deleted",
    (at) => `delete from entry_revisions where entry_id = ${at.revised}`,
    (at) => [
      `entry_items_misplaced entry:${at.revised}`,
      `entry_items_misplaced entry:${at.revised}`,
      `entry_history_missing entry:${at.revised}`,
    ],
  ],
  [
    "the head of a revision that is not earlier",
    (at) => `
      insert into entry_revisions (tenant_id, entry_id, revision, entry_date, narration, recorded_at)
      values (${at.tenant}, ${at.plain}, 7, '2026-03-09', '', now())`,
    (at) => [`entry_one_sided entry:${at.plain}`, `entry_history_missing entry:${at.plain}`],
  ],
  [
    "an entry of a type that there is not",
    (at) => `update entries set entry_type_id = 99 where id = ${at.later};
      update entries set number = 1 where id = ${at.later};
      insert into entry_counters values (${at.tenant}, 99, 1, '2020-01-01', 1)`,
    (at) => [`entry_type_unknown entry:${at.later}`, `number_missing entry:${at.later + 1}`],
  ],
  [
    "a number left out",
    (at) => `update entries set number = 900 where id = ${at.plain}`,
    (at) => [
      `number_missing entry:${at.plain}`,
      `number_missing entry:${at.revised}`,
      "counter_wrong counter:1",
    ],
  ],
  [
    "the counter of a type",
    () => "update entry_counters set last_number = last_number + 1 where entry_type_id = 1",
    () => ["counter_wrong counter:1"],
  ],
  [
    "the newest entry of a type",
    () => "update entry_counters set newest_day = '2026-04-01' where entry_type_id = 1",
    (at) => [`newest_entry_wrong entry:${at.later}`],
  ],
  [
    "the counter of a type without entries",
    (at) => `insert into entry_counters values (${at.tenant}, 3, 2, '2020-01-01', 1)`,
    () => ["counter_wrong counter:3"],
  ],
  [
    "the counter of a type deleted",
    () => "delete from entry_counters where entry_type_id = 1",
    (at) => ["counter_wrong counter:1", `newest_entry_wrong entry:${at.later}`],
  ],
  [
    "the entries counted of a day",
    () => `update entry_days set entries = entries + 1 where day = '${busyDay}'`,
    () => [`entry_day_wrong day:${busyDay}`],
  ],
  [
    "a day of entries deleted",
    () => `delete from entry_days where day = '${busyDay}'`,
    () => [`entry_day_wrong day:${busyDay}`],
  ],
  [
    "a reversal of an entry that it does not mirror",
    (at) => `insert into entry_reversals values (${at.tenant}, ${at.plain}, ${at.later})`,
    (at) => [`entry_reversal_wrong entry:${at.plain}`],
  ],
  [
    "a day without entries counted",
    (at) => `insert into entry_days values (${at.tenant}, '2020-01-01', 4)`,
    () => ["entry_day_wrong day:2020-01-01"],
  ],
  [
    "the balance of a ledger",
    (at) => `update ledgers set balance = balance - 1 where id = ${at.debit}`,
    (at) => [`ledger_balance_wrong ledger:${at.debit}`, `books_unbalanced tenant:${at.tenant}`],
  ],
  [
    "the opening balance of a ledger",
    (at) => `update ledgers set op_balance = op_balance + 100 where id = ${at.debit}`,
    (at) => [`ledger_balance_wrong ledger:${at.debit}`, `books_unbalanced tenant:${at.tenant}`],
  ],
  [
    "the side of an opening balance",
    (at) => `update ledgers set op_balance_dc = 'CR' where id = ${at.debit}`,
    (at) => [`ledger_balance_wrong ledger:${at.debit}`, `books_unbalanced tenant:${at.tenant}`],
  ],
  [
    "an item on a ledger of somebody else, with all totals fitted to it",
    (at) => `${withoutLedgerKeys};
      update entry_items set ledger_id = ${at.stranger} where ${itemWhere(at, "plain")} and dc = 'CR';
      update ledgers set balance = balance + 500 where id = ${at.credit};
      update ledger_days set credit = credit - 500, lines = lines - 1
        where ledger_id = ${at.credit} and day = '2026-03-09';
      insert into ledger_days values (${at.tenant}, ${at.stranger}, '2026-03-09', 0, 500, 1);
      update ledger_months set credit = credit - 500, lines = lines - 1
        where ledger_id = ${at.credit} and month = '2026-03-01';
      insert into ledger_months values (${at.tenant}, ${at.stranger}, '2026-03-01', 0, 500, 1)`,
    (at) => [`item_ledger_missing entry:${at.plain}`, `books_unbalanced tenant:${at.tenant}`],
  ],
  [
    "a ledger that is gone",
    (at) => `${withoutLedgerKeys}; delete from ledgers where id = ${at.sub}`,
    (at) => [
      `item_ledger_missing entry:${at.revised}`,
      `books_unbalanced tenant:${at.tenant}`,
      `group_ledgers_wrong group:${at.group}`,
    ],
  ],
  [
    "the parent of a sub-ledger that is gone",
    (at) => `alter table ledgers drop constraint ledgers_tenant_id_parent_ledger_id_fkey;
      delete from ledgers where id = ${at.parent}`,
    (at) => [`ledger_parent_missing ledger:${at.sub}`, `group_ledgers_wrong group:${at.group}`],
  ],
  [
    "the class of a group that holds ledgers",
    (
      at,
    ) => `update groups set class = '04', code = '04-90', sequence = 90 where id = ${at.otherGroup};
      update group_counters set last_sequence = 90 where class = '04'`,
    (at) => [
      `group_class_wrong group:${at.otherGroup}`,
      `ledger_code_wrong ledger:${at.inOtherGroup}`,
    ],
  ],
  ...(["debit", "credit", "lines"] as const).map((column): Corruption => [
    `the ${column} of a ledger's day`,
    (at) =>
      `update ledger_days set ${column} = ${column} + 1 where ledger_id = ${at.sub} and day = '2026-03-04'`,
    (at) => [`ledger_day_wrong ledger:${at.sub}`, `ledger_month_wrong ledger:${at.sub}`],
  ]),
  [
    "a day of a ledger deleted",
    (at) => `delete from ledger_days where ledger_id = ${at.sub} and day = '2026-03-04'`,
    (at) => [`ledger_day_wrong ledger:${at.sub}`, `ledger_month_wrong ledger:${at.sub}`],
  ],
  [
    "a day on which a ledger has nothing",
    (at) => `insert into ledger_days values (${at.tenant}, ${at.sub}, '2020-01-01', 5, 5, 2)`,
    (at) => [`ledger_day_wrong ledger:${at.sub}`, `ledger_month_wrong ledger:${at.sub}`],
  ],
  ...(["debit", "credit", "lines"] as const).map((column): Corruption => [
    `the ${column} of a ledger's month`,
    (at) =>
      `update ledger_months set ${column} = ${column} + 1 where ledger_id = ${at.sub} and month = '2026-03-01'`,
    (at) => [`ledger_month_wrong ledger:${at.sub}`],
  ]),
  [
    "a month of a ledger deleted",
    (at) => `delete from ledger_months where ledger_id = ${at.sub} and month = '2026-03-01'`,
    (at) => [`ledger_month_wrong ledger:${at.sub}`],
  ],
  [
    "a month in which a ledger has nothing",
    (at) => `insert into ledger_months values (${at.tenant}, ${at.sub}, '2020-01-01', 5, 5, 2)`,
    (at) => [`ledger_month_wrong ledger:${at.sub}`],
  ],
  ...(["debit", "credit", "lines"] as const).map((column): Corruption => [
    `the ${column} of a mark`,
    (at) => `update ledger_day_marks set ${column} = ${column} + 1 where ledger_id = ${at.debit}`,
    (at) => [`ledger_mark_wrong ledger:${at.debit}`],
  ]),
  [
    "a mark on another entry",
    (at) => `update ledger_day_marks set entry_id = ${at.busy} where ledger_id = ${at.debit}`,
    (at) => [`ledger_mark_wrong ledger:${at.debit}`],
  ],
  [
    "a mark on a day without postings",
    (at) =>
      `insert into ledger_day_marks values (${at.tenant}, ${at.sub}, '2020-01-01', 1, 5, 0, 256)`,
    (at) => [`ledger_mark_wrong ledger:${at.sub}`],
  ],
];
