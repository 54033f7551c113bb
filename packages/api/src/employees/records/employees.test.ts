import * as contract from "@kontor/contract/employees/employees";
import type { DataOf } from "@kontor/contract/endpoint";
import { addBranch } from "@kontor/contract/organizations/branches";
import { describe, expect, it } from "vitest";

import { openFileWorld, type Caller } from "../../testing/harness.ts";
import { openOrganization } from "../../testing/organizations.ts";
import { wholeDatabase } from "../../testing/whole-database.ts";

const world = await openFileWorld();
const admin = await world.signIn("platform");
const home = await openOrganization(world, "Home");
const other = await openOrganization(world, "Other");
/** Has the HR role of `home`. */
const hr = await world.signInAs(["HR"], home.tenant_id);

type Employee = DataOf<typeof contract.getEmployee>;

const needed = (staff_no: string) => ({
  staff_no,
  first_name: "Ada",
  last_name: "Okafor",
  start_date: "2026-01-05",
});
const numbers = { nin: "12345678901", tax_id: "1234567890123", rsa_pin: "PEN100200300400" };
const add = (staff_no: string, fields: object = {}, whose = home) =>
  hr.call(contract.addEmployee, { params: whose.path, body: { ...needed(staff_no), ...fields } });
const at = ({ tenant_id, company_id, id }: Employee) => ({ tenant_id, company_id, id });
const problemsOf = (reply: Awaited<ReturnType<Caller["attempt"]>>) => [
  reply.status,
  ...(reply.problem.errors ?? []).map(({ path }) => path),
];

