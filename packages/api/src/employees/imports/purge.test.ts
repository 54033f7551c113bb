import * as contract from "@kontor/contract/employees/imports";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { setTenant } from "../../platform/scope.ts";
import { openWorld } from "../../testing/harness.ts";
import { openOrganization } from "../../testing/organizations.ts";
import { checkImports } from "./check.ts";
import { purgeImports } from "./purge.ts";

const day = 24 * 60 * 60_000;

test("deletes files after their period, except for the rows needed to undo a committed import", async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const home = await openOrganization(world, "Home");
  // Sessions last hours and the test weeks, so each call signs in again.
  const hr = () => world.signInAs(["HR"], home.tenant_id);
  const checked = async (staffNo: string) => {
    const body = new FormData();
    const lines = `Staff No,Surname,First Name,Date Employed\r\n${staffNo},Bello,Musa,2026-02-01`;
    body.append("file", new Blob([lines]), "staff.csv");
    const caller = await hr();
    const { id } = await caller.call(contract.uploadEmployeeImport, { params: home.path, body });
    await checkImports({ ...world, log: { error: () => expect.fail("the check failed") } });
    const params = { ...home.path, id };
    return { params, ...(await caller.call(contract.getEmployeeImport, { params })) };
  };
  const storedRows = async ({ id }: { id: number }) =>
    world.database.transaction(async (tx) => {
      await setTenant(tx, home.tenant_id);
      const count = (table: string) => sql`(select count(*)::integer from ${sql.table(table)}
        where tenant_id = ${home.tenant_id} and import_id = ${id})`;
      const { rows } = await sql`
        select ${count("employee_import_pieces")} as pieces, ${count("employee_import_rows")} as rows`.execute(
        tx,
      );
      return rows[0];
    });

  const committed = await checked("OLD-1");
  await (
    await hr()
  ).call(contract.commitEmployeeImport, {
    params: committed.params,
    body: { version: committed.version, without_rejected: false },
  });
  const left = await checked("OLD-2");
  world.clock.advance(29 * day);
  const recent = await checked("OLD-3");
  world.clock.advance(2 * day);
  await purgeImports(world);
  expect(await storedRows(committed)).toEqual({ pieces: 0, rows: 1 });
  expect(await storedRows(left)).toEqual({ pieces: 0, rows: 0 });
  expect(await storedRows(recent)).toEqual({ pieces: 1, rows: 1 });
  const caller = await hr();
  const { status } = await caller.call(contract.getEmployeeImport, { params: left.params });
  expect(status).toBe("DISCARDED");
  const undone = await caller.call(contract.undoEmployeeImport, { params: committed.params });
  expect(undone.status).toBe("UNDONE");
});
