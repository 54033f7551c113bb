import type { DataOf } from "@kontor/contract/endpoint";
import { sendPortalCode } from "@kontor/contract/portal/session";
import { confirmEmail } from "@kontor/contract/session/password-reset";
import { getMe } from "@kontor/contract/session/session";
import { getOutgoing, releaseOutgoing } from "@kontor/contract/settings/outgoing";
import { testMailSettings } from "@kontor/contract/settings/settings";
import { listPlatformAudit } from "@kontor/contract/users/audit";
import { sql } from "kysely";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { initializeOutgoing } from "../platform/configuration/outgoing.ts";
import { openFileWorld, type Caller } from "../testing/harness.ts";
import { openOrganization } from "../testing/organizations.ts";
import { holdOutgoingForTest } from "../testing/outgoing.ts";
import { addPerson, testPassword } from "../testing/people.ts";
import { depositFunds, requestTransfersFor, transferRequest } from "../testing/transfers.ts";

const world = await openFileWorld({ SMTP_URL: "smtp://127.0.0.1:1" });
type Outgoing = DataOf<typeof getOutgoing>;
let administrator: Caller;
let before: Outgoing["hold"];
let waiting: Omit<Outgoing, "hold">;

beforeAll(async () => {
  ({ caller: administrator } = await addPerson(world, ["ADMINISTRATOR"]));
  const organization = await openOrganization(world, "Payer Limited");
  await depositFunds(administrator, organization, "1000.00");
  await requestTransfersFor(world, organization, [
    transferRequest(1, 12_000n),
    transferRequest(2, 3_050n),
  ]);
  ({ hold: before, ...waiting } = await administrator.call(getOutgoing));
});

const run = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  world.database.transaction((tx) => statement.execute(tx));

const release = (caller: Caller, password = testPassword) =>
  caller.attempt(releaseOutgoing, { body: { password } });

const isHeldFor = async (caller: Caller) => (await caller.call(getMe)).outgoing_held;

describe("emails and transfers", () => {
  test("may leave, and what waits is counted over all organizations", () => {
    expect(before).toBeNull();
    expect(waiting).toMatchObject({ waiting_transfers: 2, waiting_amount: 15_050n });
    expect(waiting.waiting_mails).toBeGreaterThan(0);
  });

  test("are on hold after a restore: every user is told, nobody can be mailed a code", async () => {
    expect(await isHeldFor(administrator)).toBe(false);
    await holdOutgoingForTest(world);
    expect(await administrator.call(getOutgoing)).toEqual({
      ...waiting,
      hold: { reason: "RESTORED", since: world.clock.now() },
    });
    const member = await world.signIn("organization", 1);
    expect([await isHeldFor(administrator), await isHeldFor(member)]).toEqual([true, true]);
    const address = { body: { email: "nobody@example.com" } };
    for (const [caller, endpoint, call, code] of [
      [administrator, testMailSettings, {}, "outgoing_held"],
      [world.nobody, confirmEmail, address, "outgoing_held"],
      [world.nobody, sendPortalCode, address, "portal_codes_held"],
    ] as const) {
      const refused = await caller.attempt(endpoint, call);
      expect([refused.status, refused.problem.code]).toEqual([409, code]);
    }
  });

  test("are released by an administrator who enters their password, which all are told", async () => {
    await holdOutgoingForTest(world);
    const wrong = await release(administrator, "not the password 1");
    expect(wrong.problem.errors).toMatchObject([{ path: "password" }]);
    expect(await isHeldFor(administrator)).toBe(true);
    const released = await administrator.call(releaseOutgoing, {
      body: { password: testPassword },
    });
    expect(released).toEqual({ ...waiting, hold: null, waiting_mails: waiting.waiting_mails + 1 });
    expect(await isHeldFor(administrator)).toBe(false);
    const { data } = await administrator.list(listPlatformAudit);
    expect(data.filter(({ action }) => action === "outgoing.released")).toMatchObject([
      {
        actor_id: administrator.user_id,
        subject: "platform",
        facts: [
          { name: "mails", value: String(waiting.waiting_mails) },
          { name: "transfers", value: "2" },
          { name: "hold reason", value: "RESTORED" },
        ],
      },
    ]);
    const { rows } = await run(
      sql<{ text: string }>`select text from mails order by id desc limit 1`,
    );
    expect(rows[0]?.text).toContain("Emails and transfers were released");
  });

  test("that are not on hold are not released again", async () => {
    const same = await administrator.call(getOutgoing);
    expect((await release(administrator)).status).toBe(200);
    expect(await administrator.call(getOutgoing)).toEqual(same);
  });

  test("are released by nobody else", async () => {
    await holdOutgoingForTest(world);
    expect((await release(world.nobody)).status).toBe(401);
    for (const caller of [await world.signIn("staff"), await world.signIn("organization", 1)]) {
      expect((await release(caller)).status).toBe(403);
    }
    expect((await world.nobody.attempt(getOutgoing)).status).toBe(401);
    const member = await world.signIn("organization", 1);
    expect((await member.attempt(getOutgoing)).status).toBe(403);
    const missing = await administrator.attempt(releaseOutgoing, { body: {} });
    expect(missing.status).toBe(422);
    expect(await isHeldFor(administrator)).toBe(true);
  });
});

describe("the database that sends", () => {
  test("is settled by the first start and kept by later ones", async () => {
    onTestFinished(async () => void (await run(sql`update outgoing set home = null`)));
    await world.database.transaction(initializeOutgoing);
    const { rows } = await run(sql<{ home: string }>`select home from outgoing`);
    expect(rows[0]?.home).toMatch(/^\d+\/\d+$/);
    await run(sql`update outgoing set home = '1/1'`);
    await world.database.transaction(initializeOutgoing);
    expect(await isHeldFor(administrator)).toBe(true);
  });

  test("is another for a copy, which is on hold until it is released", async () => {
    onTestFinished(async () => void (await run(sql`update outgoing set home = null`)));
    await run(sql`update outgoing set home = '7311111111111111111/16384'`);
    expect((await administrator.call(getOutgoing)).hold).toEqual({ reason: "COPIED", since: null });
    expect((await release(administrator)).status).toBe(200);
    expect((await administrator.call(getOutgoing)).hold).toBeNull();
    const { rows } = await run(sql<{ is_here: boolean }>`
      select home = database_home() as is_here from outgoing`);
    expect(rows).toEqual([{ is_here: true }]);
  });
});
