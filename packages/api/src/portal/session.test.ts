import { changeBankAccount } from "@kontor/contract/employees/bank";
import { listEmployeeHistory } from "@kontor/contract/employees/employees";
import { cancelExit } from "@kontor/contract/employees/leaving";
import { unattendedHeader } from "@kontor/contract/endpoint";
import { portalMe, portalSignOut, sendPortalCode } from "@kontor/contract/portal/session";
import { getMe } from "@kontor/contract/session/session";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";

import { setTenant } from "../platform/scope.ts";
import { pathOf, type TestEmployee } from "../testing/employees.ts";
import { openFileWorld, type Reply } from "../testing/harness.ts";
import { holdOutgoingForTest } from "../testing/outgoing.ts";
import { codeMailsTo, inviteAnother, openPortalStaff, signInToPortal } from "../testing/portal.ts";

const minute = 60_000;
const hour = 60 * minute;

const world = await openFileWorld();
const portal = await openPortalStaff(world);
let email: string;
let employee: TestEmployee;

beforeEach(async () => {
  ({ email, employee } = await inviteAnother(world, portal));
});

const ended = (reply: Reply) => [reply.status, reply.problem.code];

describe("a portal session", () => {
  test("tells the employee while payments and emails are on hold", async () => {
    const session = await signInToPortal(world, email);
    expect((await session.call(portalMe)).outgoing_held).toBe(false);
    const release = await holdOutgoingForTest(world);
    expect((await session.call(portalMe)).outgoing_held).toBe(true);
    await release();
    expect((await session.call(portalMe)).outgoing_held).toBe(false);
  });

  test("ends after half an hour without use, and after twelve hours", async () => {
    const session = await signInToPortal(world, email);
    world.clock.advance(30 * minute - 1);
    expect((await session.attempt(portalMe)).status).toBe(200);
    world.clock.advance(30 * minute);
    expect(ended(await session.attempt(portalMe))).toEqual([401, "session_missing"]);
    world.clock.advance(hour);
    const used = await signInToPortal(world, email);
    for (let time = 0; time < 12 * 3 - 1; time++) {
      world.clock.advance(20 * minute);
      expect((await used.attempt(portalMe)).status).toBe(200);
    }
    world.clock.advance(20 * minute);
    expect(ended(await used.attempt(portalMe))).toEqual([401, "session_missing"]);
  });

  test("ends after half an hour in which only the page itself polled", async () => {
    const session = await signInToPortal(world, email);
    const poll = () => session.send("GET", portalMe.path, undefined, { [unattendedHeader]: "yes" });
    for (const pause of [10, 10, 9]) {
      world.clock.advance(pause * minute);
      expect((await poll()).status).toBe(200);
    }
    world.clock.advance(minute);
    expect(ended(await poll())).toEqual([401, "session_missing"]);
    expect(ended(await session.attempt(portalMe))).toEqual([401, "session_missing"]);
  });

  test("ends by signing out, only on that device", async () => {
    const session = await signInToPortal(world, email);
    world.clock.advance(10 * minute);
    const elsewhere = await signInToPortal(world, email);
    expect(await session.call(portalSignOut)).toEqual({ done: true });
    const hr = await world.signInAs(["HR"], employee.tenant_id);
    const { data } = await hr.list(listEmployeeHistory, { params: pathOf(employee) });
    expect(data[0]?.action).toBe("portal.closed");
    expect(ended(await session.attempt(portalMe))).toEqual([401, "session_missing"]);
    expect(ended(await session.attempt(portalSignOut))).toEqual([401, "session_missing"]);
    expect((await elsewhere.attempt(portalMe)).status).toBe(200);
  });

  test("ends after the last day of work, but continues if the exit is cancelled", async () => {
    const today = world.clock.today();
    await portal.leaveOn(employee, today);
    const session = await signInToPortal(world, email);
    expect((await session.call(portalMe)).exit_date).toBe(today);
    // Lagos is an hour ahead of UTC, and the test may run on any day.
    const midnight = Date.parse(`${today}T23:00:00Z`);
    world.clock.set(new Date(midnight - 20 * minute));
    const late = await signInToPortal(world, email);
    world.clock.set(new Date(midnight));
    expect(ended(await late.attempt(portalMe))).toEqual([401, "session_missing"]);
    const params = pathOf(employee);
    await (
      await portal.hr()
    ).call(cancelExit, { params, query: { version: await portal.version(employee) } });
    expect((await late.attempt(portalMe)).status).toBe(200);
  });

  test("ends with a suspension of the employee or the organization", async () => {
    const session = await signInToPortal(world, email);
    await portal.suspend(employee, true);
    expect(ended(await session.attempt(portalMe))).toEqual([401, "session_missing"]);
    await portal.suspend(employee, false);
    expect(ended(await session.attempt(portalMe))).toEqual([401, "session_missing"]);
    world.clock.advance(hour);
    const next = await signInToPortal(world, email);
    expect((await next.attempt(portalMe)).status).toBe(200);
    // Send no request in between, so that none can end the session.
    await portal.setOrganization("SUSPENDED");
    await portal.setOrganization("ACTIVE");
    expect(ended(await next.attempt(portalMe))).toEqual([401, "session_missing"]);
    world.clock.advance(hour);
    const last = await signInToPortal(world, email);
    expect((await last.attempt(portalMe)).status).toBe(200);
  });

  test("ends when the employee's record is deleted", async () => {
    const session = await signInToPortal(world, email);
    await world.database.transaction(async (tx) => {
      await setTenant(tx, portal.staff.home.tenant_id);
      await sql`delete from employees where tenant_id = ${portal.staff.home.tenant_id} and id = ${employee.id}`.execute(
        tx,
      );
    });
    expect(ended(await session.attempt(portalMe))).toEqual([401, "session_missing"]);
    world.clock.advance(hour);
    await world.nobody.call(sendPortalCode, { body: { email } });
    expect(await codeMailsTo(world, email)).toHaveLength(1);
  });

  test("is not a user's session, and a user's session is not a portal session", async () => {
    const session = await signInToPortal(world, email);
    expect(ended(await session.attempt(getMe))).toEqual([401, "session_missing"]);
    const admin = await world.signIn("platform");
    expect(ended(await admin.attempt(portalMe))).toEqual([401, "session_missing"]);
    expect(ended(await world.nobody.attempt(portalMe))).toEqual([401, "session_missing"]);
  });

  test("shows only the end of the bank account number", async () => {
    const body = { bank_code: "011", account_number: "0000014579", account_name: "Ada Okafor" };
    const params = pathOf(employee);
    await (await portal.hr()).call(changeBankAccount, { params, body });
    const session = await signInToPortal(world, email);
    expect((await session.call(portalMe)).bank).toEqual({
      bank_name: "First Bank of Nigeria",
      account_number: "••••••4579",
      account_name: "Ada Okafor",
    });
  });
});
