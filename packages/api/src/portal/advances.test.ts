import { saveModule } from "@kontor/contract/modules/modules";
import {
  getPortalOffer,
  listPortalAdvances,
  requestPortalAdvance,
  withdrawPortalAdvance,
} from "@kontor/contract/portal/advances";
import { inviteToPortal } from "@kontor/contract/portal/invitation";
import { repayAdvance } from "@kontor/contract/salary-advances/repayments";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";

import { setTenant } from "../platform/scope.ts";
import { updateStatusCounts } from "../salary-advances/records/counters.ts";
import { openAdvances, pathOfAdvance, type TestAdvance } from "../testing/advances.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { pathOf, refusedFields, type TestEmployee } from "../testing/employees.ts";
import { untilLocked } from "../testing/eventually.ts";
import { openFileWorld, type Caller, type Reply } from "../testing/harness.ts";
import { mailsTo } from "../testing/people.ts";
import { addInvitedEmployee, signInToPortal } from "../testing/portal.ts";

const world = await openFileWorld();
const staff = await openAdvances(world);
afterAll(() => expectCoherentBooks(world));

/** Adds an employee who earns ₦300,000.00 a month and signs them in to the portal. */
async function employ(): Promise<{ employee: TestEmployee; session: Caller }> {
  const employee = await staff.employ();
  await staff.hr.call(inviteToPortal, { params: pathOf(employee) });
  return { employee, session: await signInToPortal(world, employee.personal.email ?? "") };
}

async function body(session: Caller, amount: string, instalments = 1): Promise<object> {
  const { terms } = await session.call(getPortalOffer);
  return { amount, instalments, terms_version: terms.version };
}

let keys = 0;
const submit = async (session: Caller, amount: string, instalments = 1) =>
  session.call(requestPortalAdvance, {
    body: await body(session, amount, instalments),
    key: `portal-key-${++keys}`,
  });

const withdraw = (session: Caller, id: number): Promise<Reply> =>
  session.attempt(withdrawPortalAdvance, { params: { id } });

const own = async (session: Caller) => (await session.list(listPortalAdvances)).data;

/** An employee's request as staff see it, to decide it. */
const asStaffSees = async (id: number): Promise<TestAdvance> => staff.card({ id });

