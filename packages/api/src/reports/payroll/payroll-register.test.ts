import { addPayItem } from "@kontor/contract/employees/pay";
import { formatMoney } from "@kontor/contract/format";
import { saveModule } from "@kontor/contract/modules/modules";
import {
  payrollRegisterList,
  payrollRegisterReport,
} from "@kontor/contract/pay-reports/payroll-register";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, parseCsv, pdfText, readSheet } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  payslipIn,
  reversedRun,
  runWithout,
  type TestRun,
  type PaidEmployee,
} from "../../testing/payroll.ts";
import { expectSorted } from "../../testing/sorted.ts";

const world = await openFileWorld();
const payroll = await openPayroll(world);
let people: PaidEmployee[];
let regular: TestRun;
let offCycle: TestRun;

/**
 * February has three people, one of whom is left out of the regular run and paid off cycle. The run
 * of January is reversed; that of March is a draft.
 */
beforeAll(async () => {
  const { hr } = payroll;
  const one = await addPaid(
    payroll,
    "A-1",
    {
      basic: "250000.00",
      housing: "75000.00",
      transport: "50000.00",
      other: "125000.00",
    },
    { department: "Sales", grade: "Senior", state_id: 24, pfa: "leadway" },
  );
  const item = {
    name: "Union",
    kind: "DEDUCTION",
    amount: "2000.00",
    taxable: false,
    pensionable: false,
  };
  await hr.call(addPayItem, {
    params: one,
    body: { ...item, from_month: "2026-02", to_month: null },
  });
  const two = await addPaid(payroll, "A-2", { basic: "123456.78" });
  const three = await addPaid(payroll, "A-3", { basic: "300000.00" }, { department: "Finance" });
  people = [one, two, three];
  const january = await approvedRun(world, payroll, "2026-01");
  await reversedRun(payroll, january);
  const draft = await calculatedRun(world, payroll, "2026-02");
  const ready = await runWithout(payroll, draft, three);
  regular = await approvedRun(world, payroll, "2026-02", ready);
  const off = { cycle: "OFF_CYCLE", title: "Left out of February", employee_ids: [three.id] };
  const late = await calculatedRun(world, payroll, "2026-02", off);
  offCycle = await approvedRun(world, payroll, "2026-02", late);
  await calculatedRun(world, payroll, "2026-03");
}, 60_000);
afterAll(() => expectCoherentBooks(world));

const february = { period: "2026-02" };
const { read, file } = payrollRegisterReport;

const toKobo = ({ amount, negative }: { amount: bigint; negative: boolean }) =>
  negative ? -amount : amount;

