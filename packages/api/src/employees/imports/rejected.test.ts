import { saveJob } from "@kontor/contract/employees/employees";
import { exportRejectedRows } from "@kontor/contract/employees/imports";
import { leaveEmployment, returnToWork } from "@kontor/contract/employees/leaving";
import { addBranch } from "@kontor/contract/organizations/branches";
import { expect, test } from "vitest";

import { openStaff, pathOf, refusedFields } from "../../testing/employees.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { importsOf, type TestImport } from "../../testing/imports.ts";

const world = await openFileWorld();
const staff = await openStaff(world);
const imports = importsOf(world, staff);

/** The rejected lines of a file, with fields and reasons. */
async function rejectedIn(one: TestImport) {
  const rows = await imports.rowsOf(one, { kind: "REJECTED" });
  return rows.map(({ line, reasons }) => [line, ...reasons]);
}

test("the start of a rehired employee cannot be moved into the previous employment", async () => {
  const { hr, add } = staff;
  const params = pathOf(await add("BACK-1"));
  const leaving = { exit_date: "2026-02-15", reason: "RESIGNED", note: "", owed: [], version: 1 };
  await hr.call(leaveEmployment, { params, body: leaving });
  const job = (start_date: string, version: number) =>
    hr.attempt(saveJob, { params, body: { staff_no: "BACK-1", start_date, grade: "3", version } });
  await hr.call(returnToWork, { params, body: { start_date: "2026-03-01", version: 2 } });
  const early = await job("2026-01-05", 3);
  expect(refusedFields(early)).toEqual([422, "start_date"]);
  expect(early.problem.code).toBe("return_before_exit");
  expect(refusedFields(await job("2026-02-15", 3))).toEqual([422, "start_date"]);
  const message = expect.stringContaining("2026-02-15");
  const head = "Staff No,Surname,First Name,Date Employed,Department";
  const first = await imports.checked(head, "BACK-1,Okafor,Ada,2026-01-05,Finance");
  expect(await rejectedIn(first)).toEqual([[2, { field: "start_date", message }]]);
  const same = await imports.checked(head, "BACK-1,Okafor,Ada,2026-03-01,Finance");
  expect(same.counts).toMatchObject({ CHANGED: 1, REJECTED: 0 });
  expect((await job("2026-02-16", 3)).status).toBe(200);
});

test("a branch that does not exist is rejected with those that do", async () => {
  const head = "Staff No,Surname,First Name,Date Employed,Branch";
  const row = (branch: string) => `BRANCH-1,Okafor,Ada,2026-01-05,${branch}`;
  const messageOf = async (one: TestImport) => (await rejectedIn(one)).flat().slice(1);
  const rejected = (message: string) => [{ field: "branch", message }];
  const first = await imports.checked(head, row("Lekki"));
  expect(await messageOf(first)).toEqual(
    rejected(
      "Branch “Lekki”: The organization has no branches. Add this one to it and check the file again, or leave this empty.",
    ),
  );
  const { path } = staff.home;
  const admin = await world.signIn("platform");
  const add = (name: string) => admin.call(addBranch, { body: { ...path, name } });
  for (const name of ["Yaba", "ikeja", "Lekki Phase 1"]) await add(name);
  expect(await messageOf(await imports.checked(head, row("Lekki")))).toEqual(
    rejected(
      "Branch “Lekki”: No branch has this name or code. Enter one of the organization’s: ikeja, Lekki Phase 1, Yaba.",
    ),
  );
  expect((await imports.checked(head, row("lekki phase 1"))).counts).toMatchObject({ NEW: 1 });
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await add(`Branch ${number}`);
  expect(await messageOf(await imports.checked(head, row("Lekki")))).toEqual(
    rejected(expect.stringMatching(/: Branch 1, .*Branch 9, ikeja and 2 more\.$/) as string),
  );
});

test("a row that gives the staff number of an employee to somebody else is rejected", async () => {
  await staff.add("TAKEN-1");
  const head = "Staff No,Surname,First Name,Date Employed";
  const other = await imports.checked(head, "TAKEN-1,Bello,Yusuf,2026-06-01");
  expect(await rejectedIn(other)).toEqual([
    [
      2,
      {
        field: "last_name",
        message: expect.stringMatching(/TAKEN-1 is Ada Okafor, not Yusuf Bello\. Check the staff/),
      },
    ],
  ]);
  const married = await imports.checked(head, "TAKEN-1,Bello,Ada,2026-06-01");
  expect(married.counts).toMatchObject({ CHANGED: 1, REJECTED: 0 });
  const corrected = await imports.checked("Staff No,Surname,First Name", "TAKEN-1,Bello,Adanna");
  expect(corrected.counts).toMatchObject({ CHANGED: 1, REJECTED: 0 });
});

test("a file of rejected rows that is rejected again has its reasons once", async () => {
  const head = "Staff No,Surname,First Name,Date Employed";
  const rejectedFile = async (one: TestImport) => {
    const file = await staff.hr.attempt(exportRejectedRows, { params: imports.pathOf(one) });
    return String(file.body).split("\r\n");
  };
  const once = await rejectedFile(await imports.checked(head, "AGAIN-1,Okafor,,2026-01-05"));
  expect(once[0]).toBe(`${head},Reasons`);
  const twice = await rejectedFile(
    await imports.checked(once[0] ?? "", "AGAIN-1,Okafor,,2026-01-05,An earlier reason"),
  );
  expect(twice[0]).toBe(`${head},Reasons`);
  expect(twice[1]).toBe(once[1]);
});

