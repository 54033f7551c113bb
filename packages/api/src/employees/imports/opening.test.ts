import { listEmployeeHistory } from "@kontor/contract/employees/employees";
import * as contract from "@kontor/contract/employees/imports";
import { getOpeningTemplate } from "@kontor/contract/employees/opening-template";
import {
  listOpeningFigures,
  removeOpeningFigures,
  saveOpeningFigures,
} from "@kontor/contract/employees/pay";
import { sql } from "kysely";
import { expect, test } from "vitest";

import { seal, unseal } from "../../platform/configuration/secrets.ts";
import { setTenant } from "../../platform/scope.ts";
import { expectGuarded, openStaff, pathOf, type TestEmployee } from "../../testing/employees.ts";
import { download } from "../../testing/files.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import { importsOf, type TestImport } from "../../testing/imports.ts";
import { addPaid, approvedRun, openPayroll } from "../../testing/payroll.ts";
import { importSealingContext } from "./imports.ts";

/* Opening figures are columns of the import of employees. The date is 10 March 2026. */

const world = await openFileWorld();
const staff = await openStaff(world);
const imports = importsOf(world, staff);
const preparer = await world.signInAs(["PAYROLL_PREPARER"], staff.home.tenant_id);

const head = "Staff No,Opening Through,Opening Earned,Opening Pension,Opening NHF,Opening PAYE";
const named =
  "Staff No,Surname,First Name,Opening Through,Gross to Date,Pension to Date,NHF YTD,YTD PAYE";

const figuresOf = async (one: TestEmployee) =>
  (await staff.hr.call(listOpeningFigures, { params: pathOf(one) })).map(
    ({ through_month, gross, pension, nhf, tax, version }) => [
      through_month,
      ...[gross, pension, nhf, tax].map(Number),
      version,
    ],
  );
const figures = {
  through_month: "2026-01",
  gross: "300000.00",
  benefits: null,
  pension: "24000.00",
  nhf: "0.00",
  tax: "10000.00",
};
const save = (one: TestEmployee, more: object = {}) =>
  staff.hr.call(saveOpeningFigures, {
    params: { ...pathOf(one), year: 2026 },
    body: { ...figures, ...more },
  });
const reasonsOf = async (file: TestImport) =>
  (await imports.rowsOf(file, { kind: "REJECTED" })).map(({ line, reasons }) => [
    line,
    ...reasons.map(({ message }) => message),
  ]);

test("are added and changed from a file, audited, and taken back as a whole", async () => {
  const [one, two] = [await staff.add("OF-1"), await staff.add("OF-2")];
  await save(two);
  const file = await imports.checked(
    head,
    `OF-1,Feb-26,"750,000.00",60000,0,49000.50`,
    "OF-2,February 2026,600000,,,20000",
  );
  expect(file.counts).toEqual({ NEW: 0, CHANGED: 2, UNCHANGED: 0, REJECTED: 0 });
  const [first, second] = await imports.rowsOf(file);
  expect(first?.changes).toEqual([
    { field: "opening_through", from: null, to: "2026-02" },
    { field: "opening_gross", from: null, to: "750000.00" },
    { field: "opening_pension", from: null, to: "60000.00" },
    { field: "opening_tax", from: null, to: "49000.50" },
  ]);
  expect(second?.changes).toEqual([
    { field: "opening_through", from: "2026-01", to: "2026-02" },
    { field: "opening_gross", from: "300000.00", to: "600000.00" },
    { field: "opening_tax", from: "10000.00", to: "20000.00" },
  ]);
  expect(await figuresOf(one)).toEqual([]);
  expect((await imports.commit(file)).status).toBe(200);
  expect(await figuresOf(one)).toEqual([["2026-02", 75_000_000, 6_000_000, 0, 4_900_050, 1]]);
  expect(await figuresOf(two)).toEqual([["2026-02", 60_000_000, 2_400_000, 0, 2_000_000, 2]]);
  const { data: events } = await staff.hr.list(listEmployeeHistory, { params: pathOf(two) });
  expect(events.find(({ action }) => action === "employee.pay-opening-changed")?.changes).toEqual([
    { field: "tax", from: "10000.00", to: "20000.00" },
    { field: "gross", from: "300000.00", to: "600000.00" },
    { field: "through_month", from: "2026-01", to: "2026-02" },
  ]);
  expect((await imports.undo(file)).status).toBe(200);
  expect(await figuresOf(one)).toEqual([]);
  expect(await figuresOf(two)).toEqual([["2026-01", 30_000_000, 2_400_000, 0, 1_000_000, 3]]);
});

