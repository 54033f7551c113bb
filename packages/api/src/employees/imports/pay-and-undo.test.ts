import { changeBankAccount, listBankAccountChanges } from "@kontor/contract/employees/bank";
import { addBenefit } from "@kontor/contract/employees/benefits";
import { getEmployee, listEmployeeHistory } from "@kontor/contract/employees/employees";
import {
  addPayItem,
  addPayRate,
  claimRelief,
  listOpeningFigures,
  listPayRates,
  saveOpeningFigures,
  withdrawPayRate,
} from "@kontor/contract/employees/pay";
import { inviteToPortal } from "@kontor/contract/portal/invitation";
import { describe, expect, it } from "vitest";

import { openStaff, pathOf, type Staff } from "../../testing/employees.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { importsOf, type TestImport } from "../../testing/imports.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  reversedRun,
  runWithout,
} from "../../testing/payroll.ts";
import { accountEnding } from "../../testing/transfers.ts";

type Employee = Awaited<ReturnType<Staff["add"]>>;

const world = await openFileWorld();
const staff = await openStaff(world);
const imports = importsOf(world, staff);

/** The date is 10 March 2026. */

/** Adds a rate of pay, in naira. */
const pay = (one: Employee, from_date: string, basic: string, housing = "0.00") =>
  staff.hr.call(addPayRate, {
    params: pathOf(one),
    body: { from_date, basic, housing, transport: "0.00", other: "0.00" },
  });

/** Imports a file, a second before what follows. */
async function imported(...lines: string[]): Promise<TestImport> {
  const file = await imports.checked(...lines);
  await imports.commit(file);
  world.clock.advance(1000);
  return file;
}

/** The rates in force, earliest first: first day, basic and housing in kobo. */
async function ratesOf(one: Employee): Promise<[string, bigint, bigint][]> {
  const rates = await staff.hr.call(listPayRates, { params: pathOf(one) });
  return rates
    .filter(({ superseded_at }) => superseded_at === null)
    .map(({ from_date, basic, housing }): [string, bigint, bigint] => [from_date, basic, housing])
    .toReversed();
}

