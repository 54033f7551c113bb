import { statementLimits } from "@kontor/contract/accounting/bank-statements";
import { errorSentence } from "@kontor/contract/error-codes";
import { formatCount, formatCounted } from "@kontor/contract/format";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";

import { fieldErrorsOf, serverMessageOf } from "../../platform/api-problem.ts";
import { useStore } from "../../platform/store.ts";
import { useLacksPermission } from "../../session/data.ts";
import { NotLoaded } from "../../ui/page/not-loaded.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { ReadOnlyPage } from "../../ui/record/read-only.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FileDrop } from "../../ui/upload/file-drop.tsx";
import { ledgerQuery, type RecordKey } from "../data.ts";
import { RequireOrganization } from "../require-organization.tsx";
import { chooseStatementFile, chosenStatement } from "./chosen-statement.ts";
import { ComparedFile } from "./compared-file.tsx";
import { comparisonQuery } from "./data.ts";
import { countDecisions, readStoredDecisions, writeStoredDecisions } from "./stored-decisions.ts";

import classes from "./bank-statement.module.css";

const route = getRouteApi("/app/ledger-statement/$ledger_id/bank");
const title = "Compare Bank Statement";
const backTo = "/app/chart-accounts";

/** Compares a file of the bank with the entries of its ledger, before the reconciliation is recorded. */
export function BankStatementPage() {
  const id = Number(route.useParams().ledger_id);
  const readsOnly = useLacksPermission("accounting.write");
  if (readsOnly) return <ReadOnlyPage what="these books" title={title} backTo={backTo} />;
  return (
    <RequireOrganization what="ledger" title={title} backTo={backTo}>
      {(tenantId) => <LoadedLedger key={id} ledger={{ tenant_id: tenantId, id }} />}
    </RequireOrganization>
  );
}

function LoadedLedger({ ledger: key }: { ledger: RecordKey }) {
  const { data: ledger, error, isError, refetch } = useQuery(ledgerQuery(key));
  return (
    <Page title={title} of={ledger?.name} backTo={backTo}>
      {ledger === undefined ? (
        <NotLoaded what="The ledger" failed={isError} error={error} onRetry={() => void refetch()}>
          <TextLink to={backTo}>Chart of Accounts</TextLink>
        </NotLoaded>
      ) : (
        <Statement ledger={ledger} />
      )}
    </Page>
  );
}

type Ledger = { id: number; tenant_id: number; code: string; name: string; bank: boolean };

function Statement({ ledger }: { ledger: Ledger }) {
  const chosen = useStore(chosenStatement);
  const own =
    chosen?.ledgerId === ledger.id && chosen.tenantId === ledger.tenant_id ? chosen : null;
  const ids = { tenantId: ledger.tenant_id, ledgerId: ledger.id };
  const compared = useQuery({
    ...comparisonQuery(
      own ?? { ...ids, file: emptyFile, number: 0, columns: undefined, until: undefined },
    ),
    enabled: own !== null,
  });
  const [refused, setRefused] = useState<string | null>(null);
  const choose = (file: File) => {
    // The upload treats an empty file as none, but here one was chosen.
    if (file.size === 0) return setRefused(errorSentence("sheet_empty"));
    setRefused(null);
    void chooseStatementFile(ids, file);
  };
  if (!ledger.bank) return <p>{errorSentence("no_bank_ledger")}</p>;
  if (own !== null && compared.data !== undefined) {
    return (
      <ComparedFile
        key={own.number}
        ledger={ledger}
        chosen={own}
        compared={compared.data}
        busy={compared.isFetching}
        problem={compared.isError ? problemOf(compared.error) : null}
      />
    );
  }
  const failed = own !== null && compared.isError && !compared.isFetching;
  return (
    <Panel
      title={ledger.name}
      about="Upload the statement that you downloaded from the bank. Its lines are compared with the entries of this ledger by amount, side and date. The file is not stored."
    >
      {own === null && <StoredDecisionsNotice ledger={ids} />}
      <FileDrop
        label="Bank statement"
        busy={own !== null && compared.isFetching}
        problem={refused ?? (failed ? problemOf(compared.error) : null)}
        onRefuse={setRefused}
        onDrop={choose}
      >
        CSV or Excel (.xlsx), at most {formatCount(statementLimits.lines)} lines and 10{"\u00a0"}MB.
        <br />
        It needs a date and an amount on each line. A balance on each line shows whether lines are
        missing.
      </FileDrop>
    </Panel>
  );
}

/**
 * Says that decisions on an earlier file are stored, and that choosing the file again restores
 * them.
 */
function StoredDecisionsNotice({ ledger }: { ledger: { tenantId: number; ledgerId: number } }) {
  const [stored, setStored] = useState(() => readStoredDecisions(ledger));
  if (stored === null) return null;
  const count = countDecisions(stored.decisions);
  const discard = () => {
    writeStoredDecisions(ledger, null);
    setStored(null);
  };
  return (
    <div className={classes.notice}>
      <Notice title="Decisions on a statement are kept">
        <p className={classes.plain}>
          {count === 0
            ? "Its columns and days are"
            : `${formatCounted(count, "decision")} ${count === 1 ? "is" : "are"}`}{" "}
          kept on this device until you log out. Choose the same file to continue.
        </p>
        <Button size="xs" variant="default" onClick={discard}>
          Discard
        </Button>
      </Notice>
    </div>
  );
}

const emptyFile = new File([], "");

/** Why the file was refused; a lost connection says so itself. */
function problemOf(error: Error | null): string {
  const [first] = Object.values(fieldErrorsOf(error));
  return first ?? serverMessageOf(error) ?? "The file could not be compared. Choose it again.";
}
