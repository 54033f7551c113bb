import { displayKobo } from "@kontor/books/money";
import { fromSigned, signed } from "@kontor/books/side";
import { formatCount, formatCounted, formatDate, formatMoney } from "@kontor/contract/format";
import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";

import { today } from "../../platform/clock.ts";
import { DateInput } from "../../ui/date/date-input.tsx";
import { dateOrNull } from "../../ui/date/typed-date.ts";
import { NetMoney } from "../../ui/money.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ReconcileDialog } from "../periods/reconcile-dialog.tsx";
import {
  openItemsOf,
  openItemsNet,
  reconcile,
  type Matching,
  type Comparison,
  type ReconciliationTerm,
} from "./matching.ts";

import classes from "./bank-statement.module.css";

type ReconciliationPanelProps = {
  ledger: { id: number; tenant_id: number; name: string };
  filename: string;
  comparison: Comparison;
  matching: Matching;
  /** Sets the last day of the statement. */
  onUntil: (day: string) => void;
};

/** The reconciliation of the ledger's balance with the bank's, and the button that records it. */
export function ReconciliationPanel(props: ReconciliationPanelProps) {
  const { ledger, filename, comparison, matching, onUntil } = props;
  const [recording, setRecording] = useState(false);
  const [recorded, setRecorded] = useState(false);
  const open = openItemsOf(comparison, matching);
  const { last_day, bank_closing } = comparison;
  const sums = reconcile(comparison, matching);
  return (
    <Panel
      title="Reconciliation"
      about={agreementSentence(comparison, matching, sums.terms)}
      aside={
        <Button
          leftSection={<IconCheck size={16} aria-hidden />}
          onClick={() => setRecording(true)}
        >
          Record Reconciliation
        </Button>
      }
    >
      <DateInput
        className={classes.until}
        label="Statement To"
        description="The last day of the statement, also if nothing moved on it."
        size="sm"
        value={last_day}
        minDate={comparison.last_line_day}
        maxDate={today()}
        onChange={(day) => {
          const until = dateOrNull(day);
          if (until !== null && until >= comparison.last_line_day && until <= today()) {
            onUntil(until);
          }
        }}
      />
      <ReconciliationTerms comparison={comparison} {...sums} />
      {recorded && (
        <p className={classes.recorded}>
          Recorded.{" "}
          <TextLink
            underline="always"
            to="/app/reports/transaction/bank-reconciliation"
            search={{ tenant_id: ledger.tenant_id, ledger_id: ledger.id, as_of: last_day }}
          >
            Bank reconciliation statement
          </TextLink>
        </p>
      )}
      {recording && (
        <ReconcileDialog
          tenantId={ledger.tenant_id}
          ledger={ledger}
          until={last_day}
          balance={bank_closing ?? undefined}
          note={reconciliationNote(filename, matching)}
          compared={{ ...open, net: openItemsNet(comparison, open) }}
          onRecorded={() => setRecorded(true)}
          onExited={() => setRecording(false)}
        />
      )}
    </Panel>
  );
}

type ReconciliationTermsProps = { comparison: Comparison } & ReturnType<typeof reconcile>;

/** The balance of the ledger, the terms of the reconciliation, and the balance of the bank. */
function ReconciliationTerms({ comparison, ledger: books, bank, terms }: ReconciliationTermsProps) {
  const { first_day, last_day, bank_closing } = comparison;
  const labelOf = ({ what, count }: ReconciliationTerm) => {
    const entries = formatCounted(count, "entry", "entries");
    const lines = formatCounted(count, "line");
    return {
      only_books: `Less ${entries} that the bank does not have`,
      only_bank: `Plus ${lines} that the books do not have`,
      to_confirm_books: `Less ${entries} with a match to confirm`,
      to_confirm_bank: `Plus ${lines} with a match to confirm`,
      after: `Plus ${entries} dated after ${formatDate(last_day)}, matched`,
      before: `Difference from before ${formatDate(first_day)}`,
      breaks: "Not explained by the lines of the file",
    }[what];
  };
  return (
    <dl className={classes.sums} aria-label="From the ledger to the bank">
      <div>
        <dt>Balance of the ledger on {formatDate(last_day)}</dt>
        <dd>
          <NetMoney amount={displayKobo(books)} />
        </dd>
      </div>
      {terms.map((term) => (
        <div key={term.what}>
          <dt>{labelOf(term)}</dt>
          <dd>
            <NetMoney amount={displayKobo(term.net)} />
          </dd>
        </div>
      ))}
      <div data-result>
        <dt>
          {bank_closing === null
            ? `Balance that the bank should have on ${formatDate(last_day)}`
            : `Balance of the bank on ${formatDate(last_day)}`}
        </dt>
        <dd>
          <NetMoney amount={displayKobo(bank)} strong />
        </dd>
      </div>
    </dl>
  );
}

/** Whether bank and books agree, in a sentence. */
function agreementSentence(
  { bank_closing, ledger_closing, last_day }: Comparison,
  { toConfirm, unmatchedLines, unmatchedItems }: Matching,
  terms: readonly ReconciliationTerm[],
): string {
  const open = toConfirm.length + unmatchedLines.length + unmatchedItems.length;
  if (bank_closing === null) {
    return "The file has no balances. Compare the last line with the closing balance on the statement.";
  }
  const day = formatDate(last_day);
  const difference =
    signed(ledger_closing.side, ledger_closing.amount) -
    signed(bank_closing.side, bank_closing.amount);
  if (difference === 0n) {
    return open === 0 && terms.length === 0
      ? `The bank and the ledger agree on ${day}, line by line.`
      : `The bank and the ledger have the same balance on ${day}.`;
  }
  const { amount, side } = fromSigned(difference);
  const more = side === "DR" ? "more" : "less";
  return `On ${day} the ledger has ${formatMoney(amount)} ${more} than the bank.`;
}

/** What was compared, for the note of the reconciliation. */
function reconciliationNote(
  filename: string,
  { matched, toConfirm, unmatchedLines, unmatchedItems }: Matching,
): string {
  const bank = unmatchedLines.length + toConfirm.length;
  const books = unmatchedItems.length + toConfirm.length;
  const lines = matched.reduce((count, match) => count + match.lines.length, 0);
  return `Compared with ${filename.slice(-80)}: ${formatCounted(lines, "line")} matched, ${formatCount(bank)} only in the bank, ${formatCount(books)} only in the books.`;
}
