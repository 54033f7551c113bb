import type { RawBuilder } from "kysely";

import type { NumberKind } from "../employees/records/personal-numbers.ts";
import { payColumns } from "../payroll/runs/row.ts";
import { isConfidential } from "../platform/mail/outbox.ts";

/** A column with a sealed number, and the number's name in an export. */
type SealedColumn = { column: string; shown: string; as: NumberKind | "transfer" };

/** A table with rows on one employee. */
export type PersonalTable = {
  table: string;
  /** The heading of the rows. */
  title: string;
  /** An SQL condition on `t`, in which `$employee` stands for the employee's id. */
  of: string;
  /** Columns that an export leaves out: internal keys, fingerprints, and derived values. */
  without?: readonly string[];
  /** Columns with amounts in kobo. */
  money?: readonly string[];
  /** Columns with JSON in which every text of digits is an amount in kobo. */
  moneyIn?: readonly string[];
  sealed?: readonly SealedColumn[];
  /** Columns that an export leaves out of rows that meet a condition on `t`. */
  withheld?: { columns: readonly string[]; when: RawBuilder<boolean> };
  /** The column with a file's bytes, exported in base64. */
  bytes?: string;
  /**
   * What happens to the rows: deleted when a former employee asks for it, since no law requires them; deleted
   * after the retention period; or anonymized then, since the books depend on them. The audit log has its own
   * period.
   */
  disposal: "on request" | "after the period" | "anonymized" | "by its own period";
};

const ofEmployee = "t.employee_id = $employee";
const ofAdvance = `t.advance_id in (
        select a.id from salary_advances a where a.tenant_id = t.tenant_id and a.employee_id = $employee)`;
const account: SealedColumn = {
  column: "account_number_sealed",
  shown: "account_number",
  as: "account_number",
};

/**
 * Every table with data on an employee. The rights of a data subject cut across the features, so
 * this is the one place that lists them all. A test compares it with the catalogue and fails when a
 * table of employees is missing.
 */
