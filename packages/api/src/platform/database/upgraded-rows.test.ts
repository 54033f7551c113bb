import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import type pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { createEmptyDatabase } from "../../testing/test-database.ts";
import { withOwnerClient } from "./database.ts";
import { migrate } from "./migrate.ts";

const migrationsFolder = fileURLToPath(new URL("../../../migrations/", import.meta.url));

/** The migrations before one, as a folder of their own. */
async function migrationsBefore(name: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), "migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const each of await readdir(migrationsFolder)) {
    if (each >= name) continue;
    await mkdir(join(folder, each));
    await cp(join(migrationsFolder, each), join(folder, each), { recursive: true });
  }
  return pathToFileURL(`${folder}/`);
}

type Insert = (table: string, values: Record<string, unknown>) => Promise<void>;

/**
 * Creates a database with the schema before a migration, inserts rows, and migrates it to the newest
 * schema. Foreign keys are not checked; required columns without a given value are empty, zero or a
 * date long ago.
 *
 * @returns the URL of its superuser, to whom row-level security does not apply.
 */
async function upgraded(before: string, write: (insert: Insert) => Promise<void>): Promise<string> {
  const { ownerUrl, superuserUrl } = await createEmptyDatabase();
  await migrate(ownerUrl, await migrationsBefore(before));
  await withOwnerClient(superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await write((table, values) => insertRow(client, table, values));
  });
  await migrate(ownerUrl);
  return superuserUrl;
}

const emptyOf: Readonly<Record<string, unknown>> = {
  text: "",
  bigint: 0,
  integer: 0,
  smallint: 1,
  boolean: false,
  date: "2026-01-01",
  "timestamp with time zone": "2026-01-01T00:00:00Z",
  json: "[]",
  jsonb: "[]",
};

