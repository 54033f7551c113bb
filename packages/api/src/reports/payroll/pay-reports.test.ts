import { addPayItem, saveOpeningFigures } from "@kontor/contract/employees/pay";
import {
  employerCostReport,
  yearToDateList,
  yearToDateReport,
} from "@kontor/contract/pay-reports/pay-costs";
import {
  payVarianceList,
  payVarianceReport,
  varianceText,
} from "@kontor/contract/pay-reports/pay-variance";
import { paymentListReport } from "@kontor/contract/pay-reports/payment-list";
import { noDivision, payrollRegisterReport } from "@kontor/contract/pay-reports/payroll-register";
import { statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, parseCsv, pdfText } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { addPaid, approvedRun, openPayroll, setPay, type TestRun } from "../../testing/payroll.ts";
import { expectSorted } from "../../testing/sorted.ts";

const world = await openFileWorld();
const payroll = await openPayroll(world);
let january: TestRun;
let february: TestRun;

/**
 * Payroll of January and February. A-1 gets a raise, A-2 stays the same, A-3 comes in February. A-3
 * has opening figures for the time before Kontor, which no payslip shows.
 */
beforeAll(async () => {
  const { hr } = payroll;
  const sales = { department: "Sales" };
  const one = await addPaid(payroll, "A-1", { basic: "200000.00" }, sales);
  const two = await addPaid(payroll, "A-2", { basic: "100000.00" });
  await hr.call(addPayItem, {
    params: two,
    body: {
      name: "Union",
      kind: "DEDUCTION",
      amount: "2000.00",
      taxable: false,
      pensionable: false,
      from_month: "2026-01",
      to_month: null,
    },
  });
  january = await approvedRun(world, payroll, "2026-01");
  await setPay({ hr }, one, "2026-02-01", { basic: "250000.00" });
  const three = await addPaid(payroll, "A-3", null, { start_date: "2026-01-31", ...sales });
  await setPay({ hr }, three, "2026-02-01", { basic: "150000.00" });
  await hr.call(saveOpeningFigures, {
    params: { ...three, year: 2026 },
    body: {
      through_month: "2026-01",
      gross: "90000.00",
      benefits: "10000.00",
      pension: "7200.00",
      nhf: "0.00",
      tax: "1500.00",
    },
  });
  february = await approvedRun(world, payroll, "2026-02");
}, 60_000);
afterAll(() => expectCoherentBooks(world));

const net = ({ amount, negative }: { amount: bigint; negative: boolean }) =>
  negative ? -amount : amount;

describe("the year to date", () => {
  test("adds up the months and the opening figures", async () => {
    const query = { period: "2026-02" };
    const { rows, totals, openings } = await payroll.owner.call(yearToDateReport.read, { query });
    // One employee has opening figures that are on no payslip; the totals of the others equal their
    // payslips.
    expect(openings).toBe(1);
    const searched = { ...query, search: "A-1" };
    const without = await payroll.owner.call(yearToDateReport.read, { query: searched });
    expect(without.openings).toBe(0);
    expect(rows.map(({ staff_no, months }) => [staff_no, months])).toEqual([
      ["A-1", 2],
      ["A-2", 2],
      ["A-3", 1],
    ]);
    expect(rows.map(({ gross }) => gross.amount)).toEqual([45_000_000n, 20_000_000n, 24_000_000n]);
    expect(rows[1]?.other.amount).toBe(400_000n);
    // Benefits in kind of the opening figures, which are not in what was earned.
    expect(rows.map(({ benefits }) => benefits.amount)).toEqual([0n, 0n, 1_000_000n]);
    expect(totals.benefits.amount).toBe(1_000_000n);
    expect(totals.gross.amount).toBe(january.totals.gross + february.totals.gross + 9_000_000n);
    expect(totals.paye).toBe(january.totals.paye + february.totals.paye + 150_000n);
    expect(totals.employer).toBe(january.totals.employer + february.totals.employer);
    expect(totals.net.amount).toBe(
      january.totals.net + february.totals.net + 9_000_000n - 720_000n - 150_000n,
    );
    expect(rows.map(({ opening }) => opening)).toEqual([false, false, true]);
    for (const { employee_id, opening, gross, net: paid, paye } of rows) {
      if (opening) continue;
      const part = { from: "2026-01", period: "2026-02", employee_id };
      const register = await payroll.owner.call(payrollRegisterReport.read, { query: part });
      expect(register.totals).toMatchObject({ gross, net: paid, paye });
      expect(register.rows.map((row) => row.period)).toEqual(["2026-01", "2026-02"]);
    }
    const first = { period: "2026-01", search: "A-1" };
    const one = await payroll.owner.list(yearToDateReport.read, { query: first });
    expect([one.meta.total, one.data.rows[0]?.gross.amount]).toEqual([1, 20_000_000n]);
    // Without a month, the year to the last one that was paid.
    const latest = await payroll.owner.call(yearToDateReport.read);
    expect([latest.period, latest.totals]).toEqual(["2026-02", totals]);
  });
});

