import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { optionalLine, amount, id, idOut, line } from "../wire.ts";
import {
  salaryAdvance,
  salaryAdvanceAddress,
  salaryAdvanceItem,
  salaryAdvancePath,
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
export const mostDecisions = 100;

export const decideAdvances = endpoint({
  method: "PUT",
  path: "/salary-advances/statuses",
  summary: "Approve or reject several pending salary advances, each independently",
  access: "salary-advances.decide",
  body: z.strictObject({
    decisions: z
      .array(z.strictObject(decision))
      .min(1, "Choose at least one.")
      .max(mostDecisions, `Decide at most ${mostDecisions} at once.`),
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

export const revocationFields = { reason: line("why the approval is revoked", 300) };

/**
 * Changes an approved advance that has not been paid out to REJECTED, and releases its share of the
 * wallet.
 */
export const revokeApproval = endpoint({
  method: "POST",
  path: `${salaryAdvanceAddress}/revocation`,
  summary: "Revoke the approval of a salary advance that has not been paid out",
  access: "salary-advances.decide",
  params: salaryAdvancePath,
  body: z.strictObject(revocationFields),
  data: salaryAdvance,
});
