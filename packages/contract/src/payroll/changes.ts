/** The inputs of a payslip, by part. */
export const payrollParts = [
  "employment",
  "bank_account",
  "pay_rate",
  "items",
  "benefits",
  "reliefs",
  "pension",
  "nhf",
  "opening_figures",
  "advances",
  "payslips",
] as const;
export type PayrollPart = (typeof payrollParts)[number];

/** The text for an input that has changed since a run was calculated. */
const changeSentences: Readonly<Record<PayrollPart, string>> = {
  employment: "The employment of {name} has changed.",
  bank_account: "The bank account of {name} has changed.",
  pay_rate: "The pay rates of {name} have changed.",
  items: "The pay items of {name} have changed.",
  benefits: "The benefits in kind of {name} have changed.",
  reliefs: "The tax reliefs of {name} have changed.",
  pension: "The pension exemption of {name} has changed.",
  nhf: "The NHF consent of {name} has changed.",
  opening_figures: "The opening figures of {name} have changed.",
  advances: "The salary advances that {name} owes have changed.",
  payslips: "Another run has paid {name}.",
};

/**
 * The sentence about a changed input of an employee: "The pay rates of Okafor, Ada have changed."
 */
export function changeSentence(part: PayrollPart, name: string): string {
  return changeSentences[part].replace("{name}", name);
}

/** The sentences about a run as a whole, or about employees who join or leave it. */
export const runChangeSentences = {
  settings: "The payroll settings have changed.",
  law: "The payroll law has changed.",
  compared: "The run it is compared with has changed.",
  joined: "{name} is now on the payroll.",
  gone: "{name} is no longer on the payroll.",
  more: "{count} more changes.",
} as const;

/** Why a suspended employee is excluded from a run by default. */
export const suspendedReason = "Suspended";
