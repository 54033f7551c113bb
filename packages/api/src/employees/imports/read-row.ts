import { FIRST_YEAR } from "@kontor/books/date-parts";
import { benefitFields, benefitKindByName } from "@kontor/contract/employees/benefits";
import { jobFields, personalFields, staffNo } from "@kontor/contract/employees/employees";
import { pensionExemptionByName, statutoryFields } from "@kontor/contract/employees/statutory";
import { errorSentence, type ErrorCode } from "@kontor/contract/error-codes";
import { formatCount } from "@kontor/contract/format";
import { bankByAnyName } from "@kontor/contract/reference/banks";
import type { ImportField } from "@kontor/contract/reference/employee-import-fields";
import { stateById } from "@kontor/contract/reference/nigeria";
import { pensionAdministratorByAnyName } from "@kontor/contract/reference/pension-administrators";
import { localGovernmentByName, stateByAnyName } from "@kontor/contract/reference/places";
import { amountFromZero } from "@kontor/contract/wire/money";
import { line } from "@kontor/contract/wire/text";
import { isNuban, normalizeNumber } from "@kontor/payroll/identity-numbers";
import { daysIn, monthName, monthOf, yearOf } from "@kontor/payroll/month";
import type { BenefitKind } from "@kontor/payroll/statutory/benefit-kinds";
import type { PensionExemption } from "@kontor/payroll/statutory/pension-exemption";
import type { z } from "zod";

import {
  amountOfCell,
  dateOfCell,
  monthOfCell,
  textOfCell,
  datePartsOfCell,
  booleanOfCell,
  type DateParts,
} from "../../platform/sheets/cells.ts";
import { isEmptyCell, type Cell } from "../../platform/sheets/table.ts";

/** Why a row is rejected: the column, and a sentence that names neither it nor its cell. */
export type Reason = { field: ImportField | null; message: string };

/** The values of a row by column of `employees`; empty cells are absent. */
export type RowValues = {
  staff_no?: string;
  first_name?: string;
  middle_name?: string;
  last_name?: string;
  /** Compared with the records, never stored. */
  full_name?: string;
  email?: string;
  phone?: string;
  birth_date?: string;
  gender?: "FEMALE" | "MALE";
  state_id?: number;
  local_government_id?: number;
  branch_id?: number;
  department?: string;
  designation?: string;
  grade?: string;
  worker?: boolean;
  start_date?: string;
  nin?: string;
  tax_id?: string;
  rsa_pin?: string;
  pfa?: string;
  pension_exemption?: PensionExemption | null;
  nhf_number?: string;
  nhf_consent?: boolean;
  bank_code?: string;
  account_number?: string;
  account_name?: string;
  basic?: bigint;
  housing?: bigint;
  transport?: bigint;
  other?: bigint;
  pay_from?: string;
  /** A month, `YYYY-MM`. */
  opening_through?: string;
  opening_gross?: bigint;
  opening_benefits?: bigint;
  opening_pension?: bigint;
  opening_nhf?: bigint;
  opening_tax?: bigint;
  benefit_name?: string;
  benefit_kind?: BenefitKind;
  benefit_value?: bigint;
  benefit_pays?: bigint;
  benefit_from?: string;
  benefit_to?: string;
};

/** What reading cells needs: the organization's branches and the stored employee's state. */
export type CellContext = {
  branchCalled: (name: string) => number | undefined;
  /** Their names in order. */
  branchNames: readonly string[];
  stateId: number | null;
};

/** Thrown by a cell reader; the message is for users. */
class CellProblem extends Error {}

const problem = (code: ErrorCode, details: Record<string, string> = {}) =>
  new CellProblem(errorSentence(code, details));

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CellProblem(parsed.error.issues[0]?.message ?? errorSentence("row_unreadable"));
}

/** Text that is not a formula: a spreadsheet would run it when the list is exported. */
function plainText(cell: Cell): string {
  const text = textOfCell(cell);
  if (/^[=@]/.test(text)) throw problem("row_formula");
  return text;
}

/**
 * The digits of a personal or account number. Spreadsheets drop leading zeros and shorten long
 * numbers.
 */
function digits(cell: Cell, length: number, schema: z.ZodType<string | undefined>): string {
  const text = textOfCell(cell);
  if (/^\d(\.\d+)?E\+?\d+$/i.test(text)) throw problem("row_number_shortened");
  if (typeof cell === "number" && text.length < length) throw problem("row_zeros_lost");
  return checked(schema, text) ?? "";
}

function amount(cell: Cell): bigint {
  const text = amountOfCell(cell);
  if (text === undefined) throw problem("row_amount");
  return checked(amountFromZero, text);
}

