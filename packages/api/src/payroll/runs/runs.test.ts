import { addPayItem } from "@kontor/contract/employees/pay";
import { saveModule } from "@kontor/contract/modules/modules";
import * as payslips from "@kontor/contract/payroll/payslips";
import * as runs from "@kontor/contract/payroll/runs";
import * as steps from "@kontor/contract/payroll/steps";
import { afterAll, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, factsIn, pdfText } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";
import {
  addPaid,
  calculatedRun,
  openPayroll,
  payslipIn,
  type TestPayroll,
} from "../../testing/payroll.ts";

const world = await openFileWorld();
afterAll(() => expectCoherentBooks(world));

const start = (payroll: TestPayroll, body: object, who = payroll.preparer) =>
  who.attempt(runs.startRun, { params: payroll.home.path, body });

describe("a regular run", () => {
  test("pays everybody employed in the month by the law, and says why", async () => {
    const payroll = await openPayroll(world);
    const all = await addPaid(payroll, "A-1", { basic: "1000000.00" });
    const joiner = await addPaid(
      payroll,
      "A-2",
      { basic: "300000.00" },
      { start_date: "2026-01-17" },
    );
    await addPaid(payroll, "A-3", { basic: "300000.00" }, { start_date: "2026-02-01" });
    const run = await calculatedRun(world, payroll, "2026-01");
    expect(run).toMatchObject({
      number: "PR-000001",
      period: "2026-01",
      status: "DRAFT",
      payday: "2026-01-25",
      people: 2,
      difference: null,
      stale: false,
      changes: [],
      excluded: 0,
      compared_with: null,
      variance: [],
    });
    expect(run.calculation).toMatchObject({ state: "DONE", done: 2, total: 2, problem: "" });
    expect(run.events.map(({ event, by }) => [event, by])).toEqual([
      ["STARTED", "Test user"],
      ["CALCULATED", ""],
    ]);
    // ₦1 m a month with pension of 8% and no rent: (12 m − 960,000) by the bands is 1,777,200 a year.
    const one = await payslipIn(payroll.owner, run, all);
    expect(one.gross.amount).toBe(100_000_000n);
    expect(one.lines.map(({ code, amount }) => [code, amount])).toEqual([
      ["basic", 100_000_000n],
      ["pension", 8_000_000n],
      ["paye", 14_810_000n],
      ["pension_employer", 10_000_000n],
      ["nsitf", 1_000_000n],
    ]);
    const paye = one.lines.find(({ code }) => code === "paye");
    expect(paye?.rule).toMatchObject({ pack: expect.stringContaining("2026") as string });
    expect(paye?.arithmetic).toContain("= 148,100.00");
    expect(one.year_to_date).toMatchObject({ gross: 100_000_000n, paye: 14_810_000n });
    expect(one.bank_account).toContain("4579");
    expect(one.bank_account).not.toContain("0000014579");
    const two = await payslipIn(payroll.owner, run, joiner);
    expect(two.gross.amount).toBe(14_516_129n);
    expect(run.totals).toMatchObject({
      gross: 114_516_129n,
      paye: 14_810_000n + (two.lines.find(({ code }) => code === "paye")?.amount ?? 0n),
      nsitf: 1_000_000n + 145_161n,
    });
    expect(run.net).toBe(one.net.amount + two.net.amount);
    expect(run.cost).toBe(run.totals.gross + run.totals.employer);
  });

  test("exists once a month, after those of earlier months", async () => {
    const payroll = await openPayroll(world);
    await addPaid(payroll, "A-1", { basic: "100000.00" });
    const refusals = async (period: string, more: object = {}) => {
      const { status, problem } = await start(payroll, { period, cycle: "REGULAR", ...more });
      return [status, problem.code, problem.errors?.[0]?.path];
    };
    expect(await refusals("2025-12")).toEqual([422, "run_law_unknown", "period"]);
    expect(await refusals("2026-05")).toEqual([422, "run_period_ahead", "period"]);
    expect(await refusals("2026-13")).toEqual([422, "validation_failed", "period"]);
    const replies = await Promise.all(
      [1, 2, 3].map(() => start(payroll, { period: "2026-02", cycle: "REGULAR" })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(await refusals("2026-02")).toEqual([409, "run_exists", "period"]);
    expect(await refusals("2026-01")).toEqual([409, "run_period_passed", "period"]);
    expect(await refusals("2026-03")).toEqual([409, "run_earlier_open", "period"]);
    expect(await refusals("2026-02", { employee_ids: [1] })).toEqual([
      422,
      "validation_failed",
      "employee_ids",
    ]);
    const key = "one-and-the-same";
    const wire = {
      params: payroll.home.path,
      body: { period: "2026-02", cycle: "OFF_CYCLE", title: "Leave" },
    };
    const twice = await Promise.all([
      payroll.preparer.attempt(runs.startRun, { ...wire, key }),
      payroll.preparer.attempt(runs.startRun, { ...wire, key }),
    ]);
    expect(twice.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    const { meta } = await payroll.preparer.list(runs.listRuns, { query: { cycle: "OFF_CYCLE" } });
    expect(meta.total).toBe(1);
  });

  test("warns of missing facts, and blocks payslips that cannot be paid", async () => {
    const payroll = await openPayroll(world);
    await addPaid(payroll, "A-1", { basic: "100000.00" }, { account: null });
    await addPaid(payroll, "A-2", null);
    await addPaid(payroll, "A-3", { basic: "50000.00" });
    const run = await calculatedRun(world, payroll, "2026-02");
    expect(run.warnings).toMatchObject([
      { code: "no_pay_rate", blocks: true, people: 1 },
      { code: "no_bank_account", blocks: true, people: 1 },
      { code: "below_minimum_wage", blocks: false, people: 1 },
      { code: "nothing_to_pay", blocks: false, people: 1 },
    ]);
    const { home, preparer } = payroll;
    const found = async (query: object) =>
      (
        await preparer.call(payslips.listPayslips, { params: { ...home.path, id: run.id }, query })
      ).map(({ staff_no }) => staff_no);
    expect(await found({ show: "blocked" })).toEqual(["A-1", "A-2"]);
    expect(await found({ show: "warned", sort: "-staff_no" })).toEqual(["A-3", "A-2", "A-1"]);
    expect(await found({ search: "okafor a-3" })).toEqual(["A-3"]);
    expect(await found({ show: "changed" })).toEqual([]);
    expect(await found({ warning: "below_minimum_wage" })).toEqual(["A-3"]);
    expect(await found({ warning: "tax_overpaid" })).toEqual([]);
    expect(await found({ sort: "-net", per_page: 1 })).toEqual(["A-1"]);
    expect(await found({ sort: "state" })).toEqual(["A-1", "A-2", "A-3"]);
    expect(await found({ sort: "-state" })).toEqual(["A-3", "A-2", "A-1"]);
    for (const sort of payslips.payslipSorts) {
      const up = await found({ sort });
      expect([sort, await found({ sort: `-${sort}` })]).toEqual([sort, up.toReversed()]);
    }
    const params = { ...home.path, id: run.id };
    const rows = await preparer.call(payslips.listPayslips, { params });
    const sum = (amounts: bigint[]) => amounts.reduce((one, next) => one + next, 0n);
    expect(await preparer.call(payslips.getPayslipTotals, { params })).toEqual({
      payslips: 3,
      gross: { amount: sum(rows.map(({ gross }) => gross.amount)), negative: false },
      deductions: {
        amount: sum(rows.map(({ deductions }) => deductions.amount)),
        negative: false,
      },
      net: { amount: sum(rows.map(({ net }) => net.amount)), negative: false },
      employer: sum(rows.map(({ employer }) => employer)),
    });
    const narrow = { params, query: { search: "a-3" } };
    expect(await preparer.call(payslips.getPayslipTotals, narrow)).toMatchObject({
      payslips: 1,
      net: rows.find(({ staff_no }) => staff_no === "A-3")?.net,
    });
    for (const [page, on] of [
      [2, ["A-2"]],
      [9, []],
    ] as const) {
      const { data, meta } = await preparer.list(payslips.listPayslips, {
        params: { ...home.path, id: run.id },
        query: { show: "warned", per_page: 1, page },
      });
      expect([data.map(({ staff_no }) => staff_no), meta.total]).toEqual([on, 3]);
    }
  });

  test("without employees is calculated too", async () => {
    const payroll = await openPayroll(world);
    const run = await calculatedRun(world, payroll, "2026-02");
    expect(run).toMatchObject({ people: 0, net: 0n, stale: false, calculation: { state: "DONE" } });
  });
});

describe("a run off cycle", () => {
  test("pays one-off items, to those who have them or are named", async () => {
    const payroll = await openPayroll(world);
    const { hr, home, preparer } = payroll;
    const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
    await addPaid(payroll, "A-2", { basic: "100000.00" });
    await hr.call(addPayItem, {
      params: one,
      body: {
        name: "Leave allowance",
        kind: "EARNING",
        amount: "40000.00",
        taxable: true,
        pensionable: false,
        from_month: "2026-03",
        to_month: "2026-03",
      },
    });
    const run = await calculatedRun(world, payroll, "2026-03", {
      cycle: "OFF_CYCLE",
      title: "Leave allowances",
    });
    expect(run).toMatchObject({
      title: "Leave allowances",
      payday: "2026-03-10",
      people: 1,
      difference: null,
      stale: false,
    });
    const payslip = await payslipIn(preparer, run, one);
    expect(payslip.gross.amount).toBe(4_000_000n);
    expect(payslip.lines.map(({ code }) => code)).toContain("paye");
    const untitled = await start(payroll, { period: "2026-03", cycle: "OFF_CYCLE" });
    expect(untitled.problem.errors).toEqual([
      { path: "title", message: "Enter what the run is for." },
    ]);
    const unknown = await start(payroll, {
      period: "2026-03",
      cycle: "OFF_CYCLE",
      title: "X",
      employee_ids: [999_999],
    });
    expect([unknown.status, unknown.problem.errors?.[0]?.path]).toEqual([404, "employee_ids"]);
    expect(home.tenant_id).toBe(run.tenant_id);
  });
});

describe("lists and files", () => {
  test("are of the user's own organization, or of all for staff", async () => {
    const payroll = await openPayroll(world);
    const { home, stranger, preparer } = payroll;
    await addPaid(payroll, "A-1", { basic: "100000.00" });
    const run = await calculatedRun(world, payroll, "2026-02");
    expect((await stranger.list(runs.listRuns)).meta.total).toBe(0);
    expect((await preparer.call(runs.listRuns)).map(({ id }) => id)).toEqual([run.id]);
    const reviewer = await world.signInAs(["REVIEWER"]);
    const seen = await reviewer.call(runs.listRuns, {
      query: { sort: "-updated_at", per_page: 100 },
    });
    expect(
      seen.find(({ id, tenant_id }) => id === run.id && tenant_id === home.tenant_id),
    ).toMatchObject({ company_name: "Home", status: "DRAFT", net: run.net });
    for (const [query, total] of [
      [{ status: "PAID" }, 0],
      [{ status: "DRAFT", period: "2026-02", cycle: "REGULAR" }, 1],
      [{ period: "2026-01" }, 0],
      [{ search: run.number.toLowerCase() }, 1],
      [{ search: "2026 FEBRUARY home" }, 1],
      [{ search: "february 2025" }, 0],
      [{ search: "%" }, 0],
    ] as const) {
      expect((await preparer.list(runs.listRuns, { query })).meta.total).toBe(total);
    }
    for (const sort of runs.runSorts) {
      const up = await reviewer.call(runs.listRuns, { query: { sort, per_page: 100 } });
      const down = await reviewer.call(runs.listRuns, {
        query: { sort: `-${sort}`, per_page: 100 },
      });
      const keys = (rows: typeof up) => rows.map(({ tenant_id, id }) => `${tenant_id} ${id}`);
      expect([sort, keys(down)]).toEqual([sort, keys(up).toReversed()]);
    }
    const { gross, net, cost } = run;
    expect(await preparer.call(runs.getRunTotals)).toEqual({ runs: 1, gross, net, cost });
    for (const query of [{ status: "PAID" }, { search: "PR-999999" }]) {
      const none = await preparer.call(runs.getRunTotals, { query });
      expect(none).toMatchObject({ runs: 0, net: 0n });
    }
    const files = [
      [runs.exportRuns, {}],
      [payslips.exportPayslips, { ...home.path, id: run.id }],
    ] as const;
    for (const [endpoint, params] of files) {
      for (const format of ["csv", "xlsx", "pdf"]) {
        const reply = await preparer.attempt(endpoint, { params, query: { format } });
        expect([endpoint.path, format, reply.status]).toEqual([endpoint.path, format, 200]);
      }
      const { body } = await preparer.attempt(endpoint, { params });
      expect(String(body)).toContain("100000.00");
    }
    const narrowed = { search: "nobody", status: "PENDING_APPROVAL", cycle: "OFF_CYCLE" };
    const { bytes } = await download(world, preparer, runs.exportRuns, {
      query: { ...narrowed, period: "2026-02", format: "pdf" },
    });
    const runFacts = {
      Search: "nobody",
      Period: "February 2026",
      Status: "Pending Approval",
      // A PDF sets the two parts of a hyphenated word as two texts.
      Cycle: "Off-",
    };
    expect(factsIn(bytes, Object.keys(runFacts))).toEqual(runFacts);
    expect(pdfText(bytes)).toContain("Cycle\nOff-\ncycle\n");
  });

  test("a module that is switched off refuses each call", async () => {
    const payroll = await openPayroll(world);
    const admin = await world.signIn("platform");
    await admin.call(saveModule.organization, {
      params: { ...payroll.home.path, id: "payroll" },
      body: { enabled: false },
    });
    const reply = await start(payroll, { period: "2026-02", cycle: "REGULAR" });
    expect([reply.status, reply.problem.code]).toEqual([409, "module_off"]);
    expect((await payroll.preparer.attempt(runs.listRuns)).problem.code).toBe("module_off");
  });
});

test("every call needs its permission and the user's own organization", async () => {
  const payroll = await openPayroll(world);
  const { home, other, stranger, disburser } = payroll;
  const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
  const run = await calculatedRun(world, payroll, "2026-02");
  const payslip = await payslipIn(payroll.owner, run, one);
  const params = { ...home.path, id: run.id, payslip_id: payslip.id };
  const bookkeeper = await world.signInAs(["BOOKKEEPER"], home.tenant_id);
  const calls = [
    [runs.listRuns, {}],
    [runs.exportRuns, {}],
    [runs.startRun, { body: { period: "2026-03", cycle: "REGULAR" } }],
    [runs.getRun, {}],
    [steps.calculateRun, { body: { version: run.version } }],
    [payslips.listPayslips, {}],
    [payslips.exportPayslips, {}],
    [payslips.getPayslip, {}],
    [payslips.excludePayslip, { body: { excluded: false } }],
    [steps.discardRun, { query: { version: run.version } }],
  ] as const;
  for (const [endpoint, wire] of calls) {
    const name = `${endpoint.method} ${endpoint.path}`;
    const statusOf = async (who: typeof stranger, path: object = {}) =>
      (await who.attempt(endpoint, { ...wire, params: { ...params, ...path } })).status;
    expect([name, await statusOf(world.nobody)]).toEqual([name, 401]);
    expect([name, await statusOf(bookkeeper)]).toEqual([name, 403]);
    const mayRead = endpoint.access === "payroll.read" ? 200 : 403;
    expect([name, await statusOf(disburser)]).toEqual([name, mayRead]);
    if (!endpoint.path.includes("{tenant_id}")) continue;
    // A run that starts in the stranger's own organization is no breach.
    const paths = endpoint.path.includes("{id}") ? [home.path, other.path] : [home.path];
    for (const path of paths) {
      expect([name, await statusOf(stranger, path)]).toEqual([name, 404]);
    }
  }
});
