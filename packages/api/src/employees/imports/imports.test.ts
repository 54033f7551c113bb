import { listBankAccountChanges } from "@kontor/contract/employees/bank";
import {
  addEmployee,
  getEmployee,
  listEmployees,
  savePersonal,
} from "@kontor/contract/employees/employees";
import * as contract from "@kontor/contract/employees/imports";
import { listPayRates } from "@kontor/contract/employees/pay";
import { describe, expect, it } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { expectGuarded, openStaff, refusedFields } from "../../testing/employees.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { importForm, importsOf } from "../../testing/imports.ts";
import { wholeDatabase } from "../../testing/whole-database.ts";

const world = await openFileWorld();
const staff = await openStaff(world);
const imports = importsOf(world, staff);
type Imports = ReturnType<typeof importsOf>;

const upload: Imports["upload"] = (...args) => imports.upload(...args);
const checked: Imports["checked"] = (...lines) => imports.checked(...lines);
const load: Imports["load"] = (one) => imports.load(one);
const rowsOf: Imports["rowsOf"] = (one, query) => imports.rowsOf(one, query);
const commit: Imports["commit"] = (...args) => imports.commit(...args);
const named = async (search: string) =>
  (await staff.hr.list(listEmployees, { query: { search } })).data;

const head =
  "Staff No,Surname,First Name,Date Employed,Department,Basic,Housing,State,LGA,Bank,Account Number,NIN";

describe("a file of new employees", () => {
  it("has its columns guessed, and can be previewed, imported and undone as a whole", async () => {
    const one = await checked(
      head,
      `IMP-1,Okafor,Ada,05/01/2026,Finance,"250,000.00",75000,Lagos State,Shomolu,First Bank,0000014579,12312312312`,
      `IMP-2,Bello,Musa,2026-02-01,,,,,,,,`,
    );
    expect(one).toMatchObject({
      status: "READY",
      rows: 2,
      rows_checked: 2,
      counts: { NEW: 2, CHANGED: 0, UNCHANGED: 0, REJECTED: 0 },
    });
    expect(one.columns.map(({ field }) => field)).toEqual([
      "staff_no",
      "last_name",
      "first_name",
      "start_date",
      "department",
      "basic",
      "housing",
      "state",
      "local_government",
      "bank",
      "account_number",
      "nin",
    ]);
    const [first] = await rowsOf(one);
    expect(first).toMatchObject({ line: 2, kind: "NEW", staff_no: "IMP-1", name: "Ada Okafor" });
    expect(first?.changes).toContainEqual({ field: "nin", from: null, to: "•••••••2312" });
    expect(first?.changes).toContainEqual({
      field: "account_number",
      from: null,
      to: "••••••4579",
    });
    expect(await named("IMP-")).toEqual([]);
    expect((await commit(one)).status).toBe(200);
    const [bello, okafor] = await named("IMP-");
    expect(okafor).toMatchObject({
      staff_no: "IMP-1",
      start_date: "2026-01-05",
      monthly_pay: 32_500_000n,
      missing: ["tax_id", "rsa_pin", "pfa"],
    });
    expect(bello).toMatchObject({ staff_no: "IMP-2", monthly_pay: null });
    const params = { ...staff.home.path, id: okafor?.id ?? 0 };
    expect(await staff.hr.call(getEmployee, { params })).toMatchObject({
      personal: { state: "Lagos", local_government: "Somolu" },
      bank: { bank_name: "First Bank of Nigeria" },
      pay: { basic: 25_000_000n, from_date: "2026-01-05" },
    });
    const stored = await wholeDatabase(world);
    for (const number of ["0000014579", "12312312312"]) expect(stored).not.toContain(number);
    const undone = await staff.hr.call(contract.undoEmployeeImport, {
      params: imports.pathOf(one),
    });
    expect(undone.status).toBe("UNDONE");
    await expectCoherentBooks(world);
    expect(await named("IMP-")).toEqual([]);
  });

  it("leaves out rejected rows only on request, and returns them with the reasons", async () => {
    const one = await checked(
      "Staff No,Surname,First Name,Start Date,Email,Phone",
      "REJ-1,Okafor,Ada,2026-01-05,ada@example.com,+234 803 123 4567",
      "REJ-2,Okafor,,31/02/2026,nobody,+234 803 123 4567",
      ",Okafor,Ada,2026-01-05,,",
      "rej-1,Okafor,Ada,2026-01-05,,",
    );
    expect(one.counts).toEqual({ NEW: 1, CHANGED: 0, UNCHANGED: 0, REJECTED: 3 });
    const rejected = await rowsOf(one, { kind: "REJECTED" });
    expect(rejected.map(({ line, reasons }) => [line, reasons.map(({ field }) => field)])).toEqual([
      [3, ["start_date", "email", "first_name"]],
      [4, ["staff_no"]],
      [5, ["staff_no"]],
    ]);
    expect(rejected[2]?.reasons[0]?.message).toMatch(/^Staff Number “rej-1”: Line 2 of the file/);
    const refused = await commit(one);
    expect([refused.status, refused.problem.code]).toEqual([409, "import_has_rejected"]);
    expect(await named("REJ-")).toEqual([]);
    const file = await staff.hr.attempt(contract.exportRejectedRows, {
      params: imports.pathOf(one),
    });
    const lines = String(file.body).split("\r\n");
    expect(lines[0]).toBe(
      "\uFEFFStaff No,Surname,First Name,Start Date,Email,Phone,Reasons".slice(1),
    );
    expect(lines[1]).toContain("REJ-2,Okafor,,31/02/2026,nobody,'+234 803 123 4567,");
    expect((await commit(one, true)).status).toBe(200);
    expect(await named("REJ-")).toHaveLength(1);
    // The corrected file is uploaded with its column of reasons and the escaped telephone number.
    const corrected = String(file.body)
      .replace("31/02/2026", "28/02/2026")
      .replace("nobody", "")
      .replace("Okafor,,28", "Okafor,Uche,28");
    const again = await upload(corrected);
    await imports.check();
    const [uche] = await rowsOf(await load(again), { kind: "NEW" });
    expect(uche?.changes).toContainEqual({ field: "phone", from: null, to: "+234 803 123 4567" });
  });
});

