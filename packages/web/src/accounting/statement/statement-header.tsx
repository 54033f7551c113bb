import type { statement } from "@kontor/contract/accounting/statements";
import { formatDate, formatDay } from "@kontor/contract/format";
import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { z } from "zod";

import { today } from "../../platform/clock.ts";
import { AfterToday, Money } from "../../ui/money.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ClassBadge } from "../account-class.tsx";
import { LockBadge } from "../lock-badge.tsx";

import classes from "./statement.module.css";

type Statement = z.output<typeof statement>;

type StatementHeaderProps = {
  statement: Statement;
  /** Whether sub-ledgers are included. */
  together: boolean;
  /** Whether year-end closings are left out of the lines. */
  closing: "without" | undefined;
  /** The moment up to which recorded entries count; undefined for now. */
  recorded: string | undefined;
  /** The buttons at the right. */
  actions: ReactNode;
};

/**
 * The ledger of the statement with its organization, its opening balance, and its balance today or
 * on an earlier day.
 */
export function StatementHeader(props: StatementHeaderProps) {
  const { statement: shown, together, closing, recorded, actions } = props;
  const { ledger } = shown;
  // Earlier balances of sub-ledgers are shown only in their own statements.
  const differ =
    recorded === undefined &&
    (ledger.cl_balance !== ledger.own_balance || ledger.cl_balance_dc !== ledger.own_balance_dc);
  return (
    <section data-surface="card" className={classes.header} aria-label="Ledger">
      <div className={classes.top}>
        <div>
          <div className={classes.badges}>
            <ClassBadge code={ledger.code} />
            <span className={classes.quiet}>{ledger.code}</span>
            <LockBadge tenantId={ledger.tenant_id} />
          </div>
          <Title order={2} size="h3">
            {ledger.name}
          </Title>
          <p className={classes.quiet}>
            {ledger.group_name} ·{" "}
            {ledger.parent_ledger_id !== null && (
              <>
                <TextLink
                  to="/app/ledger-statement/$ledger_id"
                  params={{ ledger_id: String(ledger.parent_ledger_id) }}
                  search={{ tenant_id: ledger.tenant_id }}
                >
                  {ledger.parent_ledger_name}
                </TextLink>{" "}
                ·{" "}
              </>
            )}
            {ledger.org_name}
          </p>
        </div>
        <div className={classes.actions}>{actions}</div>
      </div>
      {ledger.notes !== "" && <p className={classes.notes}>{ledger.notes}</p>}
      {closing !== undefined && (
        <p className={classes.quiet}>
          Year-end closing entries are left out, as in the profit and loss.
        </p>
      )}
      <dl className={classes.balances}>
        <div>
          <dt>Opening Balance as of {formatDate(shown.opened_on)}</dt>
          <dd>
            <Money amount={shown.opening_balance} side={shown.opening_balance_dc} />
          </dd>
        </div>
        <div>
          <dt>
            Closing Balance as of{" "}
            {recorded === undefined ? formatDate(today()) : formatDay(new Date(recorded))}
          </dt>
          <dd>
            <Money amount={shown.closing_balance} side={shown.closing_balance_dc} />
            {recorded === undefined && <AfterToday of={shown} />}
          </dd>
        </div>
        {differ && !together && (
          <div>
            <dt>Closing Balance with sub-ledgers</dt>
            <dd>
              <Money amount={ledger.cl_balance} side={ledger.cl_balance_dc} />
            </dd>
          </div>
        )}
        {differ && together && (
          <div>
            <dt>Closing Balance without sub-ledgers</dt>
            <dd>
              <Money amount={ledger.own_balance} side={ledger.own_balance_dc} />
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