test("have the benefits in kind of their months, or leave them to the records", async () => {
  const [one, two] = [await staff.add("OB-1"), await staff.add("OB-2")];
  await save(two, { benefits: "50000.00" });
  const file = await imports.checked(
    "Staff No,Opening Through,Opening Earned,Benefits YTD",
    "OB-1,Feb 2026,750000,0",
    "OB-2,Jan 2026,,60000",
  );
  const rows = await imports.rowsOf(file);
  expect(rows.map(({ changes }) => changes)).toEqual([
    [
      { field: "opening_through", from: null, to: "2026-02" },
      { field: "opening_gross", from: null, to: "750000.00" },
      { field: "opening_benefits", from: null, to: "0.00" },
    ],
    [{ field: "opening_benefits", from: "50000.00", to: "60000.00" }],
  ]);
  const benefitsOf = async (of: TestEmployee) =>
    (await staff.hr.call(listOpeningFigures, { params: pathOf(of) })).map(
      ({ benefits }) => benefits,
    );
  expect((await imports.commit(file)).status).toBe(200);
  expect([await benefitsOf(one), await benefitsOf(two)]).toEqual([[0n], [6_000_000n]]);
  expect((await imports.undo(file)).status).toBe(200);
  expect([await benefitsOf(one), await benefitsOf(two)]).toEqual([[], [5_000_000n]]);
  const without = await imports.checked(head, "OB-1,Feb 2026,750000,,,");
  expect((await imports.commit(without)).status).toBe(200);
  expect(await benefitsOf(one)).toEqual([null]);
});

test("come with new employees and their pay in one file", async () => {
  const file = await imports.checked(
    "Staff No,Surname,First Name,Start Date,Basic,Paid Through,Gross YTD,PAYE YTD",
    "OF-NEW,Bello,Musa,2024-05-01,300000,01/2026,300000,20000",
  );
  expect(file.counts).toMatchObject({ NEW: 1, REJECTED: 0 });
  expect((await imports.commit(file)).status).toBe(200);
  const [row] = await imports.rowsOf(file);
  const params = { ...staff.home.path, id: row?.employee_id };
  expect(await staff.hr.call(listOpeningFigures, { params })).toMatchObject([
    { year: 2026, through_month: "2026-01", gross: 30_000_000n, pension: 0n, tax: 2_000_000n },
  ]);
  expect((await imports.undo(file)).status).toBe(200);
});

test("are checked row by row, with what to do", async () => {
  await staff.add("OR-1");
  await staff.add("OR-2", { first_name: "Chi", last_name: "Eze" });
  await staff.add("OR-3", { start_date: "2026-03-01" });
  const file = await imports.checked(
    named,
    "OR-9,Okafor,Ada,Feb 2026,100,,,",
    "OR-1,Okafor,Ada,Feb 2026,lots,,,",
    "or-1,Okafor,Ada,Feb 2026,100000,,,",
    "OR-2,Okafor,Ada,Feb 2026,100000,,,",
  );
  expect(await reasonsOf(file)).toEqual([
    [
      2,
      expect.stringMatching(
        /^Staff Number “OR-9”: No employee has this number\. Correct it, or add/,
      ),
    ],
    [3, expect.stringMatching(/^Opening Earned “lots”: Enter an amount of 0\.00 or more/)],
    [4, expect.stringMatching(/^Staff Number “or-1”: Line 3 of the file has the same value/)],
    [
      5,
      expect.stringMatching(
        /^Last Name “Okafor”: OR-2 is Chi Eze, not Ada Okafor\. Check the staff number/,
      ),
    ],
  ]);
  const [unknown] = await imports.rowsOf(file);
  expect([unknown?.name, unknown?.employee_id]).toEqual(["Ada Okafor", null]);
  const again = await imports.checked(
    head,
    "OR-1,Feb 2026,100000,90000,0,20000",
    "OR-2,April 2026,100000,,,",
    "OR-3,13/2026,100000,,,",
    "OR-9,2026,100000,,,",
  );
  expect(await reasonsOf(again)).toEqual([
    [2, "Opening Earned “100000”: More was withheld than earned. Check the amounts."],
    [3, expect.stringMatching(/^Opening Through “April 2026”: April 2026 has not begun/)],
    [4, "Opening Through “13/2026”: Enter a month as March 2026, 03/2026 or 2026-03."],
    [5, expect.stringMatching(/^Staff Number “OR-9”: No employee/)],
  ]);
  const parts = await imports.checked(head, "OR-1,,100000,,,", "OR-2,Feb 2026,,5000,,");
  expect(await reasonsOf(parts)).toEqual([
    [2, "Opening Through: Enter the last month that the figures include, such as March 2026."],
    [3, "Opening Earned: Enter what was earned from January to that month, before deductions."],
  ]);
});

