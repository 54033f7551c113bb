import { displayKobo } from "@kontor/books/money";
import { signed } from "@kontor/books/side";
import { formatCounted, formatDate } from "@kontor/contract/format";
import { monthName } from "@kontor/payroll/month";
import { Table, Text } from "@mantine/core";
import type { LinkProps } from "@tanstack/react-router";

import { today } from "../platform/clock.ts";
import { BarChart } from "../ui/chart/bar-chart.tsx";
import { PieChart } from "../ui/chart/pie-chart.tsx";
import { Money } from "../ui/money.tsx";
import { Panel } from "../ui/page/panel.tsx";
import { Scroller } from "../ui/scroller.tsx";
import { StatusChip } from "../ui/status-chip.tsx";
import { DrillDownLink, TextLink } from "../ui/text-link.tsx";
import type { Part } from "./data.ts";
import { expensesLink, groupExpensesLink, walletLink, walletMonthLink } from "./report-links.ts";

import classes from "./dashboard.module.css";

/** Below this number of days, a wallet is marked as low. */
const lowRunwayDays = 14;

type WalletsProps = {
  wallets: Part<"wallets">;
  tenantId: number;
  several: boolean;
  /** Whether the user may open reports. */
  linked: boolean;
};

export function WalletsPanel({ wallets, tenantId, several, linked }: WalletsProps) {
  const behind = (whose: number, balance: bigint) =>
    linked && balance !== 0n ? walletLink(whose, today()) : null;
  const { total, total_dc, count, first } = wallets;
  const overdrawn = total_dc === "CR" && total > 0n;
  return (
    <Panel
      title={several ? "Wallets" : "Wallet"}
      about="How long the balance lasts at the average daily spend of the three months before this one"
    >
      <p className={classes.figure}>
        <DrillDownLink target={behind(tenantId, total)}>
          <Money amount={total} strong />
        </DrillDownLink>
        {overdrawn && " overdrawn"}
        {several && <span className={classes.note}> in {formatCounted(count, "wallet")}</span>}
      </p>
      {first.length === 0 ? (
        <Text className={classes.empty}>There are no wallets yet</Text>
      ) : (
        <Scroller label="Wallets" className={classes.scroller}>
          <Table aria-label="Wallets" className={classes.table}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Organization</Table.Th>
                <Table.Th scope="col" className={classes.amount}>
                  Balance
                </Table.Th>
                <Table.Th scope="col" className={classes.wide}>
                  Spend per day
                </Table.Th>
                <Table.Th scope="col" className={classes.runway}>
                  Runway
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {first.map((wallet) => (
                <Table.Tr key={`${wallet.tenant_id} ${wallet.company_id}`}>
                  <Table.Td className={classes.name}>
                    <TextLink
                      to="/app/organizations/$tenant_id/$company_id"
                      params={{
                        tenant_id: String(wallet.tenant_id),
                        company_id: String(wallet.company_id),
                      }}
                    >
                      {wallet.name}
                    </TextLink>
                  </Table.Td>
                  <Table.Td className={classes.amount}>
                    <DrillDownLink target={behind(wallet.tenant_id, wallet.balance)}>
                      <Money amount={wallet.balance} />
                    </DrillDownLink>
                    {wallet.balance_dc === "CR" && wallet.balance > 0n && " overdrawn"}
                  </Table.Td>
                  <Table.Td className={classes.wide}>
                    <Money amount={wallet.daily} dashForZero />
                  </Table.Td>
                  <Table.Td className={classes.runway}>
                    <Runway days={wallet.runway_days} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Scroller>
      )}
    </Panel>
  );
}

function Runway({ days }: { days: number | null }) {
  if (days === null) return <span className={classes.note}>No spending</span>;
  const words = formatCounted(days, "day");
  return days < lowRunwayDays ? <StatusChip tone="bad">{words}</StatusChip> : words;
}

type FlowsProps = {
  flows: Part<"flows">;
  tenantId: number;
  /** Whether the user may open reports. */
  linked: boolean;
};

export function FlowsPanel({ flows, tenantId, linked }: FlowsProps) {
  return (
    <Panel title="Money in and out" about="Wallet deposits and payments, by month">
      <BarChart
        label="Money in and out by month"
        axis="Month"
        series={["Money in", "Money out"]}
        groups={flows.map(({ month, money_in, money_out }) => ({
          label: shortMonth(month),
          amounts: [money_in, money_out],
          ...(linked && { behind: sameLinkTwice(walletMonthLink(tenantId, month)) }),
        }))}
        empty="No money has moved in the last twelve months"
      />
    </Panel>
  );
}

/** One report has both the inflows and the outflows of a month. */
function sameLinkTwice(link: LinkProps): readonly LinkProps[] {
  return [link, link];
}

/** Shortens "March 2026" for the axis: "Mar 2026". */
function shortMonth(month: string): string {
  const [name = "", year = ""] = monthName(month).split(" ");
  return `${name.slice(0, 3)} ${year}`;
}

type CostsProps = {
  costs: Part<"costs">;
  tenantId: number;
  several: boolean;
  /** Whether the user may open reports. */
  linked: boolean;
};

export function CostsPanel({ costs, tenantId, several, linked }: CostsProps) {
  const { since, groups } = costs;
  const until = today();
  return (
    <Panel title="Cost by group" about={`Expenses since ${formatDate(since)}`}>
      <PieChart
        label="Cost by group"
        parts="Group"
        slices={groups.map(({ group_id, name, amount, amount_dc }) => ({
          label: name,
          amount: displayKobo(signed(amount_dc, amount)),
          ...(linked &&
            group_id !== null && {
              behind: groupExpensesLink(tenantId, { group_id, since, until }),
            }),
        }))}
        {...(linked && { behind: expensesLink(tenantId, { since, until, several }) })}
        empty={`No expenses since ${formatDate(since)}`}
      />
    </Panel>
  );
}
