import { addMonths } from "@kontor/books/calendar-date";
import { kobo, printMoney } from "@kontor/books/money";
import type { ImportRowKind } from "@kontor/contract/employees/imports";
import { errorSentence, type ErrorCode } from "@kontor/contract/error-codes";
import { maskNumber } from "@kontor/contract/format";
import { bankByCode } from "@kontor/contract/reference/banks";
import type { ImportField } from "@kontor/contract/reference/employee-import-fields";
import { stateById } from "@kontor/contract/reference/nigeria";
import { pensionAdministratorById } from "@kontor/contract/reference/pension-administrators";
import { localGovernmentById } from "@kontor/contract/reference/places";
import { codeInWords } from "@kontor/contract/words";

import type { RecordedBenefit } from "../pay/benefits.ts";
import type { OpeningRecord } from "../pay/opening-figures.ts";
import { minimumAge } from "../records/checks.ts";
import type { NumberKind, PersonalNumbers } from "../records/personal-numbers.ts";
import { compareBenefit, type ImportedBenefit, type NamedBenefit } from "./benefits.ts";
import {
  emptyEmployee,
  storedValues,
  type ExistingEmployee,
  type ExistingRate,
  type StoredEmployee,
} from "./existing.ts";
import { compareOpening, type ImportedOpening } from "./opening.ts";
import type { Reason, RowValues } from "./read-row.ts";

/** Monthly pay by component, in kobo as text because JSON has no bigint. */
export type ImportedPay = {
  from_date: string;
  parts: Record<PayPart, string>;
  /** The rate in effect on that day, which the components were compared with; null for none. */
  compared_id: number | null;
};
type PayPart = "basic" | "housing" | "transport" | "other";
const payParts = ["basic", "housing", "transport", "other"] as const;

export type ImportedBankChange = {
  bank_code: string;
  account_number_sealed: string;
  account_number_hash: string;
  account_name: string;
};

/** The effect that importing a row would have. */
export type EvaluatedRow = {
  kind: ImportRowKind;
  staff_no: string;
  name: string;
  employee_id: number | null;
  version: number | null;
  changes: { field: ImportField; from: string | null; to: string | null }[];
  reasons: Reason[];
  /** The employee to store; null when there is nothing to write. */
  after: StoredEmployee | null;
  before: StoredEmployee | null;
  pay: ImportedPay | null;
  opening: ImportedOpening | null;
  benefit: ImportedBenefit | null;
  /** The benefit that the row names, changed or not. */
  named_benefit: NamedBenefit | null;
  bank_change: ImportedBankChange | null;
};

export type EvaluationContext = {
  numbers: PersonalNumbers;
  today: string;
  branchName: (id: number) => string;
  /** What is known of existing employees for their opening figures, if the file has any. */
  openingRecords: ReadonlyMap<number, OpeningRecord>;
  /** The benefits in kind of existing employees, if the file has any. */
  benefits: ReadonlyMap<number, readonly RecordedBenefit[]>;
};

/** Of a new employee. */
const emptyOpeningRecord = { paid: [], figures: [] };

const plainFields = [
  "first_name",
  "middle_name",
  "last_name",
  "email",
  "phone",
  "birth_date",
  "gender",
  "department",
  "designation",
  "grade",
  "worker",
  "start_date",
  "nhf_number",
  "nhf_consent",
] as const;

/**
 * Compares a row with the stored employee.
 *
 * @param existing undefined for a new staff number.
 */
export function evaluateRow(
  values: RowValues & { staff_no: string },
  existing: ExistingEmployee | undefined,
  tools: EvaluationContext,
): EvaluatedRow {
  const work = new RowComparison(values, existing, tools);
  return work.result();
}

class RowComparison {
  readonly #values: RowValues & { staff_no: string };
  readonly #existing: ExistingEmployee | undefined;
  readonly #tools: EvaluationContext;
  readonly #changes: EvaluatedRow["changes"] = [];
  readonly #reasons: Reason[] = [];
  #after: StoredEmployee;

  constructor(
    values: RowValues & { staff_no: string },
    existing: ExistingEmployee | undefined,
    tools: EvaluationContext,
  ) {
    this.#values = values;
    this.#existing = existing;
    this.#tools = tools;
    this.#after =
      existing === undefined
        ? { ...emptyEmployee, staff_no: values.staff_no }
        : storedValues(existing);
  }

  result(): EvaluatedRow {
    this.#plain();
    this.#places();
    this.#numbers();
    this.#coherence();
    const bank = this.#bank();
    const pay = this.#pay();
    const opening = this.#opening();
    const { benefit, named } = this.#benefit();
    const existing = this.#existing;
    const changes = this.#changes.length > 0 || bank !== null || pay !== null;
    if (changes && existing?.erased === true) this.#refuse("staff_no", "employee_erased");
    const kind = this.#kind(changes);
    const writes = kind === "NEW" || kind === "CHANGED";
    return {
      kind,
      staff_no: this.#values.staff_no,
      name: `${this.#after.first_name ?? ""} ${this.#after.last_name ?? ""}`.trim(),
      employee_id: existing?.id ?? null,
      version: existing?.version ?? null,
      changes: writes ? this.#changes : [],
      reasons: this.#reasons,
      after: writes ? this.#after : null,
      before: writes && existing !== undefined ? storedValues(existing) : null,
      pay: writes ? pay : null,
      opening: writes ? opening : null,
      benefit: writes ? benefit : null,
      named_benefit: named,
      bank_change: writes ? bank : null,
    };
  }