test("and all else of a row are rejected if its full name is somebody else's", async () => {
  await staff.add("FN-1");
  await staff.add("FN-2", { first_name: "Chi", last_name: "Eze" });
  const pay = await imports.checked(
    "Staff No,Name,YTD Month,YTD Gross",
    "FN-1,OKAFOR ADA NGOZI,Jan 2026,1000",
    "FN-2,Okafor Ada,Jan 2026,1000",
    "FN-3,Okafor Ada,Jan 2026,1000",
  );
  expect(pay.counts).toEqual({ NEW: 0, CHANGED: 1, UNCHANGED: 0, REJECTED: 2 });
  const records = await imports.checked(
    "Staff No,Employee Name,Surname,Department",
    "FN-1,Ada Okafor,Okafor-Ade,Sales",
    "FN-2,Ada Okafor,,Sales",
  );
  expect(await reasonsOf(records)).toEqual([
    [
      3,
      expect.stringMatching(
        /^Full Name “Ada Okafor”: FN-2 is Chi Eze, not Ada Okafor\. Check the staff number/,
      ),
    ],
  ]);
  const [changed] = await imports.rowsOf(records, { kind: "CHANGED" });
  expect(changed?.changes.map(({ field }) => field)).toEqual(["last_name", "department"]);
});

test("of nobody are read from a month alone, nor from the same figures again", async () => {
  const one = await staff.add("OS-1");
  await staff.add("OS-2");
  await save(one);
  const file = await imports.checked(
    named,
    "OS-1,OKAFOR,Ada Ngozi,Jan 2026,300000,24000,,10000",
    "OS-2,Okafor,Ada,Feb 2026,,,,",
  );
  expect(file.counts).toEqual({ NEW: 0, CHANGED: 0, UNCHANGED: 2, REJECTED: 0 });
});

test("of a month that a payroll has paid are rejected, also when it is posted after the check", async () => {
  const payroll = await openPayroll(world);
  const own = importsOf(world, { ...staff, hr: payroll.hr, home: payroll.home });
  const ada = await addPaid(payroll, "A-1", { basic: "280000.00" });
  const file = await own.checked(head, "A-1,Jan 2026,280000,22400,0,28868");
  expect(file.counts).toMatchObject({ CHANGED: 1 });
  await approvedRun(world, payroll, "2026-01");
  const refused = await own.commit(file);
  expect([refused.status, refused.problem.code]).toEqual([409, "import_outdated"]);
  const again = await own.checked(head, "A-1,Jan 2026,280000,22400,0,28868");
  const [row] = await own.rowsOf(again, { kind: "REJECTED" });
  expect(row?.reasons[0]?.message).toMatch(
    /^Opening Through “Jan 2026”: Payroll has paid this employee for January 2026/,
  );
  expect(await payroll.hr.call(listOpeningFigures, { params: ada })).toEqual([]);
  const none = await payroll.hr.attempt(getOpeningTemplate, { params: payroll.home.path });
  expect([none.status, none.problem.code]).toEqual([409, "opening_not_needed"]);
});

test("that somebody entered since the check void the import", async () => {
  const one = await staff.add("OW-1");
  const file = await imports.checked(head, "OW-1,Feb 2026,500000,,,");
  await save(one);
  expect((await imports.commit(file)).problem.code).toBe("import_outdated");
  expect(await figuresOf(one)).toEqual([["2026-01", 30_000_000, 2_400_000, 0, 1_000_000, 1]]);
});

test("that were changed or removed since can no longer be taken back", async () => {
  const one = await staff.add("OU-1");
  await save(one);
  const file = await imports.checked(head, "OU-1,Feb 2026,500000,,,");
  await imports.commit(file);
  await staff.hr.call(removeOpeningFigures, { params: { ...pathOf(one), year: 2026 } });
  const refused = await imports.undo(file);
  expect([refused.status, refused.problem.message]).toEqual([
    409,
    "OU-1 has been changed or used since, so this import can no longer be undone.",
  ]);
});

test("are not looked for in rows that were checked before files could have them", async () => {
  await staff.add("OLD-1");
  const file = await imports.checked("Staff No,Department", "OLD-1,Stores");
  const name = importSealingContext(staff.home.tenant_id, file.id);
  const withoutFigures = () =>
    world.database.transaction(async (tx) => {
      await setTenant(tx, staff.home.tenant_id);
      const { rows } = await sql<{ sealed: string }>`
        select sealed from employee_import_rows where import_id = ${file.id}`.execute(tx);
      const { opening, ...row } = JSON.parse(
        unseal(world.environment, name, rows[0]?.sealed ?? ""),
      ) as Record<string, unknown>;
      expect(opening).toBeNull();
      await sql`update employee_import_rows set sealed = ${seal(world.environment, name, JSON.stringify(row))}
        where import_id = ${file.id}`.execute(tx);
    });
  await withoutFigures();
  expect((await imports.commit(file)).status).toBe(200);
  expect((await imports.undo(file)).status).toBe(200);
});

