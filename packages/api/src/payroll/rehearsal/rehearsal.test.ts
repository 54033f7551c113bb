import { addBenefit } from "@kontor/contract/employees/benefits";
import {
  exportRehearsal,
  getRehearsal,
  getRehearsalTerms,
  startRehearsal,
  type RehearsalTerms,
} from "@kontor/contract/payroll/rehearsal";
import { getRun } from "@kontor/contract/payroll/runs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { setTenant } from "../../platform/scope.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { refusedFields } from "../../testing/employees.ts";
import { download, pdfText } from "../../testing/files.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  payslipIn,
  setPay,
  type TestRun,
  type PaidEmployee,
} from "../../testing/payroll.ts";
import { calculateRehearsals } from "./work.ts";

const world = await openFileWorld();
const payroll = await openPayroll(world);
let run: TestRun;
let people: PaidEmployee[];

beforeAll(async () => {
  const pay = { basic: "150000.00", housing: "90000.00", transport: "60000.00" };
  people = [
    await addPaid(payroll, "A-1", pay),
    await addPaid(payroll, "A-2", { basic: "1000000.00" }),
    await addPaid(payroll, "A-3", { basic: "60000.00" }),
  ];
  run = await approvedRun(world, payroll, "2026-01");
});
afterAll(() => expectCoherentBooks(world));

/** The terms of a response in the form of a request. */
function asSent(terms: RehearsalTerms): Record<string, unknown> {
  const naira = (amount: bigint) => {
    const digits = String(amount).padStart(3, "0");
    return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };
  return {
    ...terms,
    bands: terms.bands.map(({ width, rate }) => ({
      width: width === null ? null : naira(width),
      rate,
    })),
    rent_relief_cap: naira(terms.rent_relief_cap),
    minimum_wage: naira(terms.minimum_wage),
  };
}

const params = () => payroll.home.path;
const present = async () =>
  asSent((await payroll.preparer.call(getRehearsalTerms, { params: params() })).terms);
/** Runs the job for all waiting rehearsals. */
async function runRehearsals(): Promise<void> {
  const faults: unknown[] = [];
  const log = { error: (detail: object) => void faults.push(detail) };
  await calculateRehearsals({ ...world, log });
  expect(faults).toEqual([]);
}
const start = async (changed: object, who: Caller = payroll.preparer) =>
  who.call(startRehearsal, { params: params(), body: { ...(await present()), ...changed } });
const find = (id: number, who: Caller = payroll.preparer) =>
  who.call(getRehearsal, { params: { ...params(), id } });
/** The outcome of a rehearsal with some terms changed. */
async function under(changed: object) {
  const { id } = await start(changed);
  await runRehearsals();
  const { outcome } = await find(id);
  if (outcome === null) throw new Error("the rehearsal is not done");
  return outcome;
}
const plus = (amount: bigint) => ({ amount, negative: false });
const minus = (amount: bigint) => ({ amount, negative: true });
const zero = plus(0n);

function totalOf(
  { totals }: Awaited<ReturnType<typeof under>>,
  wanted: string,
): { before: object; after: object; difference: object } {
  const found = totals.find(({ component }) => component === wanted);
  if (found === undefined) throw new Error(`there is no total of ${wanted}`);
  return found;
}

test("begins with the law and settings of the last approved run", async () => {
  const {
    run: last,
    pack,
    terms,
  } = await payroll.preparer.call(getRehearsalTerms, {
    params: params(),
  });
  expect(last).toEqual({
    id: run.id,
    number: run.number,
    period: "2026-01",
    status: run.status,
    people: 3,
  });
  expect(pack).toBe("Nigeria 2026");
  expect(terms).toMatchObject({
    pension_employee: 8,
    pension_employer: 10,
    nhf_active: false,
    nhf_rate: 2.5,
    benefit_asset_rate: 5,
    benefit_housing_limit: 20,
    minimum_wage: 7_000_000n,
  });
  expect(terms.bands.map(({ rate }) => rate)).toEqual([0, 15, 18, 21, 23, 25]);
});

test("under the same terms gives the same result, to the kobo", async () => {
  const same = await under({});
  expect(same).toMatchObject({ changed_since: 0, more: 0, less: 0, same: 3 });
  expect(totalOf(same, "net")).toMatchObject({ before: plus(run.net), after: plus(run.net) });
  expect(totalOf(same, "cost")).toMatchObject({ before: plus(run.cost), difference: zero });
  for (const { difference } of same.totals) expect(difference).toEqual(zero);
});

