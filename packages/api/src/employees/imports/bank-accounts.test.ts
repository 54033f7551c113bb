import {
  changeBankAccount,
  decideBankAccountChange,
  listBankAccountChanges,
} from "@kontor/contract/employees/bank";
import { getEmployee } from "@kontor/contract/employees/employees";
import { describe, expect, it } from "vitest";

import { openStaff, pathOf } from "../../testing/employees.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { importsOf } from "../../testing/imports.ts";

const world = await openFileWorld();
const staff = await openStaff(world);
const imports = importsOf(world, staff);

const account = { bank_code: "011", account_number: "0000014579", account_name: "Ada Okafo" };
const titles = "Staff No,Bank,Account Number,Account Name";

/** An employee who is paid to {@link account}. */
async function addPaid(staffNo: string) {
  const params = pathOf(await staff.add(staffNo));
  await staff.hr.call(changeBankAccount, { params, body: account });
  return params;
}

describe("an imported account name", () => {
  it.each([
    ["with the account", "NAME-1", titles, "NAME-1,First Bank,0000014579,Ada Okafor"],
    ["alone", "NAME-2", "Staff No,Account Name", "NAME-2,Ada Okafor"],
  ])("corrects that of the present account, given %s", async (_how, staffNo, head, row) => {
    const params = await addPaid(staffNo);
    const file = await imports.checked(head, row);
    const [checked] = await imports.rowsOf(file);
    expect(checked).toMatchObject({
      kind: "CHANGED",
      bank_change: true,
      changes: [{ field: "account_name", from: "Ada Okafo", to: "Ada Okafor" }],
    });
    expect((await imports.commit(file)).status).toBe(200);
    const waiting = await staff.hr.call(getEmployee, { params });
    expect(waiting).toMatchObject({
      bank: { account_name: "Ada Okafo" },
      bank_change_waiting: true,
    });
    const [change] = await staff.second.call(listBankAccountChanges, { params });
    const confirmed = await staff.second.call(decideBankAccountChange, {
      params: { ...params, change_id: Number(change?.id) },
      body: { confirm: true },
    });
    expect(confirmed.bank).toMatchObject({
      bank_code: "011",
      account_number: "••••••4579",
      account_name: "Ada Okafor",
    });
  });

  it("changes nothing if it differs in case only", async () => {
    await addPaid("NAME-3");
    const file = await imports.checked(titles, "NAME-3,First Bank,0000014579,ADA OKAFO");
    expect(file.counts).toMatchObject({ CHANGED: 0, UNCHANGED: 1 });
  });

  it("needs an account", async () => {
    await staff.add("NAME-4");
    const file = await imports.checked("Staff No,Account Name", "NAME-4,Ada Okafor");
    const [row] = await imports.rowsOf(file, { kind: "REJECTED" });
    expect(row?.reasons).toMatchObject([
      {
        field: "account_name",
        message:
          "Account Name “Ada Okafor”: A bank account needs both the bank and the account number.",
      },
    ]);
  });
});
