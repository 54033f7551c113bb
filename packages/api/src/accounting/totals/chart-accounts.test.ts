import { sql } from "kysely";
import { expect, test } from "vitest";

import { setAllTenantsReadable } from "../../platform/scope.ts";
import { openBooks } from "../../testing/books.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { chartAccounts } from "./chart-accounts.ts";

const world = await openFileWorld();
const books = await openBooks(world);

test("accounts are sorted as the database would sort them", async () => {
  const { tenant_id } = books.tenant;
  const first = await books.addCashLedger("First");
  for (const name of ["Second", "Third"]) await books.addCashLedger(name);
  for (const name of ["Drawer", "Safe"])
    await books.addCashLedger(name, { parent_ledger_id: first.id });
  const { rows, accounts } = await world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const sorted = await sql<Record<string, unknown>>`
      select l.id, l.code, l.name, g.class as "accountClass", g.cash_flow as "cashFlow", l.parent_ledger_id as parent_id,
        g.id as group_id, g.code as group_code, g.name as group_name
      from ledgers l
      join groups g on g.tenant_id = l.tenant_id and g.id = l.group_id
      left join ledgers p on p.tenant_id = l.tenant_id and p.id = l.parent_ledger_id
      where l.tenant_id = ${tenant_id}
      order by g.class, g.sequence, coalesce(p.sequence, l.sequence), case when p.id is null then 0 else l.sequence end`.execute(
      tx,
    );
    return { rows: sorted.rows, accounts: await chartAccounts(tx, tenant_id) };
  });
  expect(
    accounts.map(({ group, parentId, ...account }) => ({
      ...account,
      parent_id: parentId,
      group_id: group.id,
      group_code: group.code,
      group_name: group.name,
    })),
  ).toEqual(rows);
  expect(new Set(accounts.map(({ group }) => group.id)).size).toBeGreaterThan(3);
  expect(accounts.filter(({ parentId }) => parentId === first.id)).toHaveLength(2);
});