describe("adding an employee", () => {
  it("needs a staff number, a name and a start date, and lists what payroll still needs", async () => {
    const ada = await add("MIN-1");
    expect(ada).toMatchObject({
      ...home.path,
      organization: "Home",
      version: 1,
      status: "ACTIVE",
      demo: false,
      missing: ["pay", "bank_account", "state", "tax_id", "rsa_pin", "pfa"],
      personal: { first_name: "Ada", middle_name: "", email: null, state: null },
      job: { staff_no: "MIN-1", branch: null, worker: false, start_date: "2026-01-05" },
      exit: null,
      past_employments: [],
      bank: null,
      pay_shown: true,
      pay: null,
    });
    expect(await hr.call(contract.getEmployee, { params: at(ada) })).toEqual(ada);
  });

  it("stores every fact and masks personal numbers", async () => {
    const branch = await admin.call(addBranch, { body: { ...home.path, name: "Ikeja" } });
    const whole = await add("ALL-1", {
      middle_name: "Ngozi",
      email: " Ada@Example.com ",
      phone: "+234 803 123 4567",
      birth_date: "1990-02-28",
      gender: "FEMALE",
      state_id: 24,
      local_government_id: 2411,
      branch_id: branch.id,
      department: "Finance",
      designation: "Accountant",
      grade: "GL-08",
      worker: true,
      ...numbers,
      pfa: "stanbic-ibtc",
      nhf_number: "NHF123",
      nhf_consent: true,
    });
    expect(whole).toMatchObject({
      missing: ["pay", "bank_account"],
      personal: { email: "ada@example.com", state: "Lagos", local_government: "Ikeja" },
      job: { branch: "Ikeja", department: "Finance", worker: true },
      statutory: {
        nin: "•••••••8901",
        tax_id: "•••••••••0123",
        rsa_pin: "•••••••••••0400",
        pfa_name: "Stanbic IBTC Pension Managers",
        nhf_consent: true,
      },
    });
    const stored = await wholeDatabase(world);
    for (const number of Object.values(numbers)) expect(stored).not.toContain(number);
  });

  it.each([
    ["staff_no", { staff_no: "" }],
    ["staff_no", { staff_no: "two words" }],
    ["staff_no", { staff_no: "=1+1" }],
    ["first_name", { first_name: " " }],
    ["last_name", { last_name: "x".repeat(81) }],
    ["email", { email: "nobody" }],
    ["phone", { phone: "call me" }],
    ["birth_date", { birth_date: "1990-02-30" }],
    ["birth_date", { birth_date: "2020-01-01" }],
    ["gender", { gender: "female" }],
    ["state_id", { state_id: 99 }],
    ["local_government_id", { local_government_id: 2411 }],
    ["local_government_id", { state_id: 24, local_government_id: 101 }],
    ["branch_id", { branch_id: 999_999 }],
    ["start_date", { start_date: "" }],
    ["nin", { nin: "1234567890" }],
    ["tax_id", { tax_id: "12345678-0001" }],
    ["rsa_pin", { rsa_pin: "PEN1" }],
    ["pfa", { pfa: "my-bank" }],
    ["pension_exemption", { pension_exemption: "RETIRED" }],
    ["pension_exemption_note", { pension_exemption_note: "x".repeat(301) }],
    ["salary", { salary: "1" }],
  ])("refuses %s in %j", async (field, fields) => {
    const reply = await hr.attempt(contract.addEmployee, {
      params: home.path,
      body: { ...needed("BAD-1"), ...fields },
    });
    expect(problemsOf(reply)).toEqual([422, field]);
    const { meta } = await hr.list(contract.listEmployees, { query: { search: "BAD-1" } });
    expect(meta.total).toBe(0);
  });

  it("refuses a staff number or personal number that is taken, and names who has it", async () => {
    await add("DUP-1", { nin: "99999999999" });
    const staffNo = await hr.attempt(contract.addEmployee, {
      params: home.path,
      body: needed("dup-1"),
    });
    expect([problemsOf(staffNo), staffNo.problem.message]).toEqual([
      [409, "staff_no"],
      "The staff number dup-1 already belongs to Ada Okafor. Choose another.",
    ]);
    const nin = await hr.attempt(contract.addEmployee, {
      params: home.path,
      body: { ...needed("DUP-2"), nin: "99999999999" },
    });
    expect(problemsOf(nin)).toEqual([409, "nin"]);
    expect(nin.problem.message).toContain("Ada Okafor (DUP-1)");
    const elsewhere = await admin.call(contract.addEmployee, {
      params: other.path,
      body: { ...needed("DUP-1"), nin: "99999999999" },
    });
    expect(elsewhere.organization).toBe("Other");
  });

  it("accepts one of several concurrent requests with the same staff number", async () => {
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() =>
        hr.attempt(contract.addEmployee, { params: home.path, body: needed("RACE-1") }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(3);
    const { meta } = await hr.list(contract.listEmployees, { query: { search: "RACE-1" } });
    expect(meta.total).toBe(1);
  });

  it("adds one employee when the same request is retried", async () => {
    const send = () =>
      hr.attempt(contract.addEmployee, {
        params: home.path,
        body: needed("ONCE-1"),
        key: "employee-once",
      });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
  });

  it("stores scripts, right-to-left text and emoji as typed", async () => {
    for (const [place, text] of [`<script>alert(1)</script>`, "عائشة", "Zoë 🎉"].entries()) {
      const stored = await add(`ODD-${place}`, { first_name: text, department: text });
      expect([stored.personal.first_name, stored.job.department]).toEqual([text, text]);
    }
  });
});

describe("changing a section", () => {
  it("stores the section, raises the version and adds to the history", async () => {
    const before = await add("EDIT-1", { department: "Sales" });
    const after = await hr.call(contract.saveJob, {
      params: at(before),
      body: {
        ...needed("EDIT-1"),
        first_name: undefined,
        last_name: undefined,
        version: 1,
        department: "Finance",
        start_date: "2026-02-01",
      },
    });
    expect([after.version, after.job.department, after.job.start_date]).toEqual([
      2,
      "Finance",
      "2026-02-01",
    ]);
    const { data, meta } = await hr.list(contract.listEmployeeHistory, { params: at(before) });
    expect(meta.total).toBe(2);
    expect(data).toMatchObject([
      {
        action: "employee.job-changed",
        actor: "Test user",
        changes: [
          { field: "department", from: "Sales", to: "Finance" },
          { field: "start_date", from: "2026-01-05", to: "2026-02-01" },
        ],
      },
      { action: "employee.added", changes: [] },
    ]);
  });

  it("keeps numbers that are not sent, removes empty ones, and masks them in the history", async () => {
    const before = await add("NUM-1", { nin: "22222222222", tax_id: "2222222222222" });
    const after = await hr.call(contract.saveStatutory, {
      params: at(before),
      body: { version: 1, tax_id: "", rsa_pin: "pen 3333 3333 3333", pfa: "pal" },
    });
    expect(after.statutory).toMatchObject({
      nin: "•••••••2222",
      tax_id: null,
      rsa_pin: "•••••••••••3333",
      pfa: "pal",
    });
    const { data } = await hr.list(contract.listEmployeeHistory, { params: at(before) });
    expect(data[0]?.changes).toEqual([
      { field: "tax_id", from: "•••••••••2222", to: null },
      { field: "rsa_pin", from: null, to: "•••••••••••3333" },
      { field: "pfa_name", from: null, to: "Pensions Alliance" },
    ]);
    const whole = await hr.call(contract.readPersonalNumbers, { params: at(before) });
    expect(whole).toEqual({
      nin: "22222222222",
      tax_id: null,
      rsa_pin: "PEN333333333333",
      account_number: null,
    });
    const history = await hr.list(contract.listEmployeeHistory, { params: at(before) });
    expect(history.data[0]?.action).toBe("employee.numbers-read");
    expect(await wholeDatabase(world)).not.toContain("22222222222");
  });

  it("records who is outside the pension scheme, and asks them for no pension details", async () => {
    const before = await add("OUT-1", { tax_id: "3333333333333" });
    expect(before.statutory.pension_exemption).toBeNull();
    const save = (version: number, pension_exemption: string | null) =>
      hr.call(contract.saveStatutory, {
        params: at(before),
        body: { version, pension_exemption },
      });
    const outside = await save(1, "FOREIGN_EMPLOYEE");
    expect(outside.statutory.pension_exemption).toBe("FOREIGN_EMPLOYEE");
    expect(outside.missing).toEqual(["pay", "bank_account", "state"]);
    expect(await save(2, null)).toMatchObject({ missing: before.missing });
    const { data } = await hr.list(contract.listEmployeeHistory, { params: at(before) });
    expect(data.slice(0, 2).flatMap(({ changes }) => changes)).toEqual([
      { field: "pension_exemption", from: "FOREIGN_EMPLOYEE", to: null },
      { field: "pension_exemption", from: null, to: "FOREIGN_EMPLOYEE" },
    ]);
  });

  it("keeps a note on an exemption, and removes it with the exemption", async () => {
    const before = await add("OUT-2", { pension_exemption_note: "Not outside" });
    expect(before.statutory.pension_exemption_note).toBe("");
    const save = async (body: object) => {
      const { version } = await hr.call(contract.getEmployee, { params: at(before) });
      const sent = { params: at(before), body: { version, ...body } };
      return (await hr.call(contract.saveStatutory, sent)).statutory;
    };
    const pension_exemption_note = "Scheme of the embassy";
    expect(await save({ pension_exemption: "OTHER_REASON", pension_exemption_note })).toMatchObject(
      {
        pension_exemption: "OTHER_REASON",
        pension_exemption_note,
      },
    );
    expect(await save({ nhf_number: "1" })).toMatchObject({ pension_exemption_note });
    expect(await save({ pension_exemption_note: "" })).toMatchObject({
      pension_exemption: "OTHER_REASON",
      pension_exemption_note: "",
    });
    await save({ pension_exemption_note });
    expect(await save({ pension_exemption: null })).toMatchObject({ pension_exemption_note: "" });
    const again = await save({ pension_exemption: "OTHER_REASON" });
    expect(again.pension_exemption_note).toBe("");
    const { data } = await hr.list(contract.listEmployeeHistory, { params: at(before) });
    const ended = { from: pension_exemption_note, to: null };
    expect(data[1]?.changes).toContainEqual({ field: "pension_exemption_note", ...ended });
  });

  it("refuses the second of two concurrent changes", async () => {
    const before = await add("TWO-1");
    const send = (first_name: string) =>
      hr.attempt(contract.savePersonal, {
        params: at(before),
        body: { first_name, last_name: "Okafor", version: 1 },
      });
    const replies = await Promise.all([send("One"), send("Two"), send("Three")]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ problem }) => problem.code === "changed_meanwhile")).toHaveLength(2);
    expect((await hr.call(contract.getEmployee, { params: at(before) })).version).toBe(2);
  });

  it("refuses facts that contradict those of another section", async () => {
    const before = await add("FIT-1", { birth_date: "2000-06-01" });
    const job = { ...needed("FIT-1"), first_name: undefined, last_name: undefined, version: 1 };
    const early = await hr.attempt(contract.saveJob, {
      params: at(before),
      body: { ...job, start_date: "2012-05-31" },
    });
    expect(problemsOf(early)).toEqual([422, "birth_date"]);
    const taken = await hr.attempt(contract.saveJob, {
      params: at(before),
      body: { ...job, staff_no: "min-1" },
    });
    expect(problemsOf(taken)).toEqual([409, "staff_no"]);
    const young = await hr.attempt(contract.savePersonal, {
      params: at(before),
      body: { first_name: "A", last_name: "B", birth_date: "2014-06-01", version: 1 },
    });
    expect(problemsOf(young)).toEqual([422, "birth_date"]);
  });
});

