import { addEmployee, getEmployee, savePersonal } from "@kontor/contract/employees/employees";
import {
  getPortalAccess,
  inviteSeveralToPortal,
  inviteToPortal,
} from "@kontor/contract/portal/invitation";
import { portalMe, sendPortalCode } from "@kontor/contract/portal/session";
import { beforeEach, describe, expect, test } from "vitest";

import { expectGuarded, pathOf, type TestEmployee } from "../testing/employees.ts";
import { openFileWorld, type Reply } from "../testing/harness.ts";
import { mailsTo } from "../testing/people.ts";
import { codeMailsTo, inviteAnother, openPortalStaff, signInToPortal } from "../testing/portal.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

const world = await openFileWorld();
const portal = await openPortalStaff(world);
let email: string;
let employee: TestEmployee;

beforeEach(async () => {
  ({ email, employee } = await inviteAnother(world, portal));
});

const ended = (reply: Reply) => [reply.status, reply.problem.code];

async function addUninvited(staff_no: string, address?: string): Promise<TestEmployee> {
  const person = { first_name: "Ada", last_name: "Okafor", start_date: "2026-01-05" };
  return (await portal.hr()).call(addEmployee, {
    params: portal.staff.home.path,
    body: { ...person, staff_no, ...(address === undefined ? {} : { email: address }) },
  });
}

