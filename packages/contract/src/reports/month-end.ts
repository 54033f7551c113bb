import { z } from "zod";

import { describeList } from "../list.ts";
import { month } from "../payroll/runs.ts";
import { date } from "../wire/dates.ts";
import { idOut, recordTenantId } from "../wire/ids.ts";
import { money, side } from "../wire/money.ts";
import { describeReport } from "./report.ts";

/** The steps of a month-end, in their order. */
export const monthEndSteps = [
  "openings",
  "bank",
  "clearing",
  "payroll",
  "remittances",
  "proof",
  "lock",
] as const;

export type MonthEndStep = (typeof monthEndSteps)[number];

/** NOTHING: this step has nothing to do in this month. */
export const stepStates = ["DONE", "OPEN", "NOTHING"] as const;

/** A step before a month is closed, such as a bank reconciliation, and its state. */
export const monthEndRow = z.strictObject({
  tenant_id: idOut,
  step: z.enum(monthEndSteps),
  state: z.enum(stepStates),
  /** Its subject: a ledger, a payroll run. */
  name: z.string(),
  /** Its state, as a sentence. */
  words: z.string(),
  amount: money.nullable(),
  amount_dc: side,
  ledger_id: idOut.nullable(),
  /** Its payroll run. */
  run: z.strictObject({ company_id: idOut, id: idOut }).nullable(),
});

export const monthEnd = z.strictObject({
  tenant_id: idOut,
  organization_name: z.string(),
  rows: z.array(monthEndRow),
  /** The date up to which the books are locked; null for no lock. */
  locked_until: date.nullable(),
  /** The last day of the newest closed year, which an earlier lock would open; null for none. */
  closed_until: date.nullable(),
  /** The last day of the month. */
  end_date: date,
  /** Whether the month is over, so that it can be locked. */
  over: z.boolean(),
});

export const monthEndReport = describeReport({
  path: "/transaction/month-end",
  summary:
    "The month-end checklist of one organization: opening balances, banks, bank clearing, payroll, remittances, proof of the books and lock, each with its status",
  access: "accounting.read",
  query: { tenant_id: recordTenantId, period: month },
  data: monthEnd,
});

type Row = z.output<typeof monthEndRow>;

/** The number of steps that are still to do before the lock. */
export function stepsLeft({ rows }: { rows: readonly Pick<Row, "step" | "state">[] }): number {
  return rows.filter(({ step, state }) => state === "OPEN" && step !== "lock").length;
}

export const stepNames: Readonly<Record<MonthEndStep, string>> = {
  openings: "Opening balances",
  bank: "Bank",
  clearing: "Clearing",
  payroll: "Payroll",
  remittances: "Remittances",
  proof: "Proof of the books",
  lock: "Lock",
};

export const stateNames = { DONE: "Done", OPEN: "To do", NOTHING: "Nothing to do" } as const;

export const monthEndList = describeList<Row>()({
  label: "Month-end Checklist",
  columns: {
    step: {
      header: "Step",
      kind: "text",
      width: 18,
      value: (row) => stepNames[row.step],
      phone: "none",
    },
    name: {
      header: "What",
      kind: "text",
      width: 28,
      wrap: true,
      value: (row) => row.name,
      phone: "what",
    },
    state: {
      header: "State",
      kind: "status",
      width: 14,
      value: (row) => stateNames[row.state],
      phone: "end",
    },
    amount: {
      header: "Amount",
      kind: "balance",
      value: (row) => (row.amount === null ? null : { amount: row.amount, side: row.amount_dc }),
      phone: "amount",
    },
    words: {
      header: "How It Stands",
      kind: "text",
      width: 48,
      wrap: true,
      value: (row) => row.words,
      phone: "detail",
    },
  },
  main: "name",
  landscape: true,
  ordered: "Steps stand in the order in which they are done.",
});
