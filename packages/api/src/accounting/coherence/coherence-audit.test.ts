import { updateEntry } from "@kontor/contract/accounting/entries";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openDatabase } from "../../platform/database/database.ts";
import { setAllTenantsReadable, setTenant } from "../../platform/scope.ts";
import { checkEverything } from "../../proof/check.ts";
import { openBooks, receiptBody } from "../../testing/books.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { journalText } from "./journal-text.ts";

const world = await openFileWorld();
const asOwner = openDatabase({ url: world.ownerUrl, connections: 1, onError: () => undefined });
const books = await openBooks(world);
const at = { plain: 0, revised: 0, debit: 0 };

beforeAll(async () => {
  at.debit = books.ledger("paye_payable");
  const credit = books.ledger("bank_clearing");
  at.plain = (await books.post(at.debit, credit, "5.00")).id;
  at.revised = (await books.post(at.debit, credit, "7.00")).id;
  await books.owner.call(updateEntry, {
    params: { id: at.revised },
    body: receiptBody(at.debit, credit, "8.00"),
  });
});
afterAll(() => asOwner.close());

class Rollback extends Error {}

/** Makes a change with the owner's privileges, checks for faults, and rolls back. */
async function after<Found>(
  statements: string,
  look: (tx: Parameters<typeof setAllTenantsReadable>[0]) => Promise<Found>,
): Promise<Found | undefined> {
  let found: Found | undefined;
  const done = asOwner.transaction(async (tx) => {
    await sql.raw("alter table audit_log no force row level security").execute(tx);
    await setTenant(tx, books.tenant.tenant_id);
    for (const statement of statements.split(";")) await sql.raw(statement).execute(tx);
    await sql`set local role kontor_app`.execute(tx);
    await setAllTenantsReadable(tx);
    found = await look(tx);
    throw new Rollback();
  });
  await expect(done).rejects.toBeInstanceOf(Rollback);
  return found;
}

const faultsAfter = (statements: string) =>
  after(statements, async (tx) =>
    (await checkEverything(tx, books.tenant.tenant_id)).map(
      ({ kind, subject }) => `${kind} ${subject}`,
    ),
  );

test("undamaged books agree with the audit log", async () => {
  expect(await faultsAfter("select 1")).toEqual([]);
});

test("an entry missing from the audit log is found", async () => {
  const statement = `delete from audit_log where subject = 'entry:${at.plain}'`;
  expect(await faultsAfter(statement)).toEqual([`entry_unrecorded entry:${at.plain}`]);
});

test("a revision missing from the audit log is found", async () => {
  const statement = `delete from audit_log where subject = 'entry:${at.revised}' and action = 'entry.revised'`;
  expect(await faultsAfter(statement)).toEqual([`entry_unrecorded entry:${at.revised}`]);
});

test("an emptied audit log is found", async () => {
  const faults = await faultsAfter(
    "update entries set recorded_at = now(); delete from audit_log where subject like 'entry:%'",
  );
  expect(faults).toEqual([
    `entry_unrecorded entry:${at.plain}`,
    `entry_unrecorded entry:${at.revised}`,
  ]);
});

test("an entry in the audit log that the books lack is found", async () => {
  const faults = await faultsAfter(
    `update audit_log set subject = 'entry:987654' where subject = 'entry:${at.plain}'`,
  );
  expect(faults).toEqual(
    [`recorded_entry_missing entry:987654`, `entry_unrecorded entry:${at.plain}`].toSorted(),
  );
});

test("a journal of damaged books is written completely, and names unknown ledgers", async () => {
  const text = await after(
    `alter table entry_items drop constraint entry_items_tenant_id_ledger_id_fkey;
     update entry_items set ledger_id = 987654 where entry_id = ${at.plain} and dc = 'DR';
     update entries set entry_type_id = 99 where id = ${at.revised}`,
    async (tx) => {
      let journal = "";
      for await (const piece of journalText(tx, books.tenant.tenant_id)) journal += piece;
      return journal;
    },
  );
  expect(text).toContain("    Unknown:ledger 987654  NGN 5.00");
  expect(text).toContain("(T99-000002) Entry of no type, Received");
});