describe("a file of existing employees", () => {
  it("changes only what differs, erases nothing, and can be undone", async () => {
    const { hr, second, add } = staff;
    const ada = await add("CHG-1", {
      department: "Sales",
      phone: "0803 123 4567",
      nin: "55555555555",
    });
    const params = { ...staff.home.path, id: ada.id };
    const first = await checked(`${head},Email`, `CHG-1,,,,,100000,,,,GTBank,0123456789,,`);
    expect((await commit(first)).status).toBe(200);
    const one = await checked(
      `${head},Phone,Account Name`,
      `chg-1,Okafor,Ada,,Finance,150000,,,,UBA,2000000001,55555555555,,Ada N. Okafor`,
      `CHG-2,New,Person,2026-01-01,,,,,,,,,,`,
    );
    expect(one.counts).toEqual({ NEW: 1, CHANGED: 1, UNCHANGED: 0, REJECTED: 0 });
    const [row] = await rowsOf(one, { kind: "CHANGED" });
    expect(row).toMatchObject({
      employee_id: ada.id,
      bank_change: true,
      changes: [
        { field: "department", from: "Sales", to: "Finance" },
        { field: "bank", from: "Guaranty Trust Bank", to: "United Bank for Africa" },
        { field: "account_number", from: "••••••6789", to: "••••••0001" },
        { field: "account_name", from: "Ada Okafor", to: "Ada N. Okafor" },
        { field: "basic", from: "100000.00", to: "150000.00" },
        { field: "pay_from", from: null, to: "2026-03-01" },
      ],
    });
    expect((await commit(one)).status).toBe(200);
    const after = await hr.call(getEmployee, { params });
    expect(after).toMatchObject({
      personal: { phone: "0803 123 4567" },
      job: { staff_no: "CHG-1", department: "Finance" },
      statutory: { nin: "•••••••5555" },
      bank: { bank_code: "058" },
      bank_change_waiting: true,
      pay: { basic: 15_000_000n, from_date: "2026-03-01" },
    });
    await hr.call(contract.undoEmployeeImport, { params: imports.pathOf(one) });
    expect(await hr.call(getEmployee, { params })).toMatchObject({
      job: { department: "Sales" },
      bank: { bank_code: "058" },
      bank_change_waiting: false,
      pay: { basic: 10_000_000n },
    });
    expect(await named("CHG-2")).toEqual([]);
    const [change] = await second.call(listBankAccountChanges, { params });
    expect(change?.status).toBe("WITHDRAWN");
    const rates = await hr.call(listPayRates, { params });
    expect(rates.filter(({ superseded_at }) => superseded_at === null)).toHaveLength(1);
  });

  it("says who is outside the pension scheme, or in it again", async () => {
    const params = { ...staff.home.path, id: (await staff.add("PEN-1")).id };
    const exemption = async () =>
      (await staff.hr.call(getEmployee, { params })).statutory.pension_exemption;
    const given = (cell: string) => checked("Staff No,Exempt from Pension", `PEN-1,${cell}`);
    const one = await given("foreign employee");
    expect((await rowsOf(one))[0]?.changes).toMatchObject([{ to: "Foreign employee" }]);
    await commit(one);
    expect(await exemption()).toBe("FOREIGN_EMPLOYEE");
    expect((await given("")).counts).toMatchObject({ UNCHANGED: 1 });
    const [unclear] = await rowsOf(await given("yes"), { kind: "REJECTED" });
    expect(unclear?.reasons[0]?.message).toMatch(/^Pension Exemption “.+”: Enter Foreign/);
    const again = await given("None");
    await commit(again);
    expect(await exemption()).toBeNull();
    await staff.hr.call(contract.undoEmployeeImport, { params: imports.pathOf(again) });
    expect(await exemption()).toBe("FOREIGN_EMPLOYEE");
  });

  it("changes nothing when it is uploaded again", async () => {
    const lines = [
      "Staff No,Surname,First Name,Start Date,Basic,Bank,Account No,NIN,State",
      "SAME-1,Okafor,Ada,2026-01-05,100000,UBA,2000000001,77777777777,Kano",
    ];
    expect((await commit(await checked(...lines))).status).toBe(200);
    const again = await checked(...lines);
    expect(again.counts).toEqual({ NEW: 0, CHANGED: 0, UNCHANGED: 1, REJECTED: 0 });
    const refused = await commit(again);
    expect([refused.status, refused.problem.code]).toEqual([409, "import_nothing"]);
  });

  it("rejects a number that another row or another employee has", async () => {
    await staff.add("HELD-1", { tax_id: "1111111111111" });
    const one = await checked(
      "Staff No,Surname,First Name,Start Date,TIN,NIN",
      "HELD-2,A,B,2026-01-01,1111111111111,",
      "HELD-3,A,B,2026-01-01,,88888888888",
      "HELD-4,A,B,2026-01-01,,88888888888",
    );
    const rejected = await rowsOf(one, { kind: "REJECTED" });
    expect(rejected.map(({ staff_no, reasons }) => [staff_no, reasons[0]?.message])).toEqual([
      ["HELD-2", expect.stringContaining("already belongs to Ada Okafor (HELD-1)")],
      ["HELD-4", expect.stringMatching(/^NIN “•+8888”: Line 3 of the file has the same/)],
    ]);
  });

  it("rejects a staff number that equals another's except for leading zeros", async () => {
    await staff.add("0012");
    const one = await checked(
      "Staff No,Surname,First Name,Date Employed",
      "12,Okafor,Ada,05/01/2026",
      "0012,Okafor,Ada,05/01/2026",
    );
    expect(one.counts).toMatchObject({ NEW: 0, REJECTED: 1 });
    const [row] = await rowsOf(one, { kind: "REJECTED" });
    expect(row?.reasons).toEqual([
      {
        field: "staff_no",
        message: expect.stringContaining("has the staff number 0012. Spreadsheets drop"),
      },
    ]);
  });

  it("imports nothing when an employee has changed since the check", async () => {
    const { hr, add } = staff;
    const ada = await add("STALE-1");
    const one = await checked(
      "Staff No,Surname,First Name,Start Date,Department",
      "STALE-0,New,Person,2026-01-01,Sales",
      "STALE-1,,,,Finance",
    );
    const params = { ...staff.home.path, id: ada.id };
    await hr.call(savePersonal, {
      params,
      body: { first_name: "Adaeze", last_name: "Okafor", version: 1 },
    });
    const refused = await commit(one);
    expect([refused.status, refused.problem.code]).toEqual([409, "import_outdated"]);
    expect(await named("STALE-0")).toEqual([]);
    await imports.check();
    const taken = await checked("Staff No,Surname,First Name,Start Date", "STALE-9,A,B,2026-01-01");
    await hr.call(addEmployee, {
      params: staff.home.path,
      body: { staff_no: "stale-9", first_name: "C", last_name: "D", start_date: "2026-01-01" },
    });
    expect((await commit(taken)).problem.code).toBe("import_outdated");
  });

  it("is committed once by two concurrent users, and cannot be undone after use", async () => {
    const one = await checked("Staff No,Surname,First Name,Start Date", "USED-1,A,B,2026-01-01");
    const replies = await Promise.all([commit(one), commit(one)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await named("USED-1")).toHaveLength(1);
    const [used] = await named("USED-1");
    const params = { ...staff.home.path, id: used?.id ?? 0 };
    await staff.hr.call(savePersonal, {
      params,
      body: { first_name: "X", last_name: "Y", version: 1 },
    });
    const refused = await staff.hr.attempt(contract.undoEmployeeImport, {
      params: imports.pathOf(one),
    });
    expect([refused.status, refused.problem.code]).toEqual([409, "import_used"]);
    expect(refused.problem.message).toContain("USED-1");
    expect(await named("USED-1")).toHaveLength(1);
  });
});

describe("the columns of a file", () => {
  it("are chosen by the user when they cannot be guessed, and remembered", async () => {
    const lines = ["Code XY,Nachname,Vorname,Seit", "MAP-1,Okafor,Ada,2026-01-05"];
    const one = await upload(lines.join("\n"));
    expect(one.status).toBe("MAPPING");
    expect((await load(one)).examples).toEqual(["MAP-1", "Okafor", "Ada", "2026-01-05"]);
    const early = await commit(one);
    expect([early.status, early.problem.code]).toEqual([409, "import_not_ready"]);
    const map = (fields: readonly (string | null)[], version = one.version) =>
      staff.hr.attempt(contract.mapEmployeeImport, {
        params: imports.pathOf(one),
        body: { fields, version },
      });
    expect(refusedFields(await map(["staff_no"]))).toEqual([422, "fields"]);
    expect(refusedFields(await map(["staff_no", "staff_no", null, null]))).toEqual([422, "fields"]);
    expect(refusedFields(await map([null, "last_name", "first_name", null]))).toEqual([
      422,
      "fields",
    ]);
    expect(refusedFields(await map(["salary", null, null, null]))).toEqual([422, "fields.0"]);
    expect((await map(["staff_no", "last_name", "first_name", "start_date"], 9)).status).toBe(409);
    expect((await map(["staff_no", "last_name", "first_name", "start_date"])).status).toBe(200);
    await imports.check();
    expect((await load(one)).counts.NEW).toBe(1);
    const next = await upload(lines.join("\n").replace("MAP-1", "MAP-2"));
    expect([next.status, next.columns.map(({ field }) => field)]).toEqual([
      "CHECKING",
      ["staff_no", "last_name", "first_name", "start_date"],
    ]);
    await staff.hr.call(contract.discardEmployeeImport, { params: imports.pathOf(next) });
    await imports.check();
    expect((await load(next)).status).toBe("DISCARDED");
    expect((await commit(next)).problem.code).toBe("import_closed");
  });

  it("are shown with their first values, with personal numbers masked", async () => {
    const one = await upload("Staff No,Note,What\nEX-1,,\nEX-2,call 08031234567,12312312312\n");
    expect((await load(one)).examples).toEqual(["EX-1", "call •••••••4567", "•••••••2312"]);
    await staff.hr.call(contract.discardEmployeeImport, { params: imports.pathOf(one) });
    expect((await load(one)).examples).toEqual([]);
  });

  it("are in the template, which can be uploaded", async () => {
    const file = await staff.hr.attempt(contract.getImportTemplate, { params: staff.home.path });
    const [titles = ""] = String(file.body).split("\r\n");
    const one = await upload(`${titles}\r\nTPL-1${",".repeat(titles.split(",").length - 1)}`);
    expect(one.columns.every(({ field }) => field !== null)).toBe(true);
  });
});

it("lists files, latest first, and their rows in pages", async () => {
  const one = await checked(
    "Staff No,Surname,First Name,Start Date",
    ...Array.from({ length: 600 }, (_unused, index) => `PAGE-${index},A,B,2026-01-01`),
  );
  expect([one.rows_checked, one.counts.NEW]).toEqual([600, 600]);
  const page = await staff.hr.list(contract.listEmployeeImportRows, {
    params: imports.pathOf(one),
    query: { page: 6, per_page: 100 },
  });
  expect([page.meta.total, page.data[0]?.line]).toEqual([600, 502]);
  for (const sort of contract.importRowSorts) {
    const lines = async (by: string) => {
      const { data } = await staff.hr.list(contract.listEmployeeImportRows, {
        params: imports.pathOf(one),
        query: { sort: by, per_page: 100, page: by.startsWith("-") ? 6 : 1 },
      });
      return data.map(({ line }) => line);
    };
    expect([sort, await lines(`-${sort}`)]).toEqual([sort, (await lines(sort)).toReversed()]);
  }
  const listed = async (query: { search?: string; sort?: string }) => {
    const input = { params: staff.home.path, query: { ...query, per_page: 100 } };
    const { data, meta } = await staff.hr.list(contract.listEmployeeImports, input);
    expect(data).toHaveLength(meta.total);
    return data.map(({ id }) => id);
  };
  for (const search of ["", one.filename.toUpperCase(), one.created_by ?? "?"]) {
    expect((await listed({ search }))[0]).toBe(one.id);
  }
  expect(await listed({ search: "no such file" })).toEqual([]);
  for (const sort of contract.employeeImportSorts) {
    const down = await listed({ sort: `-${sort}` });
    expect([sort, down]).toEqual([sort, (await listed({ sort })).toReversed()]);
  }
});

it("refuses anonymous callers, readers and other organizations everywhere", async () => {
  const one = await upload("Staff No,Surname\nGUARD-1,A");
  const params = imports.pathOf(one);
  await expectGuarded(world, staff, [
    [contract.uploadEmployeeImport, { params, body: importForm("a,b\n1,2") }],
    [contract.listEmployeeImports, { params }],
    [contract.getEmployeeImport, { params }],
    [contract.mapEmployeeImport, { params, body: { fields: ["staff_no", null], version: 1 } }],
    [contract.listEmployeeImportRows, { params }],
    [contract.exportRejectedRows, { params }],
    [contract.getImportTemplate, { params }],
    [contract.commitEmployeeImport, { params, body: { version: 1, without_rejected: true } }],
    [contract.undoEmployeeImport, { params }],
    [contract.discardEmployeeImport, { params }],
  ]);
});
