import type { Fact } from "@kontor/contract/facts";
import { formatLongMoment } from "@kontor/contract/format";
import { useQuery } from "@tanstack/react-query";

import {
  allOrganizations,
  useOrganizationChoice,
} from "../../platform/organization/scope-filter.ts";
import { meQuery } from "../../session/data.ts";
import { useOnPhone } from "../../ui/screen-width.ts";

import classes from "./frame.module.css";

type ReportHeadProps = {
  /** 0 for all organizations that the user may read. */
  tenantId: number;
  facts: readonly Fact[];
  /** In milliseconds; 0 before the figures were read. */
  preparedAt: number;
};

/**
 * The facts of a report, in the words of the PDF: its organization, its filters, and when its figures
 * were read. It is shown above a printed page, and on a phone, where the filters are folded; a wider
 * screen shows the filters instead.
 */
export function ReportHead({ tenantId, facts, preparedAt }: ReportHeadProps) {
  const onPhone = useOnPhone();
  const chosen = useOrganizationChoice();
  const own = useQuery(meQuery()).data?.tenant_name;
  const organization = own ?? (tenantId === allOrganizations ? "All Organizations" : chosen.name);
  const all: readonly Fact[] = [["Organization", organization], ...facts];
  return (
    <dl className={classes.head} hidden={!onPhone} data-names-organization>
      {all.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {preparedAt !== 0 && (
        <div className={classes.prepared}>
          <dt>Prepared</dt>
          <dd>{formatLongMoment(new Date(preparedAt))}</dd>
        </div>
      )}
    </dl>
  );
}