/** What is wrong with a date: it is not written as one, or the calendar does not have it. */
function dayProblem(at: DateParts | undefined): CellProblem {
  if (at === undefined || at.day === 0 || at.year < FIRST_YEAR) return problem("row_date");
  const number = String(at.month).padStart(2, "0");
  if (at.month < 1 || at.month > 12)
    return problem("row_no_such_month", { number: String(at.month) });
  const year = String(at.year).padStart(4, "0");
  const of = monthOf(`${year}-${number}-01`);
  return problem("row_no_such_day", {
    month: monthName(of),
    days: String(daysIn(of)),
    number,
    year,
  });
}

function day(cell: Cell): string {
  const date = dateOfCell(cell);
  if (date === undefined) throw dayProblem(datePartsOfCell(cell));
  return date;
}

function month(cell: Cell): string {
  const text = monthOfCell(cell);
  // A bare number is read as a day of about 1900.
  if (text === undefined || yearOf(text) < 2000) throw problem("row_month");
  return text;
}

function yesOrNo(cell: Cell, code: ErrorCode = "row_yes_or_no"): boolean {
  const answer = booleanOfCell(cell);
  if (answer === undefined) throw problem(code);
  return answer;
}

function genderOf(cell: Cell): "FEMALE" | "MALE" {
  const text = textOfCell(cell).toUpperCase();
  if (text === "F" || text === "FEMALE") return "FEMALE";
  if (text === "M" || text === "MALE") return "MALE";
  throw problem("row_gender");
}

/** How many branches a reason names; the organization’s page has them all. */
const maxNamedBranches = 10;

function branchOf(cell: Cell, { branchCalled, branchNames }: CellContext): number {
  const found = branchCalled(textOfCell(cell));
  if (found !== undefined) return found;
  if (branchNames.length === 0) throw problem("row_no_branches");
  const named = branchNames.slice(0, maxNamedBranches).join(", ");
  const further = branchNames.length - maxNamedBranches;
  const branches = further > 0 ? `${named} and ${formatCount(further)} more` : named;
  throw problem("row_branch", { branches });
}

/** Null for an employee in the pension scheme. */
function exemptionOf(cell: Cell): PensionExemption | null {
  if (textOfCell(cell).toLowerCase() === "none" || booleanOfCell(cell) === false) return null;
  return requireKnown(pensionExemptionByName(textOfCell(cell)), "row_pension_exemption");
}

function accountNumber(cell: Cell): string {
  const text = normalizeNumber(textOfCell(cell));
  // A CSV file that a spreadsheet saved lacks the zeros as well.
  if (/^\d{1,9}$/.test(text)) throw problem("row_zeros_lost");
  if (!isNuban(text)) throw problem("row_account_number");
  return text;
}

type Reader = (cell: Cell, around: CellContext, so: RowValues) => RowValues;
const requireKnown = <Found>(found: Found | undefined, code: ErrorCode): Found => {
  if (found === undefined) throw problem(code);
  return found;
};
const accountName = line("the name of the account", 120);