async function insertRow(
  client: pg.ClientBase,
  table: string,
  values: Record<string, unknown>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and column_default is null
      and is_identity = 'NO' and is_generated = 'NEVER'`,
    [table],
  );
  const needed = rows.map(({ name, type }): [string, unknown] => [name, emptyOf[type]]);
  const row = { ...Object.fromEntries(needed), ...values };
  const names = Object.keys(row).map((each) => `"${each}"`);
  const places = names.map((_unused, place) => `$${place + 1}`);
  await client.query(
    `insert into ${table} (${names.join(", ")}) overriding system value values (${places.join(", ")})`,
    Object.values(row),
  );
}

const rowsOf = async (url: string, query: string): Promise<unknown[][]> =>
  withOwnerClient(url, async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(query);
    return rows.map((row) => Object.values(row));
  });

const tenant_id = 1;
const wasErased = { staff_no: "erased-11", name: "Erased Employee" };

test("notes about former employees who were erased before there was a way to clear them are cleared", async () => {
  const url = await upgraded("0370", async (insert) => {
    await insert("tenants", { id: tenant_id, code: "acme", name: "Acme" });
    const erased = { first_name: "Erased", last_name: "Employee", erased_at: "2026-02-01" };
    await insert("employees", { tenant_id, id: 11, staff_no: "erased-11", ...erased });
    const kept = { staff_no: "A-2", first_name: "Uche", last_name: "Bello" };
    await insert("employees", { tenant_id, id: 12, ...kept });
    const run = { tenant_id, id: 21, number: 1, cycle: "REGULAR", period: "2020-03-01" };
    await insert("payroll_runs", run);
    const left = { excluded: true, excluded_reason: "Looks after her brother" };
    const payslip = { tenant_id, run_id: 21, ...left };
    await insert("payslips", { ...payslip, id: 31, employee_id: 11, ...wasErased });
    const other = { staff_no: "A-2", name: "Bello, Uche" };
    await insert("payslips", { ...payslip, id: 32, employee_id: 12, ...other });
    const payment = { tenant_id, amount: 100, reversed_at: "2020-04-01" };
    const taken = { ...payment, id: 41, payslip_id: 31, entry_id: 51, reversal_entry_id: 52 };
    await insert("outside_payments", taken);
    const mistaken = { payslip_id: 32, entry_id: 53, reversal_entry_id: 54 };
    const reversal_reason = "Wrong day";
    await insert("outside_payments", { ...payment, id: 42, ...mistaken, reversal_reason });
    const events: [string, string][] = [
      ["PAYMENT_REVERSED", "Okafor, Ada: Her brother brought it back"],
      ["PAYMENT_REVERSED", "Bello, Uche: Wrong day"],
      ["VOIDED", "The pay rates of Okafor, Ada have changed."],
      ["VOIDED", "Okafor, Ada does not belong to the payroll any more."],
      ["VOIDED", "The pay items of Bello, Uche have changed."],
      ["VOIDED", "The payroll settings have changed."],
      ["REJECTED", "The pay rates of Okafor, Ada have changed."],
    ];
    for (const [place, [event, reason]] of events.entries()) {
      const at = "2020-04-01";
      await insert("payroll_run_events", {
        tenant_id,
        id: place + 1,
        run_id: 21,
        event,
        reason,
        at,
      });
    }
    const advance = { number: 1, amount: 100, due_date: "2026-02-01", accepted_how: "EMAIL" };
    const asked = { tenant_id, id: 61, employee_id: 11, channel: "STAFF" };
    await insert("salary_advances", { ...asked, ...advance });
    const cash = { tenant_id, advance_id: 61, kind: "CASH", note: "Brought by her brother" };
    await insert("advance_allocations", { ...cash, id: 71, principal: 100, entry_id: 55 });
  });
  expect(await rowsOf(url, "select event, reason from payroll_run_events order by id")).toEqual([
    ["PAYMENT_REVERSED", ""],
    ["PAYMENT_REVERSED", "Bello, Uche: Wrong day"],
    ["VOIDED", "The pay rates of Erased Employee have changed."],
    ["VOIDED", "Erased Employee does not belong to the payroll any more."],
    ["VOIDED", "The pay items of Bello, Uche have changed."],
    ["VOIDED", "The payroll settings have changed."],
    ["REJECTED", "The pay rates of Okafor, Ada have changed."],
  ]);
  expect(await rowsOf(url, "select note from advance_allocations")).toEqual([[""]]);
  const reasons = await rowsOf(url, "select excluded_reason from payslips order by id");
  expect(reasons).toEqual([[""], ["Looks after her brother"]]);
});

test("payslips that were paid by other means have the day of that payment", async () => {
  const url = await upgraded("0374", async (insert) => {
    await insert("tenants", { id: tenant_id, code: "acme", name: "Acme" });
    const run = { tenant_id, id: 21, number: 1, cycle: "REGULAR", period: "2026-03-01" };
    await insert("payroll_runs", run);
    const recorded = { tenant_id, run_id: 21, paid_at: "2026-03-30T08:00:00Z" };
    const paid = { payment: "PAID_OUTSIDE", ...recorded };
    await insert("payslips", { ...paid, id: 31, employee_id: 11, staff_no: "A-1" });
    await insert("payslips", { ...paid, id: 32, employee_id: 12, staff_no: "A-2" });
    const sent = { ...recorded, payment: "COMPLETED" };
    await insert("payslips", { ...sent, id: 33, employee_id: 13, staff_no: "A-3" });
    const payment = { tenant_id, amount: 100 };
    const first = { ...payment, id: 41, payslip_id: 31, entry_id: 51, paid_on: "2026-03-26" };
    await insert("outside_payments", first);
    const back = { reversed_at: "2026-03-28", reversal_entry_id: 53 };
    const second = { payslip_id: 32, entry_id: 52, paid_on: "2026-03-01", ...back };
    await insert("outside_payments", { ...payment, id: 42, ...second });
    const again = { payslip_id: 32, entry_id: 54, paid_on: "2026-03-29" };
    await insert("outside_payments", { ...payment, id: 43, ...again });
    const before = { payslip_id: 33, entry_id: 55, paid_on: "2026-03-02", ...back };
    await insert("outside_payments", { ...payment, id: 44, ...before, reversal_entry_id: 56 });
  });
  expect(await rowsOf(url, "select id, paid_at from payslips order by id")).toEqual([
    [31n, new Date("2026-03-26T11:00:00Z")],
    [32n, new Date("2026-03-29T11:00:00Z")],
    [33n, new Date("2026-03-30T08:00:00Z")],
  ]);
});

test("everybody who was employed before is in the pension scheme, and lacks what they lacked", async () => {
  const url = await upgraded("0407", async (insert) => {
    await insert("tenants", { id: tenant_id, code: "acme", name: "Acme" });
    const one = { tenant_id, first_name: "Ada", last_name: "Okafor" };
    const pin = { rsa_pin_sealed: "v1.sealed", rsa_pin_hash: "\\x01" };
    await insert("employees", { ...one, id: 11, staff_no: "A-1" });
    await insert("employees", { ...one, id: 12, staff_no: "A-2", ...pin, nhf_consent: true });
  });
  const query = "select pension_exemption, missing from employees order by id";
  expect(await rowsOf(url, query)).toEqual([
    [null, ["pay", "bank_account", "state", "tax_id", "rsa_pin", "pfa"]],
    [null, ["pay", "bank_account", "state", "tax_id", "pfa", "nhf_number"]],
  ]);
});

test("standard ledgers that opened with nothing open on their usual side", async () => {
  const at = (day: number) => ({ created_at: `2026-01-0${day}T08:00:00Z` });
  const url = await upgraded("0409", async (insert) => {
    for (const id of [1, 2]) {
      await insert("tenants", { id, code: `t${id}`, name: `Tenant ${id}` });
      const capital = { tenant_id: id, class: "05", code: "05-01", seeded: true, ...at(id) };
      await insert("groups", { ...capital, id: 10 * id, sequence: 1, name: "Capital" });
      const ledger = { tenant_id: id, group_id: 10 * id, name: "Owners' capital", sequence: 1 };
      await insert("ledgers", { ...ledger, id: 10 * id, code: "05-01-0001", ...at(id) });
    }
    const other = { tenant_id: 1, sequence: 1, name: "Group", ...at(1) };
    const assets = { class: "01", code: "01-01", seeded: true };
    const liabilities = { class: "02", code: "02-01", seeded: true };
    const incomes = { class: "03", code: "03-01", seeded: false };
    await insert("groups", { ...other, id: 11, ...assets });
    await insert("groups", { ...other, id: 12, ...liabilities });
    await insert("groups", { ...other, id: 13, ...incomes });
    const names = Object.entries({
      "An asset": { group_id: 11, ...at(1) },
      "Added by a user": { group_id: 12, ...at(2) },
      "Added by a migration": { group_id: 12, purpose: "paye_payable", ...at(2) },
      "Of a user's group": { group_id: 13, ...at(1) },
      "Opened with a debit": { group_id: 12, op_balance: 5, balance: 5, ...at(1) },
      Controlled: { group_id: 12, control: true, purpose: "net_salaries_payable", ...at(1) },
    });
    for (const [index, [name, values]] of names.entries()) {
      const place = { id: 31 + index, code: `00-00-${index}`, sequence: 31 + index };
      await insert("ledgers", { tenant_id: 1, name, ...place, ...values });
    }
  });
  const onCredit = "select tenant_id, name from ledgers where op_balance_dc = 'CR' order by 1, 2";
  expect(await rowsOf(url, onCredit)).toEqual([
    [1n, "Added by a migration"],
    [1n, "Owners' capital"],
    [2n, "Owners' capital"],
  ]);
});

test("groups are cash with the Funding account, financing for equity, and operating otherwise", async () => {
  const url = await upgraded("0450", async (insert) => {
    for (const id of [1, 2]) {
      await insert("tenants", { id, code: `t${id}`, name: `Tenant ${id}` });
      const groups = { "01": "Cash and bank", "02": "Payables", "03": "Revenue", "05": "Capital" };
      for (const [place, [of, name]] of Object.entries(groups).entries()) {
        const key = { tenant_id: id, id: 10 * id + place };
        await insert("groups", { ...key, class: of, code: `${of}-01`, sequence: 1, name });
      }
      const other = { class: "01", code: "01-02", sequence: 2, name: "Equipment" };
      await insert("groups", { tenant_id: id, id: 10 * id + 9, ...other });
      const funding = { group_id: 10 * id, name: "Funding account", purpose: "funding_account" };
      await insert("ledgers", { tenant_id: id, id, code: "01-01-0001", sequence: 1, ...funding });
    }
  });
  const query =
    "select tenant_id, name, cash_flow from groups where cash_flow <> 'operating' order by id";
  expect(await rowsOf(url, query)).toEqual([
    [1n, "Cash and bank", "cash"],
    [1n, "Capital", "financing"],
    [2n, "Cash and bank", "cash"],
    [2n, "Capital", "financing"],
  ]);
});

test("groups that are not what is usual for their class were chosen to be so", async () => {
  const url = await upgraded("0501", async (insert) => {
    await insert("tenants", { id: tenant_id, code: "acme", name: "Acme" });
    const groups = [
      ["01", "investing", "Vehicles"],
      ["01", "operating", "Stock"],
      ["05", "financing", "Capital"],
      ["05", "operating", "Reserves"],
    ] as const;
    for (const [place, [of, cash_flow, name]] of groups.entries()) {
      const key = {
        tenant_id,
        id: place + 1,
        class: of,
        code: `${of}-0${place}`,
        sequence: place + 1,
      };
      await insert("groups", { ...key, cash_flow, name });
    }
  });
  expect(await rowsOf(url, "select name from groups where cash_flow_chosen order by id")).toEqual([
    ["Vehicles"],
    ["Reserves"],
  ]);
});

test("lines that a reconciliation left open before have no narration", async () => {
  const url = await upgraded("0500", async (insert) => {
    await insert("tenants", { id: tenant_id, code: "acme", name: "Acme" });
    const mark = { tenant_id, ledger_id: 21, reconciled_to: "2026-01-31", balance: 120_000 };
    await insert("bank_reconciliations", { ...mark, id: 31, compared: true, ledger_balance: 0 });
    const line = { tenant_id, reconciliation_id: 31, place: 1, day: "2026-01-20", net: -5000 };
    await insert("bank_reconciliation_items", line);
  });
  expect(await rowsOf(url, "select place, net, narration from bank_reconciliation_items")).toEqual([
    [1, -5000n, ""],
  ]);
});

test("reconciliations from before say nothing about what was open", async () => {
  const url = await upgraded("0460", async (insert) => {
    await insert("tenants", { id: tenant_id, code: "acme", name: "Acme" });
    const mark = { tenant_id, ledger_id: 21, reconciled_to: "2026-01-31", balance: 120_000 };
    await insert("bank_reconciliations", { ...mark, id: 31 });
  });
  expect(
    await rowsOf(url, "select id, balance, compared, ledger_balance from bank_reconciliations"),
  ).toEqual([[31n, 120_000n, false, null]]);
  expect(await rowsOf(url, "select * from bank_reconciliation_items")).toEqual([]);
});

test("payslips from before taxed no benefits in kind", async () => {
  const url = await upgraded("0510", async (insert) => {
    await insert("tenants", { id: tenant_id, code: "acme", name: "Acme" });
    const run = { tenant_id, id: 31, company_id: 9, number: 1, cycle: "REGULAR" };
    await insert("payroll_runs", { ...run, status: "DRAFT", calculation: "DONE" });
    await insert("payslips", { tenant_id, id: 41, run_id: 31, employee_id: 21, year: 2026 });
  });
  expect(await rowsOf(url, "select benefits, year_benefits from payslips")).toEqual([[0n, 0n]]);
  expect(await rowsOf(url, "select * from benefits_in_kind")).toEqual([]);
});

test("opening figures from before leave benefits in kind to their records, which no import added", async () => {
  const url = await upgraded("0540", async (insert) => {
    await insert("tenants", { id: tenant_id, code: "acme", name: "Acme" });
    const person = { tenant_id, first_name: "Ada", last_name: "Okafor", staff_no: "A-1" };
    await insert("employees", { ...person, id: 21 });
    const figures = { tenant_id, employee_id: 21, year: 2026, through_month: "2026-01-01" };
    await insert("opening_figures", { ...figures, gross: 100, pension: 0, nhf: 0, tax: 0 });
    const car = { name: "Car", kind: "ASSET", value: 100, from_date: "2026-01-01" };
    await insert("benefits_in_kind", { ...car, tenant_id, id: 51, employee_id: 21 });
  });
  expect(await rowsOf(url, "select gross, benefits from opening_figures")).toEqual([[100n, null]]);
  expect(await rowsOf(url, "select value, import_id from benefits_in_kind")).toEqual([
    [100n, null],
  ]);
});

test("rehearsals from before valued benefits in kind by the law", async () => {
  const url = await upgraded("0542", async (insert) => {
    await insert("tenants", { id: tenant_id, code: "acme", name: "Acme" });
    const run = { tenant_id, id: 31, company_id: 9, number: 1, cycle: "REGULAR" };
    await insert("payroll_runs", { ...run, status: "DRAFT", calculation: "DONE" });
    const terms = '{"nhf_rate": 2.5}';
    await insert("payroll_rehearsals", { tenant_id, id: 61, company_id: 9, run_id: 31, terms });
  });
  expect(await rowsOf(url, "select terms from payroll_rehearsals")).toEqual([
    [{ nhf_rate: 2.5, benefit_asset_rate: 5, benefit_housing_limit: 20 }],
  ]);
});
