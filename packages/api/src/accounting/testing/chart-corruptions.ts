import type { Corruption } from "./books-corruptions.ts";

/** The possible faults in the codes and counters of groups and ledgers, and in parents. */
export const chartCorruptions: readonly Corruption[] = [
  [
    "the code of a group",
    (at) => `update groups set code = '01-77' where id = ${at.emptyGroup}`,
    (at) => [`group_code_wrong group:${at.emptyGroup}`],
  ],
  [
    "the counter of a class",
    () => "update group_counters set last_sequence = 2 where class = '01'",
    (at) => [`group_counter_wrong group:${at.emptyGroup}`],
  ],
  [
    "the counter of a class deleted",
    () => "delete from group_counters where class = '01'",
    (at) => [
      `group_counter_wrong group:${at.emptyGroup}`,
      `group_counter_wrong group:${at.group}`,
      `group_counter_wrong group:${at.otherGroup}`,
    ],
  ],
  [
    "the code of a ledger",
    (at) => `update ledgers set code = '01-01-0777' where id = ${at.sub}`,
    (at) => [`ledger_code_wrong ledger:${at.sub}`],
  ],
  [
    "a ledger moved to another group",
    (at) => `update ledgers set group_id = ${at.emptyGroup} where id = ${at.sub}`,
    (at) => [
      `ledger_code_wrong ledger:${at.sub}`,
      `ledger_counter_wrong ledger:${at.sub}`,
      `ledger_parent_wrong ledger:${at.sub}`,
      `group_ledgers_wrong group:${at.group}`,
      `group_ledgers_wrong group:${at.emptyGroup}`,
    ],
  ],
  [
    "the counter of a group",
    (at) => `update groups set ledger_sequence = ledger_sequence - 1 where id = ${at.group}`,
    (at) => [`ledger_counter_wrong ledger:${at.sub}`, `group_ledgers_wrong group:${at.group}`],
  ],
  [
    "a sub-ledger of a sub-ledger",
    (at) => `update ledgers set parent_ledger_id = ${at.sub} where id = ${at.credit}`,
    (at) => [`ledger_parent_wrong ledger:${at.credit}`],
  ],
  [
    "two ledgers that are each other's parent",
    (at) => `update ledgers set parent_ledger_id = ${at.sub} where id = ${at.parent}`,
    (at) => [`ledger_parent_wrong ledger:${at.parent}`, `ledger_parent_wrong ledger:${at.sub}`],
  ],
  [
    "a ledger of the system as a parent",
    (at) => `update ledgers set parent_ledger_id = ${at.system} where id = ${at.sub}`,
    (at) => [`ledger_parent_wrong ledger:${at.sub}`],
  ],
];
