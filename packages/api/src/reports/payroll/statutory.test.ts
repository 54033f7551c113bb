import { kobo } from "@kontor/books/money";
import { saveOpeningFigures } from "@kontor/contract/employees/pay";
import { formatMoney } from "@kontor/contract/format";
import { saveModule } from "@kontor/contract/modules/modules";
import { noDivision, payrollRegisterReport } from "@kontor/contract/pay-reports/payroll-register";
import { statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import {
  scheduleList,
  statutoryScheduleReport,
} from "@kontor/contract/pay-reports/statutory-schedules";
import { recordRemittance } from "@kontor/contract/payroll/remittances";
import { payrollSettings } from "@kontor/contract/payroll/settings";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, parseCsv, pdfText, readSheet } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  testSettings,
  type TestRun,
  bonusRun,
} from "../../testing/payroll.ts";
import { expectSorted } from "../../testing/sorted.ts";

const lagos = "24";
const pin = "PEN100123456789";
const taxId = "1234567890123";

const world = await openFileWorld();
const payroll = await openPayroll(world);
let regular: TestRun;
let bonus: TestRun;

/**
 * The date is 10 March 2026. Payroll of February covers two people in Lagos, the first with an
 * off-cycle bonus, and one without a state. A part of the tax for Lagos has been remitted.
 */
beforeAll(async () => {
  const { home, hr, disburser } = payroll;
  const staff = await world.signIn("platform");
  await staff.call(payrollSettings.save.organization, {
    params: home.path,
    body: { ...testSettings, itf_active: true, nhf_active: true },
  });
  const inLagos = { state_id: Number(lagos), pfa: "leadway" };
  const ada = await addPaid(
    payroll,
    "A-1",
    { basic: "250000.00", housing: "75000.00", transport: "50000.00" },
    {
      ...inLagos,
      gender: "FEMALE",
      middle_name: "Ngozi",
      rsa_pin: pin,
      tax_id: taxId,
      nhf_number: "NHF-1",
      nhf_consent: true,
    },
  );
  await addPaid(payroll, "A-2", { basic: "70000.00" }, inLagos);
  await addPaid(payroll, "A-3", { basic: "300000.00" });
  await hr.call(saveOpeningFigures, {
    params: { ...ada, year: 2026 },
    body: {
      through_month: "2026-01",
      gross: "375000.00",
      benefits: null,
      pension: "30000.00",
      nhf: "6250.00",
      tax: "40000.00",
    },
  });
  const draft = await calculatedRun(world, payroll, "2026-02");
  regular = await approvedRun(world, payroll, "2026-02", draft);
  const bonusDraft = await bonusRun(world, payroll, ada, {
    period: "2026-02",
    amount: "100000.00",
  });
  bonus = await approvedRun(world, payroll, "2026-02", bonusDraft);
  await disburser.call(recordRemittance, {
    body: {
      scheme: "PAYE",
      authority: lagos,
      period: "2026-02",
      amount: "10000.00",
      paid_on: "2026-03-09",
    },
  });
}, 60_000);
afterAll(() => expectCoherentBooks(world));

const month = { period: "2026-02" };
const total = (of: "paye" | "nsitf" | "nhf" | "itf") => regular.totals[of] + bonus.totals[of];
const schedule = (kind: string, more: object = {}) =>
  payroll.owner.call(statutoryScheduleReport.read, { query: { kind, ...month, ...more } });

