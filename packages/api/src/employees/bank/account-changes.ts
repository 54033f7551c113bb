import type {
  bankAccountChange,
  changeBankAccount,
  correctAccountName,
  decideBankAccountChange,
  listBankAccountChanges,
  withdrawBankAccountChange,
} from "@kontor/contract/employees/bank";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { maskNumber } from "@kontor/contract/format";
import { bankByCode } from "@kontor/contract/reference/banks";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { audit } from "../../platform/audit.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import { sendMails } from "../../templates/send-mail.ts";
import {
  awaitedAccounts,
  isSharedAccount,
  accountWarningsOf,
  type Account,
  type AccountFacts,
} from "../records/account-warnings.ts";
import {
  employeeRowAt,
  findEmployee,
  lockEmployee,
  type Employee,
  type EmployeeRow,
} from "../records/employee.ts";
import { personalNumbers } from "../records/personal-numbers.ts";
import { auditChange, writeEmployee } from "../records/sections.ts";

type Change = z.output<typeof bankAccountChange>;
/** A change with its full account number. */
type StoredChange = Omit<Change, "bank_name" | "name_only" | "warnings" | "own_change"> & {
  account_number_sealed: string;
  account_number_hash: Buffer;
  asked_by_id: number | null;
};

/**
 * An employee's present, earlier and waiting accounts, latest first. @throws Refusal `not_found`
 */
export async function bankAccountChangesOf(
  context: Context,
  input: InputOf<typeof listBankAccountChanges>,
): Promise<Change[]> {
  const { row } = await employeeRowAt(context, input);
  const stored = await changesWhere(context, row, sql`true`);
  return Promise.all(stored.map((change) => present(context, row, change)));
}

/**
 * Enters a bank account for an employee's pay. A first account takes effect immediately. Any other
 * waits until a second person confirms it, and the employee gets a mail. Replaces an earlier change
 * that is still waiting.
 *
 * @param facts what the bank answered before this transaction.
 * @throws Refusal `not_found`; `bank_account_same` at `account_number`; `secret_key_missing`
 */
export async function enterBankAccount(
  context: Context,
  input: InputOf<typeof changeBankAccount>,
  facts: AccountFacts,
): Promise<Change> {
  const row = await lockEmployee(context, input);
  if (isPresentAccount(context, row, input) && row.account_name === input.account_name) {
    throw Refusal.at("account_number", "bank_account_same");
  }
  return enter(context, row, input, facts);
}

/**
 * Corrects the name on an employee's account. As another account, it waits until a second person
 * confirms it, and replaces an earlier change that is still waiting.
 *
 * @param facts the account, and what the bank answered about it before this transaction.
 * @throws Refusal `not_found`; `account_replaced`; `account_name_same` at `account_name`
 */
export async function correctNameOnAccount(
  context: Context,
  input: InputOf<typeof correctAccountName>,
  { account, ...facts }: AccountFacts & { account: Account },
): Promise<Change> {
  const row = await lockEmployee(context, input);
  if (!isPresentAccount(context, row, account)) throw new Refusal("account_replaced");
  const { account_name } = input;
  if (row.account_name === account_name) throw Refusal.at("account_name", "account_name_same");
  return enter(context, row, { ...account, account_name }, facts);
}

function isPresentAccount(
  { environment }: Context,
  { tenant_id, bank_code, account_number_sealed }: EmployeeRow,
  account: Account,
): boolean {
  const number = personalNumbers(environment, tenant_id).open(
    "account_number",
    account_number_sealed,
  );
  return bank_code === account.bank_code && number === account.account_number;
}

