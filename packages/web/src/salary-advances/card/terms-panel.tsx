import { formatMoment } from "@kontor/contract/format";
import { acceptanceTitles } from "@kontor/contract/salary-advances/advances";

import { Fact, Facts } from "../../employees/facts.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { RichTextView } from "../../ui/rich-text/rich-text-view.tsx";
import type { SalaryAdvance } from "../data.ts";

import classes from "./card.module.css";

/** The accepted terms, with when and how they were accepted. */
export function TermsPanel({ advance: { terms } }: { advance: SalaryAdvance }) {
  return (
    <Panel title="Terms as Accepted">
      <div className={classes.stack}>
        <Facts>
          <Fact label="Accepted">{formatMoment(terms.accepted_at)}</Fact>
          <Fact label="How">{acceptanceTitles[terms.accepted_how]}</Fact>
          <Fact label="Version">{terms.version}</Fact>
          {terms.note !== "" && <Fact label="Note">{terms.note}</Fact>}
        </Facts>
        <details className={classes.terms}>
          <summary>Read the terms</summary>
          <RichTextView html={terms.html} allow="basic" />
        </details>
      </div>
    </Panel>
  );
}
