import { payrollSettings } from "@kontor/contract/payroll/settings";
import { afterEach, expect, test } from "vitest";

import { openFileWorld, type Caller } from "../testing/harness.ts";
import { openOrganization, type TestOrganization } from "../testing/organizations.ts";
import { testSettings } from "../testing/payroll.ts";

const world = await openFileWorld();
const acme = await openOrganization(world, "Acme Limited");
const other = await openOrganization(world, "Other Limited");
const platform = await world.signIn("platform");
const owner = await world.signInAs(["OWNER"], acme.tenant_id);
const bookkeeper = await world.signInAs(["BOOKKEEPER"], acme.tenant_id);

afterEach(async () => {
  await platform.call(payrollSettings.reset.platform);
  for (const { path } of [acme, other]) {
    await platform.call(payrollSettings.reset.organization, { params: path });
  }
});

const settings = {
  pay_day: 28,
  proration: "thirty_days",
  pension_base: "gross",
  pension_employee: 8.5,
  pension_employer: 10,
  nhf_active: true,
  nhf_base: "gross",
  nsitf_active: true,
  nsitf_base: "basic_housing_transport",
  itf_active: true,
  itf_base: "basic",
  floor_amount: "50000.00",
  floor_percentage: 33.33,
  labour_act: "binding",
  separate_people: true,
};
const decoded = { ...settings, floor_amount: 5_000_000n };

const save = (who: Caller, { path }: TestOrganization, body: object = {}) =>
  who.attempt(payrollSettings.save.organization, { params: path, body: { ...settings, ...body } });
const read = ({ path }: TestOrganization) =>
  owner.call(payrollSettings.get.organization, { params: path });

test("are those of the law until they are changed", async () => {
  expect(await read(acme)).toEqual({
    ...acme.path,
    ...testSettings,
    floor_amount: 0n,
    level: "built_in",
    version: 0,
    updated_at: null,
  });
});

test("are saved for one organization; those without their own have the platform's", async () => {
  expect((await save(owner, acme)).status).toBe(200);
  expect(await read(acme)).toMatchObject({ ...decoded, level: "organization" });
  await platform.call(payrollSettings.save.platform, { body: { ...settings, pay_day: 31 } });
  const elsewhere = await platform.call(payrollSettings.get.organization, { params: other.path });
  expect(elsewhere).toMatchObject({ ...decoded, pay_day: 31, level: "platform" });
  const back = await owner.call(payrollSettings.reset.organization, {
    params: acme.path,
    body: acme.path,
  });
  expect(back).toMatchObject({ pay_day: 31, level: "platform" });
});

test("two saves at once from the same form keep one", async () => {
  const replies = await Promise.all(
    [21, 22, 23].map((pay_day) => save(owner, acme, { pay_day, version: 0 })),
  );
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test.for([
  [{ pay_day: 0 }, "pay_day", "Give the day of the month on which you pay, from 1 to 31."],
  [{ pay_day: 32 }, "pay_day", "Give the day of the month on which you pay, from 1 to 31."],
  [{ pay_day: 1.5 }, "pay_day", "Give the day of the month on which you pay, from 1 to 31."],
  [{ proration: "moon" }, "proration", "Choose one of calendar_days, weekdays, thirty_days."],
  [{ pension_base: "basic" }, "pension_base", "Choose one of basic_housing_transport, gross."],
  [
    { pension_employee: 7.99 },
    "pension_employee",
    "The legal minimum is 8% (Pension Reform Act 2014, s.4). Enter that or more.",
  ],
  [
    { pension_employer: 0 },
    "pension_employer",
    "The legal minimum is 10% (Pension Reform Act 2014, s.4). Enter that or more.",
  ],
  [
    { pension_employee: 8.005 },
    "pension_employee",
    "Give the employee’s pension as a percentage from 0 to 100 with at most two decimals.",
  ],
  [
    { floor_percentage: 100.01 },
    "floor_percentage",
    "Give the part of gross that stays as a percentage from 0 to 100 with at most two decimals.",
  ],
  [
    { floor_amount: "1.005" },
    "floor_amount",
    "Give at most two decimals: a kobo is the smallest amount.",
  ],
  [{ nhf_active: "yes" }, "nhf_active", "Say true or false."],
  [{ labour_act: "never" }, "labour_act", "Choose warning or binding."],
] as const)("%j is refused", async ([body, path, message]) => {
  const replies = [
    await save(platform, acme, body),
    await platform.attempt(payrollSettings.save.platform, { body: { ...settings, ...body } }),
  ];
  for (const reply of replies) {
    expect([reply.status, reply.problem.errors]).toEqual([422, [{ path, message }]]);
  }
  expect((await read(acme)).level).toBe("built_in");
});

test("only the platform can let one person take all steps", async () => {
  const alone = await save(owner, acme, { separate_people: false });
  expect([alone.status, alone.problem.code]).toEqual([422, "separate_people_fixed"]);
  expect((await save(platform, acme, { separate_people: false })).status).toBe(200);
  // The platform's permission stays when the owner changes another setting, and the owner may give it up.
  expect((await save(owner, acme, { separate_people: false, pay_day: 20 })).status).toBe(200);
  expect((await save(owner, acme, { separate_people: true })).status).toBe(200);
  expect((await save(owner, acme, { separate_people: false })).status).toBe(422);
  await platform.call(payrollSettings.save.platform, {
    body: { ...settings, separate_people: false },
  });
  await owner.call(payrollSettings.reset.organization, { params: acme.path, body: acme.path });
  expect((await read(acme)).separate_people).toBe(false);
});

test("need the permissions of configuration and the user's own organization", async () => {
  const calls = [
    [payrollSettings.get.organization, { params: acme.path }],
    [payrollSettings.save.organization, { params: acme.path, body: settings }],
    [payrollSettings.reset.organization, { params: acme.path }],
    [payrollSettings.get.platform, {}],
    [payrollSettings.save.platform, { body: settings }],
    [payrollSettings.reset.platform, {}],
  ] as const;
  for (const [endpoint, wire] of calls) {
    expect((await world.nobody.attempt(endpoint, wire)).status).toBe(401);
    expect((await bookkeeper.attempt(endpoint, wire)).status).toBe(403);
  }
  for (const [endpoint] of calls.slice(0, 3)) {
    const body = endpoint.method === "PUT" ? settings : undefined;
    expect((await owner.attempt(endpoint, { params: other.path, body })).status).toBe(404);
  }
});
