import { formatMoney } from "@kontor/contract/format";
import { paymentListReport, paymentsList } from "@kontor/contract/pay-reports/payment-list";
import { markPayslipPaid } from "@kontor/contract/payroll/payslips";
import { getRun } from "@kontor/contract/payroll/runs";
import { disburseRun } from "@kontor/contract/payroll/steps";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { payslipOutcomeHandler } from "../../payroll/steps/outcomes.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, parseCsv, pdfText } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  payslipIn,
  runWithout,
  type TestRun,
} from "../../testing/payroll.ts";
import { expectSorted } from "../../testing/sorted.ts";
import { accountEnding, depositFunds, openDelivery } from "../../testing/transfers.ts";

const { read, file } = paymentListReport;
const february = { period: "2026-02" };

const world = await openFileWorld();
const payroll = await openPayroll(world);
let run: TestRun;
let late: TestRun;

/**
 * February: A-1 is paid, A-2's account is refused, A-3 is paid in cash, and A-4 is left out and
 * approved off cycle.
 */
beforeAll(async () => {
  const { home, disburser } = payroll;
  const pay = { basic: "100000.00" };
  await addPaid(payroll, "A-1", pay);
  await addPaid(payroll, "A-2", pay, { account: accountEnding("210") });
  const cash = await addPaid(payroll, "A-3", pay);
  const left = await addPaid(payroll, "A-4", pay);
  const draft = await calculatedRun(world, payroll, "2026-02");
  const path = { tenant_id: draft.tenant_id, company_id: draft.company_id, id: draft.id };
  run = await approvedRun(world, payroll, "2026-02", await runWithout(payroll, draft, left));
  const paid = await payslipIn(disburser, run, cash);
  await disburser.call(markPayslipPaid, {
    params: { ...path, payslip_id: paid.id },
    body: { date: world.clock.today(), note: "Cash at the gate" },
  });
  await depositFunds(await world.signIn("platform"), home, "1000000.00");
  const now = await disburser.call(getRun, { params: path });
  await disburser.call(disburseRun, { params: path, body: { version: now.version } });
  const job = openDelivery(world, { payslip: payslipOutcomeHandler(world) });
  for (let round = 0; round < 6; round++) {
    await job.run();
    world.clock.advance(120_000);
  }
  const off = { cycle: "OFF_CYCLE", title: "Left out of February", employee_ids: [left.id] };
  late = await approvedRun(
    world,
    payroll,
    "2026-02",
    await calculatedRun(world, payroll, "2026-02", off),
  );
}, 60_000);
afterAll(() => expectCoherentBooks(world));

