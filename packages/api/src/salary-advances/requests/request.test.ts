import { getEmployee, saveJob } from "@kontor/contract/employees/employees";
import { addPayRate } from "@kontor/contract/employees/pay";
import { saveModule } from "@kontor/contract/modules/modules";
import { listSalaryAdvances } from "@kontor/contract/salary-advances/advances";
import { getAdvanceOffer, requestAdvance } from "@kontor/contract/salary-advances/requests";
import { afterAll, describe, expect, test } from "vitest";

import { setTenant } from "../../platform/scope.ts";
import { openAdvances, plainRules } from "../../testing/advances.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { expectGuarded, pathOf } from "../../testing/employees.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { leaveOn, suspend } from "../../testing/leaving.ts";
import { mailsTo } from "../../testing/people.ts";
import { submitAdvanceRequest, withdrawAdvance, type AdvanceRequest } from "./request.ts";

const world = await openFileWorld();
const staff = await openAdvances(world);
afterAll(() => expectCoherentBooks(world));

const offer = (employee: Parameters<typeof pathOf>[0]) =>
  staff.hr.call(getAdvanceOffer, { params: pathOf(employee) });

describe("the limit of an employee", () => {
  test("is half the gross pay, with the paydays of a year and filled terms", async () => {
    const employee = await staff.employ();
    const offered = await offer(employee);
    expect(offered).toMatchObject({
      max_percentage: 50,
      interest_rate: 12,
      gross_monthly: 30_000_000n,
      limit: 15_000_000n,
      others: 0n,
      available: 15_000_000n,
      requested_on: "2026-03-10",
      exit_date: null,
      ineligible: [],
      labour_act: { worker: false, binding: false, another_owed: false },
    });
    expect(offered.paydays).toHaveLength(12);
    expect(offered.paydays.slice(0, 3)).toEqual(["2026-03-25", "2026-04-25", "2026-05-25"]);
    expect(offered.terms.html).toBe("<p>Home lends 50% at 12%.</p>");
  });

  test("is zero without a rate of pay, or once it is used up", async () => {
    const unpaid = await staff.employ({ monthly: null });
    expect((await offer(unpaid)).ineligible).toEqual(["no_pay_rate"]);
    const employee = await staff.employ();
    await staff.request(employee, "150000.00");
    expect(await offer(employee)).toMatchObject({
      others: 15_000_000n,
      available: 0n,
      ineligible: ["over_limit"],
    });
  });
});

