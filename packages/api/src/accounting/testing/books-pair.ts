import type { AccountClass } from "@kontor/books/account-code";
import { kobo, type Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import { sql } from "kysely";
import { expect } from "vitest";

import {
  actorOf,
  setAllTenantsReadable,
  setTenant,
  type Actor,
  type Context,
  type Tx,
} from "../../platform/scope.ts";
import type { World } from "../../testing/harness.ts";
import { openTenant } from "../../testing/tenants.ts";
import { addGroupToClass } from "../chart/groups.ts";
import { addLedgerToGroup } from "../chart/ledgers.ts";
import { checkBooks } from "../coherence/coherence.ts";
import { postEntries, posterOf } from "../entries/postings.ts";
import { expectBooks, expectChart } from "./books-compare.ts";
import type { Model, ModelGroup, ModelItem, ModelLedger } from "./books-model.ts";
import { busyDay, type Step, type View } from "./books-operations.ts";
import { carryOut, type ModelledBooks } from "./books-run.ts";

/** Entries on the busy day: more than the distance between two of its marks. */
const busyEntries = 600;

type OpenedBooks = { actor: Actor; model: Model };

/** Two organizations with the initial books of every sequence, and a user who may read both. */
export type BooksPair = { world: World; books: readonly [OpenedBooks, OpenedBooks]; staff: Actor };

/** Opens two organizations. `busy` gives the first a day with hundreds of entries on two ledgers. */
export async function openBooksPair(world: World, busy: boolean): Promise<BooksPair> {
  const first = await openModelledBooks(world, "First books");
  const second = await openModelledBooks(world, "Second books");
  if (busy) await fillBusyDay(world, first);
  const { user_id } = await world.signIn("staff");
  const staff = actorOf({ ...first.actor, user_id, roles: ["ACCOUNTANT"], tenant_id: null });
  return { world, books: [first, second], staff };
}

function contextOf(world: World, tx: Tx, actor: Actor): Context {
  const { clock, environment } = world;
  return { tx, actor, clock, environment, requestId: "model" };
}

async function openModelledBooks(world: World, name: string): Promise<OpenedBooks> {
  const { tenant_id } = await openTenant(world, name);
  const { user_id } = await world.signIn("organization", tenant_id);
  const email = "somebody@example.com";
  const person = { user_id, name: "Test user", email, tenant_id };
  const actor = actorOf({ ...person, roles: ["BOOKKEEPER"] });
  const model = await world.database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    await openTills(contextOf(world, tx, actor));
    return readModel(tx, tenant_id, name);
  });
  return { actor, model };
}

/**
 * Details that short sequences would seldom reach: opening balances, and a ledger with sub-ledgers.
 */
async function openTills(context: Context): Promise<void> {
  const { id: group_id } = await addGroupToClass(context, { class: "01", name: "Tills" });
  const add = (name: string, op_balance: bigint, parent_ledger_id?: number) =>
    addLedgerToGroup(context, {
      group_id,
      parent_ledger_id,
      name,
      op_balance: kobo(op_balance),
      op_balance_dc: "DR",
    });
  const { id: parent } = await add("Tills of Ikeja", 700n);
  await add("Till 1", 0n, parent);
  await add("Till 2", 150_000n, parent);
  await add("Safe", 99n);
}

/** The model of books that have a chart and no entries. */
async function readModel(tx: Tx, tenant_id: number, organization_name: string): Promise<Model> {
  const groups = await sql<ModelGroup & { ledgerSequence: number }>`
    select id, code, name, class, cash_flow, sequence, seeded, ledger_sequence as "ledgerSequence", version
    from groups where tenant_id = ${tenant_id}`.execute(tx);
  const ledgers = await sql<ModelLedger & { op_balance: Kobo; op_balance_dc: Side }>`
    select id, group_id, parent_ledger_id, code, sequence, name, op_balance, op_balance_dc,
      purpose is not null as "hasPurpose", control, version
    from ledgers where tenant_id = ${tenant_id}`.execute(tx);
  const groupSequences = new Map<AccountClass, number>();
  for (const { class: accountClass, sequence } of groups.rows) {
    groupSequences.set(accountClass, Math.max(sequence, groupSequences.get(accountClass) ?? 0));
  }
  return {
    tenant_id,
    organization_name,
    groups: new Map(groups.rows.map((row) => [row.id, row])),
    ledgers: new Map(ledgers.rows.map((row) => [row.id, row])),
    entries: new Map(),
    groupSequences,
    numbers: new Map(),
  };
}

async function fillBusyDay(world: World, { actor, model }: OpenedBooks): Promise<void> {
  const [debit = 0, credit = 0] = [...model.ledgers.keys()].slice(-2);
  const postings = Array.from({ length: busyEntries }, (_unused, index) => {
    const amount = kobo(BigInt(index + 1));
    const items: ModelItem[] = [
      { dc: "DR", amount, ledger_id: debit, narration: "Busy" },
      { dc: "CR", amount, ledger_id: credit, narration: "Busy" },
    ];
    return { entry_type_id: 1, entry_date: busyDay, narration: "", items };
  });
  const posted = await world.database.transaction(async (tx) => {
    await setTenant(tx, model.tenant_id);
    const rows = [];
    const poster = posterOf(contextOf(world, tx, actor));
    // In small batches, because a batch sets at most one mark.
    for (let start = 0; start < busyEntries; start += 50) {
      rows.push(...(await postEntries(poster, model.tenant_id, postings.slice(start, start + 50))));
    }
    return rows;
  });
  for (const [index, { entry_id: id, number }] of posted.entries()) {
    const revisions = [{ date: busyDay, narration: "", items: postings[index]?.items ?? [] }];
    model.entries.set(id, { id, entry_type_id: 1, number, revisions });
    model.numbers.set(1, number);
  }
}

/** Rolls back the transaction of a sequence, so that the next one starts with the same books. */
class Rollback extends Error {}

/**
 * Executes a sequence on both organizations' books and on models of them, compares every response
 * and finally everything, and rolls it all back.
 */
export async function runSequence(
  { world, books: [first, second], staff }: BooksPair,
  sequence: readonly Step[],
  view: View,
): Promise<void> {
  const work = async (tx: Tx): Promise<never> => {
    const open = ({ actor, model }: OpenedBooks): ModelledBooks => ({
      model: structuredClone(model),
      context: contextOf(world, tx, actor),
      database: world.database,
    });
    const books = [open(first), open(second)] as const;
    for (const step of sequence) await carryOut(books, step);
    for (const [index, each] of books.entries()) {
      if (!sequence.some((step) => step.books === index)) continue;
      await setTenant(tx, each.model.tenant_id);
      await expectBooks(each, view);
    }
    // The chart of both also shows that the books without any step are unchanged.
    await setAllTenantsReadable(tx);
    const models = books.map(({ model }) => model);
    await expectChart(models, contextOf(world, tx, staff), view, 0);
    expect(await checkBooks(tx, null)).toEqual([]);
    throw new Rollback();
  };
  try {
    await world.database.transaction(work);
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
}