describe("the payment list", () => {
  test("says how each employee is paid, with a masked account, or why not", async () => {
    const { rows, totals, statuses, banks, runs } = await payroll.owner.call(read, {
      query: february,
    });
    expect(
      rows.map(({ staff_no, run_number, status, reason }) => [
        staff_no,
        run_number,
        status,
        reason,
      ]),
    ).toEqual([
      ["A-1", run.number, "COMPLETED", ""],
      ["A-2", run.number, "FAILED", expect.stringMatching(/./)],
      ["A-3", run.number, "PAID_OUTSIDE", "Cash at the gate"],
      ["A-4", run.number, "LEFT_OUT", "Account in dispute"],
      ["A-4", late.number, "UNPAID", ""],
    ]);
    expect(rows[0]).toMatchObject({
      bank: "First Bank of Nigeria",
      account: "••••••4579",
      account_name: "Ada Okafor",
      attempts: 1,
      paid_at: expect.any(Date),
      run_id: run.id,
    });
    expect(rows[3]?.amount).toBe(0n);
    expect(totals).toEqual({ people: 5, amount: run.net + late.net });
    expect(statuses.map(({ status, people }) => [status, people])).toEqual([
      ["FAILED", 1],
      ["UNPAID", 1],
      ["LEFT_OUT", 1],
      ["PAID_OUTSIDE", 1],
      ["COMPLETED", 1],
    ]);
    for (const parts of [statuses, banks]) {
      expect(parts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(totals.amount);
    }
    expect(banks).toEqual([{ code: "011", bank: "First Bank of Nigeria", ...totals }]);
    expect(runs.map(({ id, cycle }) => [id, cycle])).toEqual([
      [run.id, "REGULAR"],
      [late.id, "OFF_CYCLE"],
    ]);
    const whole = JSON.stringify(rows, (_key, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(whole).not.toContain("0000014579");
  });

  test.each([
    [{ show: "exceptions" }, ["A-2", "A-3", "A-4", "A-4"]],
    [{ show: "FAILED" }, ["A-2"]],
    [{ run_id: "late" }, ["A-4"]],
    [{ bank: "058" }, []],
    [{ bank: "none" }, []],
    [{ bank: "011", search: "okafor a-1" }, ["A-1"]],
    [{ per_page: 2, page: 3 }, ["A-4"]],
    [{ period: "2026-03" }, []],
  ])("is filtered by %o", async (filters: object, expected) => {
    const chosen = "run_id" in filters ? { run_id: late.id } : filters;
    const query = { ...february, ...chosen };
    const { data, meta } = await payroll.preparer.list(read, { query });
    expect(data.rows.map(({ staff_no }) => staff_no)).toEqual(expected);
    expect(meta.total).toBe(data.totals.people);
  });

  test("can be sorted by every column", async () => {
    await expectSorted(paymentsList, async (sort) => {
      return (await payroll.owner.call(read, { query: { ...february, sort } })).rows;
    });
  });

  test("exports a file that ends with its totals, also of all organizations", async () => {
    const staff = await world.signIn("platform");
    const csv = await download(world, staff, file, { query: { ...february, format: "csv" } });
    const [head = [], ...lines] = parseCsv(csv.bytes);
    expect(head).toContain("Organization");
    const labels = lines.slice(5).map((line) => line[head.indexOf("Name")]);
    expect(labels).toEqual([
      "Total of 5 people",
      "Failed: 1",
      "Not Sent: 1",
      "Excluded: 1",
      "Paid Outside: 1",
      "Paid: 1",
      "First Bank of Nigeria: 5",
    ]);
    const query = { ...february, show: "exceptions", run_id: run.id, format: "pdf" };
    const pdf = await download(world, payroll.owner, file, { query });
    expect(pdf.filename).toMatch(/^payment-list_.*2026-02.*exceptions\.pdf$/);
    const text = pdfText(pdf.bytes);
    const failed = await payroll.owner.call(read, { query: { ...february, show: "FAILED" } });
    for (const part of [
      "February 2026",
      run.number,
      "Exceptions",
      formatMoney(failed.totals.amount),
    ]) {
      expect(text).toContain(part);
    }
  });
});

test("refuses invalid filters, and callers of other organizations or without the permission", async () => {
  const { home, stranger, hr } = payroll;
  for (const [query, path] of [
    [{ period: "February" }, "period"],
    [{ ...february, show: "all" }, "show"],
    [{ ...february, bank: "First Bank" }, "bank"],
  ] as const) {
    const { status, problem } = await payroll.owner.attempt(read, { query });
    expect([status, problem.errors?.[0]?.path]).toEqual([422, path]);
  }
  const query = { ...february, tenant_id: home.tenant_id };
  for (const endpoint of [read, file]) {
    const sent = { query: endpoint === file ? { ...query, format: "csv" } : query };
    expect((await stranger.attempt(endpoint, sent)).status).toBe(404);
    expect((await hr.attempt(endpoint, sent)).status).toBe(403);
    expect((await world.nobody.attempt(endpoint, sent)).status).toBe(401);
  }
  expect((await stranger.call(read, { query: { ...february, run_id: run.id } })).rows).toEqual([]);
});
