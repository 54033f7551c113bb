import { z } from "zod";

import { describeConfigurationChange } from "../configuration.ts";
import { date } from "../wire/dates.ts";
import { money } from "../wire/money.ts";
import { autoApproval, interestRate, maxPercentage } from "./advance-rules.ts";

const outcomes = z.strictObject({
  /** The numbers of requests approved automatically, left to a decision, and refused. */
  approved: z.int().min(0),
  waiting: z.int().min(0),
  refused: z.int().min(0),
  /** Interest of requests that were not refused. */
  interest: money,
});

/** The outcome of the last 90 days' requests under unsaved rules. */
export const previewAdvanceRules = describeConfigurationChange({
  method: "POST",
  path: "/salary-advance-config/preview",
  summary:
    "Compare the requests of the last 90 days under the current and the new salary advance rules",
  access: "read",
  body: {
    max_percentage: maxPercentage,
    interest_rate: interestRate,
    auto_approval: autoApproval,
  },
  data: z.strictObject({
    /** The number of requests compared, and their range of days. */
    requests: z.int().min(0),
    start_date: date,
    end_date: date,
    /** Under the current rules, and under the new ones. */
    present: outcomes,
    proposed: outcomes,
  }),
});
