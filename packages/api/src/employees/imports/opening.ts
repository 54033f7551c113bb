import { kobo, printMoney, type Kobo } from "@kontor/books/money";
import { openingFiguresBody } from "@kontor/contract/employees/pay";
import { errorSentence } from "@kontor/contract/error-codes";
import {
  importOpeningFields,
  isOpeningField,
  type ImportField,
  type ImportOpeningField,
} from "@kontor/contract/reference/employee-import-fields";
import { yearOf } from "@kontor/payroll/month";

import { Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import {
  amountsFromTexts,
  amountTexts,
  auditOpeningFigures,
  openingRecordsOf,
  deleteOpeningFigures,
  upsertOpeningFigures,
  type AmountTexts,
  type EnteredOpeningFigures,
  type OpeningFigures,
  type OpeningRecord,
} from "../pay/opening-figures.ts";
import { openingProblem } from "../pay/opening-rules.ts";
import type { Reason, RowValues } from "./read-row.ts";

/** Figures as a row keeps them. */
type StoredFigures = { through_month: string } & AmountTexts;

/** Opening figures that a row would store. */
export type ImportedOpening = StoredFigures & {
  /** The figures of the year that they were compared with; null for none. */
  before: (StoredFigures & { version: number }) | null;
};

/** The effect of a row on opening figures. */
type ComparedOpening = {
  changes: { field: ImportOpeningField; from: string | null; to: string | null }[];
  reasons: Reason[];
  /** What to store; null for nothing. */
  opening: ImportedOpening | null;
};

const nothing: ComparedOpening = { changes: [], reasons: [], opening: null };
const fields = Object.keys(importOpeningFields).filter((key): key is ImportOpeningField =>
  isOpeningField(key as ImportField),
);
const amountFields = fields.filter((field) => field !== "opening_through");

/**
 * Compares the opening figures of a row with those stored, and checks them as when they are entered by hand.
 * An empty cell keeps the stored amount. A row with only a month is ignored for an employee without figures,
 * because the template has the month in every row.
 */
export function compareOpening(
  values: RowValues,
  record: OpeningRecord,
  today: string,
): ComparedOpening {
  const { opening_through } = values;
  const hasAmounts = amountFields.some((field) => values[field] !== undefined);
  if (opening_through === undefined) {
    return hasAmounts ? rejected("opening_through", errorSentence("row_opening_through")) : nothing;
  }
  const year = yearOf(opening_through);
  const before = record.figures.find((each) => each.year === year);
  if (!hasAmounts && before === undefined) return nothing;
  if (values.opening_gross === undefined && before === undefined) {
    return rejected("opening_gross", errorSentence("row_opening_gross"));
  }
  const entered = openingFiguresBody.safeParse({
    through_month: opening_through,
    gross: entry(values.opening_gross, before?.gross),
    benefits: optionalEntry(values.opening_benefits, before?.benefits),
    pension: entry(values.opening_pension, before?.pension),
    nhf: entry(values.opening_nhf, before?.nhf),
    tax: entry(values.opening_tax, before?.tax),
  });
  if (!entered.success) {
    const [issue] = entered.error.issues;
    const at = fields.find((field) => importOpeningFields[field] === issue?.path[0]);
    return rejected(at ?? "opening_through", issue?.message ?? errorSentence("row_unreadable"));
  }
  const { version: _version, ...figures } = entered.data;
  const changes = changesOf(before, figures);
  if (changes.length === 0) return nothing;
  const problem = openingProblem(figures.through_month, record, today);
  if (problem !== undefined) {
    return rejected("opening_through", errorSentence(problem.code, problem.details));
  }
  const stored = before && { ...storedFrom(before), version: before.version };
  return { changes, reasons: [], opening: { ...storedFrom(figures), before: stored ?? null } };
}

function rejected(field: ImportOpeningField, message: string): ComparedOpening {
  return { ...nothing, reasons: [{ field, message }] };
}

/** The amount of a cell, or else the stored one, as it is entered. */
function entry(amount: bigint | undefined, stored: Kobo | undefined): string {
  return printMoney(kobo(amount ?? stored ?? 0n));
}

/** The same for an optional amount. */
function optionalEntry(amount: bigint | undefined, stored: Kobo | null | undefined): string | null {
  const entered = amount ?? stored ?? null;
  return entered === null ? null : printMoney(kobo(entered));
}

function changesOf(before: OpeningFigures | undefined, after: EnteredOpeningFigures) {
  return fields.flatMap((field): ComparedOpening["changes"] => {
    const name = importOpeningFields[field];
    const [from, to] = [before && textOf(before[name]), textOf(after[name])];
    // New figures have all amounts. A zero is no change, except in a required or an optional field.
    const isOptional = field === "opening_gross" || field === "opening_benefits";
    const saysNothing = to === null || (after[name] === 0n && !isOptional);
    const isSame = before === undefined ? saysNothing : from === to;
    return isSame ? [] : [{ field, from: from ?? null, to }];
  });
}

function textOf(part: string | Kobo | null): string | null {
  return typeof part === "bigint" ? printMoney(part) : part;
}

function storedFrom({ through_month, ...figures }: EnteredOpeningFigures): StoredFigures {
  return { through_month, ...amountTexts(figures) };
}

function figuresFrom({ through_month, ...texts }: StoredFigures): EnteredOpeningFigures {
  return { through_month, ...amountsFromTexts(texts) };
}

type ImportKey = { tenant_id: number; id: number };
/** The field is absent in rows that were checked before files could have opening figures. */
type Row = { employee_id: number; staff_no: string; opening?: ImportedOpening | null };
type RowWithFigures = Row & { opening: ImportedOpening };

const withFigures = (rows: readonly Row[]) =>
  rows.filter((row): row is RowWithFigures => Boolean(row.opening));

/**
 * Stores the figures of rows, whose employees the transaction has locked.
 *
 * @throws Refusal `import_outdated` when figures were recorded or a payroll was posted since the
 *   check.
 */
export async function writeImportedOpening(
  context: Context,
  { tenant_id, id }: ImportKey,
  written: readonly Row[],
): Promise<void> {
  const rows = withFigures(written);
  if (rows.length === 0) return;
  const { tx, clock } = context;
  const ids = rows.map(({ employee_id }) => employee_id);
  const records = await openingRecordsOf(tx, tenant_id, ids);
  for (const { employee_id, opening } of rows) {
    const record = records.get(employee_id);
    const stored = record && figuresOfYear(record, opening);
    const isOther = stored?.version !== opening.before?.version;
    const { through_month } = opening;
    if (!record || isOther || openingProblem(through_month, record, clock.today())) {
      throw new Refusal("import_outdated");
    }
  }
  const entered = rows.map(({ employee_id, opening }) => ({
    employee_id,
    figures: figuresFrom(opening),
  }));
  await upsertOpeningFigures(context, tenant_id, entered);
  const changes = rows.map(({ employee_id, opening }) => ({
    employee_id,
    before: figuresBefore(opening),
    after: figuresAfter(opening),
  }));
  await auditOpeningFigures(context, tenant_id, changes, { import_id: id });
}

/**
 * Restores the figures that an import changed, of employees whom the transaction has locked.
 *
 * @throws Refusal `import_used` when they are no longer those of the import.
 */
export async function undoImportedOpening(
  context: Context,
  { tenant_id, id }: ImportKey,
  restored: readonly Row[],
): Promise<void> {
  const rows = withFigures(restored);
  if (rows.length === 0) return;
  const { tx } = context;
  const ids = rows.map(({ employee_id }) => employee_id);
  const records = await openingRecordsOf(tx, tenant_id, ids);
  const used = rows.find(({ employee_id, opening }) => {
    const record = records.get(employee_id);
    const stored = record && figuresOfYear(record, opening);
    return !stored || changesOf(stored, figuresFrom(opening)).length > 0;
  });
  if (used !== undefined) throw new Refusal("import_used", { staff_no: used.staff_no });
  const changed = rows.flatMap(({ employee_id, opening }) =>
    opening.before === null ? [] : [{ employee_id, figures: figuresFrom(opening.before) }],
  );
  const added = rows.flatMap(({ employee_id, opening }) =>
    opening.before === null ? [{ employee_id, year: yearOf(opening.through_month) }] : [],
  );
  await upsertOpeningFigures(context, tenant_id, changed);
  await deleteOpeningFigures(tx, tenant_id, added);
  const changes = rows.map(({ employee_id, opening }) => ({
    employee_id,
    before: figuresAfter(opening),
    after: figuresBefore(opening),
  }));
  await auditOpeningFigures(context, tenant_id, changes, { import_id: id });
}

function figuresOfYear(record: OpeningRecord, { through_month }: StoredFigures) {
  return record.figures.find(({ year }) => year === yearOf(through_month));
}

function versionAfter({ before }: ImportedOpening): number {
  return (before?.version ?? 0) + 1;
}

function figuresAfter(opening: ImportedOpening): OpeningFigures {
  const year = yearOf(opening.through_month);
  return { ...figuresFrom(opening), year, version: versionAfter(opening) };
}

function figuresBefore({ before }: ImportedOpening): OpeningFigures | null {
  if (before === null) return null;
  return { ...figuresFrom(before), year: yearOf(before.through_month), version: before.version };
}