describe("the payroll register", () => {
  test("has the amounts of each posted payslip by component", async () => {
    const { rows } = await payroll.owner.call(read, { query: february });
    expect(rows.map(({ staff_no, run_number }) => [staff_no, run_number])).toEqual([
      ["A-1", regular.number],
      ["A-2", regular.number],
      ["A-3", offCycle.number],
    ]);
    for (const [index, row] of rows.entries()) {
      const run = index === 2 ? offCycle : regular;
      expect(row).toMatchObject({ run_id: run.id, tenant_id: run.tenant_id });
      const payslip = await payslipIn(payroll.owner, run, people[index] ?? { id: 0 });
      expect(row).toMatchObject({
        id: payslip.id,
        gross: payslip.gross,
        deductions: payslip.deductions,
        net: payslip.net,
        employer: payslip.employer,
      });
      const lines = (kind: string) =>
        payslip.lines
          .filter((line) => line.kind === kind)
          .reduce((sum, { amount }) => sum + amount, 0n);
      expect(
        [row.basic, row.housing, row.transport, row.other, row.items]
          .map(toKobo)
          .reduce((sum, amount) => sum + amount, 0n),
      ).toBe(lines("earning") - lines("reduction"));
      expect(
        row.paye +
          row.pension_employee +
          row.nhf +
          row.advance_principal +
          row.advance_interest +
          toKobo(row.other_deductions),
      ).toBe(lines("deduction"));
      expect(row.pension_employer + row.nsitf + row.itf).toBe(lines("employer"));
      const paye = payslip.lines.find(({ code }) => code === "paye");
      expect(row.paye).toBe(paye?.amount ?? 0n);
    }
    expect(rows[0]).toMatchObject({
      basic: { amount: 25_000_000n, negative: false },
      housing: { amount: 7_500_000n },
      transport: { amount: 5_000_000n },
      other: { amount: 12_500_000n },
      items: { amount: 0n },
      gross: { amount: 50_000_000n },
      pension_employee: 3_000_000n,
      other_deductions: { amount: 200_000n, negative: false },
      pension_employer: 3_750_000n,
      nsitf: 500_000n,
    });
  });

  test("has on every page the totals that its runs posted", async () => {
    const { owner } = payroll;
    const whole = await owner.call(read, { query: february });
    const [one, other] = [regular.totals, offCycle.totals];
    expect(whole.totals).toMatchObject({
      gross: { amount: one.gross + other.gross, negative: false },
      net: { amount: one.net + other.net, negative: false },
      paye: one.paye + other.paye,
      pension_employee: one.pension_employee + other.pension_employee,
      deductions: { amount: one.deductions.amount + other.deductions.amount },
      pension_employer: one.pension_employer + other.pension_employer,
      nsitf: one.nsitf + other.nsitf,
      employer: one.employer + other.employer,
    });
    expect(whole.runs.map(({ id, people: paid, net }) => [id, paid, net])).toEqual([
      [regular.id, 2, one.net],
      [offCycle.id, 1, other.net],
    ]);
    const second = await owner.list(read, { query: { ...february, per_page: 2, page: 2 } });
    expect(second.data.rows.map(({ staff_no }) => staff_no)).toEqual(["A-3"]);
    expect(second.data.totals).toEqual(whole.totals);
    expect(second.meta).toMatchObject({ page: 2, per_page: 2, total: 3 });
  });

  test("has subtotals that add up to the total, in the order of the rows, in the file as well", async () => {
    const { owner } = payroll;
    const { totals } = await owner.call(read, { query: february });
    for (const group of ["branch", "department", "grade", "state", "pfa"]) {
      const { rows, subtotals } = await owner.call(read, { query: { ...february, group } });
      const sum = (name: "gross" | "net") =>
        subtotals.reduce((whole, each) => whole + toKobo(each[name]), 0n);
      expect([sum("gross"), sum("net")]).toEqual([totals.gross.amount, totals.net.amount]);
      expect(subtotals.map(({ division }) => division)).toEqual([
        ...new Set(rows.map(({ division }) => division)),
      ]);
    }
    const { rows, subtotals } = await owner.call(read, {
      query: { ...february, group: "department" },
    });
    expect(rows.map(({ staff_no, division }) => [staff_no, division])).toEqual([
      ["A-3", "Finance"],
      ["A-1", "Sales"],
      ["A-2", ""],
    ]);
    expect(subtotals.map(({ division, people: paid }) => [division, paid])).toEqual([
      ["Finance", 1],
      ["Sales", 1],
      ["", 1],
    ]);
    const states = await owner.call(read, { query: { ...february, group: "state" } });
    expect(states.subtotals.map(({ division }) => division)).toEqual(["Lagos", ""]);
    const grades = await owner.call(read, { query: { ...february, group: "grade" } });
    expect(grades.subtotals.map(({ division }) => division)).toEqual(["Senior", ""]);
    const query = { ...february, group: "department", format: "csv" };
    const [, ...lines] = parseCsv((await download(world, owner, file, { query })).bytes);
    expect(lines.map((line) => line[1])).toMatchObject([
      "Finance · 1 payslip",
      /A-3/,
      "Sales · 1 payslip",
      /A-1/,
      "No department · 1 payslip",
      /A-2/,
      "Total",
    ]);
    for (const group of ["department", "state"] as const) {
      const divided = await owner.call(read, { query: { ...february, group } });
      for (const { key, division, people: paid, ...sums } of divided.subtotals) {
        const part = await owner.list(read, { query: { ...february, group, division: key } });
        expect([part.meta.total, part.data.totals]).toEqual([paid, sums]);
        expect(new Set(part.data.rows.map((row) => row.division))).toEqual(new Set([division]));
      }
    }
    const alone = await owner.attempt(read, { query: { ...february, division: "Sales" } });
    expect([alone.status, alone.problem.errors?.[0]?.path]).toEqual([422, "division"]);
    const wrong = await owner.attempt(read, { query: { ...february, group: "sex" } });
    expect([wrong.status, wrong.problem.errors?.[0]?.path]).toEqual([422, "group"]);
  });

  test.each([
    ["2026-01", "was taken back"],
    ["2026-03", "is a draft"],
    ["2020-02", "nobody was paid in"],
  ])("of %s, which %s, is empty", async (period) => {
    const { data, meta } = await payroll.owner.list(read, { query: { period } });
    expect([data.rows, data.runs, meta.total, data.totals.net.amount]).toEqual([[], [], 0, 0n]);
    const csv = await download(world, payroll.owner, file, { query: { period, format: "csv" } });
    expect([csv.status, parseCsv(csv.bytes).length]).toEqual([200, 1]);
  });

  test("can be sorted by every column, within divisions if it has them", async () => {
    await expectSorted(payrollRegisterList, async (sort) => {
      const { rows } = await payroll.owner.call(read, { query: { ...february, sort } });
      return rows.map((row) => ({ ...row, kind: "payslip" as const }));
    });
    const { rows } = await payroll.owner.call(read, {
      query: { ...february, group: "department", sort: "-net" },
    });
    const usual = await payroll.owner.call(read, { query: { ...february, group: "department" } });
    expect(rows.map(({ division }) => division)).toEqual(
      usual.rows.map(({ division }) => division),
    );
  });

  test("of all organizations has the totals of each, with paging, in any order and as a file", async () => {
    const second = await openPayroll(world);
    await addPaid(second, "B-1", { basic: "900000.00" });
    await approvedRun(world, second, "2026-02");
    const staff = await world.signIn("platform");
    const whole = await staff.list(read, { query: february });
    const { organizations, totals } = whole.data;
    expect([whole.data.rows, whole.data.subtotals, whole.data.runs]).toEqual([[], [], []]);
    const expected = [];
    for (const [{ home }, payslips] of [
      [payroll, 3],
      [second, 1],
    ] as const) {
      const query = { ...february, tenant_id: home.tenant_id };
      const { data } = await staff.list(read, { query });
      expect(data.organizations).toEqual([]);
      expected.push({ tenant_id: home.tenant_id, name: "Home", payslips, ...data.totals });
    }
    expect(organizations).toEqual(expect.arrayContaining(expected));
    expect([organizations.length, whole.meta.total]).toEqual([2, 2]);
    expect(totals.net.amount).toBe(expected.reduce((sum, { net }) => sum + toKobo(net), 0n));
    const least = { ...february, sort: "net", per_page: 1 };
    const one = await staff.list(read, { query: least });
    const other = await staff.list(read, { query: { ...least, page: 2 } });
    const byNet = expected.toSorted((a, b) => Number(toKobo(a.net) - toKobo(b.net)));
    expect([...one.data.organizations, ...other.data.organizations]).toEqual(byNet);
    const csv = await download(world, staff, file, {
      query: { ...february, sort: "net", format: "csv" },
    });
    const [head = [], ...lines] = parseCsv(csv.bytes);
    expect(head.slice(0, 2)).toEqual(["Organization", "Basic"]);
    expect(lines.map(([name]) => name)).toEqual([
      ...byNet.map(
        ({ name, payslips }) =>
          `${name} · ${payslips === 1 ? "1 payslip" : `${payslips} payslips`}`,
      ),
      "Total",
    ]);
    for (const of of [{ group: "department" }, { employee_id: people[0]?.id }]) {
      const { problem } = await staff.attempt(read, { query: { ...february, ...of } });
      expect(problem.code).toBe("organization_required");
    }
  });

  test("has the same figures in CSV, Excel and PDF", async () => {
    const of = (format: string) =>
      download(world, payroll.preparer, file, { query: { ...february, format } });
    const [csv, xlsx, pdf] = [await of("csv"), await of("xlsx"), await of("pdf")];
    expect(csv.filename).toMatch(/^payroll-register_.*2026-02\.csv$/);
    const { totals } = await payroll.owner.call(read, { query: february });
    const [head = [], ...lines] = parseCsv(csv.bytes);
    expect(lines.map(([staffNo, name]) => staffNo || name)).toEqual(["A-1", "A-2", "A-3", "Total"]);
    const naira = (amount: bigint) =>
      formatMoney(amount as typeof totals.paye).replaceAll(/[₦,]/g, "");
    const total = (header: string) => lines.at(-1)?.[head.indexOf(header)];
    expect(total("Net")).toBe(naira(totals.net.amount));
    expect(total("PAYE")).toBe(naira(totals.paye));
    expect(total("Other Deductions")).toBe("2000.00");
    expect(total("Employer’s Part")).toBe(naira(totals.employer));
    expect((await readSheet(xlsx.bytes)).size).toBeGreaterThan(lines.length * 10);
    const text = pdfText(pdf.bytes);
    for (const part of ["February 2026", regular.number, formatMoney(totals.net.amount)]) {
      expect(text).toContain(part);
    }
  });
});

