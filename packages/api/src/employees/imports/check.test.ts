import * as contract from "@kontor/contract/employees/imports";
import { expect, onTestFinished, test } from "vitest";

import type { Database } from "../../platform/database/database.ts";
import { openWorld } from "../../testing/harness.ts";
import { openOrganization } from "../../testing/organizations.ts";
import { checkImports } from "./check.ts";

const leaseIsOver = 61_000;
const log = { error: () => expect.fail("the check failed") };

/** Uploads a file of 600 rows: three pieces that wait to be checked. */
async function openUploaded() {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const home = await openOrganization(world, "Home");
  const hr = await world.signInAs(["HR"], home.tenant_id);
  const body = new FormData();
  const rows = Array.from({ length: 600 }, (_row, n) => `IMP-${n},Bello,Musa,2026-02-01`);
  body.append(
    "file",
    new Blob([["Staff No,Surname,First Name,Date Employed", ...rows].join("\r\n")]),
    "staff.csv",
  );
  const { id } = await hr.call(contract.uploadEmployeeImport, { params: home.path, body });
  const params = { ...home.path, id };
  return {
    world,
    load: () => hr.call(contract.getEmployeeImport, { params }),
    commit: async () => {
      const { version } = await hr.call(contract.getEmployeeImport, { params });
      await hr.call(contract.commitEmployeeImport, {
        params,
        body: { version, without_rejected: false },
      });
    },
    undo: () => hr.call(contract.undoEmployeeImport, { params }),
  };
}

/** A database that runs `act` after a number of transactions. */
function afterTransactions(
  database: Database,
  count: number,
  act: () => void | Promise<void>,
): Database {
  let left = count;
  return {
    ...database,
    transaction: async (work, options) => {
      const result = await database.transaction(work, options);
      left--;
      if (left === 0) await act();
      return result;
    },
  };
}

/** The transactions up to the first piece: claim, begin, check it. */
const firstPiece = 3;

test("a check that stopped halfway starts again, and the import can be undone as a whole", async () => {
  const { world, load, commit, undo } = await openUploaded();
  const stop = new AbortController();
  const database = afterTransactions(world.database, firstPiece, () => stop.abort());
  await checkImports({ ...world, database, log }, stop.signal);
  expect(await load()).toMatchObject({ status: "CHECKING", rows_checked: 250 });
  world.clock.advance(leaseIsOver);
  await checkImports({ ...world, log });
  expect(await load()).toMatchObject({
    status: "READY",
    rows_checked: 600,
    counts: { NEW: 600, CHANGED: 0, UNCHANGED: 0, REJECTED: 0 },
  });
  await commit();
  expect((await undo()).status).toBe("UNDONE");
});

test("a check taken over by another process leaves the rows to it", async () => {
  const { world, load, commit, undo } = await openUploaded();
  const takenOver = afterTransactions(world.database, firstPiece, async () => {
    world.clock.advance(leaseIsOver);
    const stop = new AbortController();
    const halfway = afterTransactions(world.database, firstPiece, () => stop.abort());
    await checkImports({ ...world, database: halfway, log }, stop.signal);
  });
  await checkImports({ ...world, database: takenOver, log });
  expect(await load()).toMatchObject({ status: "CHECKING", rows_checked: 250 });
  world.clock.advance(leaseIsOver);
  const database = afterTransactions(world.database, firstPiece, async () => {
    world.clock.advance(leaseIsOver);
    await checkImports({ ...world, log });
  });
  await checkImports({ ...world, database, log });
  expect(await load()).toMatchObject({ status: "READY", rows_checked: 600, counts: { NEW: 600 } });
  await commit();
  expect((await undo()).status).toBe("UNDONE");
});
