import { listNotifications } from "@kontor/contract/notifications/notifications";
import {
  countPendingAdvances,
  exportSalaryAdvances,
  getSalaryAdvance,
  getSalaryAdvanceTotals,
  listSalaryAdvances,
} from "@kontor/contract/salary-advances/advances";
import { decideAdvance, decideAdvances } from "@kontor/contract/salary-advances/decisions";
import { getMe } from "@kontor/contract/session/session";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";

import { setTenant } from "../platform/scope.ts";
import { approvedAdvance, nairaOf, openAdvances, type TestAdvance } from "../testing/advances.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { pathOf } from "../testing/employees.ts";
import { untilLocked } from "../testing/eventually.ts";
import { download, factsIn } from "../testing/files.ts";
import { openFileWorld } from "../testing/harness.ts";
import { leaveOn } from "../testing/leaving.ts";
import { openOrganization } from "../testing/organizations.ts";
import { mailsTo } from "../testing/people.ts";
import { updateStatusCounts } from "./records/counters.ts";
import { sendAllWaiting } from "./sending/work.ts";

const world = await openFileWorld();
const staff = await openAdvances(world);
afterAll(() => expectCoherentBooks(world));

describe("deciding", () => {
  test("rejects with a reason, which is stored and mailed", async () => {
    const employee = await staff.employ();
    const advance = await staff.request(employee, "100.00");
    const reply = await staff.decide(advance, "REJECTED", { reason: "Ask again in May" });
    expect([reply.status, (reply.body as { data: { status: string } }).data.status]).toEqual([
      200,
      "REJECTED",
    ]);
    const card = await staff.card(advance);
    expect(card.decision).toMatchObject({
      by: "Test user",
      automatic: false,
      reason: "Ask again in May",
    });
    const mail = (await mailsTo(world, employee.personal.email ?? "")).at(-1);
    expect(mail?.label).toBe("salary_advance_rejected");
    expect(mail?.text).toContain("Ask again in May");
  });

  test("with an amount or employee that differs from the request is refused and leaves it PENDING", async () => {
    const advance = await staff.request(await staff.employ(), "100.00");
    for (const more of [{ amount: "100.01" }, { employee_id: advance.employee_id + 1 }]) {
      const reply = await staff.decide(advance, "APPROVED", more);
      expect([reply.status, reply.problem.code]).toEqual([409, "advance_differs"]);
    }
    expect((await staff.card(advance)).status).toBe("PENDING");
  });

  test("by two users concurrently succeeds for one; the other is told who decided", async () => {
    const advance = await staff.request(await staff.employ(), "100.00");
    const { id, tenant_id, employee_id, amount } = advance;
    const body = { id, tenant_id, employee_id, amount: nairaOf(amount) };
    const replies = await Promise.all([
      staff.hr.attempt(decideAdvance, { body: { ...body, status: "APPROVED" } }),
      staff.second.attempt(decideAdvance, { body: { ...body, status: "REJECTED" } }),
    ]);
    expect(replies.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([
      200, 409,
    ]);
    const lost = replies.find(({ status }) => status === 409);
    expect(lost?.problem.code).toBe("advance_decided");
    expect(lost?.problem.message).toMatch(
      /^Test user already (approved|rejected) this request on 10 Mar 2026/,
    );
  });

  test("does not approve for an employee who leaves before the last instalment", async () => {
    const employee = await staff.employ();
    const advance = await staff.request(employee, "100.00", { instalments: 2 });
    await leaveOn(staff, pathOf(employee), "2026-04-01");
    const reply = await staff.decide(advance, "APPROVED");
    expect([reply.status, reply.problem.code]).toEqual([409, "advance_employee_leaving"]);
    expect(await staff.card(advance)).toMatchObject({
      warns: true,
      ineligible: ["exit_before_last_instalment"],
    });
    expect((await staff.decide(advance, "REJECTED")).status).toBe(200);
  });

  test("of several requests gives each its own outcome, in order", async () => {
    const one = await staff.request(await staff.employ(), "10.00");
    const two = await staff.request(await staff.employ(), "20.00");
    await staff.decide(two, "REJECTED");
    const three = await staff.request(await staff.employ(), "30.00");
    const of = ({ id, tenant_id, employee_id, amount }: typeof one) => ({
      id,
      tenant_id,
      employee_id,
      amount: nairaOf(amount),
      status: "APPROVED",
    });
    const missing = { ...of(one), id: 999_999 };
    const results = await staff.hr.call(decideAdvances, {
      body: { decisions: [of(three), of(two), missing, of(one)] },
    });
    expect(results.map(({ id, advance, problem }) => [id, advance?.status, problem?.code])).toEqual(
      [
        [three.id, "APPROVED", undefined],
        [two.id, undefined, "advance_decided"],
        [999_999, undefined, "not_found"],
        [one.id, "APPROVED", undefined],
      ],
    );
    const none = await staff.hr.attempt(decideAdvances, { body: { decisions: [] } });
    expect([none.status, none.problem.errors?.[0]?.path]).toEqual([422, "decisions"]);
  });

  test.for([
    [{ status: "PAID" }, "status"],
    [{ status: "PENDING" }, "status"],
    [{ amount: "0.00" }, "amount"],
    [{ reason: "x".repeat(301) }, "reason"],
    [{ colour: "red" }, "colour"],
  ] as const)("with %j is refused at %s", async ([more, path]) => {
    const advance = await staff.request(await staff.employ(), "10.00");
    const reply = await staff.decide(advance, "APPROVED", more);
    expect([reply.status, reply.problem.errors?.map((each) => each.path)]).toEqual([422, [path]]);
  });

  test("needs its permission and the user's own organization", async () => {
    const advance = await staff.request(await staff.employ(), "10.00");
    const { id, tenant_id, employee_id, amount } = advance;
    const wire = {
      body: { id, tenant_id, employee_id, amount: nairaOf(amount), status: "APPROVED" },
    };
    const preparer = await world.signInAs(["PAYROLL_PREPARER"], tenant_id);
    const statuses = await Promise.all(
      [world.nobody, preparer, staff.stranger].map(
        async (caller) => (await caller.attempt(decideAdvance, wire)).status,
      ),
    );
    expect(statuses).toEqual([401, 403, 404]);
    const reviewer = await world.signInAs(["REVIEWER"]);
    expect((await reviewer.attempt(decideAdvance, wire)).status).toBe(200);
  });
});

describe("the list", () => {
  test("can be filtered, searched, sorted and paged, and has a total", async () => {
    const own = await openOrganization(world, "Listed");
    const hr = await world.signInAs(["HR"], own.tenant_id);
    expect((await hr.list(listSalaryAdvances)).meta).toMatchObject({ total: 0 });
    expect((await hr.call(getMe)).counts).toEqual({ salary_advances: 0 });
    const listed = await staff.hr.list(listSalaryAdvances, { query: { per_page: 100 } });
    expect(listed.data.length).toBe(listed.meta.total);
    const updates = listed.data.map(({ updated_at }) => updated_at.getTime());
    expect(updates).toEqual(updates.toSorted((one, next) => next - one));
    const pending = await staff.hr.list(listSalaryAdvances, { query: { status: "PENDING" } });
    const count = await staff.hr.call(countPendingAdvances);
    expect(count.pending).toBe(pending.meta.total);
    expect((await staff.hr.call(getMe)).counts).toEqual({ salary_advances: count.pending });
    const { notifications } = await staff.hr.call(listNotifications);
    expect(notifications.find(({ kind }) => kind === "salary_advances")?.count).toBe(count.pending);
    expect(new Set(pending.data.map(({ status }) => status))).toEqual(new Set(["PENDING"]));
    for (const sort of ["emp_name", "company_name", "amount", "payback_amount", "status"]) {
      const up = await staff.hr.list(listSalaryAdvances, { query: { sort, per_page: 100 } });
      const down = await staff.hr.list(listSalaryAdvances, {
        query: { sort: `-${sort}`, per_page: 100 },
      });
      expect(down.data.map(({ id }) => id)).toEqual(up.data.map(({ id }) => id).toReversed());
      const pages = await Promise.all(
        [1, 2, 3].map((page) =>
          staff.hr.list(listSalaryAdvances, { query: { sort, per_page: 5, page } }),
        ),
      );
      const paged = pages.flatMap(({ data }) => data.map(({ id }) => id));
      expect(paged).toEqual(up.data.map(({ id }) => id).slice(0, 15));
    }
    const [first] = listed.data;
    for (const search of [first?.number, String(Number(first?.number.slice(3))), "sa-000001"]) {
      const found = await staff.hr.list(listSalaryAdvances, { query: { search } });
      expect(found.meta.total).toBeGreaterThan(0);
    }
    const none = await staff.hr.list(listSalaryAdvances, { query: { search: "100%_\\" } });
    expect(none.meta.total).toBe(0);
    const days = { start_date: "2026-03-10", end_date: "2026-03-10" };
    const today = await staff.hr.list(listSalaryAdvances, { query: days });
    expect(today.meta.total).toBe(listed.meta.total);
    const totals = await staff.hr.call(getSalaryAdvanceTotals);
    const sum = (amounts: bigint[]) => amounts.reduce((one, next) => one + next, 0n);
    expect(totals).toEqual({
      advances: listed.meta.total,
      amount: sum(listed.data.map(({ amount }) => amount)),
      payback_amount: sum(listed.data.map(({ payback_amount }) => payback_amount)),
      outstanding: sum(listed.data.map(({ outstanding }) => outstanding)),
    });
    expect(totals?.amount).toBeGreaterThan(0n);
    const narrow = { query: { status: "PENDING", ...days } };
    expect(await staff.hr.call(getSalaryAdvanceTotals, narrow)).toMatchObject({
      advances: pending.meta.total,
      amount: sum(pending.data.map(({ amount }) => amount)),
    });
    expect(await hr.call(getSalaryAdvanceTotals)).toMatchObject({ advances: 0, amount: 0n });
    const all = await (await world.signInAs(["REVIEWER"])).list(listSalaryAdvances);
    expect(all.meta.total).toBe(listed.meta.total);
  });

  test("is exported as filtered", async () => {
    for (const format of ["csv", "xlsx", "pdf"]) {
      const reply = await staff.hr.attempt(exportSalaryAdvances, {
        query: { format, status: "REJECTED" },
      });
      expect([format, reply.status]).toEqual([format, 200]);
    }
    const reply = await staff.hr.attempt(exportSalaryAdvances, { query: { format: "csv" } });
    const lines = String(reply.body).trim().split("\n");
    const { meta } = await staff.hr.list(listSalaryAdvances);
    expect(lines.filter((line) => line.includes("SA-0"))).toHaveLength(meta.total);
    const { bytes } = await download(world, staff.hr, exportSalaryAdvances, {
      query: { format: "pdf", status: "REJECTED", search: "ada", start_date: "2026-03-01" },
    });
    const facts = { Requested: "From 01 Mar 2026", Status: "Rejected", Search: "ada" };
    expect(factsIn(bytes, Object.keys(facts))).toEqual(facts);
  });

  test.for([
    [{ status: "GONE" }, "status"],
    [{ sort: "colour" }, "sort"],
    [{ start_date: "2026-02-30" }, "start_date"],
    [{ start_date: "2026-03-02", end_date: "2026-03-01" }, "end_date"],
    [{ page: 0 }, "page"],
    [{ colour: "red" }, "colour"],
  ] as const)("refuses %j at %s", async ([query, path]) => {
    const reply = await staff.hr.attempt(listSalaryAdvances, { query });
    expect([reply.status, reply.problem.errors?.map((each) => each.path)]).toEqual([422, [path]]);
  });
});

describe("the card", () => {
  test("shows pay and funds only to users who may see them", async () => {
    await staff.fund("500.00");
    const advance = await staff.request(await staff.employ(), "400.00", { instalments: 2 });
    const params = { ...staff.home.path, id: advance.id };
    const full = await staff.owner.call(getSalaryAdvance, { params });
    expect(full.limit).toMatchObject({ gross_monthly: 30_000_000n, limit: 15_000_000n });
    expect(full.wallet).toMatchObject({ balance: 50_000n });
    expect(full.projected).toHaveLength(2);
    for (const [index, { net, instalment, left }] of (full.projected ?? []).entries()) {
      expect(net).toBeGreaterThan(20_000_000n);
      expect(net).toBeLessThan(30_000_000n);
      expect(instalment).toBe(full.instalments[index]?.amount);
      expect(left).toBe(net - instalment);
    }
    const viewer = await world.signInAs(["VIEWER"], staff.home.tenant_id);
    const seen = await viewer.call(getSalaryAdvance, { params });
    expect([seen.limit, seen.projected]).toEqual([null, null]);
    const disburser = await world.signInAs(["PAYROLL_PREPARER"], staff.home.tenant_id);
    expect((await disburser.call(getSalaryAdvance, { params })).wallet).toBeNull();
  });

  test("shows the present rules beside those of the request while it is pending", async () => {
    const own = await openAdvances(world);
    await own.rules({ max_percentage: 60, interest_rate: 12 });
    const advance = await own.request(await own.employ(), "50000.00");
    const shown = async () => {
      const { rules, interest_rate, rules_now } = await own.card(advance);
      return [rules.max_percentage, interest_rate, rules_now];
    };
    expect(await shown()).toEqual([60, 12, null]);
    await own.rules({ max_percentage: 60, interest_rate: 2.5 });
    expect(await shown()).toEqual([60, 12, { max_percentage: 60, interest_rate: 2.5 }]);
    await own.rules({ max_percentage: 10, interest_rate: 12 });
    expect(await shown()).toEqual([60, 12, { max_percentage: 10, interest_rate: 12 }]);
    await own.decide(advance, "REJECTED", { reason: "Too much" });
    expect(await shown()).toEqual([60, 12, null]);
  });

  test("lists the employee's other requests", async () => {
    const employee = await staff.employ();
    const first = await staff.request(employee, "10.00");
    const second = await staff.request(employee, "20.00");
    const card = await staff.card(second);
    expect(card.history).toMatchObject([{ id: first.id, amount: 1_000n, status: "PENDING" }]);
    expect(card.limit).toMatchObject({ others: 1_000n, available: 14_999_000n });
  });

  test("is not found for another organization or by another company's path", async () => {
    const advance = await staff.request(await staff.employ(), "10.00");
    const params = { ...staff.home.path, id: advance.id };
    expect((await staff.stranger.attempt(getSalaryAdvance, { params })).status).toBe(404);
    const foreign = { ...staff.other.path, id: advance.id };
    expect((await staff.stranger.attempt(getSalaryAdvance, { params: foreign })).status).toBe(404);
    expect((await world.nobody.attempt(getSalaryAdvance, { params })).status).toBe(401);
  });
});

test("what has begun to be sent waits for who revokes an approval or ends an employment", async () => {
  const own = await openAdvances(world);
  const [revoked, left, other] = [
    await approvedAdvance(own, "40.00"),
    await approvedAdvance(own, "40.00"),
    await approvedAdvance(own, "10.00"),
  ];
  await own.fund("1000.00");
  const { tenant_id } = own.home;
  const sending = await world.database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    await sql`update salary_advances set status = 'REJECTED', send_wanted_at = null, revoked_at = now(),
          revoked_by = ${own.hr.user_id}, revocation_reason = 'The project ends'
        where tenant_id = ${tenant_id} and id = ${revoked.id}`.execute(tx);
    await updateStatusCounts(tx, tenant_id, "APPROVED", "REJECTED");
    await sql`update employees set exit_date = '2026-03-10', exit_reason = 'RESIGNED'
        where tenant_id = ${tenant_id} and id = ${left.employee_id}`.execute(tx);
    const began = sendAllWaiting(own.delivery.options);
    await untilLocked(world.database);
    return { began };
  });
  await sending.began;
  await own.send();
  const transfers = async (advance: TestAdvance) => (await own.card(advance)).transfers.length;
  expect(await Promise.all([revoked, left, other].map(transfers))).toEqual([0, 0, 1]);
  await expectCoherentBooks(world);
});