test("are imported by the preparer of payroll, who may write pay but no records", async () => {
  const one = await staff.add("OP-1");
  const own = importsOf(world, { ...staff, hr: preparer });
  const file = await own.checked(
    `${named},Department`,
    "OP-1,Okafor,Ada,Feb 2026,500000,40000,,30000,Sales",
  );
  expect(file.columns.at(-1)?.field).toBeNull();
  const fields = file.columns.map(({ field }) => field);
  const map = (chosen: readonly unknown[]) =>
    preparer.attempt(contract.mapEmployeeImport, {
      params: own.pathOf(file),
      body: { fields: chosen, version: file.version },
    });
  const refused = await map([...fields.slice(0, -1), "department"]);
  expect([refused.status, refused.problem.code]).toEqual([422, "import_records_not_allowed"]);
  expect((await map(fields)).status).toBe(200);
  await own.check();
  expect((await own.commit(await own.load(file))).status).toBe(200);
  expect(await figuresOf(one)).toHaveLength(1);
  // A column that the preparer had to leave out is not left out of HR's next file.
  const next = await imports.upload("Staff No,Department\nOP-1,Sales");
  expect(next.columns.at(-1)?.field).toBe("department");
  expect((await own.undo(file)).status).toBe(200);
});

test("give the preparer no right over a file of records, nor its whole numbers", async () => {
  const file = await imports.checked(
    "Staff No,Surname,Start Date,NIN,Note",
    "OF-HR,Bello,soon,12312312312,12312312312",
  );
  const params = imports.pathOf(file);
  const statuses = async (caller: Caller) =>
    Promise.all([
      caller.attempt(contract.commitEmployeeImport, {
        params,
        body: { version: file.version, without_rejected: true },
      }),
      caller.attempt(contract.mapEmployeeImport, {
        params,
        body: { version: file.version, fields: ["staff_no", null, null, null, null] },
      }),
      caller.attempt(contract.undoEmployeeImport, { params }),
      caller.attempt(contract.discardEmployeeImport, { params }),
    ]);
  for (const { status, problem } of await statuses(preparer)) {
    expect([status, problem.code]).toEqual([403, "import_file_of_records"]);
  }
  const rejected = await preparer.attempt(contract.exportRejectedRows, { params });
  expect(String(rejected.body)).not.toContain("12312312312");
  expect(String(rejected.body)).toMatch(/^Staff No,Surname,Reasons\r\nOF-HR,Bello,/);
  const whole = await staff.hr.attempt(contract.exportRejectedRows, { params });
  expect(String(whole.body)).toContain("12312312312");
});

test("have a template of the employees who lack them, which is uploaded with the figures", async () => {
  const { path } = staff.other;
  const own = importsOf(world, { hr: staff.stranger, home: staff.other });
  const add = (staff_no: string, more: string) =>
    own.checked(
      "Staff No,Surname,First Name,Start Date,Gross YTD,YTD Month",
      `${staff_no},${more}`,
    );
  for (const file of [
    await add("0012", "Eze,Chi,2024-02-01,,"),
    await add("T-2", "Bello,Musa,2026-02-28,,"),
    await add("T-3", "Okafor,Ada,2024-02-01,250000,Jan 2026"),
    await add("T-4", "Ade,Bola,2026-03-01,,"),
  ]) {
    expect((await own.commit(file)).status).toBe(200);
  }
  const file = await download(world, staff.stranger, getOpeningTemplate, { params: path });
  expect(file.filename).toMatch(/^opening-figures_.*_2026\.xlsx$/);
  const uploaded = await own.upload(file.bytes, "figures.xlsx", staff.stranger);
  expect(uploaded.columns.map(({ title, field }) => [title, field])).toEqual([
    ["Staff Number", "staff_no"],
    ["Last Name", "last_name"],
    ["First Name", "first_name"],
    ["Opening Through", "opening_through"],
    ["Opening Earned", "opening_gross"],
    ["Opening Benefits", "opening_benefits"],
    ["Opening Pension", "opening_pension"],
    ["Opening NHF", "opening_nhf"],
    ["Opening PAYE", "opening_tax"],
  ]);
  await own.check();
  const rows = await own.rowsOf(uploaded);
  expect(rows.map(({ staff_no, name, kind }) => [staff_no, name, kind])).toEqual([
    ["T-2", "Musa Bello", "UNCHANGED"],
    ["0012", "Chi Eze", "UNCHANGED"],
  ]);
  await own.commit(await own.checked(head, "T-2,Feb 2026,1,,,", "0012,Feb 2026,0,,,"));
  const none = await staff.stranger.attempt(getOpeningTemplate, { params: path });
  expect([none.status, none.problem.code]).toEqual([409, "opening_complete"]);
});

test("have a template for those who write pay, of their own organization", async () => {
  await expectGuarded(world, staff, [[getOpeningTemplate, { params: staff.home.path }]]);
});
