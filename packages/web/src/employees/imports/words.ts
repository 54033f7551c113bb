import { isCalendarDate } from "@kontor/books/date-parts";
import { parseTotal } from "@kontor/books/money";
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
  isOpeningField,
  type ImportField,
} from "@kontor/contract/reference/employee-import-fields";
import { isMonth, monthName } from "@kontor/payroll/month";

import type { StatusTone } from "../../ui/status-chip.tsx";
import { genderWords } from "../words.ts";
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
export const rowKindWords: Readonly<Record<ImportRowKind, string>> = {
  NEW: "New",
  CHANGED: "Changed",
  UNCHANGED: "Unchanged",
  REJECTED: "Rejected",
};

/** Fields whose value is yes or no. */
const answers: readonly ImportField[] = ["worker", "nhf_consent"];

/** The value of a field for display: amounts, dates and choices as everywhere else. */
export function importedWords(field: ImportField, text: string): string {
  if (isCalendarDate(text)) return formatDate(text);
  if (answers.includes(field)) return text === "yes" ? "Yes" : "No";
  if (field === "gender") return text === "FEMALE" || text === "MALE" ? genderWords[text] : text;
  if (isOpeningField(field) && isMonth(text)) return monthName(text);
  if (!importPayFields.includes(field)) return text;
  const amount = parseTotal(text);
  return typeof amount === "bigint" ? formatMoney(amount) : text;
}

const were = {
  now: (count: number) => (count === 1 ? "is" : "are"),
  past: (count: number) => (count === 1 ? "was" : "were"),
};

/** What an import does or did, in one sentence: "40 employees are added and 3 changed." */
export function effectOf(
  { NEW, CHANGED }: EmployeeImport["counts"],
  tense: keyof typeof were,
): string {
  const be = were[tense];
  if (NEW === 0) return `${formatCounted(CHANGED, "employee")} ${be(CHANGED)} changed.`;
  const added = `${formatCounted(NEW, "employee")} ${be(NEW)} added`;
  return CHANGED === 0 ? `${added}.` : `${added} and ${formatCount(CHANGED)} changed.`;
}

function at(moment: Date | null): string {
  return moment === null ? "" : ` ${formatMoment(moment)}`;
}

/** How many employees the import of a file would add or change. */
export function writesOf({ NEW, CHANGED }: EmployeeImport["counts"]): number {
  return NEW + CHANGED;
}

/** Why there is nothing to import from a file. */
function nothingIn({ UNCHANGED, REJECTED }: EmployeeImport["counts"]): string {
  if (REJECTED === 0) return "There is nothing new or changed in this file.";
  const which = UNCHANGED === 0 ? "rejected" : "unchanged or rejected";
  return `There is nothing to import: every row is ${which}.`;
}

/** What becomes of rejected rows, and what to do about them. */
export function rejectedWords({ status, counts }: EmployeeImport): string {
  const one = counts.REJECTED === 1;
  const fate =
    status !== "READY"
      ? `${one ? "It was" : "They were"} not imported. `
      : writesOf(counts) === 0
        ? ""
        : `${one ? "It is" : "They are"} left out when you import the other rows. `;
  return `${fate}Download the rejected ${one ? "row to see the reasons, correct it" : "rows to see the reasons, correct them"} and upload the file again.`;
}

/** What the status of a file means for the user, in one or two sentences. */
export function summaryOf({ status, counts, committed_at, undone_at }: EmployeeImport): string {
  const sentences: Readonly<Record<ImportStatus, string>> = {
    MAPPING: "Match the columns below. Your choices are remembered for the next file.",
    CHECKING: "Comparing each row with the existing employees.",
    READY:
      writesOf(counts) === 0
        ? nothingIn(counts)
        : "Nothing is imported yet. Check the changes below.",
    FAILED: "",
    COMMITTED: `Imported${at(committed_at)}. ${effectOf(counts, "past")}`,
    UNDONE: `Undone${at(undone_at)}. Everything is back as it was before the import.`,
    DISCARDED: "Nothing of this file was imported.",
  };
  return sentences[status];
}
