import { isCalendarDate } from "@kontor/books/date-parts";
import { parseTotal } from "@kontor/books/money";
import { benefitKindByName, benefitKindTitles } from "@kontor/contract/employees/benefits";
import type { ImportRowKind, ImportStatus } from "@kontor/contract/employees/imports";
import {
  formatCount,
  formatCounted,
  formatDate,
  formatMoment,
  formatMoney,
} from "@kontor/contract/format";
import {
  importPayFields,
  isBenefitField,
  isOpeningField,
  type ImportField,
} from "@kontor/contract/reference/employee-import-fields";
import { isMonth, monthName } from "@kontor/payroll/month";

import type { StatusTone } from "../../ui/status-chip.tsx";
import { genderLabels } from "../employee-texts.ts";
import type { EmployeeImport } from "./data.ts";

export const importTones: Readonly<Record<ImportStatus, StatusTone>> = {
  MAPPING: "waiting",
  CHECKING: "busy",
  READY: "waiting",
  FAILED: "bad",
  COMMITTED: "good",
  UNDONE: "neutral",
  DISCARDED: "neutral",
};

/** The planned or actual effects on rows, in the order of the tabs. */
export const rowKindLabels: Readonly<Record<ImportRowKind, string>> = {
  NEW: "New",
  CHANGED: "Changed",
  UNCHANGED: "Unchanged",
  REJECTED: "Rejected",
};

/** Fields whose value is yes or no. */
const yesNoFields: readonly ImportField[] = ["worker", "nhf_consent"];

/** The value of a field for display, in the usual format of amounts, dates and choices. */
export function importedText(field: ImportField, text: string): string {
  if (isCalendarDate(text)) return formatDate(text);
  if (yesNoFields.includes(field)) return text === "yes" ? "Yes" : "No";
  if (field === "gender") return text === "FEMALE" || text === "MALE" ? genderLabels[text] : text;
  if (isOpeningField(field) && isMonth(text)) return monthName(text);
  if (field === "benefit_kind") return benefitKindText(text);
  if (field === "benefit_name" || !importPayFields.includes(field)) return text;
  const amount = parseTotal(text);
  return typeof amount === "bigint" ? formatMoney(amount) : text;
}

/** A kind of benefit in kind, as forms name it. */
function benefitKindText(text: string): string {
  const kind = benefitKindByName(text);
  return kind === undefined ? text : benefitKindTitles[kind];
}

type Counted = Pick<EmployeeImport, "counts" | "columns">;

/**
 * The noun for the imported rows of a file. With benefits in kind an employee may have several
 * rows.
 */
export function writtenNoun({ columns }: Counted): "row" | "employee" {
  return columns.some(({ field }) => field !== null && isBenefitField(field)) ? "row" : "employee";
}

const auxiliaryVerbs = {
  now: (count: number) => (count === 1 ? "is" : "are"),
  past: (count: number) => (count === 1 ? "was" : "were"),
};

/**
 * What an import does or did, in one sentence: "40 employees are added and 3 changed.", or of a file with
 * benefits in kind "3 rows are imported."
 */
export function effectOf(file: Counted, tense: keyof typeof auxiliaryVerbs): string {
  const be = auxiliaryVerbs[tense];
  const { NEW, CHANGED } = file.counts;
  const noun = writtenNoun(file);
  const done = noun === "row" ? "imported" : "changed";
  if (NEW === 0) return `${formatCounted(CHANGED, noun)} ${be(CHANGED)} ${done}.`;
  const added = `${formatCounted(NEW, "employee")} ${be(NEW)} added`;
  if (CHANGED === 0) return `${added}.`;
  const others =
    noun === "row" ? `${formatCounted(CHANGED, "row")} of others` : formatCount(CHANGED);
  return `${added} and ${others} ${done}.`;
}

function atMoment(moment: Date | null): string {
  return moment === null ? "" : ` ${formatMoment(moment)}`;
}

/** How many employees the import of a file would add or change. */
export function writtenCount({ NEW, CHANGED }: EmployeeImport["counts"]): number {
  return NEW + CHANGED;
}

/** Why there is nothing to import from a file. */
function nothingToImportSentence({ UNCHANGED, REJECTED }: EmployeeImport["counts"]): string {
  if (REJECTED === 0) return "There is nothing new or changed in this file.";
  const which = UNCHANGED === 0 ? "rejected" : "unchanged or rejected";
  return `There is nothing to import: every row is ${which}.`;
}

/** What happens to rejected rows, and what to do about them. */
export function rejectedSentences({ status, counts }: EmployeeImport): string {
  const one = counts.REJECTED === 1;
  const effect =
    status !== "READY"
      ? `${one ? "It was" : "They were"} not imported. `
      : writtenCount(counts) === 0
        ? ""
        : `${one ? "It is" : "They are"} left out when you import the other rows. `;
  return `${effect}The reasons are under Rejected. Download the rejected ${one ? "row, correct it" : "rows, correct them"} and upload that file.`;
}

/** What the status of a file means for the user, in one or two sentences. */
export function summaryOf(file: EmployeeImport): string {
  const { status, counts, committed_at, undone_at } = file;
  const sentences: Readonly<Record<ImportStatus, string>> = {
    MAPPING: "Match the columns below. Your choices are remembered for the next file.",
    CHECKING: "Comparing each row with the existing employees.",
    READY:
      writtenCount(counts) === 0
        ? nothingToImportSentence(counts)
        : "Nothing is imported yet. Check the changes below.",
    FAILED: "",
    COMMITTED: `Imported${atMoment(committed_at)}. ${effectOf(file, "past")}`,
    UNDONE: `Undone${atMoment(undone_at)}. Everything is back as it was before the import.`,
    DISCARDED: "Nothing of this file was imported.",
  };
  return sentences[status];
}
