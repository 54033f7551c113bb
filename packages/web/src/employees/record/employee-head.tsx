import { formatDate } from "@kontor/contract/format";
import { payrollRequirement } from "@kontor/contract/reference/employees";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";

import { InitialsAvatar } from "../../ui/initials-avatar.tsx";
import { RecordHead } from "../../ui/record/record-head.tsx";
import { StatusChip } from "../../ui/status-chip.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Employee } from "../data.ts";
import { exitReasonLabels, fullName, statusTones } from "../employee-texts.ts";
import type { EmployeeTab } from "./tabs.ts";

import classes from "./employee-page.module.css";

type EmployeeHeadProps = {
  employee: Employee;
  /** The tabs that the user may see; links of missing facts lead to them. */
  tabs: readonly EmployeeTab[];
};

/** Who the employee is, and what is missing for payroll. */
export function EmployeeHead({ employee, tabs }: EmployeeHeadProps) {
  const { personal, job, organization, status, exit, demo } = employee;
  const { staff_no, designation, department, branch, start_date } = job;
  const name = fullName(personal);
  // Each only once, because a department and a designation may have the same name.
  const lines = new Set([staff_no, designation, department, branch, organization].filter(Boolean));
  return (
    <RecordHead
      label="Employee"
      picture={<InitialsAvatar name={`${personal.first_name} ${personal.last_name}`} size={64} />}
      name={name}
      chips={
        <>
          <StatusChip tone={statusTones[status]}>{status}</StatusChip>
          {demo && <StatusChip tone="neutral">Demo</StatusChip>}
        </>
      }
      facts={[
        [...lines],
        [`Since ${formatDate(start_date)}`, ...(exit ? [lastDayText(exit)] : [])],
      ]}
    >
      <PayrollRequirements employee={employee} tabs={tabs} />
    </RecordHead>
  );
}

function lastDayText({ exit_date, reason }: NonNullable<Employee["exit"]>): string {
  return `Last day ${formatDate(exit_date)}, ${exitReasonLabels[reason].toLowerCase()}`;
}

/** What payroll still needs. Each part links to where it is entered, if the user may see that. */
function PayrollRequirements({ employee, tabs }: EmployeeHeadProps) {
  const { missing, status, bank_change_waiting, tenant_id, id } = employee;
  // A former employee needs nothing more for payroll; a final run reports what is missing itself.
  const exited = status === "EXITED";
  if (exited && !bank_change_waiting) return null;
  const params = { tenant_id: String(tenant_id), employee_id: String(id) };
  const tabOf = (section: string) =>
    tabs.find(({ sections }) => sections.some((each) => each === section))?.key;
  return (
    <section data-surface="inset" className={classes.needs} aria-label="Payroll">
      {exited ? null : missing.length === 0 ? (
        <p className={classes.needsTitle} data-tone="good">
          <IconCircleCheck size={18} aria-hidden />
          Ready for payroll
        </p>
      ) : (
        <>
          <p className={classes.needsTitle} data-tone="waiting">
            <IconAlertTriangle size={18} aria-hidden />
            Payroll still needs
          </p>
          <ul className={classes.needsList}>
            {missing.map((code) => {
              const { title, section } = payrollRequirement(code);
              const tab = tabOf(section);
              return (
                <li key={code}>
                  {tab === undefined ? (
                    title
                  ) : (
                    <TextLink
                      to="/app/employees/$tenant_id/$employee_id"
                      params={params}
                      search={{ tab }}
                      resetScroll={false}
                    >
                      {title}
                    </TextLink>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
      {bank_change_waiting && (
        <p className={classes.needsNote}>
          <TextLink
            to="/app/employees/$tenant_id/$employee_id"
            params={params}
            search={{ tab: "bank" }}
            resetScroll={false}
          >
            A change of the bank account is waiting for confirmation
          </TextLink>
        </p>
      )}
    </section>
  );
}
