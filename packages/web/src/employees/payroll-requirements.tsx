import { payrollRequirement, type PayrollRequirement } from "@kontor/contract/reference/employees";
import { Tooltip, UnstyledButton } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";

import { StatusChip } from "../ui/status-chip.tsx";

import classes from "./payroll-requirements.module.css";

/** The names of what is missing, in one line. */
export function requirementNames(missing: readonly PayrollRequirement[]): string {
  return missing.map((code) => payrollRequirement(code).title).join(", ");
}

/** Whether an employee is ready for payroll; missing facts are shown on hover, focus and tap. */
export function ReadyMark({ missing }: { missing: readonly PayrollRequirement[] }) {
  if (missing.length === 0) {
    return (
      <span className={classes.ready}>
        <IconCircleCheck size={16} aria-hidden />
        Ready
      </span>
    );
  }
  const names = requirementNames(missing);
  return (
    <Tooltip
      label={`Missing: ${names}`}
      multiline
      maw={280}
      events={{ hover: true, focus: true, touch: true }}
    >
      <UnstyledButton
        className={classes.missing}
        aria-label={`${missing.length} missing: ${names}`}
      >
        <StatusChip tone="waiting">{`${missing.length} missing`}</StatusChip>
      </UnstyledButton>
    </Tooltip>
  );
}
