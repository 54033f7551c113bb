import {
  getEmployee,
  listEmployeeHistory,
  listEmployees,
} from "@kontor/contract/employees/employees";
import * as contract from "@kontor/contract/employees/leaving";
import { addPayRate, listPayItems } from "@kontor/contract/employees/pay";
import { describe, expect, it } from "vitest";

import { expectGuarded, openStaff, pathOf, refusedFields } from "../../testing/employees.ts";
import { openFileWorld } from "../../testing/harness.ts";

const world = await openFileWorld();
const staff = await openStaff(world);

const owed = [
  { name: "Leave not taken", kind: "EARNING", amount: "50000.00", taxable: true },
  { name: "Laptop not returned", kind: "DEDUCTION", amount: "120000.00", taxable: false },
];
const exit = {
  exit_date: "2026-03-20",
  reason: "RESIGNED",
  note: "Moves abroad",
  owed,
  version: 1,
};

describe("leaving", () => {
  it("ends the employment after the last day, and records what each side owes", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("LEAVE-1"));
    const parts = { basic: "310000.00", housing: "0.00", transport: "0.00", other: "0.00" };
    await hr.call(addPayRate, { params, body: { ...parts, from_date: "2026-02-01" } });
    const leaving = await hr.call(contract.leaveEmployment, { params, body: exit });
    expect(leaving).toMatchObject({
      status: "ACTIVE",
      version: 2,
      exit: { exit_date: "2026-03-20", reason: "RESIGNED", note: "Moves abroad" },
    });
    expect(await hr.call(contract.getSettlement, { params })).toMatchObject({
      exit_date: "2026-03-20",
      days_employed: 20,
      days_in_month: 31,
      monthly_pay: 31_000_000n,
      to_employee: 5_000_000n,
      from_employee: 12_000_000n,
    });
    const today = world.clock.now();
    world.clock.set(new Date("2026-03-21T09:00:00Z"));
    const later = await world.signInAs(["HR"], staff.home.tenant_id);
    expect((await later.call(getEmployee, { params })).status).toBe("EXITED");
    const { data } = await later.list(listEmployees, { query: { status: "EXITED" } });
    expect(data.map(({ staff_no }) => staff_no)).toEqual(["LEAVE-1"]);
    const active = await later.list(listEmployees, {
      query: { status: "ACTIVE", search: "LEAVE-1" },
    });
    expect(active.meta.total).toBe(0);
    world.clock.set(today);
  });

  it("recorded again replaces the settlement, and undone removes it", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("LEAVE-2"));
    await hr.call(contract.leaveEmployment, { params, body: exit });
    const body = { ...exit, exit_date: "2026-04-10", owed: owed.slice(0, 1), version: 2 };
    await hr.call(contract.leaveEmployment, { params, body });
    expect(await hr.call(listPayItems, { params })).toMatchObject([
      { name: "Leave not taken", from_month: "2026-04", to_month: "2026-04", settlement: true },
    ]);
    const back = await hr.call(contract.cancelExit, { params, query: { version: 3 } });
    expect([back.exit, back.past_employments]).toEqual([null, []]);
    expect(await hr.call(listPayItems, { params })).toEqual([]);
    const twice = await hr.attempt(contract.cancelExit, { params, query: { version: 4 } });
    expect([twice.status, twice.problem.code]).toEqual([409, "not_leaving"]);
    expect((await hr.attempt(contract.getSettlement, { params })).status).toBe(404);
  });

  it("recorded again keeps unchanged items, since payroll pays each item once", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("LEAVE-3"));
    await hr.call(contract.leaveEmployment, { params, body: exit });
    const first = await hr.call(listPayItems, { params });
    const [leave, laptop] = owed;
    const again = [laptop, { ...leave, amount: "60000.00" }, { ...laptop, name: "Phone" }];
    const body = { ...exit, exit_date: "2026-04-10", owed: again, version: 2 };
    await hr.call(contract.leaveEmployment, { params, body });
    const items = await hr.call(listPayItems, { params });
    const facts = (name: string) => items.find((item) => item.name === name);
    const idOf = (name: string) => first.find((item) => item.name === name)?.id;
    expect(items).toHaveLength(3);
    expect(facts("Laptop not returned")).toMatchObject({
      id: idOf("Laptop not returned"),
      from_month: "2026-04",
    });
    expect(facts("Leave not taken")).toMatchObject({
      id: idOf("Leave not taken"),
      amount: 6_000_000n,
    });
  });

  it("records the items of its settlement in the history, as items of pay are", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("LEAVE-AUDIT"));
    const events = async () => {
      const { data } = await hr.list(listEmployeeHistory, { params });
      return data.map(({ action, changes }) => {
        const of = (field: string) => changes.find((change) => change.field === field);
        return [action, of("name")?.to ?? of("name")?.from, of("amount")?.from, of("amount")?.to];
      });
    };
    const none = undefined;
    await hr.call(contract.leaveEmployment, { params, body: exit });
    expect((await events()).slice(0, 3)).toEqual([
      ["employee.left", none, none, none],
      ["employee.pay-item-added", "Laptop not returned", null, "120000.00"],
      ["employee.pay-item-added", "Leave not taken", null, "50000.00"],
    ]);
    const more = { ...exit, owed: [{ ...owed[0], amount: "60000.00" }], version: 2 };
    await hr.call(contract.leaveEmployment, { params, body: more });
    expect((await events()).slice(0, 3)).toEqual([
      ["employee.left", none, none, none],
      ["employee.pay-item-removed", "Laptop not returned", "120000.00", null],
      ["employee.pay-item-changed", "Leave not taken", "50000.00", "60000.00"],
    ]);
    const same = { ...more, version: 3 };
    await hr.call(contract.leaveEmployment, { params, body: same });
    expect((await events()).slice(0, 2).map(([action]) => action)).toEqual([
      "employee.left",
      "employee.left",
    ]);
    await hr.call(contract.cancelExit, { params, query: { version: 4 } });
    expect((await events()).slice(0, 2)).toEqual([
      ["employee.exit-cancelled", none, none, none],
      ["employee.pay-item-removed", "Leave not taken", "60000.00", null],
    ]);
  });

  it("and returning keep the history", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("BACK-1"));
    const body = { ...exit, exit_date: "2026-02-15" };
    await hr.call(contract.leaveEmployment, { params, body });
    const early = await hr.attempt(contract.returnToWork, {
      params,
      body: { start_date: "2026-02-15", version: 2 },
    });
    expect(refusedFields(early)).toEqual([422, "start_date"]);
    const back = await hr.call(contract.returnToWork, {
      params,
      body: { start_date: "2026-03-01", version: 2 },
    });
    expect(back).toMatchObject({
      status: "ACTIVE",
      exit: null,
      job: { start_date: "2026-03-01" },
      past_employments: [
        {
          start_date: "2026-01-05",
          exit_date: "2026-02-15",
          reason: "RESIGNED",
          note: "Moves abroad",
        },
      ],
    });
    expect(await hr.call(listPayItems, { params })).toHaveLength(2);
    const again = await hr.attempt(contract.returnToWork, {
      params,
      body: { start_date: "2026-05-01", version: 3 },
    });
    expect([again.status, again.problem.code]).toEqual([409, "not_leaving"]);
  });

  it("may be on the first day; back the day after, who was suspended works again", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("BACK-2"));
    const suspended = { suspended: true, reason: "Investigation", version: 1 };
    await hr.call(contract.suspendEmployee, { params, body: suspended });
    const body = { ...exit, exit_date: "2026-01-05", version: 2 };
    await hr.call(contract.leaveEmployment, { params, body });
    const settlement = await hr.call(contract.getSettlement, { params });
    expect(settlement).toMatchObject({ days_employed: 1, days_in_month: 31 });
    const back = await hr.call(contract.returnToWork, {
      params,
      body: { start_date: "2026-01-06", version: 3 },
    });
    expect(back).toMatchObject({ status: "ACTIVE", job: { start_date: "2026-01-06" } });
  });

  it.each([
    ["exit_date", { exit_date: "2026-01-04" }],
    ["exit_date", { exit_date: "soon" }],
    ["reason", { reason: "BORED" }],
    ["owed.0.amount", { owed: [{ ...owed[0], amount: "0.00" }] }],
    ["owed", { owed: undefined }],
  ])("refuses %s in %j", async (field, fields) => {
    const { hr, add } = staff;
    const params = pathOf(await add(`LEAVE-BAD-${crypto.randomUUID().slice(0, 8)}`));
    const reply = await hr.attempt(contract.leaveEmployment, {
      params,
      body: { ...exit, ...fields },
    });
    expect(refusedFields(reply)).toEqual([422, field]);
  });

  it("accepts one of two concurrent requests", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("LEAVE-4"));
    const send = () => hr.attempt(contract.leaveEmployment, { params, body: exit });
    const replies = await Promise.all([send(), send()]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ problem }) => problem.code === "changed_meanwhile")).toHaveLength(1);
    expect(await hr.call(listPayItems, { params })).toHaveLength(2);
  });
});

