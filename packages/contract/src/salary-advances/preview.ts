import { z } from "zod";

import { changesConfiguration } from "../configuration.ts";
import { date, money } from "../wire.ts";
import { autoApproval, interestRate, maxPercentage } from "./advance-rules.ts";

const outcomes = z.strictObject({
  /** Approved automatically, left to a decision, and refused. */
  approved: z.int().min(0),
  waiting: z.int().min(0),
  refused: z.int().min(0),
  /** Interest of those that were not refused. */
  interest: money,
});

/** What would have become of the requests of the last 90 days under unsaved rules. */
export const previewAdvanceRules = changesConfiguration({
  method: "POST",
  path: "/salary-advance-config/preview",
  summary: "Compare the last 90 days’ requests under new rules for salary advances with those",
  access: "read",
  body: {
    max_percentage: maxPercentage,
    interest_rate: interestRate,
    auto_approval: autoApproval,
  },
  data: z.strictObject({
    /** Requests that are compared, and the days that they are of. */
    requests: z.int().min(0),
    start_date: date,
    end_date: date,
    /** Under the rules that are in effect, and under the new ones. */
    present: outcomes,
    proposed: outcomes,
  }),
});
