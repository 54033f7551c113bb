import type { ExitReason, EmployeeStatus } from "@kontor/contract/reference/employees";

import type { StatusTone } from "../ui/status-chip.tsx";

export const statusTones: Readonly<Record<EmployeeStatus, StatusTone>> = {
  ACTIVE: "good",
  SUSPENDED: "waiting",
  EXITED: "neutral",
};

export const exitReasonLabels: Readonly<Record<ExitReason, string>> = {
  RESIGNED: "Resigned",
  DISMISSED: "Dismissed",
  REDUNDANT: "Made redundant",
  RETIRED: "Retired",
  CONTRACT_ENDED: "Contract ended",
  DIED: "Died",
  OTHER: "Other",
};

export const genderLabels = { FEMALE: "Female", MALE: "Male" } as const;

/** A name in the order of address: "Ada Ngozi Okafor". */
export function fullName(person: {
  first_name: string;
  middle_name?: string;
  last_name: string;
}): string {
  return [person.first_name, person.middle_name, person.last_name].filter(Boolean).join(" ");
}

/**
 * The text of a select without choices: that they are loading, failed to load, or that none exist.
 */
export function noneOfferedText(
  what: "branch" | "department",
  { data, isError }: { data: unknown; isError: boolean },
): string {
  if (data !== undefined) return `No ${what} found`;
  if (!isError) return "Loading…";
  return what === "branch"
    ? "The branches could not be loaded."
    : "The departments could not be loaded.";
}
