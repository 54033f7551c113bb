import { formatDate, formatMoney } from "@kontor/contract/format";
import type { Ineligibility, LabourActLimit } from "@kontor/payroll/advances/eligibility";

import type { ApprovalCheck, SalaryAdvance } from "./data.ts";

/** The reader of a sentence: the employee or staff. */
export type Audience = "employee" | "staff";

const staffSentences: Readonly<Record<Ineligibility, string>> = {
  not_active: "The employee is suspended or has left.",
  not_started: "The employee has not started work yet.",
  exit_before_last_instalment: "The employee leaves before the last instalment is due.",
  instalment_past:
    "The payday of an instalment has passed since the request, so it will be recovered together with the next one.",
  terms_not_accepted: "The employee has not accepted the current terms.",
  no_pay_rate: "The employee has no pay rate, so no limit can be calculated.",
  over_limit: "The amount is more than the remaining limit.",
  labour_act: "The Labour Act does not allow it, and this organization enforces its limits.",
};

const employeeSentences: Readonly<Record<Ineligibility, string>> = {
  not_active: "Only active employees can have an advance.",
  not_started: "You have not started work yet.",
  exit_before_last_instalment: "Your last day of work is before the last instalment is due.",
  instalment_past: "The payday of an instalment has passed.",
  terms_not_accepted: "Accept the terms first.",
  no_pay_rate: "Your pay has not been recorded yet, so no limit can be calculated.",
  over_limit: "The amount is more than your remaining limit.",
  labour_act: "The Labour Act does not allow it.",
};

/** Why no advance is possible, as a sentence. */
export function ineligibilitySentence(reason: Ineligibility, to: Audience): string {
  return (to === "employee" ? employeeSentences : staffSentences)[reason];
}

const limitTexts: Readonly<Record<LabourActLimit, string>> = {
  over_a_months_wages: "it is more than a month’s wages",
  too_few_instalments: "it has fewer than three monthly instalments",
  interest_charged: "it charges interest",
  another_owed: "another advance is approved or still owed",
};

/** What the Labour Act forbids, with the section. */
export function labourActSentence({ limit, section }: { limit: LabourActLimit; section: string }) {
  return `${section}: ${limitTexts[limit]}.`;
}

/** A payday whose net pay does not cover the instalment. */
export function uncoveredSentence(due: string): string {
  return `The net pay of ${formatDate(due)} does not cover its instalment.`;
}

/** A wallet that does not cover all the advances that are to be approved together. */
export function walletShortfallSentence(
  wallet: NonNullable<ApprovalCheck["wallets"]>[number],
): string {
  const { company_name, available, promised, selected, missing } = wallet;
  const before = promised > 0n ? `, and approved ones before them ${formatMoney(promised)}` : "";
  return `The wallet of ${company_name} is short by ${formatMoney(missing)}: ${formatMoney(available)} is available, the selected advances need ${formatMoney(selected)}${before}. If approved, those that are not covered wait for funds.`;
}

/** The warnings to read before an advance is approved, as sentences. */
export function approvalWarnings(advance: SalaryAdvance): string[] {
  const { ineligible, labour_act, projected, wallet } = advance;
  const uncovered = projected?.find(({ left }) => left === null);
  return [
    ...ineligible.map((reason) => ineligibilitySentence(reason, "staff")),
    ...labour_act.map(labourActSentence),
    ...(uncovered ? [uncoveredSentence(uncovered.due)] : []),
    ...(wallet && wallet.missing > 0n
      ? [
          `The wallet is short by ${formatMoney(wallet.missing)}. If approved, the advance waits for funds.`,
        ]
      : []),
  ];
}

/** Whether an advance has warnings to read before it is approved. */
export function hasWarnings(advance: SalaryAdvance): boolean {
  // A user who may not see pay or funds gets no sentences about them, but the warning counts.
  return advance.warns || approvalWarnings(advance).length > 0;
}
