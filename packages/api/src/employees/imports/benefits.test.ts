import {
  addBenefit,
  listBenefits,
  removeBenefit,
  saveBenefit,
} from "@kontor/contract/employees/benefits";
import { getBenefitsTemplate } from "@kontor/contract/employees/benefits-template";
import { listEmployeeHistory } from "@kontor/contract/employees/employees";
import { importFieldTitle } from "@kontor/contract/reference/employee-import-fields";
import { sql } from "kysely";
import { expect, test } from "vitest";

import { seal, unseal } from "../../platform/configuration/secrets.ts";
import { setTenant } from "../../platform/scope.ts";
import { expectGuarded, openStaff, pathOf, type TestEmployee } from "../../testing/employees.ts";
import { download } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { importsOf, type TestImport } from "../../testing/imports.ts";
import { importSealingContext } from "./imports.ts";

/* Benefits in kind are columns of the import of employees. The date is 10 March 2026. */

const world = await openFileWorld();
const staff = await openStaff(world);
const imports = importsOf(world, staff);

const head =
  "Staff No,Benefit,Benefit Kind,Benefit Cost or Yearly Value,Benefit Paid by Employee a Year,Benefit First Day,Benefit Last Day";
const car = {
  name: "Official car",
  kind: "ASSET",
  value: "24000000.00",
  employee_pays: "240000.00",
  from_date: "2025-07-01",
  to_date: null,
};
const record = (one: TestEmployee, more: object = {}) =>
  staff.hr.call(addBenefit, { params: pathOf(one), body: { ...car, ...more } });
const benefitsOf = async (params: object) =>
  (await staff.hr.call(listBenefits, { params })).map(
    ({ name, kind, value, employee_pays, from_date, to_date, version }) => [
      name,
      kind,
      Number(value) / 100,
      Number(employee_pays) / 100,
      from_date,
      to_date,
      version,
    ],
  );
const reasonsOf = async (file: TestImport) =>
  (await imports.rowsOf(file, { kind: "REJECTED" })).map(({ line, reasons }) => [
    line,
    ...reasons.map(({ message }) => message),
  ]);

test("are added and changed from a file, audited, and taken back as a whole", async () => {
  const [one, two] = [await staff.add("BI-1"), await staff.add("BI-2")];
  await record(two);
  const file = await imports.checked(
    head,
    `BI-1,Official car,Asset of the company,"18,000,000",,01/02/2026,`,
    "BI-1,Flat,living accommodation,3600000,,2026-02-01,2026-12-31",
    "BI-2,official CAR,,,0,,30 June 2026",
  );
  expect(file.counts).toEqual({ NEW: 0, CHANGED: 3, UNCHANGED: 0, REJECTED: 0 });
  const [first, , third] = await imports.rowsOf(file);
  expect(first?.changes).toEqual([
    { field: "benefit_name", from: null, to: "Official car" },
    { field: "benefit_kind", from: null, to: "ASSET" },
    { field: "benefit_value", from: null, to: "18000000.00" },
    { field: "benefit_from", from: null, to: "2026-02-01" },
  ]);
  expect(third?.changes).toEqual([
    { field: "benefit_name", from: null, to: "Official car" },
    { field: "benefit_pays", from: "240000.00", to: "0.00" },
    { field: "benefit_to", from: null, to: "2026-06-30" },
  ]);
  expect(await benefitsOf(pathOf(one))).toEqual([]);
  expect((await imports.commit(file)).status).toBe(200);
  expect(await benefitsOf(pathOf(one))).toEqual([
    ["Flat", "HOUSING", 3_600_000, 0, "2026-02-01", "2026-12-31", 1],
    ["Official car", "ASSET", 18_000_000, 0, "2026-02-01", null, 1],
  ]);
  expect(await benefitsOf(pathOf(two))).toEqual([
    ["Official car", "ASSET", 24_000_000, 0, "2025-07-01", "2026-06-30", 2],
  ]);
  const { data: events } = await staff.hr.list(listEmployeeHistory, { params: pathOf(two) });
  expect(events.find(({ action }) => action === "employee.pay-benefit-changed")?.changes).toEqual([
    { field: "name", from: null, to: "Official car" },
    { field: "to_date", from: null, to: "2026-06-30" },
    { field: "employee_pays", from: "240000.00", to: "0.00" },
  ]);
  expect((await imports.undo(file)).status).toBe(200);
  expect(await benefitsOf(pathOf(one))).toEqual([]);
  expect(await benefitsOf(pathOf(two))).toEqual([
    ["Official car", "ASSET", 24_000_000, 240_000, "2025-07-01", null, 3],
  ]);
  const { data: after } = await staff.hr.list(listEmployeeHistory, { params: pathOf(one) });
  const actions = after.map(({ action }) => action);
  expect(actions.filter((action) => action === "employee.pay-benefit-removed")).toHaveLength(2);
});

