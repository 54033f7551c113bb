import { formatCount, formatDate, formatMoment, formatMoney } from "@kontor/contract/format";

import { useHasPermission } from "../../session/data.ts";
import { InitialsAvatar } from "../../ui/initials-avatar.tsx";
import { Figure, Figures } from "../../ui/record/figures.tsx";
import { RecordHead } from "../../ui/record/record-head.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { SalaryAdvance } from "../data.ts";
import { AdvanceStatusChip } from "../status.tsx";

/** The employee, amount, last payday and payback of a request. */
export function AdvanceHead({ advance }: { advance: SalaryAdvance }) {
  const { emp_name, staff_no, company_name, number, status, requested_at, requested_by } = advance;
  const lines = [number, staff_no, company_name].filter(Boolean);
  const by =
    requested_by.channel === "PORTAL" ? "in the portal" : `recorded by ${requested_by.name}`;
  return (
    <RecordHead
      label="Request"
      picture={<InitialsAvatar name={emp_name} size={56} />}
      name={<EmployeeName advance={advance} />}
      chips={<AdvanceStatusChip status={status} />}
      facts={[lines, [`Requested ${formatMoment(requested_at)}, ${by}`]]}
    >
      <Terms advance={advance} />
    </RecordHead>
  );
}

function EmployeeName({ advance }: { advance: SalaryAdvance }) {
  const { emp_name, tenant_id, employee_id } = advance;
  if (!useHasPermission("employees.read")) return emp_name;
  const params = { tenant_id: String(tenant_id), employee_id: String(employee_id) };
  return (
    <TextLink to="/app/employees/$tenant_id/$employee_id" params={params}>
      {emp_name}
    </TextLink>
  );
}

function Terms({ advance }: { advance: SalaryAdvance }) {
  const { amount, payback_amount, interest, interest_rate, due_date, instalments } = advance;
  const count = instalments.length;
  return (
    <Figures>
      <Figure label="Borrowed" strong>
        {formatMoney(amount)}
      </Figure>
      <Figure
        label="Payback"
        strong
        note={
          interest === 0n
            ? "Without interest"
            : `${formatMoney(interest)} interest at ${interest_rate}% a year`
        }
      >
        {formatMoney(payback_amount)}
      </Figure>
      <Figure
        label="Until"
        note={count === 1 ? "In one instalment" : `In ${formatCount(count)} instalments`}
      >
        {formatDate(due_date)}
      </Figure>
    </Figures>
  );
}