it("a suspension needs a reason, shows in the status, and can be ended", async () => {
  const { hr, add } = staff;
  const params = pathOf(await add("SUSP-1"));
  const mute = await hr.attempt(contract.suspendEmployee, {
    params,
    body: { suspended: true, version: 1 },
  });
  expect(refusedFields(mute)).toEqual([422, "reason"]);
  const body = { suspended: true, reason: "Investigation", version: 1 };
  expect((await hr.call(contract.suspendEmployee, { params, body })).status).toBe("SUSPENDED");
  const { data } = await hr.list(listEmployees, { query: { status: "SUSPENDED" } });
  expect(data.map(({ staff_no }) => staff_no)).toEqual(["SUSP-1"]);
  const ended = await hr.call(contract.suspendEmployee, {
    params,
    body: { suspended: false, version: 2 },
  });
  expect(ended.status).toBe("ACTIVE");
});

it("refuses anonymous callers, readers and other organizations everywhere", async () => {
  const params = pathOf(await staff.add("GUARD-3"));
  await expectGuarded(world, staff, [
    [contract.leaveEmployment, { params, body: exit }],
    [contract.cancelExit, { params, query: { version: 1 } }],
    [contract.returnToWork, { params, body: { start_date: "2026-05-01", version: 1 } }],
    [contract.suspendEmployee, { params, body: { suspended: false, version: 1 } }],
    [contract.getSettlement, { params }],
  ]);
});
