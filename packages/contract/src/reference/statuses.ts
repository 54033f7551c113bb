/** Whether an organization is served; display only. */
export const organizationStatuses = ["ACTIVE", "SUSPENDED"] as const;

/** The way of a salary advance: from PENDING an administrator approves or rejects; PAID is display only. */
export const salaryAdvanceStatuses = ["PENDING", "APPROVED", "REJECTED", "PAID"] as const;

/** What became of a funding transaction; display only. */
export const transactionStatuses = [
  "COMPLETED",
  "PENDING",
  "PROCESSING",
  "FAILED",
  "REVERSED",
] as const;
