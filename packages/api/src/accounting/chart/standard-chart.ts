import {
  cashFlowsOf,
  formatGroupCode,
  formatLedgerCode,
  normalSide,
  type AccountClass,
  type CashFlow,
} from "@kontor/books/account-code";
import { sql } from "kysely";
import { z } from "zod";

import type { Tx } from "../../platform/scope.ts";
import { isControlPurpose } from "./control-ledgers.ts";

/** Purposes of ledgers that the system posts to. */
export const ledgerPurposes = [
  "funding_account",
  "bank_clearing",
  "transfers_in_transit",
  "salary_advances_receivable",
  "paye_payable",
  "pension_payable",
  "nhf_payable",
  "nsitf_payable",
  "itf_payable",
  "net_salaries_payable",
  "salary_advance_interest",
  "payroll_deductions_payable",
  "basic_salaries",
  "housing_allowances",
  "transport_allowances",
  "other_allowances",
  "other_pay",
  "pension_cost",
  "nsitf_cost",
  "itf_cost",
  "salary_advances_written_off",
] as const;
export type LedgerPurpose = (typeof ledgerPurposes)[number];

const systemLedgers = z.record(z.enum(ledgerPurposes), z.int().positive());
/** The id of the ledger of each purpose. */
export type SystemLedgers = Readonly<z.output<typeof systemLedgers>>;

type SeededGroup = {
  class: AccountClass;
  name: string;
  /** Its category in the statement of cash flows, if not the default of its class. */
  cashFlow?: CashFlow;
  ledgers: readonly { name: string; purpose?: LedgerPurpose }[];
};

/** The initial chart of a new organization. Codes follow from the position in this list. */
export const standardChart: readonly SeededGroup[] = [
  {
    class: "01",
    name: "Cash and bank",
    cashFlow: "cash",
    ledgers: [
      { name: "Funding account", purpose: "funding_account" },
      { name: "Bank clearing", purpose: "bank_clearing" },
      { name: "Transfers in transit", purpose: "transfers_in_transit" },
    ],
  },
  {
    class: "01",
    name: "Staff advances",
    ledgers: [{ name: "Salary advances receivable", purpose: "salary_advances_receivable" }],
  },
  {
    class: "02",
    name: "Payroll",
    ledgers: [
      { name: "PAYE payable", purpose: "paye_payable" },
      { name: "Pension payable", purpose: "pension_payable" },
      { name: "NHF payable", purpose: "nhf_payable" },
      { name: "Net salaries payable", purpose: "net_salaries_payable" },
      { name: "NSITF payable", purpose: "nsitf_payable" },
      { name: "ITF payable", purpose: "itf_payable" },
      { name: "Other payroll deductions payable", purpose: "payroll_deductions_payable" },
    ],
  },
  { class: "02", name: "Payables", ledgers: [{ name: "Trade payables" }] },
  { class: "03", name: "Revenue", ledgers: [{ name: "Sales" }] },
  {
    class: "03",
    name: "Other income",
    ledgers: [{ name: "Salary advance interest", purpose: "salary_advance_interest" }],
  },
  {
    class: "04",
    name: "Staff costs",
    ledgers: [
      { name: "Salaries and wages" },
      { name: "Basic salaries", purpose: "basic_salaries" },
      { name: "Housing allowances", purpose: "housing_allowances" },
      { name: "Transport allowances", purpose: "transport_allowances" },
      { name: "Other allowances", purpose: "other_allowances" },
      { name: "Bonuses and other pay", purpose: "other_pay" },
      { name: "Employer's pension", purpose: "pension_cost" },
      { name: "Employer's NSITF", purpose: "nsitf_cost" },
      { name: "Employer's ITF", purpose: "itf_cost" },
      { name: "Salary advances written off", purpose: "salary_advances_written_off" },
    ],
  },
  { class: "04", name: "Operating", ledgers: [{ name: "General expenses" }] },
  { class: "05", name: "Capital", ledgers: [{ name: "Owners' capital" }] },
  { class: "05", name: "Retained earnings", ledgers: [{ name: "Retained earnings" }] },
];

/**
 * Creates the standard chart of accounts for a new tenant. The transaction's scope must be that
 * tenant.
 *
 * @returns the id of the ledger of each purpose.
 */
export async function openStandardChart(
  tx: Tx,
  tenantId: number,
  now: Date,
): Promise<SystemLedgers> {
  const sequences = new Map<AccountClass, number>();
  const groups = standardChart.map((group) => {
    const sequence = (sequences.get(group.class) ?? 0) + 1;
    sequences.set(group.class, sequence);
    const code = formatGroupCode(group.class, sequence);
    const { cashFlow: cash_flow = cashFlowsOf(group.class)[0] } = group;
    const { name, ledgers } = group;
    return { class: group.class, name, cash_flow, sequence, code, ledgers };
  });
  await sql`
    insert into groups (tenant_id, code, name, class, cash_flow, sequence, seeded, ledger_sequence, created_at)
    select ${tenantId}, code, name, class, cash_flow, sequence, true, ledger_sequence, ${now}
    from jsonb_to_recordset(${JSON.stringify(
      groups.map((group) => ({ ...group, ledger_sequence: group.ledgers.length })),
    )}::jsonb) as g(code text, name text, class text, cash_flow text, sequence integer, ledger_sequence integer)`.execute(
    tx,
  );
  await sql`
    insert into group_counters (tenant_id, class, last_sequence)
    select tenant_id, class, max(sequence) from groups where tenant_id = ${tenantId}
    group by tenant_id, class`.execute(tx);
  const ledgers = groups.flatMap((group) =>
    group.ledgers.map((ledger, index) => {
      const control = isControlPurpose(ledger.purpose);
      return {
        group_code: group.code,
        code: formatLedgerCode(group.code, index + 1),
        sequence: index + 1,
        name: ledger.name,
        purpose: ledger.purpose ?? null,
        control,
        // Users can choose it only when they add a ledger, and owners' capital does not open with a debit.
        // The opening balance of a control ledger is always zero.
        op_balance_dc: control ? "DR" : normalSide(group.class),
      };
    }),
  );
  const { rows } = await sql<{ id: number; purpose: LedgerPurpose | null }>`
    insert into ledgers (tenant_id, group_id, code, sequence, name, purpose, control, op_balance_dc, created_at)
    select ${tenantId}, g.id, l.code, l.sequence, l.name, l.purpose, l.control, l.op_balance_dc, ${now}
    from jsonb_to_recordset(${JSON.stringify(ledgers)}::jsonb)
      as l(group_code text, code text, sequence integer, name text, purpose text, control boolean, op_balance_dc text)
    join groups g on g.tenant_id = ${tenantId} and g.code = l.group_code
    returning id, purpose`.execute(tx);
  return systemLedgers.parse(
    Object.fromEntries(
      rows.flatMap(({ purpose, id }) => (purpose === null ? [] : [[purpose, id]])),
    ),
  );
}
