import { signed } from "@kontor/books/side";
import { formatBalance, formatCounted, formatDate, formatRange } from "@kontor/contract/format";
import { statementFieldName } from "@kontor/contract/reference/statement-columns";
import { Button } from "@mantine/core";
import { IconColumns, IconFileUpload, IconRefresh } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";

import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { updateChosenStatement, chosenStatement } from "./chosen-statement.ts";
import { ColumnsPanel } from "./columns-panel.tsx";
import { ComparisonTabs } from "./comparison-tabs.tsx";
import { comparisonQuery, type ComparedStatement } from "./data.ts";
import { LeftOutRows } from "./left-out-rows.tsx";
import { applyDecisions, isBroughtForward } from "./matching.ts";
import { ReconciliationPanel } from "./reconciliation-panel.tsx";
import { countDecisions, areDecisionsStored } from "./stored-decisions.ts";

import classes from "./bank-statement.module.css";

type ChosenStatement = NonNullable<ReturnType<typeof chosenStatement.get>>;

type ComparedFileProps = {
  ledger: { id: number; tenant_id: number; code: string; name: string };
  chosen: ChosenStatement;
  compared: ComparedStatement;
  /** Whether it is being compared again. */
  busy: boolean;
  /** Why the last comparison failed. */
  problem: string | null;
};

/** A file that was compared: its columns, the comparison, and the rows that are not lines. */
export function ComparedFile({ ledger, chosen, compared, busy, problem }: ComparedFileProps) {
  const [choosing, setChoosing] = useState(false);
  const { comparison, missing } = compared;
  useUnloadGuard(chosen);
  if (missing !== null || choosing) {
    return (
      <>
        <FileHead ledger={ledger} chosen={chosen} compared={compared} busy={busy} />
        <ColumnsPanel
          compared={compared}
          problem={problem}
          busy={busy}
          onSet={(columns) => {
            updateChosenStatement({ columns });
            setChoosing(false);
          }}
          onCancel={missing === null ? () => setChoosing(false) : undefined}
        />
      </>
    );
  }
  return (
    <>
      <FileHead
        ledger={ledger}
        chosen={chosen}
        compared={compared}
        busy={busy}
        onColumns={() => setChoosing(true)}
      />
      {problem !== null && <Notice role="alert">{problem}</Notice>}
      <ComparisonWarnings compared={compared} />
      {comparison === null ? (
        <EmptyState
          text="No row of this file is a line with a date and an amount"
          about="Look at the rows below and at the columns."
        />
      ) : (
        <Comparison
          ledger={ledger}
          chosen={chosen}
          filename={compared.filename}
          comparison={comparison}
        />
      )}
      <LeftOutRows rows={compared.left_out} />
    </>
  );
}

/** Asks before the tab is closed or reloaded, unless the decisions are stored on the device. */
function useUnloadGuard({ tenantId, ledgerId, hash, decisions }: ChosenStatement): void {
  useBlocker({
    enableBeforeUnload: () =>
      countDecisions(decisions) > 0 && !areDecisionsStored({ tenantId, ledgerId }, hash, decisions),
    shouldBlockFn: () => false,
  });
}

type ComparisonProps = Pick<ComparedFileProps, "ledger" | "chosen"> & {
  filename: string;
  comparison: NonNullable<ComparedStatement["comparison"]>;
};

function Comparison({ ledger, chosen, filename, comparison }: ComparisonProps) {
  const matching = applyDecisions(comparison, chosen.decisions);
  return (
    <>
      <ReconciliationPanel
        ledger={ledger}
        filename={filename}
        comparison={comparison}
        matching={matching}
        onUntil={(until) => updateChosenStatement({ until })}
      />
      <ComparisonTabs
        ledger={ledger}
        matching={matching}
        decisions={chosen.decisions}
        onDecide={(decisions) => updateChosenStatement({ decisions })}
      />
    </>
  );
}

type FileHeadProps = Omit<ComparedFileProps, "problem"> & { onColumns?: () => void };

