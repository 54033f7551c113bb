import * as contract from "@kontor/contract/employees/employees";
import { cancelExit, leaveEmployment } from "@kontor/contract/employees/leaving";
import { addPayRate } from "@kontor/contract/employees/pay";
import { getEmployeeTotals } from "@kontor/contract/employees/totals";
import { addBranch } from "@kontor/contract/organizations/branches";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";

import { runChecks } from "../../platform/database/checks.ts";
import { withOwnerClient } from "../../platform/database/database.ts";
import { setAllTenantsReadable, setTenant } from "../../platform/scope.ts";
import { download, factsIn } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { openOrganization } from "../../testing/organizations.ts";
import { employeeChecks } from "../coherence.ts";

const world = await openFileWorld();
const admin = await world.signIn("platform");
const one = await openOrganization(world, "One");
const other = await openOrganization(world, "Other");
let branchId: number;

const people = [
  { staff_no: "K-003", first_name: "Zainab", last_name: "abubakar", department: "Sales" },
  {
    staff_no: "K-001",
    first_name: "Chidi",
    last_name: "Okafor",
    department: "Finance",
    grade: "G1",
  },
  {
    staff_no: "K-002",
    first_name: "Ada",
    last_name: "Okafor",
    department: "Finance",
    phone: "08031234567",
  },
  {
    staff_no: "K-010",
    first_name: "100%",
    middle_name: "Ọláṣubọ̀mi",
    last_name: "Under_score",
    email: "tunde@example.com",
  },
] as const;

beforeAll(async () => {
  const branch = await admin.call(addBranch, { body: { ...one.path, name: "Ikeja", code: "IKJ" } });
  branchId = branch.id;
  for (const [place, person] of people.entries()) {
    const body = { ...person, start_date: `2026-0${3 - (place % 3)}-01` };
    const placed = place === 0 ? { branch_id: branchId, designation: "Driver" } : {};
    await admin.call(contract.addEmployee, { params: one.path, body: { ...body, ...placed } });
  }
  await admin.call(contract.addEmployee, {
    params: other.path,
    body: {
      staff_no: "Z-1",
      first_name: "Elsewhere",
      last_name: "Okafor",
      start_date: "2026-01-01",
    },
  });
});

const numbersOf = async (query: Record<string, string | number | boolean>) => {
  const { data, meta } = await admin.list(contract.listEmployees, {
    query: { tenant_id: one.tenant_id, ...query },
  });
  if (query["per_page"] === undefined) expect(meta.total).toBe(data.length);
  return data.map(({ staff_no }) => staff_no);
};