test("lists how much more or less each employee gets, the largest change first", async () => {
  const untaxed = await under({ bands: [{ width: null, rate: 0 }] });
  expect(untaxed).toMatchObject({ more: 2, less: 0, same: 1 });
  const paye = totalOf(untaxed, "paye");
  expect(paye).toMatchObject({ before: plus(run.totals.paye), after: zero });
  expect(paye.difference).toEqual(minus(run.totals.paye));
  expect(totalOf(untaxed, "net").difference).toEqual(plus(run.totals.paye));
  expect(totalOf(untaxed, "cost").difference).toEqual(zero);
  const payslips = await Promise.all(
    people.map((person) => payslipIn(payroll.preparer, run, person)),
  );
  const payeOf = (index: number) =>
    payslips[index]?.lines.find(({ code }) => code === "paye")?.amount ?? 0n;
  expect(untaxed.people.map(({ staff_no }) => staff_no)).toEqual(["A-2", "A-1", "A-3"]);
  expect(untaxed.people.map(({ net_difference }) => net_difference)).toEqual([
    plus(payeOf(1)),
    plus(payeOf(0)),
    zero,
  ]);
  // A larger pension takes from net pay less than it is, since it is not taxed.
  const pension = await under({ pension_employee: 10, pension_employer: 12 });
  expect(pension).toMatchObject({ more: 0, less: 3 });
  const [most] = pension.people;
  expect(most?.staff_no).toBe("A-2");
  // 2% of ₦1,000,000.00 less the tax at 18% on it; the employer's 2% on all of ₦1,360,000.00.
  expect(most?.net_difference).toEqual(minus(1_640_000n));
  expect(most?.paye_difference).toEqual(minus(360_000n));
  expect(totalOf(pension, "cost").difference).toEqual(plus(2_720_000n));
  // Employees at or below the minimum wage pay no tax.
  const raised = await under({ minimum_wage: "300000.00" });
  expect(raised.people.filter(({ paye_difference }) => paye_difference.amount > 0n)).toHaveLength(
    1,
  );
});

test("changes no record", async () => {
  const read = () => payroll.preparer.call(getRun, { params: { ...params(), id: run.id } });
  const before = await read();
  await under({ bands: [{ width: null, rate: 50 }], nhf_active: true });
  expect(await read()).toEqual(before);
});

test("is calculated by the job, and the last one of each user is kept", async () => {
  const begun = await start({ nhf_active: true });
  expect(begun).toMatchObject({
    run: { id: run.id },
    terms: { nhf_active: true },
    state: "WAITING",
    done: 0,
    total: 3,
    outcome: null,
  });
  const early = await payroll.preparer.attempt(exportRehearsal, {
    params: { ...params(), id: begun.id },
    query: { format: "csv" },
  });
  expect([early.status, early.problem.code]).toEqual([409, "rehearsal_not_done"]);
  const others = await start({}, payroll.owner);
  await Promise.all([runRehearsals(), runRehearsals()]);
  for (const { id } of [begun, others]) {
    expect(await find(id)).toMatchObject({ state: "DONE", done: 3, total: 3 });
  }
  const next = await start({});
  const gone = { params: { ...params(), id: begun.id } };
  expect((await payroll.preparer.attempt(getRehearsal, gone)).status).toBe(404);
  // A rehearsal that is deleted before its turn is not calculated.
  const last = await start({});
  await runRehearsals();
  expect((await find(last.id)).state).toBe("DONE");
  const forgotten = { params: { ...params(), id: next.id } };
  expect((await payroll.preparer.attempt(getRehearsal, forgotten)).status).toBe(404);
  expect((await find(others.id)).outcome).toMatchObject({ same: 3 });
});

test("left unfinished by one process is restarted by another after its lease", async () => {
  const { id } = await start({});
  const until = new Date(world.clock.now().getTime() + 30_000);
  await world.database.transaction(async (tx) => {
    await setTenant(tx, payroll.home.tenant_id);
    await sql`
      update payroll_rehearsals set state = 'RUNNING', people_done = 2, leased_until = ${until}
      where tenant_id = ${payroll.home.tenant_id} and id = ${id}`.execute(tx);
  });
  await runRehearsals();
  expect(await find(id)).toMatchObject({ state: "RUNNING", done: 2 });
  world.clock.advance(31_000);
  await runRehearsals();
  expect(await find(id)).toMatchObject({ state: "DONE", done: 3, outcome: { same: 3 } });
});

test("says how many records have changed since, and still compares like with like", async () => {
  const [first] = people;
  if (first === undefined) throw new Error("nobody is employed");
  await setPay(payroll, first, "2026-01-10", { basic: "500000.00" });
  const same = await under({});
  expect(same).toMatchObject({ changed_since: 1, more: 0, less: 0, same: 3 });
});

test("values benefits in kind by other rates", async () => {
  const [, second] = people;
  if (second === undefined) throw new Error("nobody else is employed");
  const given = { employee_pays: "0.00", from_date: "2026-01-01", to_date: null };
  const car = { ...given, name: "Car", kind: "ASSET", value: "24000000.00" };
  const flat = { ...given, name: "Flat", kind: "HOUSING", value: "3600000.00" };
  const differenceUnder = async (changed: object) => {
    const { people: all } = await under(changed);
    return all.find(({ staff_no }) => staff_no === "A-2")?.paye_difference;
  };
  await payroll.hr.call(addBenefit, { params: second, body: car });
  // 12m a year with a car of 1.2m is above 12m chargeable; another 1.2m of it is taxed at 21%.
  expect(await differenceUnder({ benefit_asset_rate: 10 })).toEqual(plus(2_100_000n));
  await payroll.hr.call(addBenefit, { params: second, body: flat });
  // A fifth of 13.2m is 2.64m, a tenth 1.32m: 1.32m less at 21%.
  expect(await differenceUnder({ benefit_housing_limit: 10 })).toEqual(minus(2_310_000n));
});

