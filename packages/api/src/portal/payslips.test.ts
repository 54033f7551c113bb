import { addPayItem } from "@kontor/contract/employees/pay";
import { saveModule } from "@kontor/contract/modules/modules";
import { listEmployeePayslips, markPayslipPaid } from "@kontor/contract/payroll/payslips";
import { disburseRun } from "@kontor/contract/payroll/steps";
import { listPortalAdvances } from "@kontor/contract/portal/advances";
import { inviteToPortal } from "@kontor/contract/portal/invitation";
import {
  getPortalPayslip,
  getPortalPayslipPdf,
  listPortalPayslips,
} from "@kontor/contract/portal/payslips";
import { portalMe, portalSignOut } from "@kontor/contract/portal/session";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";

import { payslipOutcomeHandler } from "../payroll/steps/outcomes.ts";
import { setTenant } from "../platform/scope.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { openFileWorld, type Caller } from "../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  pathOfRun,
  payslipIn,
  runWithout,
  type TestPayroll,
  type TestRun,
} from "../testing/payroll.ts";
import { mailsTo } from "../testing/people.ts";
import { openPortalFor, signInToPortal } from "../testing/portal.ts";
import { depositFunds, openDelivery } from "../testing/transfers.ts";

const world = await openFileWorld();
const platform = await world.signIn("platform");
afterAll(() => expectCoherentBooks(world));

type Person = { params: { tenant_id: number; company_id: number; id: number }; email: string };

/** Adds an employee with pay and invites them to the portal. */
async function employ(payroll: TestPayroll, staffNo: string): Promise<Person> {
  const email = `${staffNo.toLowerCase()}-${payroll.home.tenant_id}@staff.example`;
  const pay = { basic: "150000.00", housing: "90000.00", transport: "60000.00" };
  const params = await addPaid(payroll, staffNo, pay, { email });
  await payroll.hr.call(inviteToPortal, { params });
  return { params, email };
}

const own = async (session: Caller) => (await session.list(listPortalPayslips)).data;

async function payOutside({ disburser }: TestPayroll, run: TestRun, person: Person) {
  const { id } = await payslipIn(disburser, run, person.params);
  const body = { date: world.clock.today(), note: "Cash" };
  await disburser.call(markPayslipPaid, { params: { ...pathOfRun(run), payslip_id: id }, body });
  return id;
}

async function deliver(): Promise<void> {
  const job = openDelivery(world, { payslip: payslipOutcomeHandler(world) });
  for (let round = 0; round < 3; round++) {
    await job.run();
    world.clock.advance(60_000);
  }
  expect(job.warnings).toEqual([]);
}