describe("permissions", () => {
  const calls = () => {
    const params = { ...home.path, id: 1 };
    const body = { ...needed("NO-1") };
    return [
      [contract.getEmployee, { params }],
      [contract.addEmployee, { params: home.path, body }],
      [contract.savePersonal, { params, body: { first_name: "A", last_name: "B", version: 1 } }],
      [contract.saveJob, { params, body: { staff_no: "X", start_date: "2026-01-01", version: 1 } }],
      [contract.saveStatutory, { params, body: { version: 1 } }],
      [contract.readPersonalNumbers, { params }],
      [contract.listEmployeeHistory, { params }],
      [contract.getEmployeeChoices, { params: home.path }],
      [contract.listEmployees, {}],
      [contract.exportEmployees, {}],
    ] as const;
  };

  it("refuse callers without a session, and changes by readers", async () => {
    const staff = await world.signInAs(["VIEWER"]);
    for (const [endpoint, wire] of calls()) {
      expect((await world.nobody.attempt(endpoint, wire)).status).toBe(401);
      if (endpoint.access !== "employees.write") continue;
      expect((await staff.attempt(endpoint, wire)).status).toBe(403);
    }
  });

  it("hide the employee from users of another organization", async () => {
    const ada = await add("MINE-1");
    const stranger = await world.signInAs(["HR"], other.tenant_id);
    for (const [endpoint, wire] of calls()) {
      if (!("params" in wire)) continue;
      const params = { ...wire.params, ...("id" in wire.params ? { id: ada.id } : {}) };
      expect((await stranger.attempt(endpoint, { ...wire, params })).status).toBe(404);
      if (!("id" in wire.params)) continue;
      const mixed = { ...other.path, id: ada.id };
      expect((await stranger.attempt(endpoint, { ...wire, params: mixed })).status).toBe(404);
    }
    const { data } = await stranger.list(contract.listEmployees);
    expect(data.every(({ tenant_id }) => tenant_id === other.tenant_id)).toBe(true);
    const query = { tenant_id: home.tenant_id };
    expect((await stranger.attempt(contract.listEmployees, { query })).status).toBe(404);
  });

  it("hide pay from users without the permission, in the list and on the page", async () => {
    const staff = await world.signInAs(["VIEWER"]);
    const ada = await add("PAY-0");
    expect((await staff.call(contract.getEmployee, { params: at(ada) })).pay_shown).toBe(false);
  });
});
