/** Whether an organization is active; display only. */
export const organizationStatuses = ["ACTIVE", "SUSPENDED"] as const;

/**
 * The life cycle of a salary advance: from PENDING an administrator approves or rejects; PAID is
 * display only.
 */
export const salaryAdvanceStatuses = ["PENDING", "APPROVED", "REJECTED", "PAID"] as const;

/** The status of a funding transaction; display only. */
export const transactionStatuses = [
  "COMPLETED",
  "PENDING",
  "PROCESSING",
  "FAILED",
  "REVERSED",
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];
