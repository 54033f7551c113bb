import { useMay } from "../../session/data.ts";
import { Money } from "../../ui/money.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { PayrollRun } from "../data.ts";

import classes from "./run.module.css";

/** The entry of the run, as it is or will be posted. */
export function PostingPanel({ run }: { run: PayrollRun }) {
  const { posting, entry, tenant_id, status } = run;
  const mayRead = useMay("accounting.read");
  const about = entry
    ? status === "REVERSED"
      ? "Posted on approval, and taken back by another entry."
      : "Posted when the run was approved."
    : "Posted when the run is approved.";
  return (
    <Panel
      title="Books"
      about={about}
      aside={
        entry &&
        (mayRead ? (
          <TextLink
            to="/app/entries/receipt/edit/$entry_id"
            params={{ entry_id: String(entry.entry_id) }}
            search={{ tenant_id }}
          >
            {entry.ent_number}
          </TextLink>
        ) : (
          <span>{entry.ent_number}</span>
        ))
      }
    >
      {posting.length === 0 ? (
        <p className={classes.small}>There is nothing to post.</p>
      ) : (
        <ul className={classes.posting} aria-label="Lines of the entry">
          {posting.map(({ ledger, dc, amount }) => (
            <li key={`${ledger} ${dc}`} data-side={dc}>
              <span className={classes.ledger}>{ledger}</span>
              <Money amount={amount} side={dc} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
