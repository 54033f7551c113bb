import { addEmployee } from "@kontor/contract/employees/employees";
import { inviteToPortal } from "@kontor/contract/portal/invitation";
import { portalMe, portalSignIn, sendPortalCode } from "@kontor/contract/portal/session";
import { listPlatformAudit } from "@kontor/contract/users/audit";
import argon2 from "@node-rs/argon2";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";

import { pathOf, type TestEmployee } from "../testing/employees.ts";
import { openFileWorld, type Reply } from "../testing/harness.ts";
import { addPerson, mailsTo } from "../testing/people.ts";
import {
  addInvitedEmployee,
  codeIn,
  codeMailsTo,
  signInWithCode,
  inviteAnother,
  openPortalStaff,
  requestPortalCode,
  signInToPortal,
} from "../testing/portal.ts";

// Spies on the real functions, to compare the work behind each response.
const hashing = vi.spyOn(argon2, "hash");
const verifying = vi.spyOn(argon2, "verify");

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const person = { first_name: "Ada", last_name: "Okafor", start_date: "2026-01-05" };
const wrongCode = {
  status: 422,
  code: "portal_code_wrong",
  message: "The code is wrong or has expired. Check it, or ask for a new one.",
};

const world = await openFileWorld();
const portal = await openPortalStaff(world);
let email: string;
let employee: TestEmployee;

afterAll(async () => {
  hashing.mockRestore();
  verifying.mockRestore();
});
beforeEach(async () => {
  ({ email, employee } = await inviteAnother(world, portal));
});

const signIn = (code: string, more: object = {}): Promise<Reply> =>
  world.nobody.attempt(portalSignIn, { body: { email, code, ...more } });

/** A wrong code. */
const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, "0");

/** Adds the same person as an employee of the other organization. */
const addElsewhere = () =>
  addInvitedEmployee(world, portal.staff.other, { staff_no: employee.job.staff_no, email });

