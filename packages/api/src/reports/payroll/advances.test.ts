import { addDays } from "@kontor/books/calendar-date";
import type { Endpoint } from "@kontor/contract/endpoint";
import { advanceForecastReport, forecastList } from "@kontor/contract/pay-reports/advance-forecast";
import {
  advancesAgeingReport,
  advancesOutstandingReport,
  ageingBuckets,
  ageingList,
  outstandingList,
} from "@kontor/contract/pay-reports/advances-outstanding";
import { repayAdvance } from "@kontor/contract/salary-advances/repayments";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  balancesOf,
  nairaOf,
  openAdvances,
  paidAdvance,
  pathOfAdvance,
  type TestAdvance,
} from "../../testing/advances.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, parseCsv, pdfText } from "../../testing/files.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import { expectSorted } from "../../testing/sorted.ts";

const world = await openFileWorld();
const staff = await openAdvances(world);
let viewer: Caller;
/**
 * The day on which both advances were paid, and the due date of the second one's first instalment.
 */
let paidOn: string;
let firstDue: string;
let one: TestAdvance;
let three: TestAdvance;

/**
 * Two advances paid on the same day, one repayable at once and one in three instalments. A part of
 * the second was repaid a month later.
 */
beforeAll(async () => {
  await staff.fund("1000000.00");
  paidOn = world.clock.today();
  one = await paidAdvance(staff, "60000.00");
  three = await paidAdvance(staff, "90000.00", 3);
  const [part] = (await staff.card(three)).instalments;
  if (part === undefined) throw new Error("the plan is empty");
  firstDue = part.due;
  await staff.travel(new Date(`${addDays(firstDue, 10)}T09:00:00Z`));
  await staff.hr.call(repayAdvance, {
    params: pathOfAdvance(staff, three),
    body: {
      amount: nairaOf(part.amount + 100_000n),
      date: world.clock.today(),
      note: "Paid at the desk",
    },
  });
  viewer = await world.signInAs(["VIEWER"], staff.home.tenant_id);
}, 60_000);
afterAll(() => expectCoherentBooks(world));

const netOf = ({ amount, negative }: { amount: bigint; negative: boolean }) =>
  negative ? -amount : amount;

describe("outstanding advances", () => {
  test("by employee equal the cards, and their principal equals the receivable", async () => {
    const query = { as_of: world.clock.today() };
    const { rows, totals, receivable } = await viewer.call(advancesOutstandingReport.read, {
      query,
    });
    const cards = [await staff.card(one), await staff.card(three)];
    expect(rows.map(({ outstanding }) => netOf(outstanding))).toEqual(
      cards.map(({ owed }) => owed.total),
    );
    expect(netOf(totals.principal)).toBe(cards.reduce((sum, { owed }) => sum + owed.principal, 0n));
    expect(netOf(totals.interest)).toBe(cards.reduce((sum, { owed }) => sum + owed.interest, 0n));
    const [ledger] = await balancesOf(staff, "salary_advances_receivable");
    expect([netOf(receivable.principal), netOf(receivable.ledger)]).toEqual([ledger, ledger]);
    expect(netOf(receivable.difference)).toBe(0n);
    const [, second] = cards;
    expect(rows[1]).toMatchObject({
      advances: 1,
      advance: null,
      paid_on: paidOn,
      next_due: second?.instalments[1]?.due,
      overdue: 0n,
    });
    expect(rows[0]).toMatchObject({ overdue: cards[0]?.owed.total, next_due: cards[0]?.due_date });
  });

  test("were higher on the day before a repayment, and zero before the payment", async () => {
    const on = async (as_of: string) => {
      const { totals, receivable } = await viewer.call(advancesOutstandingReport.read, {
        query: { as_of },
      });
      return [netOf(totals.principal), netOf(receivable.ledger), totals.repaid];
    };
    expect(await on(addDays(world.clock.today(), -1))).toEqual([15_000_000n, 15_000_000n, 0n]);
    expect(await on(addDays(paidOn, -1))).toEqual([0n, 0n, 0n]);
  });

  test("add up to the same by advance and by organization, and are found by number", async () => {
    const as_of = world.clock.today();
    const read = (query: object) =>
      viewer.list(advancesOutstandingReport.read, { query: { as_of, ...query } });
    const whole = await read({});
    const advances = await read({ by: "advance", employee_id: three.employee_id });
    expect(advances.data.rows.map(({ advance }) => advance?.id)).toEqual([three.id]);
    const found = await read({ by: "advance", search: three.number });
    expect(found.data.rows).toEqual(advances.data.rows);
    const { bytes } = await download(world, viewer, advancesOutstandingReport.file, {
      query: { as_of, by: "advance", employee_id: three.employee_id, format: "pdf" },
    });
    expect(pdfText(bytes)).toContain(advances.data.rows[0]?.name);
    const platform = await world.signIn("platform");
    const { rows } = await platform.call(advancesOutstandingReport.read, {
      query: { as_of, tenant_id: 0, by: "organization" },
    });
    expect(rows).toMatchObject([
      { tenant_id: staff.home.tenant_id, employee_id: null, advances: 2, ...whole.data.totals },
    ]);
    const second = await read({ per_page: 1, page: 2 });
    expect([second.data.rows.length, second.meta.total]).toEqual([1, 2]);
    expect(second.data.totals).toEqual(whole.data.totals);
  });
});

