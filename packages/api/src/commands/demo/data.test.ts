import { getEmployeeChoices, listEmployees } from "@kontor/contract/employees/employees";
import { getFinancials } from "@kontor/contract/funding/funding";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import { getRun, listRuns } from "@kontor/contract/payroll/runs";
import { portalMe } from "@kontor/contract/portal/session";
import { organizationRoleNames, platformRoleNames } from "@kontor/contract/reference/roles";
import { getSalaryAdvance, listSalaryAdvances } from "@kontor/contract/salary-advances/advances";
import { listMails } from "@kontor/contract/settings/mails";
import { sql } from "kysely";
import { expect, test } from "vitest";

import { enqueueMail } from "../../platform/mail/outbox.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { signInToPortal } from "../../testing/portal.ts";
import { seedDemo } from "./data.ts";
import { seedHistory } from "./history.ts";

const world = await openFileWorld();
let seededFirst: ReturnType<typeof seedDemo>;

test("the demo has organizations with funds and books that agree, and is created once", async () => {
  seededFirst = seedDemo(world.database, world.clock, world.environment);
  const signIn = await seededFirst;
  expect(signIn?.withoutHistory).toHaveLength(3);
  // A start that failed at its port created no history; the next one does.
  expect(await seedDemo(world.database, world.clock, world.environment)).toEqual(signIn);
  for (const email of [
    "hr@demo-foods.example",
    "manager@demo-textiles.example",
    "reviewer@kontor.example",
  ]) {
    await world.login(email, signIn?.password ?? "");
  }
  const { rows } = await world.database.transaction((tx) =>
    sql<{ side: string; roles: string }>`
      select case when tenant_id is null then 'platform' else 'organization' end as side,
        string_agg(distinct roles[1], ' ' order by roles[1]) as roles
      from users group by 1 order by 1`.execute(tx),
  );
  expect(rows.map(({ roles }) => roles)).toEqual([
    [...organizationRoleNames].toSorted().join(" "),
    [...platformRoleNames].toSorted().join(" "),
  ]);
  // No history is added beside the data of users.
  expect(await seedDemo(world.database, world.clock, world.environment)).toEqual({
    ...signIn,
    withoutHistory: [],
  });
  const staff = await world.signIn("staff");
  const organizations = await staff.call(listOrganizations);
  expect(organizations).toHaveLength(3);
  const balances: bigint[] = [];
  for (const { tenant_id, company_id } of organizations) {
    const { data } = await staff.list(getFinancials, { params: { tenant_id, company_id } });
    expect(data.transactions.map(({ action, status }) => `${action} ${status}`)).toEqual([
      "WITHDRAWAL COMPLETED",
      "DEPOSIT COMPLETED",
    ]);
    expect(data.balance_dc).toBe("DR");
    balances.push(data.balance);
  }
  expect(new Set(balances)).toEqual(new Set([624_999_950n, 843_749_932n, 499_999_960n]));
  await expectCoherentBooks(world);
});

test("each has staff with pay, branches and missing facts, marked as fictitious", async () => {
  const admin = await world.signIn("platform");
  const staffOf: Record<string, Record<string, number>> = {
    "demo-foods": { employees: 60, withoutPay: 3, withoutTaxId: 6 },
    "demo-logistics": { employees: 56, withoutPay: 2, withoutTaxId: 6 },
    "demo-textiles": { employees: 67, withoutPay: 3, withoutTaxId: 7 },
  };
  for (const { code, tenant_id, company_id } of await admin.call(listOrganizations)) {
    const count = async (query: object) => {
      const filters = { tenant_id, per_page: 100, ...query };
      const { data, meta } = await admin.list(listEmployees, { query: filters });
      expect(data.every(({ demo, branch }) => demo && branch !== null)).toBe(true);
      return meta.total;
    };
    const { employees, withoutPay, withoutTaxId } = staffOf[code] ?? {};
    expect(await count({})).toBe(employees);
    expect(await count({ status: "SUSPENDED" })).toBe(1);
    expect(await count({ bank_change_waiting: true })).toBe(1);
    expect([await count({ missing: "pay" }), await count({ missing: "tax_id" })]).toEqual([
      withoutPay,
      withoutTaxId,
    ]);
    const { departments } = await admin.call(getEmployeeChoices, {
      params: { tenant_id, company_id },
    });
    expect(departments).toHaveLength(7);
  }
});

