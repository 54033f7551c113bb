import type { AccountClass } from "./account-code.ts";

/** A ledger of the chart with its place in it; `parentId` is its parent ledger. */
export type Account = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly accountClass: AccountClass;
  readonly group: { readonly id: number; readonly code: string; readonly name: string };
  readonly parentId: number | null;
};

/**
 * The level of detail of a report: groups only, ledgers including their sub-ledgers, or every
 * ledger separately.
 */
export type AccountDetail = "groups" | "ledgers" | "sub_ledgers";

/** An account as a report lists it: a group, a ledger, or a sub-ledger. */
export type ListedAccount = {
  readonly kind: "group" | "ledger" | "sub_ledger";
  readonly id: number;
  readonly groupId: number;
  readonly code: string;
  readonly name: string;
};

/** A listed account and the ledgers whose figures it adds up. */
export type AccountLine<Ledger> = { readonly account: ListedAccount; readonly of: Ledger[] };

/**
 * The accounts that a report lists, each with the ledgers that it adds up. Every ledger belongs to
 * exactly one account.
 *
 * @param ledgers in the order of the chart, a parent before its sub-ledgers.
 */
export function accountLines<Ledger extends Account>(
  ledgers: readonly Ledger[],
  detail: AccountDetail,
): AccountLine<Ledger>[] {
  // The lines are either all groups or all ledgers, so an id is unique among them.
  const lines = new Map<number, AccountLine<Ledger>>();
  for (const ledger of ledgers) {
    const account = listedAccountOf(ledger, detail, lines);
    const line = lines.get(account.id);
    if (line === undefined) lines.set(account.id, { account, of: [ledger] });
    else line.of.push(ledger);
  }
  return [...lines.values()];
}

function listedAccountOf<Ledger extends Account>(
  { id, code, name, group, parentId }: Ledger,
  detail: AccountDetail,
  lines: ReadonlyMap<number, AccountLine<Ledger>>,
): ListedAccount {
  if (detail === "groups") {
    return { kind: "group", id: group.id, groupId: group.id, code: group.code, name: group.name };
  }
  const parent = parentId === null ? undefined : lines.get(parentId);
  if (detail === "ledgers" && parent !== undefined) return parent.account;
  const kind = parentId === null ? "ledger" : "sub_ledger";
  return { kind, id, groupId: group.id, code, name };
}