describe("the ageing of advances", () => {
  test("is by days past due or since payment, and adds up to the outstanding amount", async () => {
    const as_of = world.clock.today();
    const { totals: owed } = await viewer.call(advancesOutstandingReport.read, {
      query: { as_of },
    });
    const read = async (query: object) =>
      (await viewer.call(advancesAgeingReport.read, { query: { as_of, ...query } })).totals;
    const due = await read({});
    expect(due.outstanding).toBe(netOf(owed.outstanding));
    expect(due.buckets[0] + due.buckets[1]).toBe(due.outstanding);
    expect(due.buckets[1]).toBe(owed.overdue);
    const later = await read({ as_of: addDays(firstDue, 91) });
    expect(later.buckets[0] + later.buckets[4]).toBeGreaterThan(0n);
    expect(later.buckets[4]).toBe(owed.overdue);
    const paid = await read({ basis: "payment", as_of: addDays(paidOn, 30) });
    expect(paid.buckets[0]).toBe(paid.outstanding);
    // The amount of a bucket equals the sum of its advances, to the kobo.
    for (const [place, bucket] of ageingBuckets.entries()) {
      const by = { as_of, by: "advance", bucket };
      const opened = await viewer.call(advancesAgeingReport.read, { query: by });
      expect(opened.totals.outstanding).toBe(due.buckets[place]);
      expect(opened.totals.buckets[place]).toBe(due.buckets[place]);
      expect(opened.rows.every(({ advance }) => advance !== null)).toBe(true);
    }
    const narrowed = { as_of, by: "advance", bucket: "second", employee_id: one.employee_id };
    const { rows } = await viewer.call(advancesAgeingReport.read, { query: narrowed });
    expect(rows.map(({ advance }) => advance?.number)).toEqual([one.number]);
    const older = await read({ basis: "payment", as_of: addDays(paidOn, 61), by: "organization" });
    expect(older.buckets[2]).toBe(older.outstanding);
  });
});

describe("the forecast", () => {
  test("equals the plans for the coming months, by instalment", async () => {
    const read = (query: object) => viewer.call(advanceForecastReport.read, { query });
    const { rows, totals, months } = await read({});
    const { totals: owed } = await viewer.call(advancesOutstandingReport.read, {
      query: { as_of: world.clock.today() },
    });
    expect(totals.total).toBe(netOf(owed.outstanding));
    const card = await staff.card(three);
    const [, second, third] = card.instalments;
    expect(rows.map(({ period, people }) => [period, people])).toEqual([
      ["overdue", 1],
      [second?.due.slice(0, 7), 1],
      [third?.due.slice(0, 7), 1],
    ]);
    expect(rows.map(({ total }) => total)).toEqual([
      owed.overdue,
      (second?.amount ?? 0n) - 100_000n,
      third?.amount,
    ]);
    expect(months.map(({ total }) => total)).toEqual(rows.map(({ total }) => total));
    const period = second?.due.slice(0, 7);
    const parts = await read({ by: "instalment", period });
    expect(parts.rows).toMatchObject([
      {
        employee_id: three.employee_id,
        instalment: { advance_id: three.id, number: three.number, position: 2, due: second?.due },
      },
    ]);
    const platform = await world.signIn("platform");
    const by = { by: "organization", tenant_id: 0 };
    const all = await platform.call(advanceForecastReport.read, { query: by });
    expect(all.rows).toMatchObject([
      { tenant_id: staff.home.tenant_id, instalments: 3, ...totals },
    ]);
  });
});

