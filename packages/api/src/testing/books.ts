import { addLedger, type ledger } from "@kontor/contract/accounting/accounts";
import { addEntry, type entry } from "@kontor/contract/accounting/entries";
import type { z } from "zod";

import type { LedgerPurpose } from "../accounting/chart/standard-chart.ts";
import type { Caller, World } from "./harness.ts";
import { openTenant, type TestTenant } from "./tenants.ts";

type Ledger = z.output<typeof ledger>;
type Entry = z.output<typeof entry>;

/** A tenant's books with users who may and may not see them. */
export type TestBooks = {
  tenant: TestTenant;
  /** May keep the books of all tenants. */
  staff: Caller;
  /** Belongs to the tenant. */
  owner: Caller;
  /** Belongs to `strangerTenant`. */
  stranger: Caller;
  strangerTenant: TestTenant;
  /** The id of a ledger of the standard chart. */
  ledger(purpose: LedgerPurpose): number;
  /** The group of the standard chart with cash and bank ledgers. */
  cashGroup: number;
  /** Adds a ledger to that group. */
  addCashLedger(name: string, extra?: object): Promise<Ledger>;
  /** Posts a receipt of an amount such as "12.50" from one ledger to another, on a day. */
  post(debit: number, credit: number, amount: string, day?: string): Promise<Entry>;
};

/** The body of a receipt with one item on each side. */
export function receiptBody(
  debit: number,
  credit: number,
  amount: string,
  extra: Record<string, unknown> = {},
) {
  return {
    entry_type_id: 1,
    entry_date: "2026-03-09",
    narration: "Received",
    items: [
      { dc: "DR", amount, ledger_id: debit, narration: "In" },
      { dc: "CR", amount, ledger_id: credit, narration: "Out" },
    ],
    ...extra,
  };
}

export async function openBooks(world: World): Promise<TestBooks> {
  const [staff, tenant, strangerTenant] = await Promise.all([
    world.signIn("staff"),
    openTenant(world, "Own books"),
    openTenant(world, "Strange books"),
  ]);
  const [owner, stranger] = await Promise.all([
    world.signIn("organization", tenant.tenant_id),
    world.signIn("organization", strangerTenant.tenant_id),
  ]);
  const ledger = (purpose: LedgerPurpose) => tenant.ledgers[purpose];
  const cashGroup = await groupOfLedger(owner, ledger("funding_account"));
  return {
    tenant,
    staff,
    owner,
    stranger,
    strangerTenant,
    ledger,
    cashGroup,
    addCashLedger: (name, extra = {}) =>
      owner.call(addLedger, { body: { group_id: cashGroup, name, ...extra } }),
    post: (debit, credit, amount, day = "2026-03-09") =>
      owner.call(addEntry, { body: receiptBody(debit, credit, amount, { entry_date: day }) }),
  };
}

async function groupOfLedger(caller: Caller, id: number): Promise<number> {
  const reply = await caller.send("GET", `/ledgers/${id}`);
  return (reply.body as { data: { group_id: number } }).data.group_id;
}