describe("the employer's cost", () => {
  test("is by month, with the employer's contributions, and divides the last month by purpose", async () => {
    const query = { from: "2025-12", to: "2026-02" };
    const { rows, totals, months, last } = await payroll.owner.call(employerCostReport.read, {
      query,
    });
    expect(rows.map(({ period, people, cost }) => [period, people, net(cost)])).toEqual([
      ["2026-01", 2, january.totals.cost],
      ["2026-02", 3, february.totals.cost],
    ]);
    expect(months.map(({ period, cost }) => [period, net(cost)])).toEqual([
      ["2025-12", 0n],
      ["2026-01", january.totals.cost],
      ["2026-02", february.totals.cost],
    ]);
    for (const month of months) {
      // The payslips of a month add up to its costs, and so do the costs of all organizations.
      const paid = await payroll.owner.call(payrollRegisterReport.read, {
        query: { period: month.period },
      });
      expect(paid.totals.gross).toEqual(month.gross);
      expect(paid.totals.pension_employer).toBe(month.pension);
      const staff = await world.signIn("platform");
      const each = await staff.call(employerCostReport.read, {
        query: { from: month.period, to: month.period },
      });
      expect(each.rows.reduce((sum, row) => sum + net(row.cost), 0n)).toBe(net(month.cost));
    }
    const due = async (scheme: string) =>
      (
        await payroll.owner.call(statutoryDuesReport.read, {
          query: { period: "2026-02", scheme },
        })
      ).totals.due;
    expect([await due("PAYE"), await due("PENSION")]).toEqual([last?.paye, last?.pension]);
    expect(net(totals.cost)).toBe(january.totals.cost + february.totals.cost);
    expect(last?.period).toBe("2026-02");
    const { net: paid, paye = 0n, pension = 0n, nhf = 0n, nsitf = 0n, itf = 0n } = last ?? {};
    const other = last?.other.amount ?? 0n;
    expect((paid?.amount ?? 0n) + paye + pension + nhf + nsitf + itf + other).toBe(
      february.totals.cost,
    );
  });

  test("can be by department and of all organizations", async () => {
    const staff = await world.signIn("platform");
    const query = { from: "2026-01", to: "2026-02", by: "department" };
    const { rows } = await staff.call(employerCostReport.read, { query });
    expect(rows.map(({ department, people, gross }) => [department, people, net(gross)])).toEqual([
      ["", 1, 20_000_000n],
      ["Sales", 2, 60_000_000n],
    ]);
    for (const { department, gross } of rows) {
      const register = await payroll.owner.call(payrollRegisterReport.read, {
        query: {
          from: "2026-01",
          period: "2026-02",
          group: "department",
          division: department || noDivision,
        },
      });
      expect(register.totals.gross).toEqual(gross);
    }
  });
});

describe("the variance", () => {
  test("lists people and components that add up to the total", async () => {
    const query = { period: "2026-02", compared: "2026-01" };
    const { rows, totals, unchanged, components } = await payroll.owner.call(
      payVarianceReport.read,
      {
        query,
      },
    );
    expect(rows.map(({ staff_no, kind }) => [staff_no, kind])).toEqual([
      ["A-1", "CHANGED"],
      ["A-3", "JOINED"],
    ]);
    const [first] = rows;
    expect(first && varianceText(first)).toContain("Basic +₦50,000.00");
    expect(net(totals.gross_change)).toBe(february.totals.gross - january.totals.gross);
    expect(net(totals.net_change)).toBe(february.totals.net - january.totals.net);
    expect(net(totals.cost_change)).toBe(february.totals.cost - january.totals.cost);
    // Together with the unchanged people, who are not listed, each column adds up to the total.
    expect(unchanged.people).toBe(1);
    for (const name of ["gross_before", "gross", "net_before", "net"] as const) {
      const listed = rows.reduce((sum, row) => sum + net(row[name]), 0n);
      const kept = name.startsWith("gross") ? unchanged.gross : unchanged.net;
      expect(listed + net(kept)).toBe(net(totals[name]));
    }
    const by = (names: readonly string[]) =>
      components
        .filter(({ component }) => names.includes(component))
        .reduce((sum, { change }) => sum + net(change), 0n);
    expect(by(["basic", "housing", "transport", "other", "items"])).toBe(net(totals.gross_change));
    for (const whole of components) {
      const of = await payroll.owner.call(payVarianceReport.read, {
        query: { ...query, component: whole.component },
      });
      const changes = of.rows.map(({ changes: each }) =>
        each.find(({ component }) => component === whole.component),
      );
      expect(changes).not.toContain(undefined);
      expect(of.unchanged.people).toBe(0);
      const sum = changes.reduce((total, each) => total + (each ? net(each.change) : 0n), 0n);
      expect([sum, of.components.length]).toEqual([net(whole.change), 1]);
      expect(of.components[0]?.change).toEqual(whole.change);
    }
    const all = await payroll.owner.list(payVarianceReport.read, {
      query: { ...query, with_same: true, per_page: 2, page: 2 },
    });
    expect([all.meta.total, all.data.rows.length, all.data.totals]).toEqual([3, 1, totals]);
    expect(all.data.unchanged.people).toBe(0);
    const back = { period: "2026-01", compared: "2026-02" };
    const turned = await payroll.owner.call(payVarianceReport.read, { query: back });
    expect(turned.rows.map(({ kind }) => kind)).toEqual(["CHANGED", "LEFT"]);
  });
});