test("each report can be sorted by every column", async () => {
  const as_of = world.clock.today();
  const sorted = async (
    list: Parameters<typeof expectSorted<never>>[0],
    report: { read: Endpoint },
    query: object,
    apart?: readonly string[],
  ) =>
    expectSorted(
      list,
      async (sort) => {
        const { rows } = (await viewer.call(report.read, { query: { ...query, sort } })) as {
          rows: readonly never[];
        };
        return rows;
      },
      apart,
    );
  await sorted(outstandingList("advance"), advancesOutstandingReport, { as_of, by: "advance" });
  const aged = { as_of, by: "advance", basis: "payment" };
  await sorted(ageingList("payment", "advance"), advancesAgeingReport, aged);
  await sorted(forecastList("instalment"), advanceForecastReport, { by: "instalment" });
  // `expectSorted` leaves out the period because rows show months by name.
  await sorted(forecastList("month"), advanceForecastReport, {}, ["period"]);
});

test("each report exports all rows and its date", async () => {
  const as_of = world.clock.today();
  const rowsOf = async (endpoint: Parameters<typeof download>[2], query: object) => {
    const csv = await download(world, viewer, endpoint, { query: { ...query, format: "csv" } });
    return parseCsv(csv.bytes);
  };
  const owed = await rowsOf(advancesOutstandingReport.file, { as_of, by: "advance" });
  expect(owed.map((line) => line[0])).toEqual(["Advance", one.number, three.number, ""]);
  expect((await rowsOf(advancesAgeingReport.file, { as_of }))[0]).toContain("Over 90 Days");
  const forecast = await rowsOf(advanceForecastReport.file, { by: "month" });
  expect(forecast.map((line) => line[0])).toMatchObject(["Month", "Overdue", /20/, /20/, "Total"]);
  const pdf = await download(world, viewer, advancesOutstandingReport.file, {
    query: { as_of, format: "pdf" },
  });
  expect(pdfText(pdf.bytes)).toContain("As Of");
});

test("no amounts are outstanding on the first days of the calendar", async () => {
  for (const query of [
    { as_of: "1900-01-01" },
    { as_of: "1900-03-01", basis: "payment" },
  ] as const) {
    expect((await viewer.call(advancesAgeingReport.read, { query })).rows).toEqual([]);
  }
});

test("refuses invalid days, and callers without the permission, of another organization or without a session", async () => {
  const { home, stranger } = staff;
  const bookkeeper = await world.signInAs(["BOOKKEEPER"], home.tenant_id);
  const as_of = world.clock.today();
  for (const [report, needed] of [
    [advancesOutstandingReport, { as_of }],
    [advancesAgeingReport, { as_of }],
    [advanceForecastReport, {}],
  ] as const) {
    for (const endpoint of [report.read, report.file]) {
      const format = endpoint === report.file ? { format: "csv" } : {};
      const query = { ...needed, ...format, tenant_id: home.tenant_id };
      expect((await stranger.attempt(endpoint, { query })).status).toBe(404);
      expect((await bookkeeper.attempt(endpoint, { query })).status).toBe(403);
      expect((await world.nobody.attempt(endpoint, { query })).status).toBe(401);
    }
    expect((await viewer.attempt(report.read, { query: { ...needed, by: "state" } })).status).toBe(
      422,
    );
  }
  const wrong = await viewer.attempt(advancesAgeingReport.read, { query: { as_of: "2026-02-30" } });
  expect([wrong.status, wrong.problem.errors?.[0]?.path]).toEqual([422, "as_of"]);
  const period = await viewer.attempt(advanceForecastReport.read, { query: { period: "May" } });
  expect(period.problem.errors?.[0]?.message).toBe("Give a month as YYYY-MM.");
});