describe("imported pay", () => {
  it("replaces a rate that began this month instead of coming before it", async () => {
    const one = await staff.add("PAY-1");
    await pay(one, "2026-01-05", "100000.00");
    await pay(one, "2026-03-05", "150000.00");
    const file = await imports.checked("Staff No,Basic", "PAY-1,160000");
    const [row] = await imports.rowsOf(file);
    expect(row?.changes).toEqual([
      { field: "basic", from: "150000.00", to: "160000.00" },
      { field: "pay_from", from: null, to: "2026-03-05" },
    ]);
    expect((await imports.commit(file)).status).toBe(200);
    expect(await ratesOf(one)).toEqual([
      ["2026-01-05", 10_000_000n, 0n],
      ["2026-03-05", 16_000_000n, 0n],
    ]);
    const again = await imports.checked("Staff No,Basic", "PAY-1,160000");
    expect(again.counts).toMatchObject({ CHANGED: 0, UNCHANGED: 1 });
  });

  it("is compared with the rate of its first day", async () => {
    const one = await staff.add("PAY-2");
    await pay(one, "2026-01-05", "100000.00", "10000.00");
    await pay(one, "2026-12-01", "200000.00", "50000.00");
    const file = await imports.checked("Staff No,Basic,Pay From", "PAY-2,100000,01/12/2026");
    const [row] = await imports.rowsOf(file);
    expect(row?.changes).toEqual([
      { field: "basic", from: "200000.00", to: "100000.00" },
      { field: "pay_from", from: null, to: "2026-12-01" },
    ]);
    expect((await imports.commit(file)).status).toBe(200);
    expect((await ratesOf(one)).at(-1)).toEqual(["2026-12-01", 10_000_000n, 5_000_000n]);
  });

  it("begins with the employment if there was none before", async () => {
    const one = await staff.add("PAY-3");
    // A withdrawn rate is ignored, and the undo does not restore it.
    const { id: rate_id } = await pay(one, "2026-12-01", "100000.00");
    await staff.hr.call(withdrawPayRate, { params: { ...pathOf(one), rate_id } });
    world.clock.advance(1000);
    const file = await imports.checked("Staff No,Basic", "PAY-3,120000");
    expect((await imports.commit(file)).status).toBe(200);
    expect(await ratesOf(one)).toEqual([["2026-01-05", 12_000_000n, 0n]]);
    const missing = async () =>
      (await staff.hr.call(getEmployee, { params: pathOf(one) })).missing.includes("pay");
    expect(await missing()).toBe(false);
    expect((await imports.undo(file)).status).toBe(200);
    expect(await missing()).toBe(true);
  });

  it("is in the employee's history, as are the record that came with it and the undo of both", async () => {
    const one = await staff.add("PAY-5");
    await pay(one, "2026-01-05", "100000.00");
    const file = await imports.checked(
      "Staff No,Department,Basic,Pay From",
      "PAY-5,Stores,160000,05/01/2026",
    );
    await imports.commit(file);
    const events = async () => {
      const { data } = await staff.hr.list(listEmployeeHistory, { params: pathOf(one) });
      return data.map(({ action, changes }) => [
        action,
        ...changes.map(({ field, from, to }) => [field, from, to]),
      ]);
    };
    const day = ["from_date", null, "2026-01-05"];
    expect((await events()).slice(0, 2)).toEqual([
      ["employee.imported", ["department", null, "Stores"]],
      ["employee.pay-rate-added", day, ["monthly_pay", "100000.00", "160000.00"]],
    ]);
    expect((await imports.undo(file)).status).toBe(200);
    expect((await events()).slice(0, 2)).toEqual([
      ["employee.import-undone", ["department", "Stores", null]],
      ["employee.pay-rate-added", day, ["monthly_pay", "160000.00", "100000.00"]],
    ]);
    const first = await imports.checked("Staff No,Basic,Pay From", "PAY-5,90000,01/12/2026");
    await imports.commit(first);
    await imports.undo(first);
    expect((await events())[1]).toEqual([
      "employee.pay-rate-withdrawn",
      ["from_date", null, "2026-12-01"],
      ["monthly_pay", "90000.00", null],
    ]);
  });

  it("is refused when a rate was recorded since the check", async () => {
    const one = await staff.add("PAY-4");
    await pay(one, "2026-01-05", "100000.00", "50000.00");
    const file = await imports.checked("Staff No,Basic", "PAY-4,120000");
    await pay(one, "2026-03-01", "100000.00", "90000.00");
    const refused = await imports.commit(file);
    expect([refused.status, refused.problem.code]).toEqual([409, "import_outdated"]);
    expect((await ratesOf(one)).at(-1)).toEqual(["2026-03-01", 10_000_000n, 9_000_000n]);
  });
});