describe("payslips in the portal", () => {
  test("are visible only to their employee, once paid", async () => {
    const payroll = await openPayroll(world);
    const { home, preparer, disburser } = payroll;
    const [ada, ben] = [await employ(payroll, "P-1"), await employ(payroll, "P-2")];
    const session = await signInToPortal(world, ada.email);
    const draft = await calculatedRun(world, payroll, "2026-02");
    expect(await own(session)).toEqual([]);
    const run = await approvedRun(world, payroll, "2026-02", draft);
    const mine = await payslipIn(preparer, run, ada.params);
    const early = await session.attempt(getPortalPayslip, { params: { id: mine.id } });
    expect([early.status, await own(session)]).toEqual([404, []]);

    expect(await payOutside(payroll, run, ada)).toBe(mine.id);
    expect(await own(session)).toEqual([
      {
        id: mine.id,
        period: "2026-02",
        cycle: "REGULAR",
        title: "",
        payday: "2026-02-25",
        gross: 30_000_000n,
        deductions: mine.deductions,
        net: mine.net.amount,
        payment: "PAID",
        paid_at: expect.any(Date),
      },
    ]);
    const shown = await session.call(getPortalPayslip, { params: { id: mine.id } });
    expect(shown).toMatchObject({
      run: run.number,
      name: mine.name,
      staff_no: "P-1",
      lines: mine.lines,
      employer: mine.employer,
      year: 2026,
      year_to_date: mine.year_to_date,
      tax_overpaid: 0n,
      bank_account: mine.bank_account,
    });
    expect(shown.bank_account).toMatch(/••••••4579$/);
    const other = await signInToPortal(world, ben.email);
    for (const endpoint of [getPortalPayslip, getPortalPayslipPdf]) {
      expect((await other.attempt(endpoint, { params: { id: mine.id } })).status).toBe(404);
    }
    expect(await own(other)).toEqual([]);
    await depositFunds(platform, home, "1000000.00");
    const { version } = await disburser.call(disburseRun, {
      params: pathOfRun(run),
      body: { version: run.version + 1 },
    });
    expect(version).toBeGreaterThan(run.version);
    expect(await own(other)).toEqual([]);
    await deliver();
    const [his] = await own(other);
    expect(his).toMatchObject({ period: "2026-02", payment: "PAID", paid_at: expect.any(Date) });
    // The mail links to the portal.
    const [mail] = (await mailsTo(world, ben.email)).filter(
      ({ label }) => label === "employee_pay_disbursed",
    );
    expect(mail?.text).toMatch(new RegExp(`[^/]/portal/payslips/${his?.id}\\b`));
    expect(mail?.text).not.toContain("/portal/portal");
  });

  test("come as files on the letterhead, only for their employee", async () => {
    const payroll = await openPayroll(world);
    const ada = await employ(payroll, "P-1");
    const run = await approvedRun(world, payroll, "2026-02");
    const id = await payOutside(payroll, run, ada);
    const session = await signInToPortal(world, ada.email);
    const wire = { params: { id } };
    const file = await session.attempt(getPortalPayslipPdf, wire);
    expect(file.status).toBe(200);
    expect(String(file.body)).toMatch(/^%PDF-/);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(file.headers.get("content-disposition")).toContain("payslip");
    expect(file.headers.get("cache-control")).toContain("no-store");
    const stranger = await openPortalFor(world, payroll.other, "X-1");
    for (const endpoint of [getPortalPayslip, getPortalPayslipPdf]) {
      expect((await stranger.attempt(endpoint, wire)).status).toBe(404);
      expect((await world.nobody.attempt(endpoint, wire)).status).toBe(401);
      // Users get no payslips here: those who may read them do so in the app.
      expect((await payroll.owner.attempt(endpoint, wire)).status).toBe(401);
      const bad = await session.attempt(endpoint, { params: { id: "x" } });
      expect(bad.status).toBe(422);
    }
  });

  test("are hidden while the module is off; with all modules off the whole portal is closed", async () => {
    const payroll = await openPayroll(world);
    const ada = await employ(payroll, "P-1");
    const id = await payOutside(payroll, await approvedRun(world, payroll, "2026-02"), ada);
    const session = await signInToPortal(world, ada.email);
    const reads = [
      [listPortalPayslips, {}],
      [getPortalPayslip, { params: { id } }],
      [getPortalPayslipPdf, { params: { id } }],
    ] as const;
    const turn = (module: string, enabled: boolean) =>
      platform.call(saveModule.organization, {
        params: { ...payroll.home.path, id: module },
        body: { enabled },
      });
    await turn("payroll", false);
    for (const [endpoint, wire] of reads) {
      expect((await session.attempt(endpoint, wire)).problem).toMatchObject({
        status: 409,
        message:
          "Home is not showing payslips here for now. For questions write to support@example.com.",
      });
    }
    expect((await session.attempt(portalMe)).status).toBe(200);
    expect((await session.attempt(listPortalAdvances)).status).toBe(200);
    await turn("salary_advance", false);
    for (const [endpoint, wire] of [...reads, [portalMe, {}], [listPortalAdvances, {}]] as const) {
      const { problem } = await session.attempt(endpoint, wire);
      expect([problem.status, problem.code]).toEqual([409, "portal_modules_off"]);
    }
    await turn("payroll", true);
    expect((await own(session)).map((each) => each.id)).toEqual([id]);
    await turn("payroll", false);
    expect((await session.attempt(portalSignOut)).status).toBe(200);
    await turn("payroll", true);
    expect((await session.attempt(portalMe)).status).toBe(401);
  });

  test("with nothing to pay are visible once others of the run are paid, unless the run left the employee out", async () => {
    const payroll = await openPayroll(world);
    const [paid, away, leftOut] = [
      await employ(payroll, "P-1"),
      await employ(payroll, "P-2"),
      await employ(payroll, "P-3"),
    ];
    const leave = { name: "Unpaid leave", kind: "DEDUCTION", amount: "300000.00" };
    const body = {
      ...leave,
      taxable: true,
      pensionable: true,
      from_month: "2026-02",
      to_month: "2026-02",
    };
    for (const { params } of [away, leftOut]) await payroll.hr.call(addPayItem, { params, body });
    const draft = await calculatedRun(world, payroll, "2026-02");
    const { net } = await payslipIn(payroll.preparer, draft, leftOut.params);
    expect(net.amount).toBe(0n);
    const without = await runWithout(payroll, draft, leftOut.params);
    const run = await approvedRun(world, payroll, "2026-02", without);
    const sessions = [
      await signInToPortal(world, away.email),
      await signInToPortal(world, leftOut.email),
    ];
    const seen = () => Promise.all(sessions.map(async (session) => (await own(session)).length));
    expect(await seen()).toEqual([0, 0]);
    await payOutside(payroll, run, paid);
    expect(await seen()).toEqual([1, 0]);
  });

  test("are listed by month, latest first, in pages", async () => {
    const payroll = await openPayroll(world);
    const ada = await employ(payroll, "P-1");
    const ids: number[] = [];
    for (const period of ["2026-01", "2026-02"]) {
      ids.push(await payOutside(payroll, await approvedRun(world, payroll, period), ada));
    }
    const session = await signInToPortal(world, ada.email);
    const page = await session.list(listPortalPayslips, { query: { page: 2, per_page: 1 } });
    expect([page.data.map(({ id }) => id), page.meta.total]).toEqual([[ids[0]], 2]);
    expect((await own(session)).map(({ period }) => period)).toEqual(["2026-02", "2026-01"]);
    const wrong = await session.attempt(listPortalPayslips, { query: { page: 0 } });
    expect(wrong.status).toBe(422);
    // A payslip whose money was returned stays visible with that status.
    const mark = (payment: string) =>
      world.database.transaction(async (tx) => {
        await setTenant(tx, ada.params.tenant_id);
        await sql`update payslips set payment = ${payment}
          where tenant_id = ${ada.params.tenant_id} and id = ${ids[1]}`.execute(tx);
      });
    await mark("REVERSED");
    expect((await own(session)).map(({ payment }) => payment)).toEqual(["RETURNED", "PAID"]);
    await mark("PAID_OUTSIDE");
  });
});

