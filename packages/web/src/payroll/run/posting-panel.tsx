import { sum, type Kobo } from "@kontor/books/money";

import { Money } from "../../ui/money.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { Remark } from "../../ui/record/remarks.tsx";
import type { PayrollRun } from "../data.ts";
import { PostedEntryLink } from "../posted-entry-link.tsx";

import classes from "./run.module.css";

/** Why the run has no entry: it is not approved, or its lines cancel out. */
function unpostedNote({ status, posting }: PayrollRun): string | undefined {
  const open = status === "DRAFT" || status === "PENDING_APPROVAL";
  return open && posting.length > 0 ? "Posted when the run is approved." : undefined;
}

/** The sum of the lines of one side, in kobo. */
function totalOf(posting: PayrollRun["posting"], side: "DR" | "CR"): Kobo {
  return sum(posting.flatMap(({ dc, amount }) => (dc === side ? [amount] : [])));
}

/** The entry of the run, posted or as it will be posted. */
export function PostingPanel({ run }: { run: PayrollRun }) {
  const { posting, entry, tenant_id, status } = run;
  return (
    <Panel
      title="Books"
      about={
        entry === null ? (
          unpostedNote(run)
        ) : (
          <>
            Posted on approval as <PostedEntryLink tenantId={tenant_id} entry={entry} />
            {status === "REVERSED" ? ", and reversed by another entry." : "."}
          </>
        )
      }
    >
      {posting.length === 0 ? (
        <Remark>There is nothing to post.</Remark>
      ) : (
        <>
          <ul className={classes.posting} aria-label="Lines of the entry">
            {posting.map(({ ledger, dc, amount }) => (
              <li key={`${ledger} ${dc}`} data-side={dc}>
                <span className={classes.ledger}>{ledger}</span>
                <Money amount={amount} side={dc} />
              </li>
            ))}
          </ul>
          <ul className={classes.posting} aria-label="Totals of the entry">
            {(["DR", "CR"] as const).map((side) => (
              <li key={side} data-side={side} data-total>
                <span className={classes.ledger}>Total</span>
                <Money amount={totalOf(posting, side)} side={side} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