describe("the list of employees", () => {
  it("is sorted by name and has all that a row shows", async () => {
    expect(await numbersOf({})).toEqual(["K-003", "K-002", "K-001", "K-010"]);
    const { data } = await admin.list(contract.listEmployees, { query: { search: "zainab" } });
    expect(data).toMatchObject([
      {
        ...one.path,
        staff_no: "K-003",
        organization: "One",
        branch: "Ikeja",
        status: "ACTIVE",
        monthly_pay: null,
        missing: ["pay", "bank_account", "state", "tax_id", "rsa_pin", "pfa"],
        bank_change_waiting: false,
      },
    ]);
  });

  it.each([
    ["K-00", ["K-003", "K-002", "K-001"]],
    ["OKAFOR", ["K-002", "K-001"]],
    ["ada okaf", ["K-002"]],
    ["okafor ada", ["K-002"]],
    [" k-00  OKA 0803 ", ["K-002"]],
    ["okafor zainab", []],
    ["1234567", ["K-002"]],
    ["tunde@", ["K-010"]],
    ["100%", ["K-010"]],
    ["r_s", ["K-010"]],
    ["%", ["K-010"]],
    ["LÁṢUBỌ̀", ["K-010"]],
    ["\\", []],
    ["nobody", []],
  ])("finds by %s", async (search, expected) => {
    expect(await numbersOf({ search })).toEqual(expected);
  });

  it.each([
    ["-name", ["K-010", "K-001", "K-002", "K-003"]],
    ["staff_no", ["K-001", "K-002", "K-003", "K-010"]],
    ["-staff_no", ["K-010", "K-003", "K-002", "K-001"]],
    ["start_date", ["K-002", "K-001", "K-003", "K-010"]],
    ["department", ["K-010", "K-002", "K-001", "K-003"]],
    // All have the same value in these columns, so their names decide the order.
    ["organization", ["K-003", "K-002", "K-001", "K-010"]],
    ["-status", ["K-010", "K-001", "K-002", "K-003"]],
    ["payroll", ["K-003", "K-002", "K-001", "K-010"]],
  ])("sorts by %s", async (sort, expected) => {
    expect(await numbersOf({ sort })).toEqual(expected);
    const pages = [1, 2, 3, 4].map((page) => numbersOf({ sort, per_page: 1, page }));
    expect((await Promise.all(pages)).flat()).toEqual(expected);
    expect(await numbersOf({ sort, search: "okafor" })).toEqual(
      expected.filter((number) => number === "K-001" || number === "K-002"),
    );
  });

  it("filters by each fact and by several at once", async () => {
    expect(await numbersOf({ branch_id: branchId })).toEqual(["K-003"]);
    expect(await numbersOf({ department: "Finance" })).toEqual(["K-002", "K-001"]);
    expect(await numbersOf({ department: "Finance", search: "ada" })).toEqual(["K-002"]);
    expect(await numbersOf({ designation: "Driver" })).toEqual(["K-003"]);
    expect(await numbersOf({ grade: "G1" })).toEqual(["K-001"]);
    expect(await numbersOf({ status: "ACTIVE" })).toHaveLength(4);
    expect(await numbersOf({ status: "EXITED" })).toEqual([]);
    expect(await numbersOf({ missing: "any" })).toHaveLength(4);
    expect(await numbersOf({ missing: "nhf_number" })).toEqual([]);
    expect(await numbersOf({ bank_change_waiting: true })).toEqual([]);
    expect(await numbersOf({ bank_change_waiting: false })).toHaveLength(4);
  });

  it("counts each status from the stored counts, and reports a wrong one", async () => {
    const found = await admin.list(contract.listEmployees, { query: { search: "K-003" } });
    const zainab = { ...one.path, id: String(found.data[0]?.id) };
    const exit = { exit_date: "2026-03-05", reason: "RESIGNED", note: "", owed: [] };
    await admin.call(leaveEmployment, { params: zainab, body: { ...exit, version: 1 } });
    expect(await numbersOf({})).toHaveLength(4);
    expect(await numbersOf({ status: "ACTIVE" })).toEqual(["K-002", "K-001", "K-010"]);
    expect(await numbersOf({ status: "EXITED" })).toEqual(["K-003"]);
    // Nothing is missing for payroll once an employee has left, on the screen and in the file.
    expect(await numbersOf({ missing: "any" })).toEqual(["K-002", "K-001", "K-010"]);
    expect(await numbersOf({ missing: "pay" })).not.toContain("K-003");
    const file = await admin.attempt(contract.exportEmployees, {
      query: { tenant_id: one.tenant_id, search: "K-003", format: "csv" },
    });
    expect(String(file.body)).not.toContain("Bank account");
    await admin.call(cancelExit, { params: zainab, query: { version: 2 } });
    expect(await numbersOf({ status: "ACTIVE" })).toHaveLength(4);
    const faults = () =>
      world.database.transaction(async (tx) => {
        await setAllTenantsReadable(tx);
        return (await runChecks(tx, null, employeeChecks)).map(({ message }) => message);
      });
    expect(await faults()).toEqual([]);
    const tamper = (change: number) =>
      withOwnerClient(world.ownerUrl, async (owner) => {
        await owner.query("select set_config('app.tenant_id', $1, false)", [String(one.tenant_id)]);
        await owner.query("update employee_counts set employees = employees + $1", [change]);
      });
    await tamper(1);
    expect(await faults()).toEqual(["the count says 5 employees, there are 4"]);
    await tamper(-1);
  });

  it("comes in pages", async () => {
    expect(await numbersOf({ page: 2, per_page: 3 })).toEqual(["K-010"]);
    expect(await numbersOf({ page: 3, per_page: 3 })).toEqual([]);
  });

  it("covers all organizations for staff, and their own for other users", async () => {
    const all = await admin.list(contract.listEmployees, { query: { search: "okafor" } });
    expect(all.data.map(({ staff_no }) => staff_no)).toEqual(["K-002", "K-001", "Z-1"]);
    const user = await world.signInAs(["HR"], other.tenant_id);
    const own = await user.list(contract.listEmployees);
    expect(own.data.map(({ staff_no }) => staff_no)).toEqual(["Z-1"]);
  });

  it.each([
    ["sort", { sort: "pay" }],
    ["status", { status: "GONE" }],
    ["missing", { missing: "nothing" }],
    ["per_page", { per_page: 1000 }],
    ["branch_id", { branch_id: "x" }],
    ["salary", { salary: "1" }],
  ])("refuses %s in %j", async (field, query) => {
    const { status, problem } = await admin.attempt(contract.listEmployees, { query });
    expect([status, problem.errors?.map(({ path }) => path)]).toEqual([422, [field]]);
  });

  it("exports all rows in order, escaped so that no spreadsheet runs them", async () => {
    const query = { tenant_id: one.tenant_id, format: "csv", department: "Finance" };
    const { status, body } = await admin.attempt(contract.exportEmployees, { query });
    expect(status).toBe(200);
    const lines = String(body).trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain("Staff No.,Last Name,First Name,Branch");
    expect(lines[1]).toBe(
      'K-002,Okafor,Ada,,Finance,,,ACTIVE,2026-01-01,,,"Pay, Bank account, State of residence, Tax ID, RSA PIN, Pension fund administrator"',
    );
  });

  it("sorts by pay and totals it, only for users who may see pay", async () => {
    const { data } = await admin.list(contract.listEmployees, { query: { search: "okafor" } });
    const filter = { query: { tenant_id: one.tenant_id } };
    expect(await admin.call(getEmployeeTotals, filter)).toEqual({
      employees: 4,
      monthly_pay: 0n,
    });
    for (const { id, staff_no, tenant_id, company_id } of data) {
      if (tenant_id !== one.tenant_id) continue;
      await admin.call(addPayRate, {
        params: { tenant_id, company_id, id },
        body: {
          from_date: "2026-03-01",
          basic: staff_no === "K-001" ? "900.00" : "400.00",
          housing: "100.00",
          transport: "0.00",
          other: "0.00",
          reason: "Agreed",
        },
      });
    }
    expect(await numbersOf({ sort: "-monthly_pay" })).toEqual(["K-001", "K-002", "K-010", "K-003"]);
    expect(await numbersOf({ sort: "monthly_pay", search: "okafor" })).toEqual(["K-002", "K-001"]);
    expect(await admin.call(getEmployeeTotals, filter)).toEqual({
      employees: 4,
      monthly_pay: 150_000n,
    });
    const narrow = { query: { ...filter.query, search: "ada" } };
    expect(await admin.call(getEmployeeTotals, narrow)).toEqual({
      employees: 1,
      monthly_pay: 50_000n,
    });
    const blind = await world.signInAs(["VIEWER"], one.tenant_id);
    expect(await blind.call(getEmployeeTotals)).toBeNull();
    const seen = await blind.list(contract.listEmployees, { query: { sort: "-monthly_pay" } });
    expect(seen.data.map(({ staff_no }) => staff_no)).toEqual(["K-010", "K-001", "K-002", "K-003"]);
    const file = await admin.attempt(contract.exportEmployees, {
      query: { ...filter.query, format: "csv", sort: "-monthly_pay" },
    });
    const [titles, first] = String(file.body).split("\r\n");
    expect(titles).toContain("Monthly Pay");
    expect(first).toMatch(/^K-001,/);
    const withoutPay = await blind.attempt(contract.exportEmployees, { query: { format: "csv" } });
    expect(String(withoutPay.body).split("\r\n")[0]).not.toContain("Monthly Pay");
  });

  it("states all filters in its file", async () => {
    const { bytes } = await download(world, admin, contract.exportEmployees, {
      query: {
        format: "pdf",
        tenant_id: one.tenant_id,
        search: "ade",
        status: "SUSPENDED",
        branch_id: branchId,
        department: "Sales",
        designation: "Driver",
        grade: "G1",
        missing: "any",
        bank_change_waiting: false,
      },
    });
    const facts = {
      Status: "Suspended",
      Branch: "Ikeja",
      Department: "Sales",
      Designation: "Driver",
      Grade: "G1",
      "Missing for Payroll": "Anything",
      "New Bank Account": "None waiting",
      Search: "ade",
    };
    expect(factsIn(bytes, Object.keys(facts))).toEqual(facts);
  });
});