async function enter(
  context: Context,
  row: EmployeeRow,
  account: Account & { account_name: string },
  facts: AccountFacts,
): Promise<Change> {
  const { tx, clock, actor } = context;
  const { tenant_id, id } = row;
  const numbers = personalNumbers(context.environment, tenant_id);
  const sealed = numbers.seal("account_number", account.account_number);
  if (sealed === null) throw new Error("an account number of ten digits is not empty");
  for (const replaced of await changesWhere(context, row, sql`c.status = 'WAITING'`)) {
    await close(context, row, "WITHDRAWN", sql`id = ${replaced.id}`);
    await recordChange(context, row, "employee.bank-account-withdrawn", replaced);
  }
  const first = row.bank_code === null;
  const now = clock.now();
  const { rows } = await sql<{ id: number }>`
    insert into bank_account_changes (tenant_id, employee_id, bank_code, account_number_sealed,
      account_number_hash, account_name, provider_name, asked_at, asked_by, status, decided_at)
    values (${tenant_id}, ${id}, ${account.bank_code}, ${sealed.sealed}, ${sealed.hash}, ${account.account_name},
      ${facts.provider_name}, ${now}, ${actor.user_id}, ${first ? "CONFIRMED" : "WAITING"},
      ${first ? now : null})
    returning id`.execute(tx);
  const entered = await changeOf(context, row, exactlyOne(rows).id);
  if (first) await applyAccount(context, row, entered, "employee.bank-account-set");
  else await markWaiting(context, row, entered);
  return present(context, row, entered);
}

/**
 * Confirms or rejects a waiting account. The user must not be the one who entered it.
 *
 * @throws Refusal `not_found`; `decided_already`; `second_person_needed`.
 */
export async function decideBankAccount(
  context: Context,
  input: InputOf<typeof decideBankAccountChange>,
): Promise<Employee> {
  const row = await lockEmployee(context, input);
  const change = await changeOf(context, row, input.change_id);
  if (change.status !== "WAITING") throw new Refusal("decided_already");
  if (change.asked_by_id === context.actor.user_id) throw new Refusal("second_person_needed");
  const which = sql`id = ${change.id}`;
  if (!input.confirm) {
    await close(context, row, "REJECTED", which, input.reason);
    await writeEmployee(context, row, { bank_change_waiting: false });
    await recordChange(context, row, "employee.bank-account-rejected", change);
    return findEmployee(context, input);
  }
  await close(context, row, "CONFIRMED", which);
  await mailEmployee(context, row, change, "bank_account_changed");
  return applyAccount(context, row, change, "employee.bank-account-confirmed");
}

/** Withdraws a waiting change. @throws Refusal `not_found`, `decided_already` */
export async function withdrawBankAccount(
  context: Context,
  input: InputOf<typeof withdrawBankAccountChange>,
): Promise<DataOf<typeof withdrawBankAccountChange>> {
  const row = await lockEmployee(context, input);
  const change = await changeOf(context, row, input.change_id);
  if (change.status !== "WAITING") throw new Refusal("decided_already");
  await close(context, row, "WITHDRAWN", sql`id = ${change.id}`);
  await writeEmployee(context, row, { bank_change_waiting: false });
  await recordChange(context, row, "employee.bank-account-withdrawn", change);
  return { done: true };
}

/** Marks the employee as having a waiting account, and mails them about it. */
async function markWaiting(
  context: Context,
  row: EmployeeRow,
  change: StoredChange,
): Promise<void> {
  await writeEmployee(context, row, { bank_change_waiting: true });
  await recordChange(context, row, "employee.bank-account-asked", change);
  await mailEmployee(context, row, change, "bank_account_change_requested");
}

/** Makes the account of a change the one that pay goes to. */
async function applyAccount(
  context: Context,
  row: EmployeeRow,
  change: StoredChange,
  action: string,
): Promise<Employee> {
  const { tenant_id, company_id, id } = row;
  const before = await findEmployee(context, { tenant_id, company_id, id });
  await writeEmployee(context, row, {
    bank_code: change.bank_code,
    account_number_sealed: change.account_number_sealed,
    account_number_hash: change.account_number_hash,
    account_name: change.account_name,
    account_provider_name: change.provider_name,
    account_verified_at: change.provider_name === null ? null : change.asked_at,
    bank_change_waiting: false,
  });
  return auditChange(context, before, action);
}

async function close(
  { tx, clock, actor }: Context,
  { tenant_id, id }: EmployeeRow,
  status: Change["status"],
  which: RawBuilder<unknown>,
  reason = "",
): Promise<void> {
  await sql`
    update bank_account_changes set status = ${status}, decided_at = ${clock.now()},
      decided_by = ${actor.user_id}, reason = ${reason}
    where tenant_id = ${tenant_id} and employee_id = ${id} and ${which}`.execute(tx);
}

