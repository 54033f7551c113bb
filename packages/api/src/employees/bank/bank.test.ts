import * as contract from "@kontor/contract/employees/bank";
import {
  getEmployee,
  listEmployeeHistory,
  listEmployees,
} from "@kontor/contract/employees/employees";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import { sandboxAccounts } from "../../funding/sandbox/accounts.ts";
import { expectGuarded, openStaff, pathOf, refusedFields } from "../../testing/employees.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { wholeDatabase } from "../../testing/whole-database.ts";

const world = await openFileWorld();
const staff = await openStaff(world);

/** The example that First Bank gives for the NUBAN standard. */
const first = { bank_code: "011", account_number: "0000014579", account_name: "Ada Okafor" };
const next = { bank_code: "058", account_number: "0123456789", account_name: "Ada Okafor" };

const mails = async () =>
  (
    await world.database.statement((db) =>
      sql<{ label: string; to_email: string; text: string }>`
      select label, to_email, text from mails where label like 'bank_account%' order by id`.execute(
        db,
      ),
    )
  ).rows;

describe("a first bank account", () => {
  it("takes effect immediately, sealed, with the name that the bank knows", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("BANK-1"));
    const change = await hr.call(contract.changeBankAccount, { params, body: first });
    expect(change).toMatchObject({
      status: "CONFIRMED",
      bank_name: "First Bank of Nigeria",
      account_number: "••••••4579",
      provider_name: "ADA OKAFOR",
      warnings: [],
      decided_by: null,
    });
    const shown = await hr.call(getEmployee, { params });
    expect(shown).toMatchObject({
      bank: { bank_code: "011", account_number: "••••••4579", verified_at: world.clock.now() },
      bank_change_waiting: false,
    });
    expect(shown.missing).not.toContain("bank_account");
    const { data } = await hr.list(listEmployeeHistory, { params });
    expect(data[0]?.changes).toContainEqual({
      field: "account_number",
      from: null,
      to: "••••••4579",
    });
    expect(await wholeDatabase(world)).not.toContain(first.account_number);
    expect(await mails()).toEqual([]);
  });
});