describe("refuses", () => {
  test.each([{ period: "2026-13" }, { period: "February" }])(
    "%o and says how to write a month",
    async (query) => {
      for (const endpoint of [read, file]) {
        const { status, problem } = await payroll.owner.attempt(endpoint, {
          query: endpoint === file ? { ...query, format: "csv" } : query,
        });
        expect([status, problem.errors]).toMatchObject([
          422,
          [{ path: "period", message: "Give a month as YYYY-MM." }],
        ]);
      }
    },
  );

  test("callers of another organization, without the permission and without a session", async () => {
    const { home, stranger, hr } = payroll;
    const query = { ...february, tenant_id: home.tenant_id };
    const bookkeeper = await world.signInAs(["BOOKKEEPER"], home.tenant_id);
    const staff = await world.signIn("platform");
    for (const endpoint of [read, file]) {
      const sent = { query: endpoint === file ? { ...query, format: "csv" } : query };
      expect((await stranger.attempt(endpoint, sent)).status).toBe(404);
      expect((await hr.attempt(endpoint, sent)).status).toBe(403);
      expect((await bookkeeper.attempt(endpoint, sent)).status).toBe(403);
      expect((await world.nobody.attempt(endpoint, sent)).status).toBe(401);
    }
    const own = await stranger.call(read, { query: february });
    expect(own.rows).toEqual([]);
    expect((await staff.call(read, { query })).rows.length).toBe(3);
  });

  test("organizations without the module", async () => {
    const { other, stranger } = payroll;
    const staff = await world.signIn("platform");
    await staff.call(saveModule.organization, {
      params: { ...other.path, id: "payroll" },
      body: { enabled: false },
    });
    const reply = await stranger.attempt(read, { query: february });
    expect([reply.status, reply.problem.code]).toEqual([409, "module_off"]);
  });
});