test("come with new employees and their pay in one file", async () => {
  const file = await imports.checked(
    "Staff No,Surname,First Name,Start Date,Basic,Benefit,Benefit Type,Cost of Benefit,Benefit From",
    "BI-NEW,Bello,Musa,2024-05-01,300000,Official car,ASSET,24000000,2026-01-01",
    "BI-NEW,Bello,Musa,2024-05-01,300000,Laptop,ASSET,900000,2026-01-01",
  );
  expect(file.counts).toMatchObject({ NEW: 1, REJECTED: 1 });
  expect(await reasonsOf(file)).toEqual([
    [
      3,
      "Staff Number “BI-NEW”: Line 2 of the file has the same value. Of an employee in the records, a further line may have another benefit and nothing else that changes.",
    ],
  ]);
  expect((await imports.commit(file, true)).status).toBe(200);
  const [row] = await imports.rowsOf(file);
  const params = { ...staff.home.path, id: row?.employee_id };
  expect(await benefitsOf(params)).toEqual([
    ["Official car", "ASSET", 24_000_000, 0, "2026-01-01", null, 1],
  ]);
  expect((await imports.undo(file)).status).toBe(200);
});

test("are checked row by row, with what to do", async () => {
  await staff.add("BR-1");
  const two = await staff.add("BR-2", { first_name: "Chi", last_name: "Eze" });
  await record(two);
  await record(two, { name: "Club", kind: "OTHER", employee_pays: "0.00", to_date: "2025-12-31" });
  await record(two, {
    name: "Club",
    kind: "OTHER",
    employee_pays: "0.00",
    from_date: "2026-02-01",
  });
  const file = await imports.checked(
    head,
    "BR-1,,ASSET,100,,2026-01-01,",
    "BR-1,Car,Vehicle,100,,2026-01-01,",
    "BR-1,Van,,,,,",
    "BR-1,Bus,ASSET,0,,2026-01-01,",
    "BR-1,Jeep,ASSET,100,,2026-01-01,2025-12-31",
    "BR-1,Bike,HIRED,100,5,2026-01-01,",
    "BR-2,Official Car,ASSET,100,,2026-01-01,",
    "BR-2,Club,,,,,2026-03-31",
    "BR-9,Car,ASSET,100,,2026-01-01,",
  );
  expect(await reasonsOf(file)).toEqual([
    [2, "Benefit: Enter what it is, such as Official car."],
    [
      3,
      "Benefit Kind “Vehicle”: Enter Asset of the company, Rented or hired, Living accommodation or Other benefit.",
    ],
    [
      4,
      "Benefit Kind: A new benefit needs one.",
      "Benefit Cost or Yearly Value: A new benefit needs one.",
      "Benefit First Day: A new benefit needs one.",
    ],
    [5, expect.stringMatching(/^Benefit Cost or Yearly Value “0”: /)],
    [6, "Benefit Last Day “2025-12-31”: The last day is before the first day."],
    [
      7,
      "Benefit Paid by Employee a Year “5”: The law lowers only the value of an asset of the company by what the employee pays. Leave this empty.",
    ],
    [
      8,
      "Benefit First Day “2026-01-01”: This employee has a benefit of this name from 01 Jul 2025 already. To change it, enter this first day; to add another, give it another name.",
    ],
    [9, expect.stringMatching(/^Benefit First Day: This employee has several benefits of this/)],
    [10, expect.stringMatching(/^Staff Number “BR-9”: No employee has this number\./)],
  ]);
});