describe("the amounts due", () => {
  test("are listed by scheme and authority, with the due date and the amount remitted", async () => {
    const { rows, totals } = await payroll.owner.call(statutoryDuesReport.read, { query: month });
    expect(
      rows.map(({ scheme, authority_name, period, people, due_on, status }) => [
        scheme,
        authority_name,
        period,
        people,
        due_on,
        status,
      ]),
    ).toEqual([
      ["PAYE", "State not recorded", "2026-02", 1, "2026-03-10", "OPEN"],
      ["PAYE", "Lagos", "2026-02", 2, "2026-03-10", "PARTLY"],
      ["PENSION", "Administrator not recorded", "2026-02", 1, "2026-03-06", "OVERDUE"],
      ["PENSION", "Leadway Pensure PFA", "2026-02", 2, "2026-03-06", "OVERDUE"],
      ["NHF", "Federal Mortgage Bank", "2026-02", 1, "2026-03-25", "OPEN"],
      ["NSITF", "Social Insurance Trust Fund", "2026-02", 3, "2026-02-28", "OVERDUE"],
      ["ITF", "Industrial Training Fund", "2026", 3, "2027-04-01", "OPEN"],
    ]);
    const due = (scheme: string) =>
      rows.filter((row) => row.scheme === scheme).reduce((sum, row) => sum + row.due, 0n);
    expect([due("PAYE"), due("NSITF"), due("NHF"), due("ITF")]).toEqual([
      total("paye"),
      total("nsitf"),
      total("nhf"),
      total("itf"),
    ]);
    expect(totals.remitted).toBe(1_000_000n);
    expect(totals.left).toEqual({ amount: totals.due - 1_000_000n, negative: false });
    for (const [figure, count] of [
      ["due", 7],
      ["remitted", 1],
      ["left", 7],
    ] as const) {
      const of = await payroll.owner.call(statutoryDuesReport.read, {
        query: { ...month, figure },
      });
      expect(of.rows.length).toBe(count);
      expect(of.totals[figure]).toEqual(totals[figure]);
    }
  });

  test("are listed for all months up to one of them, and for all organizations", async () => {
    const later = { period: "2026-03", open: true };
    const { rows } = await payroll.owner.call(statutoryDuesReport.read, { query: later });
    expect(rows.length).toBe(7);
    const none = await payroll.owner.call(statutoryDuesReport.read, {
      query: { period: "2026-03" },
    });
    expect(none.rows.map(({ scheme }) => scheme)).toEqual(["ITF"]);
    const staff = await world.signIn("platform");
    const all = await staff.call(statutoryDuesReport.read, { query: month });
    expect(all.rows.map(({ organization }) => organization)).toEqual(Array(7).fill("Home"));
    const own = await payroll.stranger.call(statutoryDuesReport.read, { query: month });
    expect([own.rows, own.totals.due]).toEqual([[], 0n]);
  });
});

