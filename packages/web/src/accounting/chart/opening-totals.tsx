import { formatCount, formatMoney } from "@kontor/contract/format";
import { Text } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { accountTotalsQuery } from "../data.ts";

import classes from "./opening-totals.module.css";

type OpeningTotalsProps = {
  tenantId: number;
  /**
   * Whether the table above is still loading. Until it has loaded, the totals are not shown,
   * because the table would push them down.
   */
  waiting: boolean;
};

/** The totals of all opening balances by side, and a warning for as long as the sides differ. */
export function OpeningTotals({ tenantId, waiting }: OpeningTotalsProps) {
  const { data: totals } = useQuery(accountTotalsQuery(tenantId));
  if (!totals || waiting) return null;
  const agree = totals.short_side === null && totals.unbalanced_count === 0;
  return (
    <section aria-label="Opening balances" className={classes.panel}>
      <div data-surface="card" className={classes.sums}>
        <p className={classes.title}>Opening balances</p>
        <dl className={classes.sides}>
          <div className={classes.sum}>
            <dt>Total Debit</dt>
            <dd>
              <Money amount={totals.debit} strong />
            </dd>
          </div>
          <div className={classes.sum}>
            <dt>Total Credit</dt>
            <dd>
              <Money amount={totals.credit} strong />
            </dd>
          </div>
        </dl>
        {agree && (
          <p className={classes.agree}>
            <IconCheck size={16} aria-hidden /> Both sides agree
          </p>
        )}
      </div>
      {!agree && (
        <Notice
          title={
            totals.short_side === null
              ? "The opening balances of some organizations do not agree"
              : `The opening balances differ by ${formatMoney(totals.difference)}: the ${totals.short_side} side is short`
          }
        >
          <UnbalancedOrganizations totals={totals} tenantId={tenantId} />
        </Notice>
      )}
    </section>
  );
}

type Totals = {
  unbalanced_count: number;
  unbalanced: readonly {
    tenant_id: number;
    organization_name: string;
    difference: Parameters<typeof formatMoney>[0];
    short_side: string | null;
  }[];
};

/** The organizations whose sides differ, when the totals are of several. */
function UnbalancedOrganizations({ totals, tenantId }: { totals: Totals; tenantId: number }) {
  const { unbalanced, unbalanced_count: count } = totals;
  const others = count - unbalanced.length;
  return (
    <>
      <Text size="sm">Correct the opening balances so that total debits equal total credits.</Text>
      {tenantId === 0 && (
        <ul className={classes.organizations}>
          {unbalanced.map((each) => (
            <li key={each.tenant_id}>
              {each.organization_name}: {formatMoney(each.difference)} missing on {each.short_side}
            </li>
          ))}
          {others > 0 && <li>and {formatCount(others)} more</li>}
        </ul>
      )}
    </>
  );
}