describe("an invitation to the portal", () => {
  test("names the others who have the same email, unless they have left", async () => {
    const caller = await portal.hr();
    const shared = "shared@staff.example";
    const one = await addUninvited("S-1", shared);
    const two = await addUninvited("S-2", "Shared@Staff.Example");
    const sharing = async (of: TestEmployee) =>
      (await caller.call(getPortalAccess, { params: pathOf(of) })).shared_with;
    expect(await sharing(one)).toEqual([
      { employee_id: two.id, name: "Ada Okafor", staff_no: "S-2" },
    ]);
    const invited = await caller.call(inviteToPortal, { params: pathOf(two) });
    expect(invited.shared_with.map(({ staff_no }) => staff_no)).toEqual(["S-1"]);
    expect(await sharing(employee)).toEqual([]);
    await portal.leaveOn(two, "2026-01-31");
    expect(await sharing(one)).toEqual([]);
  });

  test("is mailed with a link that fills in the address, and shows its history", async () => {
    const added = await addUninvited("I-1", "Invited@Staff.Example");
    const params = pathOf(added);
    const caller = await portal.hr();
    expect(await caller.call(getPortalAccess, { params })).toEqual({
      email: "invited@staff.example",
      obstacle: null,
      shared_with: [],
      invitation: null,
    });
    const now = world.clock.now();
    const invited = await caller.call(inviteToPortal, { params });
    expect(invited).toEqual({
      email: "invited@staff.example",
      obstacle: null,
      shared_with: [],
      invitation: {
        invited_at: now,
        invited_by: "Test user",
        expires_at: new Date(now.getTime() + 14 * day),
        accepted_at: null,
        last_signed_in_at: null,
      },
    });
    const [mail] = await mailsTo(world, "invited@staff.example");
    expect(mail).toMatchObject({
      label: "employee_invite",
      subject: "Test user invites you to join Home",
    });
    expect(mail?.text).toContain("/portal/sign-in#invited%40staff.example");

    world.clock.advance(day);
    await signInToPortal(world, "invited@staff.example");
    const signedIn = world.clock.now();
    world.clock.advance(day);
    const again = await signInToPortal(world, "invited@staff.example");
    expect((await (await portal.hr()).call(getPortalAccess, { params })).invitation).toMatchObject({
      accepted_at: signedIn,
      last_signed_in_at: world.clock.now(),
    });
    // A repeated invitation ends no session, and an accepted one stays accepted.
    const resent = await (await portal.hr()).call(inviteToPortal, { params });
    expect(resent.invitation).toMatchObject({ accepted_at: signedIn });
    expect((await again.attempt(portalMe)).status).toBe(200);
  });

  test("is refused for employees who have no address, are suspended or have left", async () => {
    const caller = await portal.hr();
    const silent = await addUninvited("I-2");
    const invite = async (of: TestEmployee) =>
      (await caller.attempt(inviteToPortal, { params: pathOf(of) })).problem;
    expect(await invite(silent)).toMatchObject({
      status: 422,
      message:
        "Ada Okafor has no email address. Enter one under Personal, then send the invitation.",
    });
    expect(await caller.call(getPortalAccess, { params: pathOf(silent) })).toEqual({
      email: null,
      obstacle: "email_missing",
      shared_with: [],
      invitation: null,
    });
    await portal.suspend(employee, true);
    expect(await invite(employee)).toMatchObject({
      status: 409,
      message: "Ada Okafor is suspended: only active employees can be invited to the portal.",
    });
    await portal.suspend(employee, false);
    await portal.leaveOn(employee, "2026-03-01");
    expect(await invite(employee)).toMatchObject({
      status: 409,
      message:
        "Ada Okafor is no longer employed: only active employees can be invited to the portal.",
    });
    const { obstacle } = await caller.call(getPortalAccess, { params: pathOf(employee) });
    expect(obstacle).toBe("employee_left");
  });

  test("is refused with the module off and for a suspended organization", async () => {
    await portal.switchModules(false);
    const params = pathOf(employee);
    const off = await (await portal.hr()).attempt(inviteToPortal, { params });
    expect(ended(off)).toEqual([409, "module_off"]);
    await portal.switchModules(true);
    await portal.setOrganization("SUSPENDED");
    const platform = await world.signIn("platform");
    const shut = await platform.attempt(inviteToPortal, { params });
    expect(shut.problem).toMatchObject({
      status: 409,
      message: "Home is suspended, so its employees cannot use the portal.",
    });
    await portal.setOrganization("ACTIVE");
  });

  test("needs the permission for employees of the user's own organization", async () => {
    const params = pathOf(employee);
    await expectGuarded(world, { ...portal.staff, stranger: await portal.hr(portal.staff.other) }, [
      [getPortalAccess, { params }],
      [inviteToPortal, { params }],
    ]);
  });

  test("to another address ends the sessions of the former one, which can no longer sign in", async () => {
    const session = await signInToPortal(world, email);
    const record = await (await portal.hr()).call(getEmployee, { params: pathOf(employee) });
    const { state: _state, local_government: _area, ...personal } = record.personal;
    const body = { ...personal, email: `new-${email}`, version: record.version };
    await (await portal.hr()).call(savePersonal, { params: pathOf(employee), body });
    // The record has another address, which may be another person's.
    expect(ended(await session.attempt(portalMe))).toEqual([401, "session_missing"]);
    world.clock.advance(10 * minute);
    await world.nobody.call(sendPortalCode, { body: { email } });
    expect(await codeMailsTo(world, email)).toHaveLength(1);
    await (await portal.hr()).call(inviteToPortal, { params: pathOf(employee) });
    expect(ended(await session.attempt(portalMe))).toEqual([401, "session_missing"]);
    const renewed = await signInToPortal(world, `new-${email}`);
    expect((await renewed.call(portalMe)).email).toBe(`new-${email}`);
  });

  test("to several employees is mailed to each who can be invited and has not accepted, even if others fail", async () => {
    const caller = await portal.hr();
    const fresh = await addUninvited("I-7", "fresh@staff.example");
    const silent = await addUninvited("I-8");
    await signInToPortal(world, email);
    const gone = await addUninvited("I-9", "gone@staff.example");
    await portal.leaveOn(gone, "2026-03-01");
    const named = (of: TestEmployee) => pathOf(of);
    const missing = { ...pathOf(fresh), id: 999_999 };
    const results = await (
      await portal.hr()
    ).call(inviteSeveralToPortal, {
      body: { employees: [named(gone), missing, named(fresh), named(silent), named(employee)] },
    });
    expect(results.map(({ id, outcome, problem }) => [id, outcome, problem?.code])).toEqual([
      [gone.id, "REFUSED", "portal_not_active"],
      [999_999, "REFUSED", "not_found"],
      [fresh.id, "INVITED", undefined],
      [silent.id, "REFUSED", "portal_email_missing"],
      [employee.id, "ALREADY_IN", undefined],
    ]);
    const invitations = async (address: string) =>
      (await mailsTo(world, address)).filter(({ label }) => label === "employee_invite").length;
    expect([await invitations("fresh@staff.example"), await invitations(email)]).toEqual([1, 1]);

    const foreign = await portal.hr(portal.staff.other);
    const refused = await foreign.attempt(inviteSeveralToPortal, {
      body: { employees: [named(fresh)] },
    });
    expect(refused.status).toBe(404);
    const none = await caller.attempt(inviteSeveralToPortal, { body: { employees: [] } });
    expect([none.status, none.problem.errors?.[0]?.path]).toEqual([422, "employees"]);
    const viewer = await world.signInAs(["VIEWER"], portal.staff.home.tenant_id);
    for (const [who, status] of [
      [viewer, 403],
      [world.nobody, 401],
    ] as const) {
      const body = { employees: [named(fresh)] };
      expect((await who.attempt(inviteSeveralToPortal, { body })).status).toBe(status);
    }
  });

  test("to several employees says of each why there is none while no module opens the portal", async () => {
    const silent = await addUninvited("I-10");
    const fresh = await addUninvited("I-11", "other@staff.example");
    await portal.switchModules(false);
    const results = await (
      await portal.hr()
    ).call(inviteSeveralToPortal, { body: { employees: [silent, fresh].map(pathOf) } });
    await portal.switchModules(true);
    expect(results.map(({ outcome, problem }) => [outcome, problem?.code])).toEqual([
      ["REFUSED", "portal_email_missing"],
      ["REFUSED", "module_off"],
    ]);
  });
});