describe("a schedule", () => {
  test("of PAYE lists each person of a state once, with both runs and the remitted part", async () => {
    const found = await schedule("PAYE", { authority: lagos });
    expect(
      found.rows.map(({ place, staff_no, other_names }) => [place, staff_no, other_names]),
    ).toEqual([
      [1, "A-1", "Ada Ngozi"],
      [2, "A-2", "Ada"],
    ]);
    const [first, second] = found.rows;
    expect(first?.gross.amount).toBe(47_500_000n);
    // No screen shows the full number. Employees who pay no tax are listed too.
    expect(first?.number).toMatch(/0123$/);
    expect(first?.number).not.toBe(taxId);
    expect([second?.amount, second?.remitted]).toEqual([0n, 0n]);
    expect((first?.remitted ?? 0n) + (second?.remitted ?? 0n)).toBe(1_000_000n);
    expect(found.totals.amount).toBe(found.dues[0]?.due);
    expect(found.remittances.map(({ amount }) => amount)).toEqual([1_000_000n]);
    const unknown = await schedule("PAYE", { authority: "none" });
    expect(unknown.rows.map(({ staff_no }) => staff_no)).toEqual(["A-3"]);
    const every = await schedule("PAYE");
    expect([every.totals.amount, every.rows.length, every.remittances]).toEqual([
      total("paye"),
      3,
      [],
    ]);
  });

  test("of pensions has both contributions by administrator", async () => {
    const { rows, totals } = await schedule("PENSION", { authority: "leadway" });
    const ada = rows.find(({ staff_no }) => staff_no === "A-1");
    // 8% and 10% of ₦375,000.00.
    expect(ada).toMatchObject({ employee: 3_000_000n, employer: 3_750_000n, amount: 6_750_000n });
    expect(ada?.number).toMatch(/6789$/);
    expect(totals.amount).toBe(totals.employee + totals.employer);
    const gapsOf = async (kind: string, more: object = {}) =>
      (await schedule(kind, more)).gaps.map(({ gap, employees }) => [
        gap,
        ...employees.map(({ name }) => name),
      ]);
    const [two, three] = ["Okafor A-2, Ada", "Okafor A-3, Ada"];
    const withoutPin = ["rsa_pin", two, three];
    expect(await gapsOf("PENSION")).toEqual([withoutPin, ["pfa", three]]);
    expect(await gapsOf("PAYE", { authority: lagos })).toEqual([["tax_id", two]]);
    expect(await gapsOf("NHF")).toEqual([]);
    expect(await gapsOf("H1", { period: "2026" })).toEqual([["tax_id", two, three]]);
  });

  test("of NHF, NSITF and ITF has the columns of the authorities' forms", async () => {
    const nhf = await schedule("NHF");
    expect(nhf.rows).toMatchObject([{ number: "NHF-1", amount: total("nhf") }]);
    const nsitf = await schedule("NSITF");
    expect(nsitf.rows[0]).toMatchObject({
      gender: "FEMALE",
      basic: { amount: 25_000_000n },
      housing: { amount: 7_500_000n },
      transport: { amount: 5_000_000n },
    });
    expect([nsitf.totals.amount, nsitf.totals.remitted]).toEqual([total("nsitf"), 0n]);
    const itf = await schedule("ITF", { period: "2026" });
    expect(itf.totals.amount).toBe(total("itf"));
    expect(itf.turnover).toEqual({ amount: 0n, negative: false });
    // Turnover comes from the books, which a payroll preparer may not read.
    const preparer = await payroll.preparer.call(statutoryScheduleReport.read, {
      query: { kind: "ITF", period: "2026" },
    });
    expect(preparer.turnover).toBeNull();
  });

  test("of the year adds the opening figures and deducts reliefs", async () => {
    const { rows, due_on } = await schedule("H1", { period: "2026" });
    expect(due_on).toBe("2027-01-31");
    const ada = rows.find(({ staff_no }) => staff_no === "A-1");
    expect(ada?.gross.amount).toBe(37_500_000n + 47_500_000n);
    // Pension and NHF of January from the opening figures, of February from the payslips.
    expect(ada?.reliefs).toBe(3_625_000n + 3_000_000n + 625_000n);
    expect(ada?.chargeable.amount).toBe((ada?.gross.amount ?? 0n) - (ada?.reliefs ?? 0n));
    const paid = await schedule("PAYE", { authority: lagos });
    expect(ada?.amount).toBe(4_000_000n + (paid.rows[0]?.amount ?? 0n));
  });

  test("adds up the register's payslips of its scheme, for all authorities and for one", async () => {
    const register = (of: object) =>
      payroll.owner.call(payrollRegisterReport.read, { query: { ...month, ...of } });
    const nsitf = await schedule("NSITF");
    const insured = await register({ scheme: "NSITF" });
    for (const name of ["basic", "housing", "transport", "gross"] as const) {
      expect(nsitf.totals[name]).toEqual(insured.totals[name]);
    }
    expect(nsitf.totals.amount).toBe(insured.totals.nsitf);
    const nhf = await schedule("NHF");
    const housed = await register({ scheme: "NHF" });
    expect(nhf.totals.gross).toEqual(housed.totals.gross);
    // Only one of three people is in the fund, so the whole register would add up to more.
    expect(housed.rows.map(({ staff_no }) => staff_no)).toEqual(["A-1"]);
    expect(nhf.totals.amount).toBe(housed.totals.nhf);
    const year = { from: "2026-01", period: "2026-12" };
    const itf = await schedule("ITF", { period: "2026" });
    const trained = await register({ ...year, scheme: "ITF" });
    expect([itf.totals.gross, itf.totals.amount]).toEqual([
      trained.totals.gross,
      trained.totals.itf,
    ]);
    for (const [kind, group, keys] of [
      ["PAYE", "state", [lagos, "none"]],
      ["PENSION", "pfa", ["leadway", "none"]],
    ] as const) {
      for (const authority of keys) {
        const { totals, rows } = await schedule(kind, { authority });
        const division = authority === "none" ? noDivision : authority;
        const paid = await register({ group, division, scheme: kind });
        expect(paid.totals.gross).toEqual(totals.gross);
        expect(totals.amount).toBe(
          kind === "PAYE"
            ? paid.totals.paye
            : paid.totals.pension_employee + paid.totals.pension_employer,
        );
        // A person paid twice has one row with two payslips.
        expect(rows.reduce((sum, { payslips }) => sum + payslips, 0)).toBe(paid.rows.length);
      }
    }
  });

  test("equals the amounts of its scheme among those due to all authorities", async () => {
    const { totals } = await schedule("PAYE");
    const dues = await payroll.owner.call(statutoryDuesReport.read, {
      query: { ...month, scheme: "PAYE" },
    });
    expect(dues.rows.map(({ scheme }) => scheme)).toEqual(["PAYE", "PAYE"]);
    expect([dues.totals.due, dues.totals.remitted]).toEqual([totals.amount, totals.remitted]);
  });

  test("can be sorted by every column except personal numbers", async () => {
    for (const kind of ["PAYE", "PENSION", "NSITF"] as const) {
      await expectSorted(
        scheduleList(kind, true),
        async (sort) => (await schedule(kind, { sort })).rows,
        // Rows without an authority show words instead.
        ["authority"],
      );
    }
  });

  test("exports full personal numbers, the total and the due date", async () => {
    const of = (format: string) =>
      download(world, payroll.preparer, statutoryScheduleReport.file, {
        query: { kind: "PAYE", ...month, authority: lagos, format },
      });
    const [csv, xlsx, pdf] = [await of("csv"), await of("xlsx"), await of("pdf")];
    expect(csv.filename).toMatch(/^paye-schedule_.*2026-02.*\.csv$/);
    const [head = [], ...lines] = parseCsv(csv.bytes);
    expect(head).toEqual([
      "S/N",
      "Staff ID",
      "Surname",
      "Other Names",
      "Tax ID",
      "Gross",
      "Tax Deductible",
      "Tax Remitted",
    ]);
    expect(lines[0]?.slice(0, 5)).toEqual(["1", "A-1", "Okafor A-1", "Ada Ngozi", taxId]);
    const { totals } = await schedule("PAYE", { authority: lagos });
    expect(lines.at(-1)?.[6]).toBe(formatMoney(kobo(totals.amount)).replaceAll(/[₦,]/g, ""));
    expect((await readSheet(xlsx.bytes)).size).toBeGreaterThan(20);
    const text = pdfText(pdf.bytes);
    for (const part of ["February 2026", "Lagos", "10 Mar 2026", "Partly Remitted"]) {
      expect(text).toContain(part);
    }
    const dues = await download(world, payroll.owner, statutoryDuesReport.file, {
      query: { ...month, format: "csv" },
    });
    expect(parseCsv(dues.bytes).length).toBe(9);
    // The last month of the calendar.
    const last = await download(world, payroll.owner, statutoryDuesReport.file, {
      query: { period: "9999-12", format: "csv" },
    });
    expect(last.status).toBe(200);
  });
});

