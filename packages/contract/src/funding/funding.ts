import { z } from "zod";

import { repeatedOrganization } from "../configuration.ts";
import { endpoint } from "../endpoint.ts";
import { exportFiles, exportFormat } from "../exports.ts";
import { describeList } from "../list.ts";
import { transactionStatuses } from "../reference/statuses.ts";
import { dayRange, daysInOrder, daysOutOfOrder } from "../wire/dates.ts";
import { id, idOut, organizationParams } from "../wire/ids.ts";
import { pageQuery, search, sortBy } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { amount, money, side } from "../wire/money.ts";
import { optionalLine } from "../wire/text.ts";

export const fundingActions = ["DEPOSIT", "WITHDRAWAL"] as const;
export type FundingAction = (typeof fundingActions)[number];

/** The purpose of a transfer to a person; each purpose belongs to a feature. */
export const transferPurposes = ["salary_advance", "payslip"] as const;
export type TransferPurpose = (typeof transferPurposes)[number];

/** The other transaction of a correction: the mistaken one or the correcting one. */
const counterpart = z.strictObject({ id: idOut, entry_id: idOut, ent_number: z.string() });

export const fundingTransaction = z.strictObject({
  id: idOut,
  action: z.enum(fundingActions),
  /**
   * What a withdrawal to a person pays; null for a withdrawal that a user made in Company Accounts.
   */
  purpose: z.enum(transferPurposes).nullable(),
  amount: money,
  description: z.string(),
  status: z.enum(transactionStatuses),
  created_at: moment,
  /** The entry that posted the movement. */
  entry_id: idOut,
  entry_type_id: idOut,
  ent_number: z.string(),
  /** The transaction that this one corrects, and the one that corrects it. */
  corrects: counterpart.nullable(),
  corrected_by: counterpart.nullable(),
});

/**
 * Whether a movement can be corrected here; transfers to people are corrected by the feature that
 * sent them.
 */
export function isCorrectable(row: z.output<typeof fundingTransaction>): boolean {
  const made = row.purpose === null && row.status === "COMPLETED";
  return made && row.corrects === null && row.corrected_by === null;
}

/** How a row relates to its correction, in words; empty for most rows. */
export function correctionOf(row: z.output<typeof fundingTransaction>): string {
  if (row.corrects !== null) return `Corrects ${row.corrects.ent_number}`;
  return row.corrected_by === null ? "" : `Corrected by ${row.corrected_by.ent_number}`;
}

export const transactionSorts = [
  "date",
  "action",
  "number",
  "description",
  "status",
  "amount",
] as const;

/** The transactions of an organization's funds. */
export const transactionsList = describeList<z.output<typeof fundingTransaction>>()({
  label: "Transactions",
  columns: {
    date: { header: "Date", kind: "moment", value: (row) => row.created_at },
    action: {
      header: "Action",
      kind: "text",
      width: 14,
      value: (row) => row.action,
      phone: "detail",
    },
    /** In words, for paper. */
    movement: {
      header: "Action",
      kind: "text",
      width: 14,
      value: (row) => (row.action === "DEPOSIT" ? "Deposit" : "Withdrawal"),
    },
    number: { header: "Entry No.", kind: "text", width: 13, value: (row) => row.ent_number },
    description: {
      header: "Description",
      kind: "text",
      width: 48,
      wrap: true,
      value: (row) => row.description,
      phone: "what",
    },
    status: { header: "Status", kind: "status", value: (row) => row.status, phone: "end" },
    amount: { header: "Amount", kind: "money", value: (row) => row.amount, phone: "amount" },
    correction: { header: "Correction", kind: "text", width: 24, value: correctionOf },
  },
  screen: ["action", "date", "number", "description", "amount", "status"],
  sheet: ["date", "action", "number", "description", "status", "amount", "correction"],
  paper: ["date", "movement", "number", "description", "status", "amount", "correction"],
  sorts: transactionSorts,
  main: "number",
  labelIn: "description",
  landscape: true,
});

/** The balance of the funding ledger without a sign: CR means that it is overdrawn. */
const balance = { balance: money, balance_dc: side };

export const financials = z.strictObject({
  ...balance,
  /** The funding ledger, for a link to its statement. */
  ledger_id: idOut,
  /** The amount of a deposit above this limit must be typed twice. */
  deposit_limit: money,
  /** The totals of the completed transactions among those that match the filter. */
  completed_deposits: money,
  completed_withdrawals: money,
  /** One page, newest first. */
  transactions: z.array(fundingTransaction),
});

const ofAnyState = {
  account_name: z.string(),
  provider: z.string(),
  /** Whether it is a sandbox, which holds no real money. */
  sandbox: z.boolean(),
};

/** A pay account. While the provider is opening it, it has no bank and no number. */
export const payAccount = z.discriminatedUnion("status", [
  z.strictObject({
    status: z.literal("OPENING"),
    bank_name: z.null(),
    virtual_account_number: z.null(),
    ...ofAnyState,
  }),
  z.strictObject({
    status: z.literal("OPEN"),
    bank_name: z.string(),
    virtual_account_number: z.string(),
    ...ofAnyState,
  }),
]);

/**
 * Filters of the transactions. The search covers description, entry number and amount. Days are
 * days in Lagos, and both ends are included.
 */
export const transactionFilters = {
  action: z.enum(fundingActions, { error: "Choose DEPOSIT or WITHDRAWAL." }).optional(),
  status: z
    .enum(transactionStatuses, { error: `Choose one of ${transactionStatuses.join(", ")}.` })
    .optional(),
  search,
  ...dayRange,
};

export const getFinancials = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/financials",
  summary: "The balance of an organization’s funds and one page of its transactions, newest first",
  access: "funding.read",
  params: organizationParams,
  query: z
    .strictObject({ ...transactionFilters, sort: sortBy(transactionSorts), ...pageQuery(10) })
    .refine(daysInOrder, daysOutOfOrder),
  data: financials,
  paged: true,
});

export const exportTransactions = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/transactions/export",
  summary: "All fund transactions of an organization that match the filters as a file",
  access: "funding.read",
  params: organizationParams,
  query: z
    .strictObject({ ...transactionFilters, sort: sortBy(transactionSorts), format: exportFormat })
    .refine(daysInOrder, daysOutOfOrder),
  data: z.unknown(),
  file: exportFiles,
});

export const getPayAccount = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/pay-accounts",
  summary: "The bank account that receives an organization’s funds",
  access: "funding.read",
  params: organizationParams,
  data: payAccount,
});

export const fundsBody = z.strictObject({
  amount,
  description: optionalLine(200),
  action: z.enum(fundingActions, { error: "Choose DEPOSIT or WITHDRAWAL." }),
  /** The amount again, for a deposit above the limit. */
  confirmed_amount: amount.optional(),
  /** The transaction that this one corrects, with the same amount in the opposite direction. */
  corrects: id.optional(),
  ...repeatedOrganization,
});

export const submitFunds = endpoint({
  method: "POST",
  path: "/organizations/{tenant_id}/{company_id}/funds",
  summary:
    "Deposit or withdraw funds: posts the entry, records the transaction and emails the organization",
  access: "funding.write",
  params: organizationParams,
  body: fundsBody,
  data: z.strictObject({ ...balance, transaction: fundingTransaction }),
  status: 201,
  idempotent: true,
});
