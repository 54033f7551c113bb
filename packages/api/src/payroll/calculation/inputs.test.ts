import type { Month } from "@kontor/payroll/month";
import { NO_CREDIT } from "@kontor/payroll/pay/contribution";
import { sql, type RawBuilder } from "kysely";
import { describe, expect, test } from "vitest";

import { exactlyOne } from "../../platform/database/rows.ts";
import { setTenant, type Tx } from "../../platform/scope.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { addPaid, calculatedRun, openPayroll } from "../../testing/payroll.ts";
import { inputsOf, type EmployeeInput } from "./inputs.ts";
import type { RunScope } from "./run-scope.ts";

const world = await openFileWorld();
const payroll = await openPayroll(world);
const { tenant_id } = payroll.home;
const ada = await addPaid(payroll, "A-1", { basic: "100000.00" });
const run = await calculatedRun(world, payroll, "2026-02");
const scope: RunScope = { ...run, employee_ids: null };
const offCycle = { id: 0, cycle: "OFF_CYCLE", employee_ids: [ada.id] } as const;

const one = sql`tenant_id = ${tenant_id} and employee_id = ${ada.id}`;
const now = sql`now()`;

const rate = (from: string, superseded: RawBuilder<unknown>) => sql`
  insert into pay_rates (tenant_id, employee_id, from_date, basic, housing, transport, other, recorded_at, superseded_at)
  values (${tenant_id}, ${ada.id}, ${from}, 900000, 0, 0, 0, ${now}, ${superseded})`;
const item = (month: string, removed: RawBuilder<unknown>) => sql`
  insert into pay_items (tenant_id, employee_id, name, kind, amount, taxable, pensionable, from_month, to_month,
    recorded_at, removed_at)
  values (${tenant_id}, ${ada.id}, 'Overtime', 'EARNING', 500000, true, false, ${month}, ${month}, ${now}, ${removed})`;
const benefit = (from: string, to: string | null, removed: RawBuilder<unknown>) => sql`
  insert into benefits_in_kind (tenant_id, employee_id, name, kind, value, from_date, to_date, recorded_at, removed_at)
  values (${tenant_id}, ${ada.id}, 'Car', 'ASSET', 500000, ${from}, ${to}, ${now}, ${removed})`;
const relief = (year: number, status: string, decided: RawBuilder<unknown>) => sql`
  insert into reliefs (tenant_id, employee_id, year, rent, life_premium, owner_occupier_interest, nhis, status,
    claimed_at, decided_at)
  values (${tenant_id}, ${ada.id}, ${year}, 100, 0, 0, 0, ${status}, ${now}, ${decided})`;
const opening = (year: number, through: string) => sql`
  insert into opening_figures (tenant_id, employee_id, year, through_month, gross, pension, nhf, tax, recorded_at)
  values (${tenant_id}, ${ada.id}, ${year}, ${through}, 100, 0, 0, 0, ${now})`;
const none = sql`null::timestamptz`;

/** Records of the same person that a run of February 2026 does not read. */
const unread: [string, RawBuilder<unknown>][] = [
  ["a rate of pay that was replaced or withdrawn", rate("2026-02-01", now)],
  ["the rate of pay of a later month", rate("2026-03-01", none)],
  ["an item of another month", item("2026-03-01", none)],
  ["an item that was removed", item("2026-02-01", now)],
  ["a benefit of the tax year before", benefit("2025-01-01", "2025-12-31", none)],
  ["a benefit of the tax year after", benefit("2027-01-01", null, none)],
  ["a benefit that was removed", benefit("2026-01-01", null, now)],
  ["a relief that waits for a second person", relief(2026, "WAITING", none)],
  ["a relief that was rejected", relief(2026, "REJECTED", now)],
  ["a relief of another tax year", relief(2025, "APPROVED", now)],
  ["opening figures of another tax year", opening(2025, "2025-12-01")],
];

/**
 * The inputs of the person after some changes, which are rolled back; none if the run does not include the
 * person.
 */