describe("refuses", () => {
  test.each([
    [{ kind: "VAT", period: "2026-02" }, "kind"],
    [{ kind: "PAYE", period: "2026" }, "period"],
    [{ kind: "H1", period: "2026-02" }, "period"],
    [{ kind: "PAYE", period: "February" }, "period"],
    [{ kind: "PAYE" }, "period"],
    [{ kind: "H1", period: "1000" }, "period"],
  ])("%o, with an error at %s", async (query, path) => {
    const { status, problem } = await payroll.owner.attempt(statutoryScheduleReport.read, {
      query,
    });
    expect([status, problem.errors?.[0]?.path]).toEqual([422, path]);
  });

  test("callers without access, and organizations without the module", async () => {
    const { home, other, stranger, hr } = payroll;
    const query = { ...month, kind: "PAYE", tenant_id: home.tenant_id };
    for (const [endpoint, sent] of [
      [statutoryDuesReport.read, { ...month, tenant_id: home.tenant_id }],
      [statutoryScheduleReport.read, query],
      [statutoryScheduleReport.file, { ...query, format: "csv" }],
    ] as const) {
      expect((await stranger.attempt(endpoint, { query: sent })).status).toBe(404);
      expect((await hr.attempt(endpoint, { query: sent })).status).toBe(403);
      expect((await world.nobody.attempt(endpoint, { query: sent })).status).toBe(401);
    }
    const staff = await world.signIn("platform");
    const unnamed = await staff.attempt(statutoryScheduleReport.read, {
      query: { ...month, kind: "PAYE" },
    });
    expect(unnamed.problem.code).toBe("organization_required");
    await staff.call(saveModule.organization, {
      params: { ...other.path, id: "payroll" },
      body: { enabled: false },
    });
    const off = await stranger.attempt(statutoryDuesReport.read, { query: month });
    expect(off.problem.code).toBe("module_off");
  });
});
