import * as runs from "@kontor/contract/payroll/runs";
import * as steps from "@kontor/contract/payroll/steps";
import { sql, type RawBuilder } from "kysely";
import { afterAll, describe, expect, test } from "vitest";

import { openDatabase } from "../../platform/database/database.ts";
import { setTenant, type Tx } from "../../platform/scope.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  pathOfRun,
  runCalculations,
  type TestRun,
} from "../../testing/payroll.ts";
import { calculateRuns } from "./calculate.ts";
import { inputsQuery } from "./inputs.ts";

const world = await openFileWorld();
afterAll(() => expectCoherentBooks(world));

const payroll = await openPayroll(world);
const { tenant_id } = payroll.home;
const ada = await addPaid(payroll, "A-1", { basic: "100000.00" });
await addPaid(payroll, "A-2", { basic: "100000.00" });
const run = await calculatedRun(world, payroll, "2026-02");
const scope = { ...run, employee_ids: null };
const who = "Okafor A-1, Ada";

const within = <Result>(work: (tx: Tx) => Promise<Result>) =>
  world.database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    return work(tx);
  });

async function changes({ id }: Pick<TestRun, "id"> = run) {
  const shown = await payroll.preparer.call(runs.getRun, { params: { ...pathOfRun(run), id } });
  return shown.changes;
}

/** The stored state of a run's inputs; null if none is stored. */
async function remembered({ id }: Pick<TestRun, "id"> = run) {
  const { rows } = await within((tx) =>
    sql<{ inputs_state: string | null }>`
      select inputs_state from payroll_runs where tenant_id = ${tenant_id} and id = ${id}`.execute(
      tx,
    ),
  );
  return rows[0]?.inputs_state;
}

const one = sql`tenant_id = ${tenant_id} and employee_id = ${ada.id}`;
const now = sql`now()`;

/** A change of each kind of input, how it is undone, and what the page then shows. */
const kinds = [
  {
    table: "employees",
    change: sql`update employees set suspended = true where id = ${ada.id}`,
    undo: sql`update employees set suspended = false where id = ${ada.id}`,
    said: `The employment of ${who} has changed.`,
  },
  {
    table: "employees",
    change: sql`update employees set start_date = '2026-02-02' where id = ${ada.id}`,
    undo: sql`update employees set start_date = '2026-01-01' where id = ${ada.id}`,
    said: `The employment of ${who} has changed.`,
  },
  {
    table: "employees",
    change: sql`update employees set account_name = 'Bola Ade' where id = ${ada.id}`,
    undo: sql`update employees set account_name = 'Ada Okafor' where id = ${ada.id}`,
    said: `The bank account of ${who} has changed.`,
  },
  {
    table: "employees",
    change: sql`update employees set bank_code = '058' where id = ${ada.id}`,
    undo: sql`update employees set bank_code = '011' where id = ${ada.id}`,
    said: `The bank account of ${who} has changed.`,
  },
  {
    table: "employees",
    change: sql`update employees set nhf_consent = not nhf_consent where id = ${ada.id}`,
    undo: sql`update employees set nhf_consent = not nhf_consent where id = ${ada.id}`,
    said: `The NHF consent of ${who} has changed.`,
  },
  {
    table: "employees",
    change: sql`update employees set pension_exemption = 'OTHER_REASON' where id = ${ada.id}`,
    undo: sql`update employees set pension_exemption = null where id = ${ada.id}`,
    said: `The pension exemption of ${who} has changed.`,
  },
  {
    table: "past_employments",
    change: sql`insert into past_employments (tenant_id, employee_id, start_date, exit_date, exit_reason)
      values (${tenant_id}, ${ada.id}, '2020-01-01', '2020-12-31', 'RESIGNED')`,
    undo: sql`delete from past_employments where ${one}`,
    said: `The employment of ${who} has changed.`,
  },
  {
    table: "pay_rates",
    change: sql`update pay_rates set housing = housing + 1 where ${one}`,
    undo: sql`update pay_rates set housing = housing - 1 where ${one}`,
    said: `The pay rates of ${who} have changed.`,
  },
  {
    table: "pay_items",
    change: sql`insert into pay_items (tenant_id, employee_id, name, kind, amount, taxable, pensionable, from_month, recorded_at)
      values (${tenant_id}, ${ada.id}, 'Allowance', 'EARNING', 500000, true, false, '2026-01-01', ${now})`,
    undo: sql`delete from pay_items where ${one}`,
    said: `The pay items of ${who} have changed.`,
  },
  {
    table: "benefits_in_kind",
    change: sql`insert into benefits_in_kind (tenant_id, employee_id, name, kind, value, from_date, recorded_at)
      values (${tenant_id}, ${ada.id}, 'Car', 'ASSET', 500000, '2026-01-01', ${now})`,
    undo: sql`delete from benefits_in_kind where ${one}`,
    said: `The benefits in kind of ${who} have changed.`,
  },
  {
    table: "reliefs",
    change: sql`insert into reliefs (tenant_id, employee_id, year, rent, life_premium, owner_occupier_interest, nhis,
        status, claimed_at, decided_at)
      values (${tenant_id}, ${ada.id}, 2026, 100, 0, 0, 0, 'APPROVED', ${now}, ${now})`,
    undo: sql`delete from reliefs where ${one}`,
    said: `The tax reliefs of ${who} have changed.`,
  },
  {
    table: "opening_figures",
    change: sql`insert into opening_figures (tenant_id, employee_id, year, through_month, gross, pension, nhf, tax, recorded_at)
      values (${tenant_id}, ${ada.id}, 2026, '2026-01-01', 100, 0, 0, 0, ${now})`,
    undo: sql`delete from opening_figures where ${one}`,
    said: `The opening figures of ${who} have changed.`,
  },
] as const;

