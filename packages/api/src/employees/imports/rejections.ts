import { errorSentence, type ErrorCode } from "@kontor/contract/error-codes";
import { maskNumber, formatDate } from "@kontor/contract/format";
import {
  importFieldTitle,
  isBenefitField,
  type ImportField,
} from "@kontor/contract/reference/employee-import-fields";

import { dateOfCell, textOfCell } from "../../platform/sheets/cells.ts";
import { isEmptyCell, type Cell, type SheetRow } from "../../platform/sheets/table.ts";
import { namesAgree } from "../records/account-names.ts";
import { uniqueNumbers } from "../records/checks.ts";
import { benefitsOverlap, type NamedBenefit } from "./benefits.ts";
import type { EvaluatedRow } from "./evaluate.ts";
import type { ExistingEmployee, Holder } from "./existing.ts";
import type { Reason, RowValues } from "./read-row.ts";

export type CheckedRow = { line: number; cells: SheetRow["cells"]; result: EvaluatedRow };

/** Values of earlier lines of a file, to find duplicates. */
export type EarlierRows = {
  /** Staff numbers and fingerprints of personal numbers, with the line on which the file has each first. */
  lines: Map<string, number>;
  /** The benefits that lines name, by staff number in lower case. */
  benefits: Map<string, (NamedBenefit & { line: number })[]>;
};

/** Selects the reasons of fields other than that of the given reason. */
export const ofOtherField = (reason: Reason | undefined) => (each: Reason) =>
  each.field !== reason?.field;

/** The result, rejected if there are reasons. @param values the readable cells of the row */
export function rejectForReasons(
  result: EvaluatedRow,
  reasons: readonly Reason[],
  values: RowValues,
): EvaluatedRow {
  if (reasons.length === 0) return result;
  // A field that could not be read is reported once, and not again as missing.
  const unread = new Set(reasons.map(({ field }) => field));
  const rest = result.reasons.filter(({ field }) => !unread.has(field));
  const name =
    result.name === ""
      ? `${values.first_name ?? ""} ${values.last_name ?? ""}`.trim()
      : result.name;
  return reject({ ...result, name, reasons: rest }, ...reasons);
}

function reject(result: EvaluatedRow, ...reasons: readonly Reason[]): EvaluatedRow {
  return {
    ...result,
    kind: "REJECTED",
    reasons: [...reasons, ...result.reasons],
    changes: [],
    after: null,
    before: null,
    pay: null,
    opening: null,
    benefit: null,
    bank_change: null,
  };
}

/** Fingerprints of personal numbers that the row would add. */
export function newNumberHashes({ result }: CheckedRow): string[] {
  return uniqueNumbers.flatMap(([kind]) => {
    const hash = result.after?.[`${kind}_hash`];
    return hash && hash !== result.before?.[`${kind}_hash`] ? [hash] : [];
  });
}

/**
 * Rejects a new staff number that equals another's except for leading zeros: it would add the same
 * person twice.
 */
export function rejectSimilarStaffNos(
  checked: CheckedRow[],
  almost: ReadonlyMap<string, Holder>,
): void {
  for (const row of checked) {
    const holder = almost.get(row.result.staff_no);
    if (holder === undefined) continue;
    const { name, staff_no } = holder;
    const message = errorSentence("row_staff_no_zeros", { name, staff_no });
    row.result = reject(row.result, { field: "staff_no", message });
  }
}

/**
 * Rejects rows with a staff number or personal number of an earlier row. An existing employee may have
 * further rows, each with another benefit and no other change.
 */
export function rejectDuplicates(checked: CheckedRow[], seen: EarlierRows): void {
  for (const row of checked) {
    const key = `staff_no ${row.result.staff_no.toLowerCase()}`;
    if (seen.lines.has(key) && changesOnlyBenefit(row)) rejectDuplicateBenefit(row, seen);
    else {
      rejectDuplicateNumbers(row, seen);
      rejectDuplicateBenefit(row, seen);
    }
  }
}

/** Whether a row of an existing employee has a benefit and no change of anything else. */
function changesOnlyBenefit({ result }: CheckedRow): boolean {
  const { named_benefit, employee_id, changes, reasons } = result;
  // An invalid benefit has no `named_benefit`, but the row is still about a benefit.
  const isWrong = reasons.some(({ field }) => field !== null && isBenefitField(field));
  const hasBenefit = named_benefit !== null || isWrong;
  return hasBenefit && employee_id !== null && changes.every(({ field }) => isBenefitField(field));
}

function rejectDuplicateNumbers(row: CheckedRow, { lines }: EarlierRows): void {
  const repeat = (key: string, field: ImportField, code: ErrorCode = "row_repeated") => {
    const before = lines.get(key);
    if (before === undefined) {
      lines.set(key, row.line);
      return;
    }
    const details = { line: String(before) };
    row.result = reject(row.result, { field, message: errorSentence(code, details) });
  };
  const { staff_no, employee_id, named_benefit } = row.result;
  const number = `staff_no ${staff_no.toLowerCase()}`;
  const isRepeated = lines.has(number);
  const code = named_benefit === null ? "row_repeated" : "row_repeated_with_benefit";
  if (staff_no !== "") repeat(number, "staff_no", code);
  // Spreadsheets drop leading zeros, so two new numbers that differ only in them are probably one
  // person.
  if (!isRepeated && employee_id === null && /^[0-9]+$/.test(staff_no)) {
    repeat(`digits ${staff_no.replace(/^0+/, "")}`, "staff_no", "row_repeated_zeros");
  }
  for (const [kind] of uniqueNumbers) {
    const hash = row.result.after?.[`${kind}_hash`];
    if (hash) repeat(`${kind} ${hash}`, kind);
  }
}

