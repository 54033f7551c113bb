import { LABOUR_ACT_LIMITS } from "@kontor/payroll/advances/eligibility";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { date } from "../wire/dates.ts";
import { id, idOut } from "../wire/ids.ts";
import { amount, money } from "../wire/money.ts";
import { optionalLine, line } from "../wire/text.ts";
import {
  salaryAdvance,
  salaryAdvancePath,
  salaryAdvanceItem,
  salaryAdvanceParams,
} from "./advances.ts";

export const advanceDecisions = ["APPROVED", "REJECTED"] as const;

const decision = {
  id,
  tenant_id: id,
  /** Both as shown to the user; the decision is refused if they do not match the advance. */
  employee_id: id,
  amount,
  status: z.enum(advanceDecisions, { error: "Choose APPROVED or REJECTED." }),
};

export const decideAdvance = endpoint({
  method: "PUT",
  path: "/salary-advances/status",
  summary: "Approve or reject a pending salary advance; approved advances are sent at once",
  access: "salary-advances.decide",
  body: z.strictObject({ ...decision, reason: optionalLine(300) }),
  data: salaryAdvanceItem,
});

/** The maximum number of advances that one call decides. */
export const maxDecisions = 100;

export const decideAdvances = endpoint({
  method: "PUT",
  path: "/salary-advances/statuses",
  summary: "Approve or reject several pending salary advances, each independently",
  access: "salary-advances.decide",
  body: z.strictObject({
    decisions: z
      .array(z.strictObject(decision))
      .min(1, "Choose at least one.")
      .max(maxDecisions, `Decide at most ${maxDecisions} at once.`),
    reason: optionalLine(300),
  }),
  data: z.array(
    z.strictObject({
      id: idOut,
      tenant_id: idOut,
      /** Null when the decision was refused. */
      advance: salaryAdvanceItem.nullable(),
      /** Why it was refused, or null. */
      problem: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    }),
  ),
});

/** The warnings about an advance if all selected ones are approved. */
const selectedWarnings = z.strictObject({
  id: idOut,
  tenant_id: idOut,
  /** The Labour Act limits that it breaks, each with its section. */
  labour_act: z.array(z.strictObject({ limit: z.enum(LABOUR_ACT_LIMITS), section: z.string() })),
  /**
   * The first payday whose net pay does not cover the instalment after those of the employee's other
   * advances, including selected ones; null when all do or without the permission to see pay.
   */
  uncovered: date.nullable(),
});

/** A wallet that does not cover the selected advances of its organization. */
const shortWallet = z.strictObject({
  tenant_id: idOut,
  company_id: idOut,
  company_name: z.string(),
  /** The amount that can leave today without overdrawing the wallet on any later day. */
  available: money,
  /** The sum of approved advances that are sent before the selected ones. */
  promised: money,
  /** The sum of the selected advances. */
  selected: money,
  missing: money,
});

/**
 * The warnings of several PENDING advances, as if all were approved in the order of their ids.
 * Advances that are not PENDING any more are left out.
 */
export const checkApprovals = endpoint({
  method: "POST",
  path: "/salary-advances/approval-check",
  summary: "What to read before several pending salary advances are approved together",
  access: "salary-advances.decide",
  body: z.strictObject({
    advances: z
      .array(z.strictObject({ id, tenant_id: id }))
      .min(1, "Choose at least one.")
      .max(maxDecisions, `Choose at most ${maxDecisions} at once.`),
  }),
  data: z.strictObject({
    /** Those with a warning, by organization and id. */
    advances: z.array(selectedWarnings),
    /** By name; null without the permission to see funds. */
    wallets: z.array(shortWallet).nullable(),
  }),
});

export const revocationFields = { reason: line("why the approval is revoked", 300) };

/**
 * Changes an approved advance that has not been paid out to REJECTED, and releases its share of the
 * wallet.
 */
export const revokeApproval = endpoint({
  method: "POST",
  path: `${salaryAdvancePath}/revocation`,
  summary: "Revoke the approval of a salary advance that has not been paid out",
  access: "salary-advances.decide",
  params: salaryAdvanceParams,
  body: z.strictObject(revocationFields),
  data: salaryAdvance,
});
