import { changeBankAccount, decideBankAccountChange } from "@kontor/contract/employees/bank";
import { getEmployee, savePersonal } from "@kontor/contract/employees/employees";
import { erasePersonalData, exportPersonalData } from "@kontor/contract/employees/personal-data";
import { markRunPaid } from "@kontor/contract/payroll/steps";
import { inviteToPortal } from "@kontor/contract/portal/invitation";
import { sendPortalCode } from "@kontor/contract/portal/session";
import { sql } from "kysely";
import { expect, test } from "vitest";

import { setTenant } from "../platform/scope.ts";
import { openAdvances } from "../testing/advances.ts";
import { pathOf } from "../testing/employees.ts";
import { openFileWorld } from "../testing/harness.ts";
import { leaveOn } from "../testing/leaving.ts";
import { addPaid, approvedRun, openPayroll, pathOfRun } from "../testing/payroll.ts";
import { addPerson, testPassword } from "../testing/people.ts";

const world = await openFileWorld();
const payroll = await openPayroll(world);
const owner = (await addPerson(world, ["OWNER"], { tenantId: payroll.home.tenant_id })).caller;

type ExportedMail = { label: string; to_email: string; subject?: string; text?: string };

async function mailsOf(params: object, caller = owner): Promise<ExportedMail[]> {
  const { body } = await caller.attempt(exportPersonalData, { params });
  return (body as { sections: { Mails?: ExportedMail[] } }).sections.Mails ?? [];
}

async function rename(params: object, changed: object, hr = payroll.hr): Promise<void> {
  const { personal, version } = await hr.call(getEmployee, { params });
  const { state: _state, local_government: _government, ...now } = personal;
  await hr.call(savePersonal, { params, body: { ...now, ...changed, version } });
}

/** Adds an employee, who may share name or address with another. */
async function employed(staffNo: string, first_name: string, email: string) {
  const params = await addPaid(payroll, staffNo, { basic: "300000.00" }, { account: "0123456789" });
  await rename(params, { first_name, last_name: "Shop", email });
  return params;
}

async function erase(params: object, staff_no: string): Promise<number> {
  await leaveOn(payroll, params, "2026-01-31");
  const reply = await owner.attempt(erasePersonalData, {
    params,
    body: { staff_no, password: testPassword },
  });
  return reply.status;
}

/** The addresses among these that still have mails. */
async function left(...addresses: string[]): Promise<string[]> {
  const { rows } = await world.database.statement((db) =>
    sql<{ to_email: string }>`
      select to_email from mails where to_email = any (${addresses}::text[]) order by id`.execute(
      db,
    ),
  );
  return rows.map(({ to_email }) => to_email);
}

test("mails about an employee are exported and erased even after name and address have changed", async () => {
  const params = await employed("W-1", "Wale", "wale@example.com");
  await payroll.hr.call(inviteToPortal, { params });
  await world.nobody.call(sendPortalCode, { body: { email: "wale@example.com" } });
  const account = { bank_code: "011", account_number: "0000014579", account_name: "Wale Shop" };
  const change = await payroll.hr.call(changeBankAccount, { params, body: account });
  await owner.call(decideBankAccountChange, {
    params: { ...params, change_id: change.id },
    body: { confirm: true },
  });
  const run = await approvedRun(world, payroll, "2026-02");
  await payroll.disburser.call(markRunPaid, {
    params: pathOfRun(run),
    body: { version: run.version, date: "2026-03-10", note: "By bank file", mail_payslips: true },
  });
  const labels = [
    "bank_account_change_requested",
    "bank_account_changed",
    "employee_invite",
    "employee_pay_disbursed",
    "portal_code",
  ];
  const labelsNow = async (of: object) => (await mailsOf(of)).map(({ label }) => label).toSorted();
  expect(await labelsNow(params)).toEqual(labels);
  await rename(params, { last_name: "Balogun", email: "wale.balogun@example.com" });
  expect(await labelsNow(params)).toEqual(labels);
  // A successor with the same name and address has none of these mails.
  const successor = await employed("W-2", "Wale", "wale@example.com");
  expect(await mailsOf(successor)).toEqual([]);
  expect(await erase(successor, "W-2")).toBe(200);
  expect(await left("wale@example.com")).toHaveLength(labels.length);
});

test("mails about an advance belong to the employee who requested it", async () => {
  const staff = await openAdvances(world);
  const ada = await staff.employ();
  await staff.fund("500000.00");
  const advance = await staff.request(ada, "20000.00");
  await staff.decide(advance, "APPROVED");
  const params = pathOf(ada);
  await rename(params, { last_name: "Renamed", email: "renamed@example.com" }, staff.hr);
  const labels = (await mailsOf(params, staff.owner)).map(({ label }) => label);
  expect(labels).toEqual(["salary_advance_pending", "salary_advance_approved"]);
});

test("older mails belong to an employee with their address and name, unless a user has the address", async () => {
  const mailed = (to_name: string, to_email: string, expires_at: Date | null) =>
    world.database.transaction(async (tx) => {
      await setTenant(tx, payroll.home.tenant_id);
      const now = world.clock.now();
      await sql`
        insert into mails (tenant_id, label, to_name, to_email, subject, html, text, next_try_at, created_at, expires_at)
        values (${payroll.home.tenant_id}, 'note', ${to_name}, ${to_email}, 'To ' || ${to_name}::text, '', '123456',
          ${now}, ${now}, ${expires_at})`.execute(tx);
    });
  const ann = await employed("M-1", "Ann", "shop@example.com");
  await employed("M-2", "Bola", "shop@example.com");
  const cleo = await employed("M-3", "Cleo", "cleo@example.com");
  await mailed("Ann Shop", "shop@example.com", null);
  await mailed("Ann Shop", "shop@example.com", world.clock.now());
  await mailed("Bola Shop", "shop@example.com", null);
  await mailed("The one before Cleo", "cleo@example.com", null);
  const shown = async (params: object) =>
    (await mailsOf(params)).map(({ subject, text }) => [subject, text]);
  // A code that is still valid would let its reader sign in. Subjects of older mails may contain it
  // too.
  expect(await shown(ann)).toEqual([
    ["To Ann Shop", "123456"],
    [undefined, undefined],
  ]);
  expect(await shown(cleo)).toEqual([]);
  expect(await erase(ann, "M-1")).toBe(200);
  expect(await left("shop@example.com")).toHaveLength(1);
  const user = await addPerson(world, ["OWNER"], { tenantId: payroll.home.tenant_id });
  const same = await employed("M-4", "Chi", user.email);
  await mailed("Chi Shop", user.email, null);
  expect(await shown(same)).toEqual([]);
});