export const personalTables: readonly PersonalTable[] = [
  {
    table: "employees",
    title: "Record",
    of: "t.id = $employee",
    without: ["search_text", "sort_name", "sort_staff_no", "import_id", "version", "demo"],
    sealed: [
      { column: "nin_sealed", shown: "nin", as: "nin" },
      { column: "tax_id_sealed", shown: "tax_id", as: "tax_id" },
      { column: "rsa_pin_sealed", shown: "rsa_pin", as: "rsa_pin" },
      account,
    ],
    disposal: "anonymized",
  },
  {
    table: "past_employments",
    title: "Employments before",
    of: ofEmployee,
    disposal: "after the period",
  },
  {
    table: "pay_rates",
    title: "Rates of pay",
    of: ofEmployee,
    without: ["import_id", "superseded_by_import_id"],
    money: ["basic", "housing", "transport", "other"],
    disposal: "after the period",
  },
  {
    table: "pay_items",
    title: "Items of pay",
    of: ofEmployee,
    money: ["amount"],
    disposal: "after the period",
  },
  {
    table: "benefits_in_kind",
    title: "Benefits in kind",
    of: ofEmployee,
    without: ["import_id"],
    money: ["value", "employee_pays"],
    disposal: "after the period",
  },
  {
    table: "reliefs",
    title: "Reliefs",
    of: ofEmployee,
    money: ["rent", "life_premium", "owner_occupier_interest", "nhis"],
    disposal: "after the period",
  },
  {
    table: "employee_documents",
    title: "Evidence",
    of: ofEmployee,
    bytes: "bytes",
    disposal: "after the period",
  },
  {
    table: "opening_figures",
    title: "Figures before the first payroll",
    of: ofEmployee,
    money: ["gross", "benefits", "pension", "nhf", "tax"],
    disposal: "after the period",
  },
  {
    table: "bank_account_changes",
    title: "Bank accounts entered",
    of: ofEmployee,
    without: ["import_id"],
    sealed: [account],
    disposal: "on request",
  },
  {
    table: "bank_inquiries",
    title: "Questions to the bank",
    of: ofEmployee,
    disposal: "on request",
  },
  {
    table: "employee_import_rows",
    title: "Rows of imports",
    of: ofEmployee,
    without: ["sealed"],
    disposal: "on request",
  },
  {
    table: "portal_accounts",
    title: "Access to the portal",
    of: ofEmployee,
    disposal: "on request",
  },
  {
    table: "portal_sessions",
    title: "Sessions at the portal",
    of: ofEmployee,
    without: ["token_hash"],
    disposal: "on request",
  },
  {
    table: "salary_advances",
    title: "Salary advances",
    of: ofEmployee,
    money: [
      "amount",
      "interest",
      "payback_amount",
      "gross_monthly",
      "other_principal",
      "allocated_principal",
      "allocated_interest",
    ],
    disposal: "anonymized",
  },
  {
    table: "advance_instalments",
    title: "Plans of salary advances",
    of: ofAdvance,
    money: ["principal", "interest"],
    disposal: "anonymized",
  },
  {
    table: "advance_allocations",
    title: "Repayments of salary advances",
    of: ofAdvance,
    money: ["principal", "interest"],
    disposal: "anonymized",
  },
  {
    table: "payslips",
    title: "Payslips",
    of: ofEmployee,
    without: ["search_text", "marks", "generation", "exclusion_by", "exclusion_run_id"],
    money: [
      ...payColumns,
      "taxable",
      "tax_overpaid",
      "year_gross",
      "year_taxable",
      "year_benefits",
      "year_pension",
      "year_nhf",
      "year_paye",
      "year_net",
      "difference",
    ],
    moneyIn: ["lines", "pay", "arrears", "base_credits", "warnings", "variance"],
    sealed: [account],
    disposal: "anonymized",
  },
  {
    table: "outside_payments",
    title: "Pay by other means",
    of: `t.payslip_id in (
        select p.id from payslips p where p.tenant_id = t.tenant_id and p.employee_id = $employee)`,
    money: ["amount"],
    disposal: "anonymized",
  },
  {
    table: "payroll_rehearsal_people",
    title: "Law rehearsals",
    of: ofEmployee,
    money: ["net_before", "net_after", "paye_difference", "cost_difference"],
    disposal: "on request",
  },
  {
    table: "transfers",
    title: "Transfers",
    of: `(t.purpose = 'payslip' and t.subject_id in (
        select p.id from payslips p where p.tenant_id = t.tenant_id and p.employee_id = $employee)
      or t.purpose = 'salary_advance' and t.subject_id in (
        select a.id from salary_advances a where a.tenant_id = t.tenant_id and a.employee_id = $employee))`,
    money: ["amount"],
    sealed: [{ ...account, as: "transfer" }],
    disposal: "anonymized",
  },
  {
    table: "mails",
    title: "Mails",
    // Older mails do not say which employee they are about. Their address may also be a
    // colleague's, or a user's, whose mails are not the employee's.
    of: `(t.employee_id = $employee
      or t.employee_id is null and (lower(t.to_email), lower(t.to_name)) = (
        select lower(e.email), lower(e.first_name || ' ' || e.last_name)
        from employees e where e.tenant_id = t.tenant_id and e.id = $employee)
      and not exists (select from users u where lower(u.email) = lower(t.to_email)))`,
    without: ["html", "via_sealed"],
    // The person who exports the data could otherwise sign in with a code, or set a password by a
    // link.
    withheld: { columns: ["subject", "text"], when: isConfidential("t") },
    disposal: "on request",
  },
  {
    table: "audit_log",
    title: "What was done with the record",
    of: "t.subject = 'employee:' || $employee",
    without: ["ip", "request_id"],
    disposal: "by its own period",
  },
];