describe("signing in to the portal", () => {
  test("takes the mailed code once, and shows the employee and the organization", async () => {
    const code = await requestPortalCode(world, email);
    const [mail] = await codeMailsTo(world, email);
    expect(mail).toMatchObject({ subject: "Your code for the employee portal" });
    expect(mail?.text).toContain("It works for 10 minutes and only once.");
    expect(mail?.expires_at).toEqual(new Date(world.clock.now().getTime() + 10 * minute));
    const reply = await signIn(code);
    expect(reply.status).toBe(200);
    const { portal_token } = (reply.body as { data: { portal_token: string } }).data;
    expect(portal_token).toMatch(/^[\w-]{43}$/);
    const session = world.callerWith(portal_token, employee.id);
    expect(await session.call(portalMe)).toEqual({
      employment: { tenant_id: employee.tenant_id, employee_id: employee.id },
      name: "Ada Okafor",
      first_name: "Ada",
      staff_no: employee.job.staff_no,
      designation: "",
      department: "",
      branch: null,
      start_date: "2026-01-05",
      exit_date: null,
      email,
      phone: "",
      bank: null,
      organization: {
        name: "Home",
        logo_url: null,
        brand_color: "#004AAD",
        support_email: "support@example.com",
      },
      outgoing_held: false,
      expires_at: new Date(world.clock.now().getTime() + 12 * hour),
    });
    expect((await signIn(code)).problem).toMatchObject(wrongCode);
  });

  test("stores neither code nor token in clear text, and puts the code in no subject", async () => {
    const code = await requestPortalCode(world, email);
    const { token } = await signInWithCode(world, { email, code });
    const { rows } = await world.database.transaction((tx) =>
      sql<{ text: string }>`
        select (select string_agg(c::text, ' ') from portal_codes c)
          || (select string_agg(s::text, ' ') from portal_sessions s)
          || (select string_agg(m.subject, ' ') from mails m) as text`.execute(tx),
    );
    expect(rows[0]?.text ?? "").not.toContain(token);
    expect((await codeMailsTo(world, email)).map(({ subject }) => subject).join()).not.toContain(
      code,
    );
  });

  test("responds the same way, after the same work, for an address without an invitation", async () => {
    const work = async (address: string) => {
      const before = [
        hashing.mock.calls.length,
        verifying.mock.calls.length,
        world.clock.waits.length,
      ];
      const reply = await world.nobody.attempt(sendPortalCode, { body: { email: address } });
      const refused = await world.nobody.attempt(portalSignIn, {
        body: { email: address, code: "000000" },
      });
      const after = [
        hashing.mock.calls.length,
        verifying.mock.calls.length,
        world.clock.waits.length,
      ];
      return {
        answers: [reply.status, reply.body, refused.status, refused.body],
        work: after.map((count, index) => count - (before[index] ?? 0)),
        waited: world.clock.waits.at(before[2] ?? 0),
      };
    };
    const known = await work(email);
    const unknown = await work(`nobody-${email}`);
    expect(unknown).toEqual(known);
    expect(known.waited).toBe(500);
    expect(known.answers[1]).toEqual({ data: { done: true } });
    expect(await mailsTo(world, `nobody-${email}`)).toEqual([]);
    // An employee who was not invited gets no code either.
    const body = { ...person, staff_no: "N-1", email: `staff-${email}` };
    await (await portal.hr()).call(addEmployee, { params: portal.staff.home.path, body });
    expect((await work(`staff-${email}`)).answers).toEqual(known.answers);
    expect(await mailsTo(world, `staff-${email}`)).toEqual([]);
  });

  test("takes the code for ten minutes", async () => {
    const code = await requestPortalCode(world, email);
    world.clock.advance(10 * minute - 1);
    expect((await signIn(code)).status).toBe(200);
    world.clock.advance(hour + minute);
    const late = await requestPortalCode(world, email);
    world.clock.advance(10 * minute);
    expect((await signIn(late)).problem).toMatchObject(wrongCode);
  });

  test("allows five attempts, then refuses the right code too", async () => {
    const code = await requestPortalCode(world, email);
    for (let by = 1; by <= 4; by++) {
      expect((await signIn(other(code, by))).problem).toMatchObject(wrongCode);
    }
    expect((await signIn(code)).status).toBe(200);
    world.clock.advance(2 * hour);
    const next = await requestPortalCode(world, email);
    for (let by = 1; by <= 5; by++) await signIn(other(next, by));
    expect((await signIn(next)).problem).toMatchObject(wrongCode);
  });

  test("opens one session for two concurrent requests with the right code", async () => {
    const code = await requestPortalCode(world, email);
    const replies = await Promise.all([signIn(code), signIn(code), signIn(code)]);
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(["200", "422", "422"]);
  });

  test("mails no second code within a short time, however often one is requested", async () => {
    for (let time = 0; time < 5; time++) {
      await world.nobody.call(sendPortalCode, { body: { email } });
    }
    expect(await codeMailsTo(world, email)).toHaveLength(1);
    world.clock.advance(8 * minute);
    await world.nobody.call(sendPortalCode, { body: { email } });
    expect(await codeMailsTo(world, email)).toHaveLength(2);
    // The newest code is valid.
    const newest = codeIn((await codeMailsTo(world, email)).at(-1));
    expect((await signIn(newest)).status).toBe(200);
  });

  test("asks for the employment when an address belongs to several, even of several organizations", async () => {
    const elsewhere = await addElsewhere();
    const code = await requestPortalCode(world, email);
    const [mail] = await codeMailsTo(world, email);
    // The mail does not name the organization.
    expect(mail?.text).not.toContain("Home");
    const choice = await signIn(code);
    const employments = [employee, elsewhere].map(({ tenant_id, id, job, organization }) => ({
      tenant_id,
      employee_id: id,
      organization,
      name: "Ada Okafor",
      staff_no: job.staff_no,
    }));
    expect(choice.body).toEqual({ data: { employments } });
    // A correct code uses up no attempts, however often it is sent.
    for (let time = 0; time < 5; time++) expect((await signIn(code)).status).toBe(200);
    const employment = { tenant_id: portal.staff.other.tenant_id, employee_id: employee.id };
    expect((await signIn(code, { employment })).problem).toMatchObject(wrongCode);
    const session = await signInWithCode(world, {
      email,
      code,
      employment: { ...employment, employee_id: elsewhere.id },
    });
    expect((await session.call(portalMe)).organization.name).toBe("Other");
    expect((await signIn(code)).problem).toMatchObject(wrongCode);
  });

  test("continues directly when only one employment is open", async () => {
    await addElsewhere();
    await portal.leaveOn(employee, "2026-03-01");
    const session = await signInToPortal(world, email);
    expect((await session.call(portalMe)).organization.name).toBe("Other");
  });

  test("tells the owner of the mailbox why they cannot sign in", async () => {
    const refusal = async () => (await signIn(await requestPortalCode(world, email))).problem;
    await portal.suspend(employee, true);
    expect(await refusal()).toMatchObject({
      status: 409,
      message:
        "You cannot use the portal while your employment at Home is suspended. For questions write to support@example.com.",
    });
    await portal.suspend(employee, false);
    world.clock.advance(hour + minute);
    await portal.switchModules(false);
    expect(await refusal()).toMatchObject({
      status: 409,
      message:
        "Home has switched off payslips and salary advances, so there is nothing to see here for now. For questions write to support@example.com.",
    });
    await portal.switchModules(true);
    world.clock.advance(hour + minute);
    await portal.setOrganization("SUSPENDED");
    expect(await refusal()).toMatchObject({ status: 409, code: "portal_closed" });
    await portal.setOrganization("ACTIVE");
    world.clock.advance(hour + minute);
    await portal.leaveOn(employee, "2026-03-01");
    expect(await refusal()).toMatchObject({
      status: 409,
      message:
        "Your last day at Home was 01 Mar 2026, so the portal is closed to you. For questions write to support@example.com.",
    });
  });

  test("accepts an invitation for two weeks", async () => {
    world.clock.advance(14 * day - minute);
    const code = await requestPortalCode(world, email);
    expect((await signIn(other(code))).status).toBe(422);
    world.clock.advance(minute);
    expect((await signIn(code)).problem).toMatchObject({
      status: 409,
      message: "Your invitation has expired. Ask Home (support@example.com) to send you a new one.",
    });
    await (await portal.hr()).call(inviteToPortal, { params: pathOf(employee) });
    expect((await signIn(code)).status).toBe(200);
  });

  test("is recorded in the audit log, and so is each refusal", async () => {
    await signInToPortal(world, email);
    world.clock.advance(hour + minute);
    await portal.suspend(employee, true);
    await signIn(await requestPortalCode(world, email));
    const admin = await addPerson(world, ["ADMINISTRATOR"]);
    const { data } = await admin.caller.list(listPlatformAudit, {
      query: { subject: `employee:${employee.id}`, kind: "sign_in" },
    });
    expect(data.map(({ action, facts }) => [action, facts.map(({ value }) => value)])).toEqual([
      ["portal.refused", ["portal_suspended"]],
      ["portal.opened", []],
      ["portal.invited", []],
    ]);
  });
});