/** Which file is compared with which ledger, and what can be done with it. */
function FileHead({ ledger, chosen, compared, busy, onColumns }: FileHeadProps) {
  const client = useQueryClient();
  const { comparison, columns } = compared;
  const again = () => void client.invalidateQueries({ queryKey: comparisonQuery(chosen).queryKey });
  const lines = comparison?.lines.filter((line) => !isBroughtForward(line)).length ?? 0;
  const used = columns.filter(({ field }) => field !== null);
  return (
    <section data-surface="card" className={classes.head} aria-label="Statement">
      <div className={classes.words}>
        <h2 className={classes.title}>{ledger.name}</h2>
        <p className={classes.quiet}>
          {compared.filename}
          {comparison !== null && (
            <>
              {" · "}
              {formatCounted(lines, "line")}
              {" · "}
              {formatRange(comparison.first_day, comparison.last_day)}
            </>
          )}
        </p>
        <p className={classes.quiet}>
          {chosen.hash === null
            ? "Your decisions are lost when the page is closed."
            : "Your decisions are kept on this device until you log out; the file is not."}
        </p>
        {used.length > 0 && (
          <p className={classes.quiet}>
            {used
              .map(({ title, field }) => `${field && statementFieldName(field)}: ${title}`)
              .join(" · ")}
          </p>
        )}
      </div>
      <div className={classes.buttons}>
        {onColumns && (
          <Button
            variant="default"
            leftSection={<IconColumns size={16} aria-hidden />}
            onClick={onColumns}
          >
            Columns
          </Button>
        )}
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={again}
        >
          Compare Again
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileUpload size={16} aria-hidden />}
          onClick={() => chosenStatement.set(null)}
        >
          Other File
        </Button>
        <ButtonLink
          variant="default"
          to="/app/ledger-statement/$ledger_id"
          params={{ ledger_id: String(ledger.id) }}
          search={{ tenant_id: ledger.tenant_id }}
        >
          Ledger Statement
        </ButtonLink>
      </div>
    </section>
  );
}

/** Why the comparison may be incomplete. */
function ComparisonWarnings({
  compared: { left_out, comparison },
}: {
  compared: ComparedStatement;
}) {
  const unreadable = left_out.filter((row) => row.unreadable).length;
  const breaks = comparison?.balance_breaks ?? [];
  const gap = comparison === null ? null : openingGapSentence(comparison);
  if (unreadable === 0 && breaks.length === 0 && gap === null) return null;
  const shown = breaks.slice(0, 10).join(", ");
  return (
    <Notice title="Lines may be missing">
      {gap !== null && <p className={classes.plain}>{gap}</p>}
      {unreadable > 0 && (
        <p className={classes.plain}>
          {formatCounted(unreadable, "row")} could not be read and {unreadable === 1 ? "is" : "are"}{" "}
          listed at the end, with the reason.
        </p>
      )}
      {breaks.length > 0 && (
        <p className={classes.plain}>
          The balance does not follow from the line before on {breaks.length === 1 ? "row" : "rows"}{" "}
          {shown}
          {breaks.length > 10 && ` and ${breaks.length - 10} more`} of the file. Lines are missing
          there, or the amount is on the wrong side.
        </p>
      )}
    </Notice>
  );
}

/** Why the statement may not continue the reconciliation before it, as a sentence. */
function openingGapSentence({
  previous,
  bank_opening,
}: NonNullable<ComparedStatement["comparison"]>) {
  if (previous === null || bank_opening === null) return null;
  const { reconciled_to, bank_balance } = previous;
  const begins = signed(bank_opening.side, bank_opening.amount);
  if (begins === signed(bank_balance.side, bank_balance.amount)) return null;
  return `The statement begins with ${formatBalance(bank_opening.amount, bank_opening.side)}, but the reconciliation to ${formatDate(reconciled_to)} recorded ${formatBalance(bank_balance.amount, bank_balance.side)}. Lines between them are not in this file.`;
}
