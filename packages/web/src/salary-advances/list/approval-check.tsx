import { formatMoney } from "@kontor/contract/format";

import { Loaded } from "../../ui/page/loaded.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import type { ApprovalCheck, ListedAdvance, useApprovalCheck } from "../data.ts";
import {
  labourActSentence,
  walletShortfallSentence,
  uncoveredSentence,
} from "../eligibility-texts.ts";
import { advanceKey } from "./row-decisions.ts";

import classes from "./bulk-dialog.module.css";

type ApprovalCheckNoticeProps = {
  check: ReturnType<typeof useApprovalCheck>;
  rows: readonly ListedAdvance[];
};

/** What to read before the rows are approved together; nothing if there are no warnings. */
export function ApprovalCheckNotice({ check, rows }: ApprovalCheckNoticeProps) {
  return (
    <Loaded query={check} what="The check of wallets and pay">
      {(data) => <Warnings sentences={sentencesOf(data, rows)} />}
    </Loaded>
  );
}

function Warnings({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Notice role="alert" title="Read before you approve">
      <ul className={classes.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}

function sentencesOf(
  { advances, wallets }: ApprovalCheck,
  rows: readonly ListedAdvance[],
): string[] {
  const byKey = new Map(rows.map((row) => [advanceKey(row), row]));
  return [
    ...(wallets ?? []).map(walletShortfallSentence),
    ...advances.flatMap((advance) => {
      const row = byKey.get(advanceKey(advance));
      const name = row === undefined ? "" : `${row.emp_name}, ${formatMoney(row.amount)}: `;
      return [
        ...(advance.uncovered === null ? [] : [uncoveredSentence(advance.uncovered)]),
        ...advance.labour_act.map(labourActSentence),
      ].map((sentence) => name + sentence);
    }),
  ];
}