async function inputsAfter(changed: readonly RawBuilder<unknown>[], of: Partial<RunScope> = {}) {
  const undone = new Error("undone");
  let found: EmployeeInput[] = [];
  const work = world.database.transaction(async (tx: Tx) => {
    await setTenant(tx, tenant_id);
    for (const change of changed) await change.execute(tx);
    found = await inputsOf(tx, { ...scope, ...of }, [ada.id]);
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
  return found;
}
const inputAfter = async (...asked: Parameters<typeof inputsAfter>) =>
  exactlyOne(await inputsAfter(...asked));

const employee = (set: RawBuilder<unknown>) =>
  sql`update employees set ${set} where tenant_id = ${tenant_id} and id = ${ada.id}`;
const starts = (day: string) => employee(sql`start_date = ${day}`);
const leaves = (day: string) => employee(sql`exit_date = ${day}, exit_reason = 'RESIGNED'`);
const worked = (exit: string) => sql`
  insert into past_employments (tenant_id, employee_id, start_date, exit_date, exit_reason)
  values (${tenant_id}, ${ada.id}, '2025-01-01', ${exit}, 'RESIGNED')`;

describe("the inputs", () => {
  test.each(unread)("leave out %s", async (_what, change) => {
    expect(await inputAfter([change])).toEqual(await inputAfter([]));
  });

  test("have the benefits of any day of the tax year", async () => {
    const [before, after] = [
      benefit("2025-03-01", "2026-01-01", none),
      benefit("2026-12-31", null, none),
    ];
    const { benefits } = await inputAfter([before, after]);
    expect(benefits.map(({ from, to }) => [from, to])).toEqual([
      ["2025-03-01", "2026-01-01"],
      ["2026-12-31", null],
    ]);
  });

  test.each<[string, RawBuilder<unknown>[], number]>([
    ["who leaves on the first day of the month", [leaves("2026-02-01")], 1],
    ["who left on the day before, not", [leaves("2026-01-31")], 0],
    ["who starts on the last day", [starts("2026-02-28")], 1],
    ["who starts on the day after, not", [starts("2026-03-01")], 0],
    ["who left and comes back later", [starts("2026-03-01"), worked("2026-02-01")], 1],
    ["who left before and comes back later, not", [starts("2026-03-01"), worked("2026-01-31")], 0],
  ])("are those of somebody %s", async (_who, changed, people) => {
    expect(await inputsAfter(changed)).toHaveLength(people);
  });

  test.each<[string, string, string, number]>([
    ["of a year ago", "2025-02-01", "2025-02-10", 1],
    ["of more than a year ago, not", "2025-01-01", "2025-01-10", 0],
    ["of the month before the last one of work, not", "2026-01-01", "2026-02-01", 0],
    ["of the month before, which was the last", "2026-01-01", "2026-01-31", 1],
  ])("off cycle are an open settlement %s", async (_which, month, exit, count) => {
    const settlement = sql`update pay_items set settlement = true where ${one}`;
    const left = [starts("2020-01-01"), leaves(exit)];
    const changed = [...left, item(month, none), settlement];
    const { items } = await inputAfter(changed, offCycle);
    expect(items).toHaveLength(count);
  });

  test("change with the months that opening figures include where there are benefits", async () => {
    const april = { id: 0, period: "2026-04" } as const;
    const through = (month: string) =>
      inputAfter([benefit("2026-01-01", null, none), opening(2026, month)], april);
    const [january, february] = [await through("2026-01-01"), await through("2026-02-01")];
    expect(january.marks).toEqual({
      ...february.marks,
      benefits: expect.not.stringMatching(february.marks.benefits ?? ""),
    });
  });
});

const ofRun = sql`tenant_id = ${tenant_id} and run_id = ${run.id}`;
/** Approves the run as that of another month. */
const approved = (month: string) => sql`
  update payroll_runs set period = ${month}, status = 'PENDING_DISBURSEMENT', submitted_at = ${now}, approved_at = ${now}
  where tenant_id = ${tenant_id} and id = ${run.id}`;

describe("what earlier runs paid", () => {
  test("counts benefits that were taxed in the same tax year", async () => {
    const taxedIn = async (year: number) => {
      const taxed = sql`update payslips set benefits = 100, year = ${year} where ${ofRun} and ${one}`;
      const changed = [approved(`${year}-01-01`), taxed];
      return (await inputAfter(changed, { id: 0 })).yearToDate.benefits;
    };
    expect([await taxedIn(2026), await taxedIn(2025)]).toEqual([100n, 0n]);
  });

  test("has no credit of a payslip that pays nothing", async () => {
    const credit = sql`update payslips set base_credits = '{"pension": 100}' where ${ofRun} and ${one}`;
    const left = sql`update payslips set excluded = true where ${ofRun} and ${one}`;
    const creditOf = async (...more: RawBuilder<unknown>[]) =>
      (await inputAfter([approved("2026-02-01"), credit, ...more], { id: 0 })).baseCredit;
    expect([await creditOf(), await creditOf(left)]).toEqual([
      { ...NO_CREDIT, pension: 100n },
      NO_CREDIT,
    ]);
  });

  test("has later months of the same tax year only", async () => {
    const laterThan = async (period: Month) =>
      (await inputAfter([approved("2026-12-01")], { id: 0, period })).paidLater;
    const next = [approved("2027-01-01"), sql`update payslips set year = 2027 where ${ofRun}`];
    const { paidLater } = await inputAfter(next, { id: 0, period: "2026-12" });
    expect([await laterThan("2026-11"), await laterThan("2026-12"), paidLater]).toEqual([
      ["2026-12"],
      [],
      [],
    ]);
  });

  const february = approved("2026-02-01");
  const gone = sql`delete from payslips where ${ofRun} and ${one}`;
  /** An off-cycle run of the same month that leaves the person out. */
  const leftOut = [
    sql`insert into payroll_runs overriding system value
      select (jsonb_populate_record(r, '{"id": 999999, "number": 999999, "cycle": "OFF_CYCLE"}')).* from payroll_runs r
      where r.tenant_id = ${tenant_id} and r.id = ${run.id}`,
    sql`update payslips set run_id = 999999, excluded = true where ${ofRun} and ${one}`,
  ];
  const unpaid: Month[] = ["2026-02"];
  test.each<[string, RawBuilder<unknown>[], Month[], Partial<RunScope>?]>([
    ["lacks a month for which a run paid only others", [gone], unpaid],
    ["lacks none of somebody whom the run left out on purpose", [], []],
    [
      "lacks a month of which only the first day was worked",
      [gone, leaves("2026-02-01")],
      unpaid,
      offCycle,
    ],
    ["lacks no month after the last day", [gone, leaves("2026-01-31")], [], offCycle],
    ["lacks a month of which only the last day was worked", [gone, starts("2026-02-28")], unpaid],
    ["lacks no month before the first day", [gone, starts("2026-03-01")], []],
    [
      "lacks a month of an earlier employment",
      [gone, starts("2026-03-01"), worked("2026-02-01")],
      unpaid,
    ],
    ["lacks a month from which an off-cycle run left the person out too", leftOut, unpaid],
    ["lacks a month of a year ago", [gone], unpaid, { period: "2027-02" }],
    ["lacks no month of more than a year ago", [gone], [], { period: "2027-03" }],
  ])("%s", async (_what, changed, expected, of) => {
    const regular = { id: 0, period: "2026-03", ...of } as const;
    const { unpaidMonths } = await inputAfter([february, ...changed], regular);
    expect(unpaidMonths).toEqual(expected);
  });
});

describe("advances", () => {
  const [inFebruary, inMarch, inJune] = ["2026-02-28", "2026-03-01", "2026-06-25"] as const;
  /** An advance of ₦100.00 in one instalment, of which an amount in kobo is repaid. */
  const advance = (due: string, status: "APPROVED" | "PAID" = "PAID", repaid = 0) => {
    const paid = status === "PAID" ? now : none;
    return [
      sql`insert into advance_terms (tenant_id, version, html, kept_at)
        values (${tenant_id}, '0123456789abcdef', '', ${now})`,
      sql`insert into salary_advances (tenant_id, id, company_id, employee_id, number, status, amount, interest, rate,
          requested_on, due_date, max_percentage, auto_approval, gross_monthly, other_principal, another_owed, worker,
          terms_version, accepted_how, accepted_at, channel, requested_at, decided_as, decided_at, paid_at,
          allocated_principal, updated_at)
        overriding system value
        values (${tenant_id}, 1, ${scope.company_id}, ${ada.id}, 1, ${status}, 10000, 0, 0, '2026-01-05', ${due}, 50,
          false, 0, 0, false, false, '0123456789abcdef', 'PORTAL', ${now}, 'PORTAL', ${now}, 'SYSTEM', ${now}, ${paid},
          ${repaid}, ${now})`,
      sql`insert into advance_instalments (tenant_id, advance_id, number, due, principal, interest)
        values (${tenant_id}, 1, 1, ${due}, 10000, 0)`,
    ];
  };
  const february = approved("2026-02-01");
  const gone = sql`delete from payslips where ${ofRun} and ${one}`;
  const ofAll = { ...offCycle, employee_ids: null };
  test.each<[string, RawBuilder<unknown>[], number, Partial<RunScope>?]>([
    ["due on the last day of the month", advance(inFebruary), 1],
    ["due on the day after, not", advance(inMarch), 0],
    ["repaid, not", advance(inFebruary, "PAID", 10_000), 0],
    ["not paid out yet, not", advance(inFebruary, "APPROVED"), 0],
    ["due later, by who leaves in the month", [...advance(inJune), leaves("2026-02-28")], 1],
    ["due later, by who leaves after it, not", [...advance(inJune), leaves("2026-03-01")], 0],
    ["off cycle before the run of the month, not", advance(inFebruary), 0, offCycle],
    [
      "off cycle, where that run left the person out",
      [...advance(inFebruary), february, gone],
      1,
      offCycle,
    ],
    [
      "off cycle, where that run paid the person, not",
      [...advance(inFebruary), february],
      0,
      offCycle,
    ],
    ["by a run of everybody, not", [...advance(inFebruary), february, gone], 0, ofAll],
    [
      "off cycle, by who left before the month",
      [...advance(inFebruary), leaves("2026-01-31")],
      1,
      offCycle,
    ],
    [
      "off cycle, by who leaves in it, not yet",
      [...advance(inFebruary), leaves("2026-02-01")],
      0,
      offCycle,
    ],
  ])("are recovered that are %s", async (_which, changed, count, of = {}) => {
    expect((await inputAfter(changed, of)).advances).toHaveLength(count);
  });
});