const readers: Readonly<Record<ImportField, Reader>> = {
  staff_no: (cell) => ({ staff_no: checked(staffNo, textOfCell(cell)) }),
  last_name: (cell) => ({ last_name: checked(personalFields.last_name, plainText(cell)) }),
  first_name: (cell) => ({ first_name: checked(personalFields.first_name, plainText(cell)) }),
  middle_name: (cell) => ({
    middle_name: checked(personalFields.middle_name, plainText(cell)) ?? "",
  }),
  full_name: (cell) => ({ full_name: textOfCell(cell) }),
  email: (cell) => ({ email: checked(personalFields.email, textOfCell(cell)) ?? "" }),
  phone: (cell) => ({ phone: checked(personalFields.phone, textOfCell(cell)) ?? "" }),
  birth_date: (cell) => ({ birth_date: day(cell) }),
  gender: (cell) => ({ gender: genderOf(cell) }),
  state: (cell) => ({
    state_id: requireKnown(stateByAnyName(textOfCell(cell)), "state_unknown").id,
  }),
  local_government: (cell, around, so) => {
    const state = stateById(so.state_id ?? around.stateId ?? 0);
    if (state === undefined) throw problem("local_government_without_state");
    const found = localGovernmentByName(state, textOfCell(cell));
    return { local_government_id: requireKnown(found, "local_government_elsewhere").id };
  },
  branch: (cell, around) => ({ branch_id: branchOf(cell, around) }),
  department: (cell) => ({ department: checked(jobFields.department, plainText(cell)) ?? "" }),
  designation: (cell) => ({ designation: checked(jobFields.designation, plainText(cell)) ?? "" }),
  grade: (cell) => ({ grade: checked(jobFields.grade, plainText(cell)) ?? "" }),
  worker: (cell) => ({ worker: yesOrNo(cell, "row_worker") }),
  start_date: (cell) => ({ start_date: day(cell) }),
  nin: (cell) => ({ nin: digits(cell, 11, statutoryFields.nin) }),
  tax_id: (cell) => ({ tax_id: digits(cell, 13, statutoryFields.tax_id) }),
  rsa_pin: (cell) => {
    const text = textOfCell(cell);
    const pin = /^\d{12}$/.test(text) ? `PEN${text}` : text;
    return { rsa_pin: digits(pin, 15, statutoryFields.rsa_pin) };
  },
  pfa: (cell) => ({
    pfa: requireKnown(pensionAdministratorByAnyName(textOfCell(cell)), "row_pfa").id,
  }),
  pension_exemption: (cell) => ({ pension_exemption: exemptionOf(cell) }),
  nhf_number: (cell) => ({
    nhf_number: checked(statutoryFields.nhf_number, textOfCell(cell)) ?? "",
  }),
  nhf_consent: (cell) => ({ nhf_consent: yesOrNo(cell) }),
  bank: (cell) => ({ bank_code: requireKnown(bankByAnyName(textOfCell(cell)), "row_bank").code }),
  account_number: (cell) => ({ account_number: accountNumber(cell) }),
  account_name: (cell) => ({ account_name: checked(accountName, plainText(cell)) }),
  basic: (cell) => ({ basic: amount(cell) }),
  housing: (cell) => ({ housing: amount(cell) }),
  transport: (cell) => ({ transport: amount(cell) }),
  other: (cell) => ({ other: amount(cell) }),
  pay_from: (cell) => ({ pay_from: day(cell) }),
  opening_through: (cell) => ({ opening_through: month(cell) }),
  opening_gross: (cell) => ({ opening_gross: amount(cell) }),
  opening_benefits: (cell) => ({ opening_benefits: amount(cell) }),
  opening_pension: (cell) => ({ opening_pension: amount(cell) }),
  opening_nhf: (cell) => ({ opening_nhf: amount(cell) }),
  opening_tax: (cell) => ({ opening_tax: amount(cell) }),
  benefit_name: (cell) => ({ benefit_name: checked(benefitFields.name, plainText(cell)) }),
  benefit_kind: (cell) => ({
    benefit_kind: requireKnown(benefitKindByName(textOfCell(cell)), "row_benefit_kind"),
  }),
  benefit_value: (cell) => ({ benefit_value: amount(cell) }),
  benefit_pays: (cell) => ({ benefit_pays: amount(cell) }),
  benefit_from: (cell) => ({ benefit_from: day(cell) }),
  benefit_to: (cell) => ({ benefit_to: day(cell) }),
};

/** The staff number of a row, and the reason if it is invalid. */
export function readStaffNo(
  cells: readonly Cell[],
  fields: readonly (ImportField | null)[],
): { staff_no: string; reason: Reason | undefined } {
  const cell = cells[fields.indexOf("staff_no")];
  const text = textOfCell(cell ?? null);
  if (text === "") {
    return { staff_no: "", reason: { field: "staff_no", message: errorSentence("row_staff_no") } };
  }
  try {
    return { staff_no: checked(staffNo, text), reason: undefined };
  } catch (error) {
    if (!(error instanceof CellProblem)) throw error;
    return { staff_no: text.slice(0, 40), reason: { field: "staff_no", message: error.message } };
  }
}

/**
 * The values of a row, and a reason for each cell that could not be read. Empty cells have no
 * value.
 */
export function readRow(
  cells: readonly Cell[],
  fields: readonly (ImportField | null)[],
  around: CellContext,
): { values: RowValues; reasons: Reason[] } {
  let values: RowValues = {};
  const reasons: Reason[] = [];
  // The local government depends on the state, whose column may come later in the file.
  const order = fields.includes("state") ? ["state" as const] : [];
  for (const field of [...order, ...fields]) {
    if (field === null || (field === "state" && values.state_id !== undefined)) continue;
    const cell = cells[fields.indexOf(field)] ?? null;
    if (isEmptyCell(cell)) continue;
    try {
      values = { ...values, ...readers[field](cell, around, values) };
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      const again = reasons.some((reason) => reason.field === field);
      if (!again) reasons.push({ field, message: error.message });
    }
  }
  return { values, reasons };
}
