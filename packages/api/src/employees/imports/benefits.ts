import { kobo, printMoney, ZERO } from "@kontor/books/money";
import { benefitBody } from "@kontor/contract/employees/benefits";
import { errorSentence, type ErrorCode } from "@kontor/contract/error-codes";
import { formatDate } from "@kontor/contract/format";
import {
  importBenefitFields,
  isBenefitField,
  type ImportBenefitField,
  type ImportField,
} from "@kontor/contract/reference/employee-import-fields";
import { packAt } from "@kontor/payroll/statutory/packs";
import { sql } from "kysely";

import { Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import {
  auditBenefits,
  insertBenefits,
  recordedBenefits,
  updateBenefits,
  type EnteredBenefit,
  type RecordedBenefit,
} from "../pay/benefits.ts";
import type { Reason, RowValues } from "./read-row.ts";

/** A benefit as a row keeps it: amounts in kobo as text, because JSON has no bigint. */
type StoredBenefit = Omit<EnteredBenefit, "value" | "employee_pays"> &
  Record<"value" | "employee_pays", string>;

/** A benefit in kind that a row would record. */
export type ImportedBenefit = StoredBenefit & {
  /** The recorded benefit that it changes; null for a new one. */
  before: (StoredBenefit & { id: number; version: number }) | null;
};

/** Which benefit of an employee a row is about, whether or not it changes it. */
export type NamedBenefit = Pick<EnteredBenefit, "name" | "from_date" | "to_date">;

/** The effect of a row on benefits in kind. */
type ComparedBenefit = {
  changes: { field: ImportBenefitField; from: string | null; to: string | null }[];
  reasons: Reason[];
  /** What to record; null for nothing. */
  benefit: ImportedBenefit | null;
  named: NamedBenefit | null;
};

const nothing: ComparedBenefit = { changes: [], reasons: [], benefit: null, named: null };
const fields = Object.keys(importBenefitFields).filter((key): key is ImportBenefitField =>
  isBenefitField(key as ImportField),
);
/** The required fields of a new benefit. */
const needed = ["benefit_kind", "benefit_value", "benefit_from"] as const;

/**
 * Compares the benefit of a row with the recorded ones, with the same checks as manual entry. It is matched
 * by name and first day, or by name alone if the row has no first day and the name is unique; empty cells
 * then keep the recorded values. Overlapping benefits of the same name are rejected, because they would
 * probably tax the same benefit twice.
 */
export function compareBenefit(
  values: RowValues,
  recorded: readonly RecordedBenefit[],
  today: string,
): ComparedBenefit {
  if (fields.every((field) => values[field] === undefined)) return nothing;
  const { benefit_name } = values;
  if (benefit_name === undefined) return rejected("benefit_name", "row_benefit_name");
  const sameName = recorded.filter(({ name }) => isSameName(name, benefit_name));
  const matched = sameName.filter(
    ({ from_date }) => from_date === (values.benefit_from ?? from_date),
  );
  if (matched.length > 1) return rejected("benefit_from", "row_benefit_which");
  const before = matched[0];
  const lacking = needed.filter((field) => before === undefined && values[field] === undefined);
  if (lacking.length > 0) {
    const message = errorSentence("row_benefit_needs_value");
    return { ...nothing, reasons: lacking.map((field) => ({ field, message })) };
  }
  const { benefit_pays = ZERO } = values;
  const kind = values.benefit_kind ?? before?.kind ?? "OTHER";
  if (benefit_pays > 0n && !packAt(today).benefits.lessEmployeesExpense.includes(kind)) {
    return rejected("benefit_pays", "row_benefit_pays");
  }
  return checked({ ...values, benefit_name, benefit_kind: kind }, before, sameName);
}

/** The effect of a row that has all required fields. @param sameName the recorded benefits of its name */
function checked(
  values: RowValues & Required<Pick<RowValues, "benefit_name" | "benefit_kind">>,
  before: RecordedBenefit | undefined,
  sameName: readonly RecordedBenefit[],
): ComparedBenefit {
  const kept = before?.kind === values.benefit_kind ? before.employee_pays : ZERO;
  const parsed = benefitBody.safeParse({
    name: before?.name ?? values.benefit_name,
    kind: values.benefit_kind,
    value: printMoney(kobo(values.benefit_value ?? before?.value ?? 0n)),
    employee_pays: printMoney(kobo(values.benefit_pays ?? kept)),
    from_date: values.benefit_from ?? before?.from_date,
    to_date: values.benefit_to ?? before?.to_date ?? null,
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = fields.find((field) => importBenefitFields[field] === issue?.path[0]);
    const message = issue?.message ?? errorSentence("row_unreadable");
    return { ...nothing, reasons: [{ field: at ?? "benefit_name", message }] };
  }
  const after = parsed.data;
  const named = { name: after.name, from_date: after.from_date, to_date: after.to_date };
  const changes = changesOf(before, after);
  if (changes.length === 0) return { ...nothing, named };
  const other = sameName.find((each) => each !== before && benefitsOverlap(each, after));
  if (other !== undefined) {
    const from = formatDate(other.from_date);
    return rejected("benefit_from", "row_benefit_overlaps", { from });
  }
  const was = before && { ...storedFrom(before), id: before.id, version: before.version };
  return {
    changes,
    reasons: [],
    benefit: { ...storedFrom(after), before: was ?? null },
    named,
  };
}

function rejected(
  field: ImportBenefitField,
  code: ErrorCode,
  details: Readonly<Record<string, string>> = {},
): ComparedBenefit {
  return { ...nothing, reasons: [{ field, message: errorSentence(code, details) }] };
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Whether two benefits of an employee have the same name and overlap in time. */
export function benefitsOverlap(one: NamedBenefit, other: NamedBenefit): boolean {
  const isLater = (first: NamedBenefit, second: NamedBenefit) =>
    second.to_date !== null && first.from_date > second.to_date;
  return isSameName(one.name, other.name) && !isLater(one, other) && !isLater(other, one);
}

/** The changes by field. For a change, the name identifies the benefit. */
function changesOf(before: RecordedBenefit | undefined, after: EnteredBenefit) {
  const changes = fields.flatMap((field): ComparedBenefit["changes"] => {
    const part = importBenefitFields[field];
    const [from, to] = [before && textOf(before[part]), textOf(after[part])];
    const isSame = before === undefined ? to === null || after[part] === 0n : from === to;
    return isSame ? [] : [{ field, from: from ?? null, to }];
  });
  const which = { field: "benefit_name", from: null, to: after.name } as const;
  return before === undefined || changes.length === 0 ? changes : [which, ...changes];
}

function textOf(part: EnteredBenefit[keyof EnteredBenefit]): string | null {
  return typeof part === "bigint" ? printMoney(part) : part;
}

function storedFrom(given: EnteredBenefit): StoredBenefit {
  const { name, kind, value, employee_pays, from_date, to_date } = given;
  const amounts = { value: String(value), employee_pays: String(employee_pays) };
  return { name, kind, ...amounts, from_date, to_date };
}

function benefitFrom({ name, kind, from_date, to_date, ...texts }: StoredBenefit): EnteredBenefit {
  const [value, employee_pays] = [kobo(BigInt(texts.value)), kobo(BigInt(texts.employee_pays))];
  return { name, kind, value, employee_pays, from_date, to_date };
}

/**
 * The first row of each existing employee, which changes the record; further rows have only a benefit.
 *
 * @param seen the employees of earlier rows; those of these rows are added.
 */
export function firstRowPerEmployee<Each extends { employee_id: number | null }>(
  rows: readonly Each[],
  seen: Set<number | null>,
): Each[] {
  return rows.filter(({ employee_id }) => {
    const isFirst = !seen.has(employee_id);
    seen.add(employee_id);
    return isFirst;
  });
}

type ImportKey = { tenant_id: number; id: number };
/** The field is absent in rows that were checked before files could have benefits. */
type Row = { employee_id: number; staff_no: string; benefit?: ImportedBenefit | null };
type RowWithBenefit = Row & { benefit: ImportedBenefit };

const withBenefit = (rows: readonly Row[]) =>
  rows.filter((row): row is RowWithBenefit => Boolean(row.benefit));
const isNew = ({ benefit }: RowWithBenefit) => benefit.before === null;

/** The changed benefits of rows, with the values that `of` selects. */
function changedOf(
  rows: readonly RowWithBenefit[],
  of: (benefit: ImportedBenefit, before: StoredBenefit) => StoredBenefit,
) {
  return rows.flatMap(({ employee_id, benefit }) =>
    benefit.before === null
      ? []
      : [
          {
            employee_id,
            id: benefit.before.id,
            benefit: benefitFrom(of(benefit, benefit.before)),
          },
        ],
  );
}

/**
 * Records the benefits of rows, whose employees the transaction has locked.
 *
 * @throws Refusal `import_outdated` when a benefit was added, changed or removed since the check.
 */
export async function writeImportedBenefits(
  context: Context,
  { tenant_id, id }: ImportKey,
  written: readonly Row[],
): Promise<void> {
  const rows = withBenefit(written);
  if (rows.length === 0) return;
  const { tx } = context;
  const recorded = await recordedBenefits(
    tx,
    tenant_id,
    rows.map(({ employee_id }) => employee_id),
  );
  const isOutdated = rows.some(({ employee_id, benefit }) => {
    const all = recorded.get(employee_id) ?? [];
    const stored = all.find((each) => each.id === benefit.before?.id);
    const isOther = stored?.version !== benefit.before?.version;
    return isOther || all.some((each) => each !== stored && benefitsOverlap(each, benefit));
  });
  if (isOutdated) throw new Refusal("import_outdated");
  const added = rows.filter(isNew).map(({ employee_id, benefit }) => ({
    employee_id,
    benefit: benefitFrom(benefit),
  }));
  if (added.length > 0) await insertBenefits(context, tenant_id, added, id);
  const changed = changedOf(rows, (benefit) => benefit);
  if (changed.length > 0) await updateBenefits(tx, tenant_id, changed);
  const changes = rows.map(({ employee_id, benefit }) => ({
    employee_id,
    before: benefit.before && benefitFrom(benefit.before),
    after: benefitFrom(benefit),
  }));
  await auditBenefits(context, tenant_id, changes, { import_id: id });
}

/** The recorded benefit that is still as a row recorded it. */
function storedOf(
  { employee_id, benefit }: RowWithBenefit,
  recorded: ReadonlyMap<number, readonly RecordedBenefit[]>,
): RecordedBenefit | undefined {
  const all = recorded.get(employee_id) ?? [];
  const own = all.filter(({ id }) => benefit.before === null || id === benefit.before.id);
  return own.find((each) => changesOf(each, benefitFrom(benefit)).length === 0);
}

/**
 * Removes the benefits that an import added to employees who were there before, and restores those that it
 * changed, of employees whom the transaction has locked.
 *
 * @throws Refusal `import_used` when one is no longer what the import recorded.
 */
export async function undoImportedBenefits(
  context: Context,
  { tenant_id, id }: ImportKey,
  restored: readonly Row[],
): Promise<void> {
  const rows = withBenefit(restored);
  if (rows.length === 0) return;
  const { tx } = context;
  const ids = rows.map(({ employee_id }) => employee_id);
  const recorded = await recordedBenefits(tx, tenant_id, ids);
  const compared = rows.map((row) => ({ ...row, stored: storedOf(row, recorded) }));
  const used = compared.find(({ stored }) => stored === undefined);
  if (used !== undefined) throw new Refusal("import_used", { staff_no: used.staff_no });
  const changed = changedOf(rows, (_benefit, before) => before);
  if (changed.length > 0) await updateBenefits(tx, tenant_id, changed);
  const added = compared.filter(isNew).map(({ stored }) => stored?.id);
  await sql`
    delete from benefits_in_kind b
    where b.tenant_id = ${tenant_id} and b.import_id = ${id} and b.id = any (${added})`.execute(tx);
  const changes = rows.map(({ employee_id, benefit }) => ({
    employee_id,
    before: benefitFrom(benefit),
    after: benefit.before && benefitFrom(benefit.before),
  }));
  await auditBenefits(context, tenant_id, changes, { import_id: id });
}