test("an employee of each is invited to the portal and can sign in", async () => {
  for (const code of ["demo-foods", "demo-logistics", "demo-textiles"]) {
    const session = await signInToPortal(world, `employee@${code}.example`);
    const self = await session.call(portalMe);
    expect([self.organization.name, self.bank === null]).toEqual([
      `Demo ${code.slice(5, 6).toUpperCase()}${code.slice(6)} Limited`,
      false,
    ]);
  }
});

test("one has a past of paid payroll, advances in every status, and a run that waits for its owner", async () => {
  const faults: unknown[] = [];
  const keep = (details: object) => void faults.push(details);
  const log = { info: () => undefined, warn: keep, error: keep };
  const staff = await world.signIn("staff");
  const [one] = (await seededFirst)?.withoutHistory ?? [];
  if (one === undefined) throw new Error("no demo was made");
  const { tenant_id } = one;
  const { database, environment, clock } = world;
  const begun = new Date(clock.now().getTime() - 1000);
  await seedHistory({ database, environment, clock, log }, [one], begun);
  expect(faults).toEqual([]);
  const runs = await staff.call(listRuns, { query: { tenant_id } });
  expect(runs.map(({ period, status }) => [period, status])).toEqual([
    ["2026-03", "PENDING_APPROVAL"],
    ["2026-02", "PAID"],
    ["2026-01", "PAID"],
  ]);
  expect(runs.every(({ people, stale }) => people > 50 && !stale)).toBe(true);
  const { data: advances } = await staff.list(listSalaryAdvances, {
    query: { tenant_id, per_page: 100 },
  });
  expect(advances.map(({ status }) => status).toSorted()).toEqual([
    "APPROVED",
    "APPROVED",
    "PAID",
    "PAID",
    "PENDING",
    "PENDING",
    "REJECTED",
  ]);
  const outcomes = await Promise.all(
    advances
      .filter(({ status }) => status === "APPROVED")
      .map(({ id, company_id }) =>
        staff.call(getSalaryAdvance, { params: { tenant_id, company_id, id } }),
      ),
  );
  expect(outcomes.flatMap(({ transfers }) => transfers.map(({ status }) => status))).toEqual(
    expect.arrayContaining(["FAILED", "REVERSED"]),
  );
  const [paid] = runs.filter(({ period }) => period === "2026-02");
  const february = await staff.call(getRun, {
    params: { tenant_id, company_id: paid?.company_id, id: paid?.id },
  });
  expect(february.totals.advances).toBeGreaterThan(0n);
  const owed = { tenant_id, period: "2026-02", open: true };
  const { rows: left } = await staff.call(statutoryDuesReport.read, { query: owed });
  expect(left.filter(({ scheme, period }) => scheme !== "ITF" && period < "2026-02")).toEqual([]);
  await expectCoherentBooks(world);
}, 60_000);

test("a later start keeps the mails that wait for a mail server", async () => {
  const { database, environment, clock } = world;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const invitation = {
    tenant_id: null,
    label: "user_registration",
    to_name: "Ngozi Bello",
    to_email: "ngozi@kontor.example",
    subject: "Your account is ready",
    html: "<p>Hello</p>",
    text: "Hello",
  };
  await database.transaction((tx) => enqueueMail(tx, invitation, clock.now()));
  const restarted = new Date(clock.now().getTime() + 60_000);
  await seedHistory({ database, environment, clock, log }, [], restarted);
  const admin = await world.signIn("platform");
  const { data } = await admin.list(listMails, { query: { search: invitation.to_email } });
  expect(data.rows.map(({ status }) => status)).toEqual(["WAITING"]);
});