  #kind(changes: boolean): ImportRowKind {
    if (this.#reasons.length > 0) return "REJECTED";
    if (this.#existing === undefined) return "NEW";
    return changes ? "CHANGED" : "UNCHANGED";
  }

  #refuse(field: ImportField, code: ErrorCode, details: Record<string, string> = {}): void {
    this.#reasons.push({ field, message: errorSentence(code, details) });
  }

  #note(field: ImportField, from: string | null, to: string | null): void {
    this.#changes.push({ field, from: from === "" ? null : from, to });
  }

  #plain(): void {
    for (const field of plainFields) {
      const to = this.#values[field];
      if (to === undefined || to === this.#after[field]) continue;
      this.#note(field, shown(this.#after[field]), shown(to));
      this.#after = { ...this.#after, [field]: to };
    }
  }

  #places(): void {
    const { state_id, local_government_id, branch_id, pfa, pension_exemption } = this.#values;
    const before = this.#after;
    if (state_id !== undefined && state_id !== before.state_id) {
      this.#note("state", stateName(before.state_id), stateName(state_id));
      // Clear the local government, which belongs to the former state.
      this.#after = { ...this.#after, state_id, local_government_id: null };
    }
    if (local_government_id !== undefined && local_government_id !== before.local_government_id) {
      const from = localName(before.state_id, before.local_government_id);
      this.#note("local_government", from, localName(this.#after.state_id, local_government_id));
    }
    if (local_government_id !== undefined) this.#after = { ...this.#after, local_government_id };
    if (branch_id !== undefined && branch_id !== before.branch_id) {
      const from = before.branch_id === null ? null : this.#tools.branchName(before.branch_id);
      this.#note("branch", from, this.#tools.branchName(branch_id));
      this.#after = { ...this.#after, branch_id };
    }
    if (pfa !== undefined && pfa !== before.pfa) {
      this.#note("pfa", pfaName(before.pfa), pfaName(pfa));
      this.#after = { ...this.#after, pfa };
    }
    if (pension_exemption !== undefined && pension_exemption !== before.pension_exemption) {
      const [from, to] = [before.pension_exemption, pension_exemption].map(exemptionTitle);
      this.#note("pension_exemption", from ?? null, to ?? null);
      this.#after = { ...this.#after, pension_exemption };
    }
  }

  #numbers(): void {
    for (const kind of ["nin", "tax_id", "rsa_pin"] as const) {
      const number = this.#values[kind];
      if (number === undefined) continue;
      const hash = this.#tools.numbers.fingerprint(kind, number).toString("hex");
      if (hash === this.#after[`${kind}_hash`]) continue;
      const sealed = this.#sealed(kind, number);
      const from = this.#tools.numbers.mask(kind, this.#after[`${kind}_sealed`]);
      this.#note(kind, from, maskNumber(number));
      this.#after = {
        ...this.#after,
        [`${kind}_sealed`]: sealed.sealed,
        [`${kind}_hash`]: sealed.hash,
      };
    }
  }

  #sealed(kind: NumberKind, number: string): { sealed: string; hash: string } {
    const sealed = this.#tools.numbers.seal(kind, number);
    if (sealed === null) throw new Error("a number of an imported row is empty");
    return { sealed: sealed.sealed, hash: sealed.hash.toString("hex") };
  }

  /** Checks required fields and fields that must fit together. */
  #coherence(): void {
    const { first_name, last_name, start_date, birth_date } = this.#after;
    if (first_name === "") this.#refuse("first_name", "row_needs_value");
    if (last_name === "") this.#refuse("last_name", "row_needs_value");
    if (start_date === null) {
      this.#refuse("start_date", "row_needs_value");
      return;
    }
    if (birth_date !== null && addMonths(birth_date, minimumAge * 12) > start_date) {
      this.#refuse("birth_date", "born_too_late", { years: String(minimumAge) });
    }
    const exit_date = this.#existing?.exit_date ?? null;
    if (exit_date !== null && start_date > exit_date) {
      this.#refuse("start_date", "start_after_exit", { exit_date });
    }
    const past = this.#existing?.past_exit ?? null;
    if (past !== null && start_date <= past && start_date !== this.#existing?.start_date) {
      this.#refuse("start_date", "return_before_exit", { exit_date: past });
    }
  }

  /** A first account is stored with the employee; another one waits for a second person. */
  #bank(): ImportedBankChange | null {
    const { bank_code, account_number, account_name } = this.#values;
    if (bank_code === undefined && account_number === undefined) return this.#accountName();
    if (bank_code === undefined || account_number === undefined) {
      const field = bank_code === undefined ? "bank" : "account_number";
      this.#refuse(field, "row_half_account");
      return null;
    }
    const before = this.#after;
    const present = this.#tools.numbers.fingerprint("account_number", account_number);
    const same = before.account_number_hash === present.toString("hex");
    if (same && before.bank_code === bank_code) return this.#accountName();
    const { sealed, hash } = this.#sealed("account_number", account_number);
    const name = account_name ?? `${before.first_name ?? ""} ${before.last_name ?? ""}`.trim();
    const from = this.#tools.numbers.mask("account_number", before.account_number_sealed);
    this.#note("bank", bankName(before.bank_code), bankName(bank_code));
    this.#note("account_number", from, maskNumber(account_number));
    if (account_name !== undefined && account_name !== before.account_name) {
      this.#note("account_name", before.account_name, account_name);
    }
    const account = {
      account_number_sealed: sealed,
      account_number_hash: hash,
      account_name: name,
    };
    if (before.bank_code !== null) return { bank_code, ...account };
    this.#after = { ...before, bank_code, ...account };
    return null;
  }

  /** Another name on the present account, apart from case, waits for a second person, too. */
  #accountName(): ImportedBankChange | null {
    const { account_name } = this.#values;
    const { bank_code, account_number_sealed, account_number_hash, ...before } = this.#after;
    if (account_name === undefined) return null;
    if (bank_code === null || account_number_sealed === null || account_number_hash === null) {
      this.#refuse("account_name", "row_half_account");
      return null;
    }
    if (account_name.toLowerCase() === before.account_name?.toLowerCase()) return null;
    this.#note("account_name", before.account_name, account_name);
    return { bank_code, account_number_sealed, account_number_hash, account_name };
  }

  #pay(): ImportedPay | null {
    const values = this.#values;
    if (payParts.every((part) => values[part] === undefined)) return null;
    const { start_date } = this.#after;
    if (start_date === null) return null;
    const from_date = values.pay_from ?? this.#usualPayFrom(start_date);
    if (from_date < start_date) {
      this.#refuse("pay_from", "pay_before_start", { start_date });
      return null;
    }
    const before = this.#rateOn(from_date);
    const amounts = payParts.map((part) => [part, values[part] ?? before?.[part] ?? 0n] as const);
    if (amounts.every(([, amount]) => amount === 0n)) {
      this.#refuse("basic", "row_no_pay");
      return null;
    }
    if (before !== null && amounts.every(([part, amount]) => amount === before[part])) return null;
    for (const [part, amount] of amounts) {
      const from = before?.[part];
      if (amount !== (from ?? 0n)) this.#note(part, amountText(from), amountText(amount));
    }
    this.#note("pay_from", null, from_date);
    const parts = Object.fromEntries(amounts.map(([part, amount]) => [part, String(amount)]));
    return { from_date, parts: parts as ImportedPay["parts"], compared_id: before?.id ?? null };
  }

  #opening(): ImportedOpening | null {
    const record = this.#tools.openingRecords.get(this.#existing?.id ?? 0) ?? emptyOpeningRecord;
    const { changes, reasons, opening } = compareOpening(this.#values, record, this.#tools.today);
    this.#changes.push(...changes);
    this.#reasons.push(...reasons);
    return opening;
  }

  #benefit() {
    const recorded = this.#tools.benefits.get(this.#existing?.id ?? 0) ?? [];
    const compared = compareBenefit(this.#values, recorded, this.#tools.today);
    this.#changes.push(...compared.changes);
    this.#reasons.push(...compared.reasons);
    return compared;
  }

  /**
   * The first day of imported pay when the file gives none: a first rate begins with the
   * employment; a later one this month, but not before today's rate, which would stay in force over
   * it.
   */
  #usualPayFrom(start_date: string): string {
    const { today } = this.#tools;
    if ((this.#existing?.rates ?? []).length === 0) return start_date;
    const days = [`${today.slice(0, 7)}-01`, start_date, this.#rateOn(today)?.from_date ?? ""];
    return days.toSorted().at(-1) ?? start_date;
  }

  /** The rate in effect on a day; null before the first. */
  #rateOn(day: string): ExistingRate | null {
    return this.#existing?.rates.findLast(({ from_date }) => from_date <= day) ?? null;
  }
}

function shown(value: string | boolean | null): string | null {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value;
}

function stateName(id: number | null): string | null {
  return id === null ? null : (stateById(id)?.name ?? null);
}

function localName(stateId: number | null, id: number | null): string | null {
  return localGovernmentById(stateById(stateId ?? 0), id)?.name ?? null;
}

function bankName(code: string | null): string | null {
  return code === null ? null : (bankByCode(code)?.name ?? code);
}

function pfaName(id: string | null): string | null {
  return id === null ? null : (pensionAdministratorById(id)?.name ?? id);
}

function exemptionTitle(code: string | null): string | null {
  return code === null ? null : codeInWords(code);
}

function amountText(amount: bigint | undefined): string | null {
  return amount === undefined ? null : printMoney(kobo(amount));
}