describe("the choices of filters and forms", () => {
  it("are the branches, the texts in use and the next staff number", async () => {
    expect(await admin.call(contract.getEmployeeChoices, { params: one.path })).toEqual({
      branches: [{ id: branchId, name: "Ikeja", code: "IKJ" }],
      departments: ["Finance", "Sales"],
      designations: ["Driver"],
      grades: ["G1"],
      next_staff_no: "K-011",
    });
  });

  it.each([
    ["", [], "0001"],
    ["", ["0009", "X-7"], "0010"],
    ["", ["HQ/SG-099", "HQ/SG-100", "HQ/SG-020", "HQ/SGX-500"], "HQ/SGX-501"],
    ["", ["sg-001", "SG-003", "Sg-002"], "SG-004"],
    ["", ["Driver"], "0001"],
    ["ACM", ["SG-001"], "ACM-0001"],
    ["ACM", ["acm0012", "ACM-9", "ACMX-99"], "acm0013"],
  ] as const)("continue the numbers of prefix %j and %j by %s", async (prefix, taken, next) => {
    const { tenant_id, path } = await openOrganization(world);
    await world.database.transaction(async (tx) => {
      await setTenant(tx, tenant_id);
      await sql`update companies set emp_prefix = ${prefix} where tenant_id = ${tenant_id}`.execute(
        tx,
      );
    });
    for (const staff_no of taken) {
      const body = { staff_no, first_name: "Ada", last_name: "Okafor", start_date: "2026-01-05" };
      await admin.call(contract.addEmployee, { params: path, body });
    }
    const { next_staff_no } = await admin.call(contract.getEmployeeChoices, { params: path });
    expect(next_staff_no).toBe(next);
  });
});