describe("an employee at the portal", () => {
  test("sees the limit, requests an advance, and follows it until it is repaid", async () => {
    const { employee, session } = await employ();
    expect(await session.call(getPortalOffer)).toMatchObject({
      max_percentage: 50,
      gross_monthly: 30_000_000n,
      available: 15_000_000n,
      ineligible: [],
    });
    const advance = await submit(session, "100000.00", 2);
    expect(advance).toMatchObject({
      status: "PENDING",
      amount: 10_000_000n,
      interest_rate: 12,
      outstanding: 0n,
      decided_at: null,
      reason: "",
      withdrawn: false,
      paid_at: null,
    });
    expect(advance.instalments.map(({ number, repaid }) => [number, repaid])).toEqual([
      [1, 0n],
      [2, 0n],
    ]);
    const card = await staff.card(advance);
    expect(card).toMatchObject({
      employee_id: employee.id,
      requested_by: { channel: "PORTAL", name: expect.stringContaining("Ada") },
      terms: { accepted_how: "PORTAL" },
      payback_amount: advance.payback_amount,
    });
    expect((await session.call(getPortalOffer)).available).toBe(5_000_000n);

    await staff.fund("500000.00");
    expect((await staff.decide(card, "APPROVED")).status).toBe(200);
    expect((await own(session))[0]).toMatchObject({ status: "APPROVED", outstanding: 0n });
    await staff.send();
    const [paid] = await own(session);
    expect(paid).toMatchObject({ status: "PAID", outstanding: advance.payback_amount });
    expect(paid?.paid_at).not.toBeNull();
    const [first] = advance.instalments;
    await staff.platform.call(repayAdvance, {
      params: pathOfAdvance(staff, advance),
      body: { amount: "60000.00", date: world.clock.today() },
      key: "repay-key-1",
    });
    const [repaid] = await own(session);
    expect(repaid?.outstanding).toBe(advance.payback_amount - 6_000_000n);
    expect(repaid?.instalments[0]?.repaid).toBe(first?.amount);
    const labels = (await mailsTo(world, employee.personal.email ?? "")).map(({ label }) => label);
    expect(labels).toContain("salary_advance_pending");
    expect(labels).toContain("salary_advance_approved");
  });

  test("requests once, however often the button is tapped or the request is retried", async () => {
    const { session } = await employ();
    const request = { body: await body(session, "20000.00"), key: "one-tap-of-many" };
    const replies = await Promise.all(
      [1, 2, 3].map(() => session.attempt(requestPortalAdvance, request)),
    );
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    expect(await own(session)).toHaveLength(1);
    const changed = { ...request, body: await body(session, "30000.00") };
    const reused = await session.attempt(requestPortalAdvance, changed);
    expect([reused.status, reused.problem.code]).toEqual([422, "advance_key_reused"]);
    // Another employee's request may have the same key.
    const { session: other } = await employ();
    await other.call(requestPortalAdvance, request);
    expect(await own(other)).toHaveLength(1);
  });

  test("gets a refusal of what the rules forbid, with what to do instead", async () => {
    const { session } = await employ();
    const over = await session.attempt(requestPortalAdvance, {
      body: await body(session, "150000.01"),
    });
    expect(refusedFields(over)).toEqual([422, "amount"]);
    const unpaid = await staff.employ({ monthly: null });
    await staff.hr.call(inviteToPortal, { params: pathOf(unpaid) });
    const theirs = await signInToPortal(world, unpaid.personal.email ?? "");
    const spoken = await theirs.attempt(requestPortalAdvance, {
      body: await body(theirs, "1000.00"),
    });
    expect(spoken.problem.errors).toEqual([
      {
        path: "amount",
        message:
          "Your pay has not been recorded yet, so no limit can be calculated. Ask your HR team.",
      },
    ]);
    const old = await session.attempt(requestPortalAdvance, {
      body: { ...(await body(session, "1000.00")), terms_version: "others" },
    });
    expect([old.status, old.problem.code]).toEqual([409, "terms_changed"]);
    for (const wrong of [{ instalments: 13 }, { amount: "0.00" }, { terms_version: "" }]) {
      const reply = await session.attempt(requestPortalAdvance, {
        body: { ...(await body(session, "1000.00")), ...wrong },
      });
      expect(refusedFields(reply)).toEqual([422, ...Object.keys(wrong)]);
    }
    // Only the session says who the employee is.
    const named = await session.attempt(requestPortalAdvance, {
      body: { ...(await body(session, "1000.00")), employee_id: 1 },
    });
    expect(refusedFields(named)).toEqual([422, "employee_id"]);
    expect(await own(session)).toEqual([]);
  });

  test("withdraws a waiting request, once, and may request again", async () => {
    const { session } = await employ();
    const advance = await submit(session, "150000.00");
    const back = await session.call(withdrawPortalAdvance, { params: { id: advance.id } });
    expect(back).toMatchObject({ status: "REJECTED", withdrawn: true });
    expect((await withdraw(session, advance.id)).status).toBe(200);
    const refused = await staff.decide(await asStaffSees(advance.id), "APPROVED");
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      expect.stringMatching(/ already withdrew this request on 10 Mar 2026/),
    ]);
    expect((await session.call(getPortalOffer)).available).toBe(15_000_000n);
    const again = await submit(session, "150000.00");
    await staff.decide(await asStaffSees(again.id), "REJECTED", { reason: "Ask in May" });
    const late = await withdraw(session, again.id);
    expect([late.status, late.problem.code]).toEqual([409, "advance_not_pending"]);
    expect((await own(session)).map(({ reason, withdrawn }) => [reason, withdrawn])).toEqual([
      ["Ask in May", false],
      ["", true],
    ]);
  });

  test("cannot withdraw a request that is being approved", async () => {
    const { session } = await employ();
    const { id } = await submit(session, "40.00");
    const { tenant_id } = staff.home;
    const reply = await world.database.transaction(async (tx) => {
      await setTenant(tx, tenant_id);
      await sql`
        update salary_advances set status = 'APPROVED', decided_as = 'SYSTEM', decided_at = now()
        where tenant_id = ${tenant_id} and id = ${id}`.execute(tx);
      await updateStatusCounts(tx, tenant_id, "PENDING", "APPROVED");
      const waiting = withdraw(session, id);
      await untilLocked(world.database);
      return { waiting };
    });
    const { status, problem } = await reply.waiting;
    expect([status, problem.code]).toEqual([409, "advance_not_pending"]);
  });

  test("can neither see nor withdraw others' requests", async () => {
    const { session } = await employ();
    const { session: colleague } = await employ();
    const advance = await submit(colleague, "10000.00");
    expect(await own(session)).toEqual([]);
    expect((await withdraw(session, advance.id)).status).toBe(404);
    const email = "elsewhere@staff.example";
    await addInvitedEmployee(world, staff.other, { staff_no: "X-1", email });
    const stranger = await signInToPortal(world, email);
    expect((await withdraw(stranger, advance.id)).status).toBe(404);
    expect(await own(stranger)).toEqual([]);
    expect((await own(colleague)).map(({ status }) => status)).toEqual(["PENDING"]);
  });

  test("pages through their requests, latest first", async () => {
    const { session } = await employ();
    const ids: number[] = [];
    for (let time = 0; time < 3; time++) ids.push((await submit(session, "1000.00")).id);
    const { data, meta } = await session.list(listPortalAdvances, {
      query: { page: 2, per_page: 2 },
    });
    expect([data.map(({ id }) => id), meta.total]).toEqual([[ids[0]], 3]);
  });

  test("cannot request with the module off, but still sees earlier requests", async () => {
    const { session } = await employ();
    const advance = await submit(session, "10000.00");
    const request = { body: await body(session, "10000.00") };
    const params = { ...staff.home.path, id: "salary_advance" };
    await staff.owner.call(saveModule.organization, { params, body: { enabled: false } });
    for (const reply of [
      await session.attempt(getPortalOffer),
      await session.attempt(requestPortalAdvance, request),
    ]) {
      expect(reply.problem).toMatchObject({
        status: 409,
        message:
          "Home is not accepting requests for salary advances for now. For questions write to support@example.com.",
      });
    }
    expect((await own(session)).map(({ id }) => id)).toEqual([advance.id]);
    expect((await withdraw(session, advance.id)).status).toBe(200);
    await staff.owner.call(saveModule.organization, { params, body: { enabled: true } });
  });
});