test("is exported with all employees and their totals", async () => {
  const { id } = await start({ bands: [{ width: null, rate: 0 }] });
  await runRehearsals();
  const [csv, xlsx, pdf] = await Promise.all(
    (["csv", "xlsx", "pdf"] as const).map((format) =>
      download(world, payroll.preparer, exportRehearsal, {
        params: { ...params(), id },
        query: { format },
      }),
    ),
  );
  expect(xlsx?.status).toBe(200);
  const head = pdfText(pdf?.bytes ?? Buffer.of()).replaceAll("\n", " ");
  expect(head).toMatch(/Bands of Income Tax.*the rest at 0% \(was ₦800,000\.00 at 0%/);
  expect(csv?.filename).toContain("law-rehearsal");
  const lines = String(csv?.bytes).trim().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines[1]).toContain("A-2");
  // The last five columns are amounts; without the point they are in kobo.
  const [total, ...amountsOfPeople] = lines
    .slice(1)
    .toReversed()
    .map((line) =>
      line
        .split(",")
        .slice(-5)
        .map((amount) => BigInt(amount.replace(".", ""))),
    );
  expect(total).toEqual(
    [0, 1, 2, 3, 4].map((column) =>
      amountsOfPeople.reduce((sum, amounts) => sum + (amounts[column] ?? 0n), 0n),
    ),
  );
});

test.for([
  [{ bands: [] }, "bands"],
  [{ bands: [{ width: "1.00", rate: 10 }] }, "bands"],
  [
    {
      bands: [
        { width: null, rate: 1 },
        { width: null, rate: 10 },
      ],
    },
    "bands",
  ],
  [
    {
      bands: [
        { width: "0.00", rate: 1 },
        { width: null, rate: 10 },
      ],
    },
    "bands",
  ],
  [{ bands: [{ width: null, rate: 100.01 }] }, "bands.0.rate"],
  [{ bands: Array.from({ length: 13 }, () => ({ width: "1.00", rate: 1 })) }, "bands"],
  [{ pension_employee: -1 }, "pension_employee"],
  [{ nhf_rate: 2.555 }, "nhf_rate"],
  [{ benefit_asset_rate: 101 }, "benefit_asset_rate"],
  [{ minimum_wage: "many" }, "minimum_wage"],
  [{ pension_base: "basic" }, "pension_base"],
  [{ itf_active: "yes" }, "itf_active"],
  [{ pay_day: 1 }, "pay_day"],
] as const)("%j is refused at %s", async ([changed, path]) => {
  const body = { ...(await present()), ...changed };
  const reply = await payroll.preparer.attempt(startRehearsal, { params: params(), body });
  const [status, ...fields] = refusedFields(reply);
  expect([status, fields[0]]).toEqual([422, path]);
});

test("needs an approved run, the permission to read payroll, and the user's own organization", async () => {
  const body = await present();
  const other = await openPayroll(world);
  const none = await other.preparer.attempt(startRehearsal, { params: other.home.path, body });
  expect([none.status, none.problem.code]).toEqual([409, "rehearsal_without_run"]);
  expect(await other.preparer.call(getRehearsalTerms, { params: other.home.path })).toMatchObject({
    run: null,
    pack: "Nigeria 2026",
  });
  await addPaid(other, "A-1", { basic: "100000.00" });
  await calculatedRun(world, other, "2026-01");
  const draft = await other.preparer.attempt(startRehearsal, { params: other.home.path, body });
  expect(draft.status).toBe(409);
  const bookkeeper = await world.signInAs(["BOOKKEEPER"], payroll.home.tenant_id);
  const { id } = await start({});
  const calls = [
    (who: Caller) => who.attempt(startRehearsal, { params: params(), body }),
    (who: Caller) => who.attempt(getRehearsal, { params: { ...params(), id } }),
    (who: Caller) =>
      who.attempt(exportRehearsal, { params: { ...params(), id }, query: { format: "csv" } }),
    (who: Caller) => who.attempt(getRehearsalTerms, { params: params() }),
  ];
  for (const attempt of calls) {
    expect((await attempt(world.nobody)).status).toBe(401);
    expect((await attempt(bookkeeper)).status).toBe(403);
    expect((await attempt(payroll.stranger)).status).toBe(404);
  }
  // Nor is another organization's found in the user's own.
  const foreign = { params: { ...other.home.path, id } };
  expect((await other.preparer.attempt(getRehearsal, foreign)).status).toBe(404);
});
