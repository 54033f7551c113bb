import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { currentPassword } from "../session/password-fields.ts";
import { date } from "../wire/dates.ts";
import { id, idOut } from "../wire/ids.ts";
import { amount } from "../wire/money.ts";
import { optionalLine, line } from "../wire/text.ts";
import { salaryAdvance, salaryAdvancePath, salaryAdvanceParams } from "./advances.ts";

export const sendAdvance = endpoint({
  method: "POST",
  path: `${salaryAdvancePath}/transfers`,
  summary: "Send an approved salary advance, or send it again after a failure",
  access: "salary-advances.decide",
  params: salaryAdvanceParams,
  data: salaryAdvance,
  idempotent: true,
});

/** The ledgers that may receive a repayment. */
export const listRepaymentLedgers = endpoint({
  method: "GET",
  path: `${salaryAdvancePath}/repayment-ledgers`,
  summary: "The cash and bank ledgers that can receive a repayment, Bank clearing first",
  access: "salary-advances.decide",
  params: salaryAdvanceParams,
  data: z.array(z.strictObject({ id: idOut, code: z.string(), name: z.string() })),
});

/**
 * What was shown as owed. If something else is owed by now, nothing is recorded: two users would
 * record the same repayment twice, and a write-off would cover another amount than was read.
 */
const shownOwed = amount.optional();

export const repaymentBody = z.strictObject({
  amount,
  owed: shownOwed,
  /** The day on which the money was received, today or earlier. */
  date,
  /** The cash or bank ledger that received it; defaults to Bank clearing. */
  ledger_id: id.optional(),
  note: optionalLine(200),
});

export const repayAdvance = endpoint({
  method: "POST",
  path: `${salaryAdvancePath}/repayments`,
  summary: "Record a cash repayment by an employee, in part or in full",
  access: "salary-advances.decide",
  params: salaryAdvanceParams,
  body: repaymentBody,
  data: salaryAdvance,
  status: 201,
  idempotent: true,
});

export const refundBody = z.strictObject({
  /** The day on which the money was given to the employee, today or earlier. */
  date,
  /** The cash or bank ledger that it left; defaults to Bank clearing. */
  ledger_id: id.optional(),
  note: optionalLine(200),
});

export const refundAdvance = endpoint({
  method: "POST",
  path: `${salaryAdvancePath}/refund`,
  summary: "Record the refund of repayments of an advance that the bank returned",
  access: "salary-advances.decide",
  params: salaryAdvanceParams,
  body: refundBody,
  data: salaryAdvance,
  status: 201,
  idempotent: true,
});

export const writeOffFields = { reason: line("why it is written off", 300) };

/** Writes off everything that is owed; partial relief would be a change of the plan. */
export const writeOffAdvance = endpoint({
  method: "POST",
  path: `${salaryAdvancePath}/write-off`,
  summary: "Write off what an employee still owes of an advance; requires the password",
  access: "salary-advances.write-off",
  params: salaryAdvanceParams,
  body: z.strictObject({ ...writeOffFields, owed: shownOwed, password: currentPassword }),
  data: salaryAdvance,
  status: 201,
  idempotent: true,
  confidential: true,
});