/** Rejects a benefit that an earlier row of the employee has for the same time. */
function rejectDuplicateBenefit(row: CheckedRow, { benefits }: EarlierRows): void {
  const { named_benefit: named, staff_no } = row.result;
  if (named === null) return;
  const earlier = benefits.get(staff_no.toLowerCase()) ?? [];
  benefits.set(staff_no.toLowerCase(), [...earlier, { ...named, line: row.line }]);
  const same = earlier.find((each) => benefitsOverlap(each, named));
  if (same === undefined) return;
  const message = errorSentence("row_benefit_repeated", { line: String(same.line) });
  row.result = reject(row.result, { field: "benefit_name", message });
}

/** Rejects personal numbers that other employees have. */
export function rejectTakenNumbers(
  checked: CheckedRow[],
  holders: ReadonlyMap<string, Holder>,
): void {
  for (const row of checked) {
    for (const [kind, what] of uniqueNumbers) {
      const hash = row.result.after?.[`${kind}_hash`] ?? "";
      const holder = holders.get(`${kind} ${hash}`);
      if (holder === undefined || holder.id === row.result.employee_id) continue;
      const { name, staff_no } = holder;
      const message = errorSentence("number_taken", { what, name, staff_no });
      row.result = reject(row.result, { field: kind, message });
    }
  }
}

/**
 * Rejects a row whose name differs from that of the employee with its staff number. Names that the file
 * imports may differ, unless the row is about somebody else (`isSomebodyElse`). In a file with only pay,
 * each row must be of an existing employee.
 */
export function rejectOtherPerson(
  result: EvaluatedRow,
  found: ExistingEmployee | undefined,
  values: RowValues,
  payOnly: boolean,
): EvaluatedRow {
  const { staff_no } = result;
  const { first_name = "", last_name = "", full_name } = values;
  const other = full_name ?? `${first_name} ${last_name}`.trim();
  if (found === undefined) return payOnly ? rejectUnknown({ ...result, name: other }) : result;
  const stored = [found.first_name, found.middle_name, found.last_name].join(" ");
  const isCompared = full_name !== undefined || payOnly || isSomebodyElse(values, found, stored);
  if (other === "" || !isCompared || namesAgree(other, stored)) return result;
  const name = [found.first_name, found.last_name].join(" ");
  const message = errorSentence("row_name_differs", { staff_no, name, other });
  return reject(result, { field: full_name === undefined ? "last_name" : "full_name", message });
}

/**
 * Whether a row has both names, none like those of the employee, and another birth date or start date.
 * Such a row gives the staff number of an employee to a new one, and would replace the first.
 */
function isSomebodyElse(
  { first_name, last_name, birth_date, start_date }: RowValues,
  found: ExistingEmployee,
  stored: string,
): boolean {
  if (!first_name || !last_name) return false;
  const words = `${first_name} ${last_name}`.split(/\s+/);
  if (words.some((word) => namesAgree(word, stored))) return false;
  return differs(birth_date, found.birth_date) || differs(start_date, found.start_date);
}

const differs = (value: string | undefined, recorded: string | null) =>
  value !== undefined && recorded !== null && value !== recorded;

/** Rejects a row of an unknown employee, without the reasons about missing fields of a new employee. */
function rejectUnknown(result: EvaluatedRow): EvaluatedRow {
  const reasons = result.reasons.filter(({ field }) => field === "staff_no");
  if (reasons.length > 0) return { ...result, reasons };
  const message = errorSentence("row_staff_no_unknown");
  return reject({ ...result, reasons: [] }, { field: "staff_no", message });
}

/** Columns whose values are masked except for the last digits, as in the preview. */
const maskedFields: ReadonlySet<ImportField> = new Set([
  "nin",
  "tax_id",
  "rsa_pin",
  "account_number",
]);
const days: ReadonlySet<ImportField> = new Set([
  "birth_date",
  "start_date",
  "pay_from",
  "opening_through",
  "benefit_from",
  "benefit_to",
]);

/** Longer values are truncated; the beginning is enough to find them. */
const quotedLength = 60;

/** The text with which a cell is quoted. Workbooks store dates as numbers that users would not recognize. */
function quoted(field: ImportField, cell: Cell): string {
  const date = typeof cell === "number" && days.has(field) ? dateOfCell(cell) : undefined;
  if (date !== undefined) return formatDate(date);
  const text = textOfCell(cell);
  if (maskedFields.has(field)) return maskNumber(text);
  return text.length > quotedLength ? `${text.slice(0, quotedLength)}…` : text;
}

/**
 * Reasons that name their column and quote its cell, if it has one: a file of rejected rows has one
 * column for all of them.
 */
export function withQuotedCells(
  reasons: readonly Reason[],
  cells: readonly Cell[],
  fields: readonly (ImportField | null)[],
): Reason[] {
  return reasons.map(({ field, message }) => {
    if (field === null) return { field, message };
    const cell = cells[fields.indexOf(field)] ?? null;
    const value = isEmptyCell(cell) ? [] : [`“${quoted(field, cell)}”`];
    const where = [importFieldTitle(field), ...value].join(" ");
    return { field, message: [where, message].join(": ") };
  });
}
