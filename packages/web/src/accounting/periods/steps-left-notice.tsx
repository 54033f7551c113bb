import { addDays } from "@kontor/books/calendar-date";
import { formatCount } from "@kontor/contract/format";
import { monthEndReport, stepsLeft } from "@kontor/contract/reports/month-end";
import { monthName, monthOf, monthsLater } from "@kontor/payroll/month";
import { useQuery } from "@tanstack/react-query";

import { call } from "../../platform/api.ts";
import { Notice } from "../../ui/page/notice.tsx";
import { reportKeys } from "../data.ts";

/**
 * What the checklist of the last whole month up to a day still has to do. It does not prevent
 * locking, so nothing is shown while it loads or where it fails to.
 */
export function StepsLeftNotice({ tenantId, until }: { tenantId: number; until: string }) {
  const period = monthsLater(monthOf(addDays(until, 1)), -1);
  const input = { tenant_id: tenantId, period };
  const { data } = useQuery({
    queryKey: reportKeys.one(monthEndReport.read, input),
    queryFn: ({ signal }) => call(monthEndReport.read, input, { signal, quiet: true }),
    staleTime: 0,
  });
  const left = data === undefined ? 0 : stepsLeft(data);
  if (left === 0) return null;
  return (
    <Notice>
      {left === 1 ? "1 step" : `${formatCount(left)} steps`} of the checklist of {monthName(period)}{" "}
      {left === 1 ? "is" : "are"} not done yet. Any entries still missing will have to be dated
      after the locked period.
    </Notice>
  );
}
