import { getLedger } from "@kontor/contract/accounting/accounts";
import { addEntryBatch, updateEntry } from "@kontor/contract/accounting/entries";
import { addGroup } from "@kontor/contract/accounting/groups";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openDatabase } from "../../platform/database/database.ts";
import { setAllTenantsReadable, setTenant } from "../../platform/scope.ts";
import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { busyDay, corruptions, type CorruptedBooks } from "../testing/books-corruptions.ts";
import { chartCorruptions } from "../testing/chart-corruptions.ts";
import { quarterCorruptions } from "../testing/quarter-corruptions.ts";
import { checkBooks, faultKinds, type Fault, type FaultKind } from "./coherence.ts";

const world = await openFileWorld();
/** Transactions with the privileges of the schema's owner. */
const asOwner = openDatabase({ url: world.ownerUrl, connections: 1, onError: () => undefined });
const books = await openBooks(world);
const ids: CorruptedBooks = {
  tenant: 0,
  group: 0,
  otherGroup: 0,
  inOtherGroup: 0,
  emptyGroup: 0,
  debit: 0,
  credit: 0,
  parent: 0,
  sub: 0,
  stranger: 0,
  system: 0,
  plain: 0,
  later: 0,
  revised: 0,
  busy: 0,
};

beforeAll(async () => {
  ids.tenant = books.tenant.tenant_id;
  ids.group = books.cashGroup;
  ids.stranger = books.strangerTenant.ledgers.bank_clearing;
  ids.system = books.ledger("funding_account");
  const other = await books.owner.call(getLedger, {
    params: { id: books.ledger("salary_advances_receivable") },
  });
  ids.otherGroup = other.group_id;
  ids.inOtherGroup = other.id;
  const group = await books.owner.call(addGroup, { body: { class: "01", name: "Tills" } });
  ids.emptyGroup = group.id;
  ids.debit = (await books.addCashLedger("Till", { op_balance: "100.00" })).id;
  ids.credit = (await books.addCashLedger("Safe")).id;
  ids.parent = (await books.addCashLedger("Shops")).id;
  ids.sub = (await books.addCashLedger("Shop of Ikeja", { parent_ledger_id: ids.parent })).id;
  ids.plain = (await books.post(ids.debit, ids.credit, "5.00")).id;
  const { id } = await books.post(ids.debit, ids.credit, "7.00");
  ids.revised = id;
  const change = receiptBody(ids.debit, ids.sub, "8.00", { entry_date: "2026-03-04" });
  await books.owner.call(updateEntry, { params: { id }, body: change });
  ids.later = (await books.post(ids.debit, ids.credit, "9.00")).id;
  const entries = Array.from({ length: 100 }, () =>
    receiptBody(ids.debit, ids.credit, "1.00", { entry_date: busyDay }),
  );
  for (let batch = 0; batch < 3; batch++) {
    const posted = await books.owner.call(addEntryBatch, { body: { entries } });
    ids.busy = posted[0]?.id ?? 0;
  }
  // The books of another organization, which must not be named in faults of this one.
  const { paye_payable: debit, bank_clearing: credit } = books.strangerTenant.ledgers;
  const { tenant_id } = books.strangerTenant;
  const body = { tenant_id, entries: [receiptBody(debit, credit, "3.00")] };
  await books.staff.call(addEntryBatch, { body });
  await expectCoherentBooks(world);
});
afterAll(async () => {
  await asOwner.close();
  await expectCoherentBooks(world);
});

class Rollback extends Error {}

/**
 * Corrupts the books with the owner's privileges, bypassing the write path, checks them as staff
 * would, and rolls back.
 */
async function faultsAfter(corruption: string, tenantId: number | null = null): Promise<Fault[]> {
  let faults: Fault[] = [];
  const corrupted = asOwner.transaction(async (tx) => {
    await setTenant(tx, ids.tenant);
    for (const statement of corruption.split(";")) await sql.raw(statement).execute(tx);
    await sql`set local role kontor_app`.execute(tx);
    await setAllTenantsReadable(tx);
    faults = await checkBooks(tx, tenantId);
    throw new Rollback();
  });
  await expect(corrupted).rejects.toBeInstanceOf(Rollback);
  return faults;
}

describe("each fault in the books is found with its place, and no other fault is reported", () => {
  const each = [...corruptions, ...chartCorruptions, ...quarterCorruptions];
  test.for(each)("%s", async ([, statement, expected]) => {
    const faults = await faultsAfter(statement(ids));
    const found = faults.map(({ kind, subject }) => `${kind} ${subject}`);
    expect(found.toSorted()).toEqual([...expected(ids)].toSorted());
    expect(new Set(faults.map(({ tenant_id }) => tenant_id))).toEqual(new Set([ids.tenant]));
  });

  test("the tests above cause every kind of fault", () => {
    const brought = each.flatMap(([, , expected]) =>
      expected(ids).map((fault) => fault.split(" ", 1)[0] as FaultKind),
    );
    expect([...new Set(brought)].toSorted()).toEqual([...faultKinds].toSorted());
  });
});

test("a check of one tenant leaves out the faults of another", async () => {
  const corruption = `update ledgers set balance = balance + 1 where id = ${ids.debit}`;
  expect(await faultsAfter(corruption, books.strangerTenant.tenant_id)).toEqual([]);
  expect(await faultsAfter(corruption, ids.tenant)).toHaveLength(2);
});

test("a fault states the stored and the correct value", async () => {
  const faults = await faultsAfter(
    `update ledgers set balance = balance + 1 where id = ${ids.sub}`,
  );
  expect(faults).toContainEqual({
    kind: "ledger_balance_wrong",
    tenant_id: ids.tenant,
    subject: `ledger:${ids.sub}`,
    message: "ledger 01-01-0007 stores -799 kobo, its opening balance and postings come to -800",
  });
});