test("lists all payslips of an employee to users who may read payroll", async () => {
  const payroll = await openPayroll(world);
  const { preparer, disburser, hr, stranger } = payroll;
  const [ada, ben] = [await employ(payroll, "P-1"), await employ(payroll, "P-2")];
  const paid = await approvedRun(world, payroll, "2026-01");
  const first = await payOutside(payroll, paid, ada);
  const draft = await calculatedRun(world, payroll, "2026-02");
  const path = { params: ada.params };
  const { data, meta } = await preparer.list(listEmployeePayslips, path);
  expect(meta.total).toBe(2);
  expect(data).toMatchObject([
    {
      run: { id: draft.id, number: draft.number, status: "DRAFT" },
      period: "2026-02",
      cycle: "REGULAR",
      title: "",
      payday: "2026-02-25",
      gross: { amount: 30_000_000n, negative: false },
      difference: { amount: 0n },
      payment: null,
      paid_at: null,
    },
    {
      id: first,
      run: { id: paid.id, number: paid.number },
      period: "2026-01",
      payment: "PAID_OUTSIDE",
      paid_at: expect.any(Date),
      excluded: false,
    },
  ]);
  const older = await disburser.list(listEmployeePayslips, {
    ...path,
    query: { page: 2, per_page: 1 },
  });
  expect(older.data.map(({ id }) => id)).toEqual([first]);
  const others = await preparer.list(listEmployeePayslips, { params: ben.params });
  expect(others.data.map(({ payment }) => payment)).toEqual([null, null]);
  // HR may read pay but not payroll; other organizations may read neither.
  expect((await hr.attempt(listEmployeePayslips, path)).status).toBe(403);
  expect((await stranger.attempt(listEmployeePayslips, path)).status).toBe(404);
  expect((await world.nobody.attempt(listEmployeePayslips, path)).status).toBe(401);
  const nobody = { params: { ...ada.params, id: 999_999 } };
  expect((await preparer.attempt(listEmployeePayslips, nobody)).status).toBe(404);
  const wrong = await preparer.attempt(listEmployeePayslips, { ...path, query: { per_page: 0 } });
  expect(wrong.status).toBe(422);
});