test("says what to correct in a cell that cannot be taken as it is", async () => {
  const one = await imports.checked(
    "Staff No,Surname,First Name,Date Employed,Basic,PFA,Bank,Account Number",
    "CELL-1,Okafor,Ada,2026-01-05,-5000,Stanbik,No Such Bank,0000014579",
    "CELL-2,Okafor,,2026-01-05,,,,",
    "CELL-3,Okafor,Obi,2026-01-05,,,Access Bank,690000031",
    "CELL-4,Okafor,Uju,2026-01-05,,,Access Bank,06900000311",
  );
  expect(await rejectedIn(one)).toEqual([
    [
      2,
      {
        field: "basic",
        message: "Basic “-5000”: Enter an amount of 0.00 or more in digits, such as 250000.00.",
      },
      {
        field: "pfa",
        message:
          "PFA “Stanbik”: No pension fund administrator in the list has this name. Check its spelling.",
      },
      {
        field: "bank",
        message:
          "Bank “No Such Bank”: No bank in the list has this name or code. Check its spelling.",
      },
    ],
    [3, { field: "first_name", message: "First Name: A new employee needs one." }],
    [
      4,
      {
        field: "account_number",
        message:
          "Account Number “•••••0031”: Digits are missing: the spreadsheet may have removed leading zeros. Format the column as text.",
      },
    ],
    [
      5,
      {
        field: "account_number",
        message: "Account Number “•••••••0311”: An account number has 10 digits.",
      },
    ],
  ]);
});

test("quotes the cell and says which days the calendar has", async () => {
  const one = await imports.checked(
    "Staff No,Surname,First Name,Date Employed,Date of Birth,NIN,Pay From,Basic",
    "DAY-1,Okafor,Ada,31/02/2026,03/31/1990,1234567,,",
    "DAY-2,Okafor,Obi,31/03/26,00/03/1990,,,",
    `DAY-3,Okafor,Uju,2026-01-05,01/01/1850,,soon,${"9".repeat(70)}`,
    "DAY-4,Okafor,Eze,2026-01-05,,,2025-12-31,1000",
    "DAY-5,Okafor,,,,,,",
    "DAY-4,Okafor,Eze,2026-01-05,,,,",
  );
  const year = "Enter a date with all four digits of its year, such as 31/03/2026 or 2026-03-31.";
  const reasons = (await rejectedIn(one)).map(([line, ...all]) => [
    line,
    ...all.map((reason) => (typeof reason === "object" ? reason.message : reason)),
  ]);
  expect(reasons).toEqual([
    [
      2,
      "Start Date “31/02/2026”: February 2026 has 28 days. Enter a day that exists, such as 28/02/2026.",
      "Birth Date “03/31/1990”: There is no month 31. Write the day first, as in 31/03/2026, or the year first, as in 2026-03-31.",
      expect.stringMatching(/^NIN “•••4567”: /),
    ],
    [3, `Start Date “31/03/26”: ${year}`, `Birth Date “00/03/1990”: ${year}`],
    [
      4,
      `Birth Date “01/01/1850”: ${year}`,
      `Pay From “soon”: ${year}`,
      expect.stringContaining(`Basic “${"9".repeat(60)}…”: `),
    ],
    [
      5,
      "Pay From “2025-12-31”: The employee starts on 2026-01-05. Choose that day or a later one.",
    ],
    [6, "First Name: A new employee needs one.", "Start Date: A new employee needs one."],
    [
      7,
      "Staff Number “DAY-4”: Line 5 of the file has the same value. Correct it, or leave out one of the two lines.",
    ],
  ]);
  // The file of rejected rows says the same.
  const file = await staff.hr.attempt(exportRejectedRows, { params: imports.pathOf(one) });
  expect(String(file.body)).toContain("Start Date “31/02/2026”: February 2026 has 28");
});

test("rejects the second of two new staff numbers that differ only in leading zeros", async () => {
  const one = await imports.checked(
    "Staff No,Surname,First Name,Date Employed",
    "71,Okafor,Ada,2026-01-05",
    "A-71,Okafor,Ada,2026-01-05",
    "0071,Okafor,Ada,2026-01-05",
    "0A-71,Okafor,Ada,2026-01-05",
    "710,Okafor,Ada,2026-01-05",
  );
  expect(one.counts).toMatchObject({ NEW: 4, REJECTED: 1 });
  const message = expect.stringContaining(
    "Line 2 of the file has the same staff number except for",
  );
  expect(await rejectedIn(one)).toEqual([[4, { field: "staff_no", message }]]);
});

test("accepts staff numbers that differ only in leading zeros if both exist", async () => {
  const { add } = staff;
  await add("0085");
  await add("85");
  const one = await imports.checked("Staff No,Department", "85,Finance", "0085,Finance");
  expect(one.counts).toMatchObject({ CHANGED: 2, REJECTED: 0 });
});