describe("a request", () => {
  test("fixes plan, interest and terms, and causes a mail", async () => {
    const employee = await staff.employ();
    const advance = await staff.request(employee, "100000.00", { instalments: 3, note: "Form 12" });
    expect(advance).toMatchObject({
      employee_id: employee.id,
      company_name: "Home",
      amount: 10_000_000n,
      status: "PENDING",
      outstanding: 0n,
      warns: false,
    });
    expect(advance.number).toMatch(/^SA-\d{6}$/);
    const card = await staff.card(advance);
    expect(card.instalments).toMatchObject([
      { number: 1, due: "2026-03-25", principal: 3_333_333n, interest: 16_438n, repaid: 0n },
      { number: 2, due: "2026-04-25", principal: 3_333_333n, interest: 50_411n, repaid: 0n },
      { number: 3, due: "2026-05-25", principal: 3_333_334n, interest: 83_288n, repaid: 0n },
    ]);
    expect(card).toMatchObject({
      interest: 150_137n,
      payback_amount: 10_150_137n,
      interest_rate: 12,
      due_date: "2026-05-25",
      requested_by: { channel: "STAFF", name: "Test user" },
      rules: { max_percentage: 50, auto_approval: false },
      terms: {
        html: "<p>Home lends 50% at 12%.</p>",
        accepted_how: "SIGNED_PAPER",
        note: "Form 12",
      },
      decision: null,
      obstacle: null,
    });
    const [mail] = await mailsTo(world, employee.personal.email ?? "");
    expect(mail?.subject).toBe("We have your request for an advance of ₦100,000.00");
  });

  test("of ₦100,000 for thirty days at 12% is repaid with ₦100,986.30", async () => {
    const before = world.clock.now();
    // Thirty days before the payday of April.
    await staff.travel(new Date("2026-03-26T09:00:00Z"));
    const advance = await staff.request(await staff.employ(), "100000.00");
    expect(advance.payback_amount).toBe(10_098_630n);
    await staff.travel(before);
  });

  test("keeps the rules of its day when others are saved later", async () => {
    const employee = await staff.employ();
    const advance = await staff.request(employee, "100000.00");
    await staff.rules({ max_percentage: 10, interest_rate: 20 });
    const card = await staff.card(advance);
    expect(card).toMatchObject({ interest_rate: 12, rules: { max_percentage: 50 } });
    expect(card.ineligible).toEqual([]);
    expect((await staff.decide(advance, "APPROVED")).status).toBe(200);
    await staff.rules({});
  });

  test("is refused when the terms have changed meanwhile, even if only the rate has", async () => {
    const employee = await staff.employ();
    const { terms } = await offer(employee);
    const changes = [{ interest_rate: 13 }, { terms: "<p>Other terms</p>" }];
    for (const change of changes) {
      await staff.rules(change);
      const reply = await staff.tryRequest(employee, "1000.00", { terms_version: terms.version });
      expect([reply.status, reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual([
        409,
        "terms_changed",
        "terms_version",
      ]);
    }
    await staff.rules({ terms: plainRules.terms });
  });

  test("above the limit states the available amount, less other advances", async () => {
    const employee = await staff.employ();
    const alone = await staff.tryRequest(employee, "150000.01");
    expect([alone.status, alone.problem.code]).toEqual([422, "advance_ineligible"]);
    await staff.request(employee, "100000.00");
    const beside = await staff.tryRequest(employee, "50000.01");
    expect(beside.problem.errors).toEqual([
      {
        path: "amount",
        message:
          "Ask for at most ₦50,000.00: the limit of ₦150,000.00 (50% of monthly gross pay) less ₦100,000.00 of other advances.",
      },
    ]);
    expect((await staff.tryRequest(employee, "50000.00")).status).toBe(201);
  });

  test("cannot exceed the limit together with a concurrent one", async () => {
    const employee = await staff.employ();
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => staff.tryRequest(employee, "60000.00")),
    );
    expect(replies.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([
      201, 201, 422, 422,
    ]);
  });

  test("of an employee who is suspended, leaves too early or has no pay is refused at its field", async () => {
    const suspended = await staff.employ();
    await suspend(staff, pathOf(suspended));
    const leaving = await staff.employ();
    await leaveOn(staff, pathOf(leaving), "2026-04-24");
    const unpaid = await staff.employ({ monthly: null });
    const first = await staff.tryRequest(suspended, "10.00");
    const second = await staff.tryRequest(leaving, "10.00", { instalments: 2 });
    const third = await staff.tryRequest(unpaid, "10.00");
    expect(
      [first, second, third].map(({ status, problem }) => [status, problem.errors?.[0]?.path]),
    ).toEqual([
      [422, "amount"],
      [422, "instalments"],
      [422, "amount"],
    ]);
    expect(second.problem.message).toBe(
      "The last day of work is 24 Apr 2026. Choose fewer instalments, so that the last one is due by then.",
    );
    expect((await staff.tryRequest(leaving, "10.00", { instalments: 1 })).status).toBe(201);
  });

  test.for([
    [{ amount: "0.00" }, "amount"],
    [{ amount: "abc" }, "amount"],
    [{ amount: "-5.00" }, "amount"],
    [{ amount: "0.02", instalments: 3 }, "amount"],
    [{ instalments: 0 }, "instalments"],
    [{ instalments: 13 }, "instalments"],
    [{ instalments: 1.5 }, "instalments"],
    [{ terms_version: "" }, "terms_version"],
    [{ accepted_how: "PORTAL" }, "accepted_how"],
    [{ accepted_how: undefined }, "accepted_how"],
    [{ note: "x".repeat(301) }, "note"],
    [{ colour: "red" }, "colour"],
  ] as const)("with %j is refused at %s", async ([body, path]) => {
    const employee = await staff.employ();
    const reply = await staff.tryRequest(employee, "10.00", body);
    expect([reply.status, reply.problem.errors?.map((each) => each.path)]).toEqual([422, [path]]);
  });

  test("sent again with its idempotency key counts once", async () => {
    const employee = await staff.employ();
    const { terms } = await offer(employee);
    const body = {
      amount: "10.00",
      instalments: 1,
      accepted_how: "EMAIL",
      terms_version: terms.version,
    };
    const wire = { params: pathOf(employee), body, key: "second-tap-key" };
    const replies = await Promise.all([1, 2].map(() => staff.hr.attempt(requestAdvance, wire)));
    replies.push(await staff.hr.attempt(requestAdvance, wire));
    const created = replies.filter(({ status }) => status === 201);
    expect(created.length).toBeGreaterThan(1);
    const ids = created.map(({ body: each }) => (each as { data: { id: number } }).data.id);
    expect(new Set(ids).size).toBe(1);
    expect((await offer(employee)).others).toBe(1_000n);
  });
});

async function versionOf(employee: Parameters<typeof pathOf>[0]): Promise<number> {
  return (await staff.hr.call(getEmployee, { params: pathOf(employee) })).version;
}

describe("a worker as defined by the Labour Act", () => {
  test("gets a warning with its section, in the list and on the card", async () => {
    const worker = await staff.add("W-1", { worker: true });
    const employee = await staff.employ();
    const { hr } = staff;
    const none = { housing: "0.00", transport: "0.00", other: "0.00" };
    await hr.call(addPayRate, {
      params: pathOf(worker),
      body: { from_date: "2026-01-05", basic: "100000.00", ...none },
    });
    const advance = await staff.request(worker, "20000.00");
    expect(advance.warns).toBe(true);
    expect((await staff.card(advance)).labour_act).toEqual([
      { limit: "too_few_instalments", section: "Labour Act, s.4" },
      { limit: "interest_charged", section: "Labour Act, s.4" },
    ]);
    expect((await staff.request(employee, "20000.00")).warns).toBe(false);
  });

  test("is warned of in the list as on the card, also if only since the request", async () => {
    const { hr } = staff;
    await staff.rules({ max_percentage: 200, interest_rate: 0 });
    const one = await staff.employ();
    const lawful = await staff.request(one, "30000.00", { instalments: 3 });
    const short = await staff.request(one, "10000.00", { instalments: 2 });
    const other = await staff.employ();
    const large = await staff.request(other, "400000.00", { instalments: 3 });
    const seen = async ({ id }: { id: number }) => {
      const query = { status: "PENDING", per_page: 100 };
      const { data } = await hr.list(listSalaryAdvances, { query });
      const { labour_act } = await staff.card({ id });
      return [data.find((row) => row.id === id)?.warns, labour_act.map(({ limit }) => limit)];
    };
    for (const each of [lawful, short, large]) expect(await seen(each)).toEqual([false, []]);
    for (const each of [one, other]) {
      const { staff_no, start_date } = each.job;
      const body = { staff_no, start_date, worker: true, version: await versionOf(each) };
      await hr.call(saveJob, { params: pathOf(each), body });
    }
    expect(await seen(lawful)).toEqual([false, []]);
    expect(await seen(short)).toEqual([true, ["too_few_instalments"]]);
    expect(await seen(large)).toEqual([true, ["over_a_months_wages"]]);
    await staff.rules({});
  });
});

describe("auto approval", () => {
  test("approves by the rule in the same transaction, but leaves requests with Labour Act warnings to a person", async () => {
    await staff.rules({ auto_approval: 1 });
    const employee = await staff.employ();
    const advance = await staff.request(employee, "10.00");
    expect(advance.status).toBe("APPROVED");
    const card = await staff.card(advance);
    expect(card.decision).toMatchObject({ by: "system", automatic: true, reason: "" });
    expect(card.obstacle).toMatchObject({ code: "funds_missing" });
    const mails = await mailsTo(world, employee.personal.email ?? "");
    expect(mails.map(({ label }) => label)).toEqual(["salary_advance_approved"]);

    const worker = await staff.add("W-2", { worker: true });
    const none = { housing: "0.00", transport: "0.00", other: "0.00" };
    await staff.hr.call(addPayRate, {
      params: pathOf(worker),
      body: { from_date: "2026-01-05", basic: "100000.00", ...none },
    });
    expect((await staff.request(worker, "10.00")).status).toBe("PENDING");
    await staff.rules({});
  });
});

describe("a request from the portal", () => {
  const portal = { user_id: null, ip: null };
  const request = async (
    employee: Parameters<typeof pathOf>[0],
    more: Partial<AdvanceRequest>,
  ): Promise<AdvanceRequest> => ({
    amount: 1_000n as AdvanceRequest["amount"],
    instalments: 1,
    terms_version: (await offer(employee)).terms.version,
    accepted_how: "PORTAL",
    note: "",
    key: null,
    ...more,
  });
  const inScope = <Result>(
    work: (requester: Parameters<typeof submitAdvanceRequest>[0]) => Promise<Result>,
  ): Promise<Result> =>
    world.database.transaction(async (tx) => {
      await setTenant(tx, staff.home.tenant_id);
      const { clock, environment } = world;
      return work({ tx, clock, environment, requestId: "portal", actor: portal });
    });

  test("counts once when the same key is sent twice, even concurrently, and is refused with another amount or plan", async () => {
    const employee = await staff.employ();
    const wanted = await request(employee, { key: "tap-1" });
    const submit = (body: AdvanceRequest) =>
      inScope((requester) => submitAdvanceRequest(requester, pathOf(employee), "PORTAL", body));
    const [one, two] = await Promise.all([submit(wanted), submit(wanted)]);
    expect(one.id).toBe(two.id);
    for (const other of [{ amount: 2_000n as AdvanceRequest["amount"] }, { instalments: 2 }]) {
      await expect(submit({ ...wanted, ...other })).rejects.toThrow(
        "This request was already sent with a different amount or plan.",
      );
    }
    const card = await staff.card(one);
    expect(card.requested_by).toEqual({
      channel: "PORTAL",
      name: `${employee.personal.first_name} ${employee.personal.last_name}`,
    });
  });

  test("can be withdrawn before it is decided, only by its employee", async () => {
    const employee = await staff.employ();
    const other = await staff.employ();
    const advance = await staff.request(employee, "10.00");
    const path = { ...staff.home.path, id: advance.id };
    const withdraw = (employee_id: number) =>
      inScope((requester) => withdrawAdvance(requester, { ...path, employee_id }));
    await expect(withdraw(other.id)).rejects.toThrow("The salary advance was not found.");
    expect((await withdraw(employee.id)).status).toBe("REJECTED");
    expect((await withdraw(employee.id)).status).toBe("REJECTED");
    expect((await staff.card(advance)).decision).toMatchObject({
      by: `${employee.personal.first_name} ${employee.personal.last_name}`,
      automatic: false,
      reason: "Withdrawn by the employee.",
    });
    for (const status of ["APPROVED", "REJECTED"] as const) {
      const decided = await staff.request(employee, "10.00");
      await staff.decide(decided, status, { reason: "Checked" });
      await expect(
        inScope((requester) =>
          withdrawAdvance(requester, { ...path, id: decided.id, employee_id: employee.id }),
        ),
      ).rejects.toThrow("This request has already been decided");
    }
  });
});

test("with the module off, requests are refused and running advances continue", async () => {
  const employee = await staff.employ();
  const advance = await staff.request(employee, "10.00");
  const params = { ...staff.home.path, id: "salary_advance" };
  await staff.platform.call(saveModule.organization, { params, body: { enabled: false } });
  const reply = await staff.tryRequest(employee, "10.00");
  expect([reply.status, reply.problem.code]).toEqual([409, "module_off"]);
  expect((await staff.decide(advance, "APPROVED")).status).toBe(200);
  const mails = await mailsTo(world, employee.personal.email ?? "");
  expect(mails.map(({ label }) => label)).toEqual(["salary_advance_pending"]);
  await staff.platform.call(saveModule.organization, { params, body: { enabled: true } });
});

test("refuses requests without a session, without the permission, or for another organization's employees", async () => {
  const employee = await staff.employ();
  const { terms } = await offer(employee);
  const body = {
    amount: "10.00",
    instalments: 1,
    accepted_how: "EMAIL",
    terms_version: terms.version,
  };
  const params = pathOf(employee);
  await expectGuarded(world, staff, [
    [getAdvanceOffer, { params }],
    [requestAdvance, { params, body }],
  ]);
});
