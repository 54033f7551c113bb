import { formatCount } from "@kontor/contract/format";
import { Button, Tabs } from "@mantine/core";
import { useState } from "react";

import { MatchesTable } from "./matches-table.tsx";
import { confirmMatches, unmatch, type Matching, type Decisions, type Match } from "./matching.ts";
import { Unmatched } from "./unmatched.tsx";

import classes from "./bank-statement.module.css";

type ComparisonTabsProps = {
  ledger: { id: number; tenant_id: number };
  matching: Matching;
  decisions: Decisions;
  onDecide: (decisions: Decisions) => void;
};

const tabs = ["unmatched", "confirm", "matched"] as const;
type Tab = (typeof tabs)[number];
const names: Readonly<Record<Tab, string>> = {
  unmatched: "Not Matched",
  confirm: "To Confirm",
  matched: "Matched",
};

/** The tabs of the lines and entries: not matched, to confirm, and matched. */
export function ComparisonTabs({ ledger, matching, decisions, onDecide }: ComparisonTabsProps) {
  const { matched, toConfirm, unmatchedLines, unmatchedItems } = matching;
  const counts: Readonly<Record<Tab, number>> = {
    unmatched: unmatchedLines.length + unmatchedItems.length,
    confirm: toConfirm.length,
    matched: matched.length,
  };
  const first = (["confirm", "unmatched"] as const).find((tab) => counts[tab] > 0) ?? "matched";
  const [chosen, setChosen] = useState<Tab>(first);
  const remove = (match: Match) => onDecide(unmatch(decisions, match));
  const confirm = (matches: readonly Match[]) => onDecide(confirmMatches(decisions, matches));
  return (
    <Tabs
      value={chosen}
      keepMounted={false}
      onChange={(key) => setChosen(tabs.find((each) => each === key) ?? "matched")}
    >
      <Tabs.List aria-label="Lines and entries" className={classes.tabs}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {names[tab]} <span className={classes.count}>{formatCount(counts[tab])}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={chosen} pt="md">
        {chosen === "unmatched" && (
          <Unmatched ledger={ledger} matching={matching} onMatch={(match) => confirm([match])} />
        )}
        {chosen === "confirm" && (
          <>
            {toConfirm.length > 1 && (
              <div className={classes.above}>
                <Button variant="light" onClick={() => confirm(toConfirm)}>
                  Confirm All ({formatCount(toConfirm.length)})
                </Button>
              </div>
            )}
            <MatchesTable
              label="Matches to confirm"
              tenantId={ledger.tenant_id}
              matches={toConfirm}
              onConfirm={(match) => confirm([match])}
              onUnmatch={remove}
              empty="No match has to be confirmed"
            />
          </>
        )}
        {chosen === "matched" && (
          <MatchesTable
            label="Matches"
            tenantId={ledger.tenant_id}
            matches={matched}
            onUnmatch={remove}
            empty="No line is matched"
          />
        )}
      </Tabs.Panel>
    </Tabs>
  );
}