async function changeOf(context: Context, row: EmployeeRow, id: number): Promise<StoredChange> {
  const change = atMostOne(await changesWhere(context, row, sql`c.id = ${id}`));
  if (change === undefined) throw notFound("The change of bank account");
  return change;
}

async function changesWhere(
  { tx, environment }: Context,
  { tenant_id, id }: EmployeeRow,
  which: RawBuilder<unknown>,
): Promise<StoredChange[]> {
  const { rows } = await sql<Omit<StoredChange, "account_number">>`
    select c.id, c.bank_code, c.account_number_sealed, c.account_number_hash, c.account_name, c.provider_name,
      c.status, c.asked_at, a.name as asked_by, c.asked_by as asked_by_id, c.decided_at, d.name as decided_by,
      c.reason
    from bank_account_changes c
    left join users a on a.id = c.asked_by
    left join users d on d.id = c.decided_by
    where c.tenant_id = ${tenant_id} and c.employee_id = ${id} and ${which}
    order by c.id desc`.execute(tx);
  const numbers = personalNumbers(environment, tenant_id);
  return rows.map((row) => ({
    ...row,
    account_number: numbers.open("account_number", row.account_number_sealed) ?? "",
  }));
}

async function present(context: Context, row: EmployeeRow, change: StoredChange): Promise<Change> {
  const {
    account_number_sealed: _sealed,
    account_number_hash,
    asked_by_id,
    account_number,
    ...shown
  } = change;
  const shared = await isSharedAccount(context, row, account_number_hash);
  const awaited = (await awaitedAccounts(context, row)).includes(change.id);
  const name = `${row.first_name} ${row.middle_name} ${row.last_name}`;
  return {
    ...shown,
    bank_name: bankByCode(change.bank_code)?.name ?? change.bank_code,
    account_number: maskNumber(account_number),
    warnings: accountWarningsOf(
      change,
      { provider_name: change.provider_name, shared, awaited },
      name,
    ),
    name_only:
      change.status === "WAITING" &&
      row.bank_code === change.bank_code &&
      row.account_number_hash?.equals(account_number_hash) === true,
    own_change: asked_by_id === context.actor.user_id,
  };
}

async function recordChange(
  context: Context,
  { tenant_id, id }: EmployeeRow,
  action: string,
  change: StoredChange,
): Promise<void> {
  const bank_name = bankByCode(change.bank_code)?.name ?? change.bank_code;
  const changes = {
    bank_name: { from: null, to: bank_name },
    account_number: { from: null, to: maskNumber(change.account_number) },
    account_name: { from: null, to: change.account_name },
  };
  await audit(context, tenant_id, action, `employee:${id}`, { changes });
}

/** Mails the employee about a change of the account that their pay goes to. */
function mailEmployee(
  context: Context,
  row: EmployeeRow,
  { bank_code, account_number }: StoredChange,
  label: "bank_account_change_requested" | "bank_account_changed",
): Promise<void> {
  const { tenant_id, id: employee_id, email } = row;
  const name = `${row.first_name} ${row.last_name}`;
  return mailAccountChanges(
    context,
    tenant_id,
    [{ employee_id, email, name, bank_code, account_number }],
    label,
  );
}

/**
 * Queues mails to employees who have an address, about an account that was entered or took effect.
 */
export async function mailAccountChanges(
  context: Context,
  tenantId: number,
  changes: readonly {
    employee_id: number;
    email: string | null;
    name: string;
    bank_code: string;
    account_number: string;
  }[],
  label: "bank_account_change_requested" | "bank_account_changed" = "bank_account_change_requested",
): Promise<void> {
  const mails = changes.flatMap(({ employee_id, email, name, bank_code, account_number }) =>
    email === null
      ? []
      : [
          {
            employee_id,
            to_name: name,
            to_email: email,
            values: {
              employee_name: name,
              bank_name: bankByCode(bank_code)?.name ?? bank_code,
              account_ending: account_number.slice(-4),
            },
          },
        ],
  );
  await sendMails(context, { tenantId, label }, mails);
}