describe("another bank account", () => {
  it("waits for a second person, causes a mail to the employee, and then takes effect", async () => {
    const { hr, second, add } = staff;
    const params = pathOf(await add("BANK-2", { email: "ada@example.com" }));
    await hr.call(contract.changeBankAccount, { params, body: first });
    const change = await hr.call(contract.changeBankAccount, { params, body: next });
    expect(change).toMatchObject({
      status: "WAITING",
      own_change: true,
      warnings: ["check_digit"],
    });
    const waiting = await hr.call(getEmployee, { params });
    expect(waiting).toMatchObject({ bank: { bank_code: "011" }, bank_change_waiting: true });
    const listed = await hr.list(listEmployees, { query: { bank_change_waiting: true } });
    expect(listed.data.map(({ staff_no }) => staff_no)).toEqual(["BANK-2"]);
    const path = { ...params, change_id: change.id };
    const own = await hr.attempt(contract.decideBankAccountChange, {
      params: path,
      body: { confirm: true },
    });
    expect([own.status, own.problem.code]).toEqual([409, "second_person_needed"]);
    const confirmed = await second.call(contract.decideBankAccountChange, {
      params: path,
      body: { confirm: true },
    });
    expect(confirmed).toMatchObject({
      bank: { bank_code: "058", account_number: "••••••6789" },
      bank_change_waiting: false,
    });
    const again = await second.attempt(contract.decideBankAccountChange, {
      params: path,
      body: { confirm: true },
    });
    expect([again.status, again.problem.code]).toEqual([409, "decided_already"]);
    const sent = await mails();
    expect(sent.map(({ label, to_email }) => [label, to_email])).toEqual([
      ["bank_account_change_requested", "ada@example.com"],
      ["bank_account_changed", "ada@example.com"],
    ]);
    expect(sent[0]?.text).toContain("6789");
    expect(sent[0]?.text).not.toContain(next.account_number);
  });

  it("can be rejected or withdrawn, which keeps the old one", async () => {
    const { hr, second, add } = staff;
    const params = pathOf(await add("BANK-3"));
    await hr.call(contract.changeBankAccount, { params, body: first });
    const rejected = await hr.call(contract.changeBankAccount, { params, body: next });
    const path = { ...params, change_id: rejected.id };
    const mute = await second.attempt(contract.decideBankAccountChange, {
      params: path,
      body: { confirm: false },
    });
    expect(refusedFields(mute)).toEqual([422, "reason"]);
    await second.call(contract.decideBankAccountChange, {
      params: path,
      body: { confirm: false, reason: "Not hers" },
    });
    const withdrawn = await hr.call(contract.changeBankAccount, { params, body: next });
    await hr.call(contract.withdrawBankAccountChange, {
      params: { ...params, change_id: withdrawn.id },
    });
    const replaced = await hr.call(contract.changeBankAccount, { params, body: next });
    await second.call(contract.changeBankAccount, {
      params,
      body: { ...next, account_number: "0123456780" },
    });
    const late = await second.attempt(contract.decideBankAccountChange, {
      params: { ...params, change_id: replaced.id },
      body: { confirm: true },
    });
    expect([late.status, late.problem.code]).toEqual([409, "decided_already"]);
    const changes = await hr.call(contract.listBankAccountChanges, { params });
    expect(changes.map(({ status, reason }) => [status, reason])).toEqual([
      ["WAITING", ""],
      ["WITHDRAWN", ""],
      ["WITHDRAWN", ""],
      ["REJECTED", "Not hers"],
      ["CONFIRMED", ""],
    ]);
    expect((await hr.call(getEmployee, { params })).bank?.bank_code).toBe("011");
    const { data } = await hr.list(listEmployeeHistory, { params });
    expect(data.slice(0, 3).map(({ action }) => action)).toEqual([
      "employee.bank-account-asked",
      "employee.bank-account-withdrawn",
      "employee.bank-account-asked",
    ]);
  });

  it("is confirmed once when two people confirm it concurrently", async () => {
    const { hr, second, add } = staff;
    const third = await world.signInAs(["HR"], staff.home.tenant_id);
    const params = pathOf(await add("BANK-4"));
    await hr.call(contract.changeBankAccount, { params, body: first });
    const change = await hr.call(contract.changeBankAccount, { params, body: next });
    const replies = await Promise.all(
      [second, third].map((caller) =>
        caller.attempt(contract.decideBankAccountChange, {
          params: { ...params, change_id: change.id },
          body: { confirm: true },
        }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ problem }) => problem.code === "decided_already")).toHaveLength(1);
  });

  it("must differ from the present one", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("BANK-5"));
    await hr.call(contract.changeBankAccount, { params, body: first });
    const reply = await hr.attempt(contract.changeBankAccount, { params, body: first });
    expect([refusedFields(reply), reply.problem.code]).toEqual([
      [409, "account_number"],
      "bank_account_same",
    ]);
  });

  it("may be the present one with another name, which a second person confirms", async () => {
    const { hr, second, add } = staff;
    const params = pathOf(await add("BANK-6"));
    await hr.call(contract.changeBankAccount, {
      params,
      body: { ...first, account_name: "Ada Okafo" },
    });
    const change = await hr.call(contract.changeBankAccount, { params, body: first });
    expect(change).toMatchObject({ status: "WAITING", account_name: "Ada Okafor" });
    const confirmed = await second.call(contract.decideBankAccountChange, {
      params: { ...params, change_id: change.id },
      body: { confirm: true },
    });
    expect(confirmed).toMatchObject({
      bank: {
        account_number: "••••••4579",
        account_name: "Ada Okafor",
        provider_name: "ADA OKAFOR",
      },
      bank_change_waiting: false,
    });
  });
});