test("of one name are accepted for times that do not overlap", async () => {
  const one = await staff.add("BO-1");
  const file = await imports.checked(
    head,
    "BO-1,Official car,ASSET,20000000,,2025-01-01,2026-01-31",
    "bo-1,Official car,ASSET,30000000,,2026-02-01,",
    "BO-1,official car,ASSET,30000000,,2026-03-01,",
  );
  expect(file.counts).toMatchObject({ CHANGED: 2, REJECTED: 1 });
  expect(await reasonsOf(file)).toEqual([
    [
      4,
      "Benefit “official car”: Line 3 of the file has a benefit of this name for the same time. Give one of them another name, or leave out one of the two lines.",
    ],
  ]);
  expect((await imports.commit(file, true)).status).toBe(200);
  expect((await benefitsOf(pathOf(one))).map(([, , value]) => value)).toEqual([
    30_000_000, 20_000_000,
  ]);
});

test("have further lines of an employee that change nothing else", async () => {
  const one = await staff.add("BF-1");
  const file = await imports.checked(
    `${head},Department`,
    "BF-1,Official car,ASSET,20000000,,2026-01-01,,Sales",
    "BF-1,Club,OTHER,600000,,2026-01-01,,",
    "BF-1,Driver,OTHER,1200000,,2026-01-01,,Stores",
    "BF-1,,,,,,,Stores",
  );
  expect(file.counts).toMatchObject({ CHANGED: 2, REJECTED: 2 });
  expect((await reasonsOf(file)).map(([line]) => line)).toEqual([4, 5]);
  expect((await imports.commit(file, true)).status).toBe(200);
  expect((await imports.undo(file)).status).toBe(200);
  const { data } = await staff.hr.list(listEmployeeHistory, { params: pathOf(one) });
  const countOf = (action: string) => data.filter((event) => event.action === action).length;
  expect(
    ["employee.imported", "employee.pay-benefit-added", "employee.import-undone"].map(countOf),
  ).toEqual([1, 2, 1]);
});

test("in more lines of one employee than are written at once change the record once", async () => {
  const one = await staff.add("BB-1");
  // A line more than a batch of `commit.ts` has.
  const lines = Array.from(
    { length: 2001 },
    (_, at) => `BB-1,Benefit ${at},OTHER,1000,,2026-01-01,,${at === 0 ? "Sales" : ""}`,
  );
  const file = await imports.checked(`${head},Department`, ...lines);
  expect(file.counts).toEqual({ NEW: 0, CHANGED: 2001, UNCHANGED: 0, REJECTED: 0 });
  expect((await imports.commit(file)).status).toBe(200);
  const countOf = (action: string) =>
    world.database.transaction(async (tx) => {
      await setTenant(tx, staff.home.tenant_id);
      const { rows } = await sql`
        select from audit_log where action = ${action} and subject = ${`employee:${one.id}`}`.execute(
        tx,
      );
      return rows.length;
    });
  expect(await countOf("employee.imported")).toBe(1);
  expect((await imports.undo(file)).status).toBe(200);
  expect(await countOf("employee.import-undone")).toBe(1);
  expect(await benefitsOf(pathOf(one))).toEqual([]);
});

test("that somebody recorded, changed or removed since the check void the import", async () => {
  const one = await staff.add("BW-1");
  const added = await imports.checked(head, "BW-1,Official car,ASSET,1000000,,2026-01-01,");
  const { id } = await record(one);
  expect((await imports.commit(added)).problem.code).toBe("import_outdated");
  const path = { ...pathOf(one), benefit_id: id };
  const changed = await imports.checked(head, "BW-1,Official car,,30000000,,,");
  const body = { ...car, to_date: "2026-12-31", version: 1 };
  await staff.hr.call(saveBenefit, { params: path, body });
  expect((await imports.commit(changed)).problem.code).toBe("import_outdated");
  const removed = await imports.checked(head, "BW-1,Official car,,30000000,,,");
  await staff.hr.call(removeBenefit, { params: path });
  expect((await imports.commit(removed)).problem.code).toBe("import_outdated");
  expect(await benefitsOf(pathOf(one))).toEqual([]);
});

