import { isNuban, normalizeNumber } from "@kontor/payroll/identity-numbers";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { bankByCode } from "../reference/banks.ts";
import { bankWarnings, type BankWarning } from "../reference/employees.ts";
import { done } from "../wire/calls.ts";
import { id, idOut } from "../wire/ids.ts";
import { moment } from "../wire/moment.ts";
import { optionalLine, line } from "../wire/text.ts";
import { employee, employeePath, employeeParams } from "./employees.ts";

const bankSentence = "Choose a bank from the list.";
const accountSentence = "An account number has 10 digits.";

const accountFields = {
  bank_code: z
    .string({ error: bankSentence })
    .refine((code) => bankByCode(code) !== undefined, bankSentence),
  account_number: z
    .string({ error: accountSentence })
    .overwrite(normalizeNumber)
    .refine(isNuban, accountSentence),
};

const accountName = line("the name of the account", 120);

/** The text of each warning. */
export const bankWarningSentences: Readonly<Record<BankWarning, string>> = {
  check_digit:
    "The account number is not valid for this bank. Compare it with a cheque or bank statement.",
  name_differs: "The account name at the bank is different.",
  name_unknown: "The bank did not return an account name.",
  name_awaited: "The account name is being checked with the bank. Check again in a minute.",
  shared: "Another employee of the organization has the same account.",
};

export const checkBankAccount = endpoint({
  method: "POST",
  path: `${employeePath}/bank-account-check`,
  summary: "Look up the account name at the bank, with warnings to check; nothing is saved",
  access: "employees.write",
  params: employeeParams,
  body: z.strictObject(accountFields),
  data: z.strictObject({
    /** The account holder's name at the bank; null when the bank did not report one. */
    account_name: z.string().nullable(),
    warnings: z.array(z.enum(bankWarnings)),
  }),
});

export const bankChangeStatuses = ["WAITING", "CONFIRMED", "REJECTED", "WITHDRAWN"] as const;

/**
 * A requested change of the bank account for pay. The number is masked except for its last four
 * digits.
 */
export const bankAccountChange = z.strictObject({
  id: idOut,
  bank_code: z.string(),
  bank_name: z.string(),
  account_number: z.string(),
  account_name: z.string(),
  /** Whether it waits, and only corrects the name on the present account. */
  name_only: z.boolean(),
  /** The account holder's name as the bank reported it at that time. */
  provider_name: z.string().nullable(),
  warnings: z.array(z.enum(bankWarnings)),
  status: z.enum(bankChangeStatuses),
  asked_at: moment,
  asked_by: z.string().nullable(),
  /** Whether the caller requested it, and so cannot confirm it. */
  own_change: z.boolean(),
  decided_at: moment.nullable(),
  /** Null for a first account, which needs no second person because no pay is diverted. */
  decided_by: z.string().nullable(),
  reason: z.string(),
});

export const listBankAccountChanges = endpoint({
  method: "GET",
  path: `${employeePath}/bank-account-changes`,
  summary: "The bank account changes of an employee, newest first",
  access: "employees.read",
  params: employeeParams,
  data: z.array(bankAccountChange),
});

/**
 * A first account takes effect at once. Every other one, and another name on the present one, waits
 * for a second person, and the employee is notified by mail; a new request replaces one that still
 * waits.
 */
export const changeBankAccount = endpoint({
  method: "POST",
  path: `${employeePath}/bank-account-changes`,
  summary: "Enter a new bank account for an employee, to be confirmed by a second person",
  access: "employees.write",
  params: employeeParams,
  body: z.strictObject({ ...accountFields, account_name: accountName }),
  data: bankAccountChange,
  status: 201,
  idempotent: true,
  confidential: true,
});

/** Waits for a second person, as {@link changeBankAccount} does for another name on the same account. */
export const correctAccountName = endpoint({
  method: "POST",
  path: `${employeePath}/bank-account-name`,
  summary:
    "Correct the name on the bank account of an employee, to be confirmed by a second person",
  access: "employees.write",
  params: employeeParams,
  body: z.strictObject({ account_name: accountName }),
  data: bankAccountChange,
  status: 201,
  idempotent: true,
});

const changeParams = employeeParams.extend({ change_id: id });

export const decideBankAccountChange = endpoint({
  method: "POST",
  path: `${employeePath}/bank-account-changes/{change_id}/decision`,
  summary: "Confirm or reject a new bank account, as a second person",
  access: "bank-accounts.confirm",
  params: changeParams,
  body: z
    .strictObject({
      confirm: z.boolean({ error: "Say true or false." }),
      reason: optionalLine(300),
    })
    .refine(({ confirm, reason }) => confirm || Boolean(reason), {
      path: ["reason"],
      error: "Enter why the account is rejected.",
    }),
  data: employee,
});

export const withdrawBankAccountChange = endpoint({
  method: "DELETE",
  path: `${employeePath}/bank-account-changes/{change_id}`,
  summary: "Withdraw a bank account change that is waiting for confirmation",
  access: "employees.write",
  params: changeParams,
  data: done,
});
