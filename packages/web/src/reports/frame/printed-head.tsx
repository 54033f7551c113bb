import type { Fact } from "@kontor/contract/facts";
import { formatLongMoment } from "@kontor/contract/format";
import { useQuery } from "@tanstack/react-query";

import {
  allOrganizations,
  useOrganizationChoice,
} from "../../platform/organization/scope-filter.ts";
import { meQuery } from "../../session/data.ts";

import classes from "./frame.module.css";

type PrintedHeadProps = {
  /** 0 for all organizations that the user may read. */
  tenantId: number;
  facts: readonly Fact[];
  /** In milliseconds; 0 before the figures were read. */
  preparedAt: number;
};

/**
 * The heading of a printed page, with the words of the PDF: the report's filters, its organization,
 * and when its figures were read. On the screen the filters are shown instead.
 */
export function PrintedHead({ tenantId, facts, preparedAt }: PrintedHeadProps) {
  const chosen = useOrganizationChoice();
  const own = useQuery(meQuery()).data?.tenant_name;
  const organization = own ?? (tenantId === allOrganizations ? "All Organizations" : chosen.name);
  const all: readonly Fact[] = [
    ["Organization", organization],
    ...facts,
    ...(preparedAt === 0 ? [] : [["Prepared", formatLongMoment(new Date(preparedAt))] as const]),
  ];
  return (
    <dl className={classes.printed} hidden data-names-organization>
      {all.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