test("that were changed or removed since can no longer be taken back", async () => {
  const refused = async (file: TestImport, staffNo: string) => {
    const { status, problem } = await imports.undo(file);
    expect([status, problem.code, problem.message.startsWith(staffNo)]).toEqual([
      409,
      "import_used",
      true,
    ]);
  };
  const one = await staff.add("BU-1");
  const added = await imports.checked(head, "BU-1,Official car,ASSET,1000000,,2026-01-01,");
  await imports.commit(added);
  const [given] = await staff.hr.call(listBenefits, { params: pathOf(one) });
  await staff.hr.call(removeBenefit, {
    params: { ...pathOf(one), benefit_id: given?.id },
  });
  await refused(added, "BU-1");
  const two = await staff.add("BU-2");
  const { id } = await record(two);
  const changed = await imports.checked(head, "BU-2,Official car,,30000000,,,");
  await imports.commit(changed);
  await staff.hr.call(saveBenefit, {
    params: { ...pathOf(two), benefit_id: id },
    body: { ...car, version: 2 },
  });
  await refused(changed, "BU-2");
});

test("are not looked for in rows that were checked before files could have them", async () => {
  await staff.add("BOLD-1");
  const file = await imports.checked("Staff No,Department", "BOLD-1,Stores");
  const name = importSealingContext(staff.home.tenant_id, file.id);
  await world.database.transaction(async (tx) => {
    await setTenant(tx, staff.home.tenant_id);
    const { rows } = await sql<{ sealed: string }>`
      select sealed from employee_import_rows where import_id = ${file.id}`.execute(tx);
    const { benefit, named_benefit, ...row } = JSON.parse(
      unseal(world.environment, name, rows[0]?.sealed ?? ""),
    ) as Record<string, unknown>;
    expect([benefit, named_benefit]).toEqual([null, null]);
    await sql`update employee_import_rows set sealed = ${seal(world.environment, name, JSON.stringify(row))}
      where import_id = ${file.id}`.execute(tx);
  });
  expect((await imports.commit(file)).status).toBe(200);
  expect((await imports.undo(file)).status).toBe(200);
});

test("have a template with what is recorded, which changes nothing as it is", async () => {
  const { path } = staff.other;
  const own = importsOf(world, { hr: staff.stranger, home: staff.other });
  const add = async (staff_no: string, more: string) => {
    const file = await own.checked(
      "Staff No,Surname,First Name,Start Date,Benefit,Benefit Kind,Benefit Value,Benefit Paid by Employee,Benefit From,Benefit To",
      `${staff_no},${more}`,
    );
    expect((await own.commit(file)).status).toBe(200);
  };
  await add("0012", "Eze,Chi,2024-02-01,Official car,ASSET,24000000,240000,2025-01-01,");
  await add("0012", "Eze,Chi,2024-02-01,Flat,HOUSING,3600000.50,,2026-01-01,2026-12-31");
  await add("0012", "Eze,Chi,2024-02-01,Old car,ASSET,9000000,,2023-01-01,2025-12-31");
  await add("T-2", "Bello,Musa,2026-02-28,,,,,,");
  const file = await download(world, staff.stranger, getBenefitsTemplate, { params: path });
  expect(file.filename).toMatch(/^benefits-in-kind_.*_2026\.xlsx$/);
  const uploaded = await own.upload(file.bytes, "benefits.xlsx", staff.stranger);
  expect(
    uploaded.columns.every(({ title, field }) => field && title === importFieldTitle(field)),
  ).toBe(true);
  expect(uploaded.columns).toHaveLength(9);
  await own.check();
  const rows = await own.rowsOf(uploaded);
  expect(rows.map(({ staff_no, name, kind }) => [staff_no, name, kind])).toEqual([
    ["T-2", "Musa Bello", "UNCHANGED"],
    ["0012", "Chi Eze", "UNCHANGED"],
    ["0012", "Chi Eze", "UNCHANGED"],
  ]);
});

test("have a template for those who write pay, of their own organization", async () => {
  await expectGuarded(world, staff, [[getBenefitsTemplate, { params: staff.home.path }]]);
});