describe("an import can be undone", () => {
  it("only until a payroll has paid by it, and again once that is reversed", async () => {
    const payroll = await openPayroll(world);
    const { hr, home } = payroll;
    const own = importsOf(world, { ...staff, hr, home });
    const one = await addPaid(payroll, "A-1", { basic: "200000.00" });
    await addPaid(payroll, "A-2", { basic: "200000.00" });
    const file = await own.checked("Staff No,Basic", "A-1,400000");
    expect((await own.commit(file)).status).toBe(200);
    const paid = await approvedRun(world, payroll, "2026-03");
    const refused = await own.undo(file);
    expect([refused.status, refused.problem.code]).toEqual([409, "import_used"]);
    expect(refused.problem.message).toMatch(/^A-1 /);
    await reversedRun(payroll, paid);
    // A run that leaves the employee out does not pay by it either.
    const draft = await calculatedRun(world, payroll, "2026-03");
    await approvedRun(world, payroll, "2026-03", await runWithout(payroll, draft, one));
    expect((await own.undo(file)).status).toBe(200);
  });

  /** Records of pay, each with the call that adds it to an employee. */
  const records: [string, (params: object) => Promise<unknown>][] = [
    [
      "a pay item was recorded",
      (params) => {
        const item = { name: "Overtime", kind: "EARNING", amount: "5000.00", taxable: true };
        const body = { ...item, pensionable: false, from_month: "2026-04", to_month: "2026-04" };
        return staff.hr.call(addPayItem, { params, body });
      },
    ],
    [
      "a benefit in kind was recorded",
      (params) => {
        const car = { name: "Car", kind: "ASSET", value: "9000000.00", employee_pays: "0.00" };
        const body = { ...car, from_date: "2026-04-01", to_date: null };
        return staff.hr.call(addBenefit, { params, body });
      },
    ],
    [
      "a relief was recorded",
      (params) => {
        const body = new FormData();
        const claim = { year: "2026", rent: "100000.00" };
        const none = { life_premium: "0.00", owner_occupier_interest: "0.00", nhis: "0.00" };
        for (const [name, value] of Object.entries({ ...claim, ...none })) body.append(name, value);
        return staff.hr.call(claimRelief, { params, body });
      },
    ],
    [
      "opening figures were recorded",
      (params) => {
        const none = { pension: "0.00", nhf: "0.00", tax: "0.00", benefits: null };
        const body = { ...none, through_month: "2026-02", gross: "500000.00" };
        return staff.hr.call(saveOpeningFigures, { params: { ...params, year: 2026 }, body });
      },
    ],
  ];
  it.each(records)("only until %s", async (what, record) => {
    const staffNo = `USED-${what.split(" ").at(1)}`.toUpperCase();
    const one = await staff.add(staffNo);
    const file = await imports.checked("Staff No,Department", `${staffNo},Stores`);
    expect((await imports.commit(file)).status).toBe(200);
    world.clock.advance(1000);
    await record(pathOf(one));
    const refused = await imports.undo(file);
    expect([refused.status, refused.problem.code]).toEqual([409, "import_used"]);
    expect(refused.problem.message).toContain(`${staffNo} `);
  });

  it("only until a rate that it added was withdrawn", async () => {
    const one = await staff.add("PAY-6");
    await pay(one, "2026-01-05", "100000.00");
    const file = await imports.checked("Staff No,Basic,Pay From", "PAY-6,160000,01/12/2026");
    await imports.commit(file);
    const [rate] = await staff.hr.call(listPayRates, { params: pathOf(one) });
    world.clock.advance(1000);
    await staff.hr.call(withdrawPayRate, { params: { ...pathOf(one), rate_id: rate?.id } });
    const refused = await imports.undo(file);
    expect([refused.status, refused.problem.code]).toEqual([409, "import_used"]);
    expect(await ratesOf(one)).toEqual([["2026-01-05", 10_000_000n, 0n]]);
    // The same file is compared with the rate in force and not with the one withdrawn.
    const again = await imports.checked("Staff No,Basic,Pay From", "PAY-6,160000,01/12/2026");
    expect((await imports.commit(again)).status).toBe(200);
  });

  it("and neither it nor the undo takes from an employee pay, an account’s known holder or one that waits", async () => {
    const one = await staff.add("BANK-2");
    const params = pathOf(one);
    await staff.hr.call(changeBankAccount, {
      params,
      body: { bank_code: "011", account_number: "0000014579", account_name: "Ada Okafor" },
    });
    await pay(one, "2026-01-05", "100000.00");
    await staff.hr.call(changeBankAccount, {
      params,
      body: { bank_code: "011", account_number: accountEnding("104"), account_name: "Ada Okafor" },
    });
    const known = {
      bank: { provider_name: "ADA OKAFOR", verified_at: world.clock.now() },
      bank_change_waiting: true,
      missing: expect.not.arrayContaining(["pay"]),
    };
    const state = () => staff.hr.call(getEmployee, { params });
    expect(await state()).toMatchObject(known);
    const file = await imports.checked("Staff No,Department", "BANK-2,Stores");
    expect((await imports.commit(file)).status).toBe(200);
    expect(await state()).toMatchObject(known);
    expect((await imports.undo(file)).status).toBe(200);
    expect(await state()).toMatchObject(known);
  });

  it("after a later one of the same employees was undone, and then all is as before", async () => {
    const one = await staff.add("TWICE-1", { department: "Sales" });
    await pay(one, "2026-01-05", "100000.00");
    const account = { bank_code: "011", account_number: accountEnding("201") };
    await staff.hr.call(changeBankAccount, {
      params: pathOf(one),
      body: { ...account, account_name: "Ada Okafor" },
    });
    const titles = "Staff No,Department,Basic,Opening Through,Opening Earned,Bank,Account Number";
    const importedWith = (values: string, ending: string) =>
      imported(titles, `TWICE-1,${values},First Bank,${accountEnding(ending)}`);
    const first = await importedWith("Stores,120000,2026-01,50000", "202");
    const second = await importedWith("Finance,140000,2026-02,90000", "203");
    // The first one is below the second.
    const early = await imports.undo(first);
    expect([early.status, early.problem.message]).toEqual([
      409,
      `TWICE-1 was changed by a later import, ${second.filename}. Undo that one first.`,
    ]);
    expect((await imports.undo(second)).status).toBe(200);
    world.clock.advance(1000);
    const opening = () => staff.hr.call(listOpeningFigures, { params: pathOf(one) });
    expect(await opening()).toMatchObject([{ through_month: "2026-01", gross: 5_000_000n }]);
    expect((await imports.undo(first)).status).toBe(200);
    expect(await opening()).toEqual([]);
    expect(await ratesOf(one)).toEqual([["2026-01-05", 10_000_000n, 0n]]);
    const { job } = await staff.hr.call(getEmployee, { params: pathOf(one) });
    expect(job.department).toBe("Sales");
    const changes = await staff.hr.call(listBankAccountChanges, { params: pathOf(one) });
    expect(changes.map(({ status }) => status)).toEqual(["WITHDRAWN", "WITHDRAWN", "CONFIRMED"]);
  });

  it("but not if somebody changed the employee after the later one was undone", async () => {
    const one = await staff.add("TWICE-2");
    const titles = "Staff No,Opening Through,Opening Earned";
    const first = await imported(titles, "TWICE-2,2026-01,50000");
    const second = await imported(titles, "TWICE-2,2026-01,60000");
    expect((await imports.undo(second)).status).toBe(200);
    world.clock.advance(1000);
    const [restored] = await staff.hr.call(listOpeningFigures, { params: pathOf(one) });
    const none = { pension: "0.00", nhf: "0.00", tax: "0.00", benefits: null };
    await staff.hr.call(saveOpeningFigures, {
      params: { ...pathOf(one), year: 2026 },
      body: {
        ...none,
        through_month: "2026-01",
        gross: "70000.00",
        version: restored?.version,
      },
    });
    const refused = await imports.undo(first);
    expect([refused.status, refused.problem.code]).toEqual([409, "import_used"]);
  });

  it("unless an employee that it added was invited to the portal", async () => {
    const file = await imports.checked(
      "Staff No,Surname,First Name,Date Employed,Email",
      "PORTAL-1,Bello,Musa,2026-02-01,musa.portal@example.com",
    );
    await imports.commit(file);
    const [row] = await imports.rowsOf(file);
    const params = { ...staff.home.path, id: row?.employee_id };
    await staff.hr.call(inviteToPortal, { params, body: {} });
    const refused = await imports.undo(file);
    expect([refused.status, refused.problem.code]).toEqual([409, "import_used"]);
  });

  it("and the earlier account waits for its second person again", async () => {
    const one = await staff.add("BANK-1");
    const params = pathOf(one);
    const change = (account_number: string) =>
      staff.hr.call(changeBankAccount, {
        params,
        body: { bank_code: "011", account_number, account_name: "Ada Okafor" },
      });
    await change(accountEnding("101"));
    await change(accountEnding("102"));
    const other = accountEnding("103");
    const file = await imports.checked(
      "Staff No,Bank,Account Number",
      `BANK-1,First Bank,${other}`,
    );
    expect((await imports.commit(file)).status).toBe(200);
    const statuses = async () =>
      (await staff.hr.call(listBankAccountChanges, { params })).map(
        ({ account_number, status }) => [account_number?.slice(-3), status],
      );
    expect(await statuses()).toEqual([
      ["103", "WAITING"],
      ["102", "WITHDRAWN"],
      ["101", "CONFIRMED"],
    ]);
    expect((await imports.undo(file)).status).toBe(200);
    expect(await statuses()).toEqual([
      ["103", "WITHDRAWN"],
      ["102", "WAITING"],
      ["101", "CONFIRMED"],
    ]);
  });

  it("unless a number that it replaced now belongs to somebody else, whom the refusal names", async () => {
    await staff.add("NIN-1");
    await imports.commit(await imports.checked("Staff No,NIN", "NIN-1,12312312312"));
    const file = await imports.checked("Staff No,NIN", "NIN-1,98798798798");
    expect((await imports.commit(file)).status).toBe(200);
    const given = await imports.checked(
      "Staff No,Surname,First Name,Date Employed,NIN",
      "NIN-2,Bello,Musa,01/02/2026,12312312312",
    );
    expect((await imports.commit(given)).status).toBe(200);
    const refused = await imports.undo(file);
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      "The NIN that NIN-1 had before the import now belongs to Musa Bello (NIN-2). Correct it there, then undo the import.",
    ]);
  });
});