describe("the remembered state of the inputs", () => {
  test.each(kinds)("does not hide a change: $said", async ({ change, undo, said }) => {
    expect(await remembered()).toEqual(expect.any(String));
    expect(await changes()).toEqual([]);
    await within((tx) => change.execute(tx));
    expect(await changes()).toEqual([said]);
    await within((tx) => undo.execute(tx));
    expect(await changes()).toEqual([]);
  });

  test("holds for its own calculation only", async () => {
    const changed = `The pay rates of ${who} have changed.`;
    const mark = (to: RawBuilder<unknown>) =>
      within((tx) => sql`update payslips set marks = ${to} where ${one}`.execute(tx));
    await mark(sql`marks || '{"pay_rate": "other"}'`);
    const next = (by: number) =>
      within((tx) =>
        sql`update payroll_runs set generation = generation + ${by}
          where tenant_id = ${tenant_id} and id = ${run.id}`.execute(tx),
      );
    await next(1);
    expect(await changes()).toEqual([changed]);
    await next(-1);
    await within((tx) =>
      sql`update employees set phone = '08030000000' where id = ${ada.id}`.execute(tx),
    );
    expect(await changes()).toEqual([]);
    // A step that depends on the inputs never relies on it.
    const { version } = await payroll.preparer.call(runs.getRun, { params: pathOfRun(run) });
    const refused = await payroll.preparer.attempt(steps.submitRun, {
      params: pathOfRun(run),
      body: { version },
    });
    expect([refused.status, refused.problem.code]).toEqual([409, "run_changed"]);
    await mark(sql`jsonb_set(marks, '{pay_rate}', (
      select to_jsonb(i.marks ->> 'pay_rate') from (${inputsQuery(scope)}) i where i.employee_id = ${ada.id}))`);
  });

  test("covers each table that the inputs are read from", async () => {
    const { sql: text } = await within(async (tx) => inputsQuery(scope).compile(tx));
    const read = [...text.matchAll(/\b(?:from|join) ([a-z_]+) [a-z]\b/g)].map(
      ([, table = ""]) => table,
    );
    const named = new Set(["people", "runs", "settled"]);
    const tables = new Set(read.filter((table) => !named.has(table)));
    // Advances are covered by the tests of their recovery; approved payslips and events by their runs.
    const ofRuns = ["payslips", "payroll_runs", "payroll_run_events"];
    const elsewhere = ["salary_advances", "advance_instalments", ...ofRuns];
    expect([...tables].toSorted()).toEqual(
      [...new Set([...kinds.map(({ table }) => table), ...elsewhere])].toSorted(),
    );
  });

  test("is not needed for a run to be calculated", async () => {
    const owner = openDatabase({ url: world.ownerUrl, connections: 1, onError: () => undefined });
    const asOwner = (statement: RawBuilder<unknown>) =>
      owner.transaction((tx) => statement.execute(tx));
    const before = await remembered();
    await asOwner(sql`alter table payroll_runs
      add constraint no_new_state check (inputs_state = ${sql.lit(before)}) not valid`);
    const logged: string[] = [];
    const log = { error: (_detail: object, message: string) => void logged.push(message) };
    const params = pathOfRun(run);
    const recalculate = async () => {
      const { version } = await payroll.preparer.call(runs.getRun, { params });
      await payroll.preparer.call(steps.calculateRun, { params, body: { version } });
    };
    await recalculate();
    await calculateRuns({ database: world.database, clock: world.clock, log });
    await asOwner(sql`alter table payroll_runs drop constraint no_new_state`);
    await owner.close();
    expect(logged).toEqual(["the state of a run's inputs could not be stored"]);
    const shown = await payroll.preparer.call(runs.getRun, { params });
    expect(shown).toMatchObject({ calculation: { state: "DONE" }, changes: [] });
    expect(await remembered()).toBe(before);
    await recalculate();
    await runCalculations(world);
    expect(await remembered()).not.toBe(before);
  });

  test("does not hide what another run has paid", async () => {
    await within((tx) =>
      sql`insert into pay_items (tenant_id, employee_id, name, kind, amount, taxable, pensionable, from_month, to_month,
          recorded_at)
        values (${tenant_id}, ${ada.id}, 'Bonus', 'EARNING', 500000, true, false, '2026-02-01', '2026-02-01', ${now})`.execute(
        tx,
      ),
    );
    const bonus = { cycle: "OFF_CYCLE", title: "Bonus", employee_ids: [ada.id] };
    const another = await calculatedRun(world, payroll, "2026-02", bonus);
    expect(await changes()).toEqual([`The pay items of ${who} have changed.`]);
    await approvedRun(world, payroll, "2026-02", another);
    expect(await changes()).toContain(`Another run has paid ${who}.`);
  });
});