test("rows can be sorted by name and by every amount, in the file as well", async () => {
  const { owner } = payroll;
  const year = { period: "2026-02" };
  await expectSorted(yearToDateList, async (sort) => {
    return (await owner.call(yearToDateReport.read, { query: { ...year, sort } })).rows;
  });
  const both = { ...year, compared: "2026-01", with_same: true };
  await expectSorted(payVarianceList, async (sort) => {
    return (await owner.call(payVarianceReport.read, { query: { ...both, sort } })).rows;
  });
  const { rows } = await owner.call(yearToDateReport.read, { query: { ...year, sort: "-net" } });
  const { bytes } = await download(world, owner, yearToDateReport.file, {
    query: { ...year, sort: "-net", format: "csv" },
  });
  const names = parseCsv(bytes).map((line) => line[1]);
  expect(names.filter((name) => rows.some((row) => row.name === name))).toEqual(
    rows.map(({ name }) => name),
  );
});

test("without a month each report is of the latest month with an approved payroll", async () => {
  const { owner, stranger, home } = payroll;
  const present = world.clock.today().slice(0, 7);
  for (const { read, file } of [
    payrollRegisterReport,
    paymentListReport,
    statutoryDuesReport,
    payVarianceReport,
  ]) {
    expect(await owner.call(read, {})).toMatchObject({ period: "2026-02" });
    expect(await owner.call(read, { query: { period: "2026-01" } })).toMatchObject({
      period: "2026-01",
    });
    expect(await stranger.call(read, {})).toMatchObject({ period: present, rows: [] });
    const { filename } = await download(world, owner, file, { query: { format: "csv" } });
    expect(filename).toContain("2026-02");
  }
  expect(await owner.call(payVarianceReport.read, {})).toMatchObject({ compared: "2026-01" });
  const alone = { from: "2026-01", tenant_id: home.tenant_id };
  const { problem } = await owner.attempt(payrollRegisterReport.read, { query: alone });
  expect(problem.errors).toEqual([{ path: "period", message: "Enter the last month too." }]);
});

describe("each report", () => {
  const queries = [
    [yearToDateReport, { period: "2026-02" }, 5],
    [employerCostReport, { from: "2026-01", to: "2026-02" }, 4],
    [payVarianceReport, { period: "2026-02", compared: "2026-01" }, 5],
  ] as const;

  test.each(queries)(
    "exports a file of all rows with the total",
    async ({ file }, query, lines) => {
      const of = (format: string) =>
        download(world, payroll.owner, file, { query: { ...query, format } });
      const [csv, xlsx, pdf] = [await of("csv"), await of("xlsx"), await of("pdf")];
      expect([csv.status, xlsx.status, pdf.status]).toEqual([200, 200, 200]);
      expect(parseCsv(csv.bytes).length).toBe(lines);
      expect(pdfText(pdf.bytes)).toContain("Total");
    },
  );

  test.each(queries)("refuses callers without access", async ({ read }, query) => {
    const { home, stranger, hr } = payroll;
    const named = { ...query, tenant_id: home.tenant_id };
    expect((await stranger.attempt(read, { query: named })).status).toBe(404);
    expect((await hr.attempt(read, { query: named })).status).toBe(403);
    expect((await world.nobody.attempt(read, { query: named })).status).toBe(401);
    expect((await stranger.call(read, { query }))["rows"]).toEqual([]);
  });

  test.each([
    [employerCostReport, { from: "2026-03", to: "2026-02" }, "to"],
    [employerCostReport, { from: "2020-01", to: "2026-02" }, "from"],
    [payVarianceReport, { period: "2026-02", compared: "2026-02" }, "compared"],
    [payVarianceReport, { period: "1900-01" }, "compared"],
    [yearToDateReport, { period: "2026" }, "period"],
  ] as const)("refuses invalid months, %#", async ({ read }, query, path) => {
    const { status, problem } = await payroll.owner.attempt(read, { query });
    expect([status, problem.errors?.[0]?.path]).toEqual([422, path]);
  });
});