describe("the name on an account", () => {
  it("is corrected without its number, once a second person confirms it", async () => {
    const { hr, second, add } = staff;
    const params = pathOf(await add("NAME-1", { email: "name@example.com" }));
    await hr.call(contract.changeBankAccount, {
      params,
      body: { ...first, account_name: "Ada Okafo" },
    });
    const other = await hr.call(contract.changeBankAccount, { params, body: next });
    const body = { account_name: "Ada Okafor" };
    const change = await hr.call(contract.correctAccountName, { params, body });
    expect(change).toMatchObject({
      status: "WAITING",
      name_only: true,
      bank_code: "011",
      account_number: "••••••4579",
      account_name: "Ada Okafor",
      provider_name: "ADA OKAFOR",
    });
    expect(other.name_only).toBe(false);
    const waiting = await hr.call(getEmployee, { params });
    expect(waiting).toMatchObject({
      bank: { account_name: "Ada Okafo" },
      bank_change_waiting: true,
    });
    const path = { ...params, change_id: change.id };
    const own = await hr.attempt(contract.decideBankAccountChange, {
      params: path,
      body: { confirm: true },
    });
    expect([own.status, own.problem.code]).toEqual([409, "second_person_needed"]);
    const confirmed = await second.call(contract.decideBankAccountChange, {
      params: path,
      body: { confirm: true },
    });
    expect(confirmed).toMatchObject({
      bank: { bank_code: "011", account_number: "••••••4579", account_name: "Ada Okafor" },
      bank_change_waiting: false,
    });
    const changes = await hr.call(contract.listBankAccountChanges, { params });
    expect(changes.map(({ status, name_only }) => [status, name_only])).toEqual([
      ["CONFIRMED", false],
      ["WITHDRAWN", false],
      ["CONFIRMED", false],
    ]);
    const written = await mails();
    expect(
      written.filter(({ to_email }) => to_email === "name@example.com").map(({ label }) => label),
    ).toEqual([
      "bank_account_change_requested",
      "bank_account_change_requested",
      "bank_account_changed",
    ]);
  });

  it("must differ, and needs an account", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("NAME-2"));
    const body = { account_name: "Ada Okafor" };
    const none = await hr.attempt(contract.correctAccountName, { params, body });
    expect([none.status, none.problem.code]).toEqual([409, "account_missing"]);
    await hr.call(contract.changeBankAccount, { params, body: first });
    const same = await hr.attempt(contract.correctAccountName, { params, body });
    expect([refusedFields(same), same.problem.code]).toEqual([
      [409, "account_name"],
      "account_name_same",
    ]);
    const empty = await hr.attempt(contract.correctAccountName, {
      params,
      body: { account_name: " " },
    });
    expect(refusedFields(empty)).toEqual([422, "account_name"]);
  });

  it("is not put on an account that was confirmed while the bank answered", async () => {
    const { hr, second, add } = staff;
    const params = pathOf(await add("NAME-3"));
    await hr.call(contract.changeBankAccount, { params, body: first });
    const change = await hr.call(contract.changeBankAccount, { params, body: next });
    const asked = vi.spyOn(sandboxAccounts, "accountName");
    onTestFinished(() => asked.mockRestore());
    asked.mockImplementationOnce(async () => {
      await second.call(contract.decideBankAccountChange, {
        params: { ...params, change_id: change.id },
        body: { confirm: true },
      });
      return "ADA OKAFOR";
    });
    const late = await hr.attempt(contract.correctAccountName, {
      params,
      body: { account_name: "Ada N Okafor" },
    });
    expect([late.status, late.problem.code]).toEqual([409, "account_replaced"]);
    expect((await hr.call(getEmployee, { params })).bank?.account_name).toBe("Ada Okafor");
  });
});

describe("the check of an account", () => {
  it.each([
    ["0000014579", "ADA OKAFOR", ["shared"]],
    ["0000014578", "ADA OKAFOR", ["check_digit"]],
    ["1234567111", "SANDBOX SOMEBODY ELSE", ["check_digit", "name_differs"]],
    ["1234567000", null, ["check_digit", "name_unknown"]],
  ])("warns about account %s", async (account_number, account_name, warnings) => {
    const { hr, add } = staff;
    const params = pathOf(await add(`CHECK-${account_number}`));
    const body = { bank_code: "011", account_number };
    expect(await hr.call(contract.checkBankAccount, { params, body })).toEqual({
      account_name,
      warnings,
    });
    expect((await hr.call(getEmployee, { params })).bank).toBeNull();
  });

  it.each([
    ["bank_code", { bank_code: "999" }],
    ["bank_code", { bank_code: 11 }],
    ["account_number", { account_number: "123" }],
    ["account_number", { account_number: "1.23457E+09" }],
    ["account_name", { account_name: " " }],
  ])("refuses %s in %j", async (field, fields) => {
    const { hr, add } = staff;
    const params = pathOf(await add(`CHECK-BAD-${crypto.randomUUID().slice(0, 8)}`));
    const reply = await hr.attempt(contract.changeBankAccount, {
      params,
      body: { ...first, ...fields },
    });
    expect(refusedFields(reply)).toEqual([422, field]);
  });
});

it("refuses anonymous callers, readers and other organizations everywhere", async () => {
  const params = pathOf(await staff.add("GUARD-2"));
  const one = { ...params, change_id: 1 };
  await expectGuarded(world, staff, [
    [
      contract.checkBankAccount,
      { params, body: { bank_code: "011", account_number: "0000014579" } },
    ],
    [contract.listBankAccountChanges, { params }],
    [contract.changeBankAccount, { params, body: first }],
    [contract.correctAccountName, { params, body: { account_name: "Ada" } }],
    [contract.decideBankAccountChange, { params: one, body: { confirm: true } }],
    [contract.withdrawBankAccountChange, { params: one }],
  ]);
});

describe("a request that is sent again", () => {
  it("enters the bank account once", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("BANK-AGAIN", { email: "again@example.com" }));
    await hr.call(contract.changeBankAccount, { params, body: first });
    const key = `key-${crypto.randomUUID()}`;
    const change = await hr.call(contract.changeBankAccount, { params, body: next, key });
    const again = await hr.call(contract.changeBankAccount, { params, body: next, key });
    expect(again).toEqual(change);
    const all = await hr.call(contract.listBankAccountChanges, { params });
    expect(all.map(({ status }) => status)).toEqual(["WAITING", "CONFIRMED"]);
    const written = await mails();
    expect(written.filter(({ to_email }) => to_email === "again@example.com")).toHaveLength(1);
  });
});
