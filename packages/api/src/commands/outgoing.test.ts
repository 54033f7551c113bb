import { sql } from "kysely";
import { expect, test } from "vitest";

import { setAllTenantsReadable } from "../platform/scope.ts";
import { runCommandFile } from "../testing/command.ts";
import { openFileWorld } from "../testing/harness.ts";
import { openOrganization } from "../testing/organizations.ts";
import {
  depositFunds,
  openDelivery,
  requestTransfersFor,
  transferRequest,
} from "../testing/transfers.ts";

const world = await openFileWorld();

const outgoing = (...args: string[]) =>
  runCommandFile("outgoing", args, { DATABASE_URL: world.ownerUrl });

/** The actions of the command in the audit log, oldest first. */
async function recorded() {
  return world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const { rows } = await sql<{ action: string; detail: object; actor_id: number | null }>`
      select action, detail, actor_id from audit_log where action like 'outgoing.%' or action like 'mails.%' order by id`.execute(
      tx,
    );
    return rows;
  });
}

test("npm run outgoing shows what waits, holds it, discards mails and releases the rest, each time recorded once", async () => {
  const platform = await world.signIn("platform");
  const payer = await openOrganization(world, "Payer Limited");
  await depositFunds(platform, payer, "1000.00");
  // A transfer that has arrived does not count as waiting, although the bank is asked about it again.
  await requestTransfersFor(world, payer, [transferRequest(2, 10_000n)]);
  const delivery = openDelivery(world);
  for (let round = 0; round < 2; round++) {
    await delivery.run();
    world.clock.advance(5000);
  }
  expect(delivery.passed).toMatchObject([{ status: "COMPLETED" }]);
  await requestTransfersFor(world, payer, [transferRequest(1, 40_000n)]);
  // A mail that has failed neither counts as waiting nor is discarded.
  await world.database.transaction((tx) =>
    sql`update mails set status = 'FAILED' where id = (select min(id) from mails where status = 'WAITING')`.execute(
      tx,
    ),
  );
  const waiting = "Waiting: 2 emails, and 1 transfer of ₦400.00 in total.\n";
  const free = {
    code: 0,
    output: `Emails and transfers may leave.\n${waiting}`,
    errors: "",
  };
  const held = {
    code: 1,
    output: expect.stringMatching(
      /^Emails and transfers are on hold since .*: an operator stopped them\.\n/,
    ),
    errors: "",
  };
  expect(await outgoing()).toEqual(free);
  expect(await outgoing("hold")).toEqual(held);
  expect(await outgoing("hold")).toEqual(held);
  expect((await outgoing()).output).toContain(waiting);
  const rest = "Waiting: 0 emails, and 1 transfer of ₦400.00 in total.\n";
  expect((await outgoing("discard-mails")).output).toContain(rest);
  expect(await outgoing("discard-mails")).toEqual({
    ...held,
    output: expect.stringContaining(rest),
  });
  const released = { ...free, output: `Emails and transfers may leave.\n${rest}` };
  expect(await outgoing("release")).toEqual(released);
  expect(await outgoing("release")).toEqual(released);
  expect(await recorded()).toEqual([
    { action: "outgoing.held", detail: { hold_reason: "STOPPED" }, actor_id: null },
    { action: "mails.discarded", detail: { status: "WAITING", count: 2 }, actor_id: null },
    { action: "outgoing.released", detail: { hold_reason: "STOPPED" }, actor_id: null },
  ]);
}, 30_000);

test("npm run outgoing says of a copy that it is one", async () => {
  await world.database.transaction((tx) =>
    sql`update outgoing set home = '7311111111111111111/16384'`.execute(tx),
  );
  expect((await outgoing()).output).toMatch(
    /^Emails and transfers are on hold: this database is not the one that last sent, but a copy of it\.\n/,
  );
  expect((await outgoing("release")).code).toBe(0);
});

test("npm run outgoing explains its arguments", async () => {
  const refused = await outgoing("stop");
  expect(refused).toMatchObject({ code: 2, output: "" });
  expect(refused.errors).toContain("Usage: npm run outgoing");
});
