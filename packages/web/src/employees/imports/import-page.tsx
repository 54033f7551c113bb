import { importStatusLabels } from "@kontor/contract/employees/imports";
import { formatCount, formatCounted, formatMoment } from "@kontor/contract/format";
import { rejectionReasonsTitle } from "@kontor/contract/reference/employee-import-fields";
import { Button, Menu, Progress } from "@mantine/core";
import { IconArrowBackUp, IconCheck, IconDots } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState, type ComponentProps } from "react";

import { ApiProblem, fieldErrorsOf } from "../../platform/api-problem.ts";
import { organizationIdentityQuery } from "../../platform/organization/choices.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { UnavailableRecord } from "../../ui/record/unavailable-record.tsx";
import { StatusChip } from "../../ui/status-chip.tsx";
import { AuditLink } from "../../users/audit-link.tsx";
import { ColumnsPanel, useCheckAgain } from "./columns-panel.tsx";
import { importQuery, type ImportPath, type OpenedImport } from "./data.ts";
import { useImportActions } from "./import-actions.ts";
import { ImportRows } from "./import-rows.tsx";
import { importTones, summaryOf, writtenCount, writtenNoun } from "./import-texts.ts";

import classes from "./imports.module.css";

const route = getRouteApi("/app/employees/import/$tenant_id/$import_id");
const listPath = "/app/employees/import";

/** One uploaded file: its columns, the progress of its check, and what it would do or did. */
export function ImportPage() {
  const params = route.useParams();
  const tenantId = Number(params.tenant_id);
  const query = useQuery(organizationIdentityQuery(tenantId));
  if (!query.data) return <NoImport query={query} missing={query.data === null} />;
  const { companyId, name } = query.data;
  const path = { tenant_id: tenantId, company_id: companyId, id: Number(params.import_id) };
  return <LoadedImport key={`${tenantId}/${path.id}`} path={path} organization={name} />;
}

function LoadedImport({ path, organization }: { path: ImportPath; organization: string }) {
  const query = useQuery(importQuery(path));
  if (!query.data) return <NoImport query={query} />;
  return <OpenImport file={query.data} organization={organization} />;
}

function NoImport(props: Pick<ComponentProps<typeof UnavailableRecord>, "query" | "missing">) {
  return (
    <UnavailableRecord {...props} title="Import" what="The import" backTo={listPath}>
      <ButtonLink to={listPath} variant="default" size="xs">
        To the imports
      </ButtonLink>
    </UnavailableRecord>
  );
}

function OpenImport({ file, organization }: { file: OpenedImport; organization: string }) {
  const { status } = file;
  const [changing, setChanging] = useState(false);
  const asks = status === "MAPPING" || (changing && (status === "READY" || status === "FAILED"));
  const shown = status === "READY" || status === "COMMITTED";
  return (
    <Page title={file.filename} backTo={listPath}>
      <Head file={file} organization={organization} onColumns={() => setChanging(true)} />
      {status === "CHECKING" && <CheckProgress file={file} />}
      {asks && (
        <ColumnsPanel
          key={file.version}
          file={file}
          onDone={() => setChanging(false)}
          {...(status === "MAPPING" ? {} : { onCancel: () => setChanging(false) })}
        />
      )}
      {shown && !asks && <ImportRows file={file} />}
    </Page>
  );
}

type HeadProps = {
  file: OpenedImport;
  organization: string;
  /** Called to choose the columns again. */
  onColumns: () => void;
};

/** The file's status, messages, and actions. */
function Head({ file, organization, onColumns }: HeadProps) {
  const { status, created_at, created_by, rows, tenant_id, company_id, id } = file;
  const actions = useImportActions();
  const { checkAgain, checking } = useCheckAgain(file);
  const [outdated, setOutdated] = useState(false);
  const commit = async () => {
    try {
      await actions.commit(file);
    } catch (error) {
      fieldErrorsOf(error);
      setOutdated(error instanceof ApiProblem && error.code === "import_outdated");
    }
  };
  const facts = [
    organization,
    formatCounted(rows, "row"),
    `Uploaded ${formatMoment(created_at)}${created_by === null ? "" : ` by ${created_by}`}`,
  ];
  return (
    <section data-surface="card" className={classes.head} aria-label="Import">
      <div className={classes.headLine}>
        <div className={classes.what}>
          <StatusChip tone={importTones[status]}>{importStatusLabels[status]}</StatusChip>
          <ul className={classes.facts}>
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
        <div className={classes.buttons}>
          <AuditLink
            owner={{ tenant_id, company_id }}
            subject={`employee-import:${id}`}
            label="History"
            size="sm"
          />
          <MoreActions
            file={file}
            onColumns={onColumns}
            onCheck={() => void checkAgain()}
            onDiscard={() => void actions.discard(file)}
          />
          {status === "READY" && (
            <CommitButton file={file} busy={actions.busy} onCommit={() => void commit()} />
          )}
          {status === "FAILED" && (
            <Button loading={checking} onClick={() => void checkAgain()}>
              Check again
            </Button>
          )}
          {status === "COMMITTED" && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              loading={actions.busy}
              onClick={() => void actions.undo(file)}
            >
              Undo import
            </Button>
          )}
        </div>
      </div>
      {file.problem === null ? (
        <p className={classes.outcome}>{summaryOf(file)}</p>
      ) : (
        <p className={classes.failed} role="alert">
          {file.problem}
        </p>
      )}
      {status === "READY" && <LeftOutColumns file={file} onColumns={onColumns} />}
      {outdated && status === "READY" && (
        <Notice role="alert">
          <p className={classes.noticeText}>
            Employees in this file were changed after it was checked, so nothing was imported.
          </p>
          <Button
            size="xs"
            variant="default"
            loading={checking}
            onClick={() => void checkAgain().then(() => setOutdated(false))}
          >
            Check again
          </Button>
        </Notice>
      )}
    </section>
  );
}

/**
 * Lists the columns that match no field, because they are not imported. The reasons in a corrected
 * file of rejected rows are no field, and nobody looks for one.
 */
function LeftOutColumns({ file: { columns }, onColumns }: Pick<HeadProps, "file" | "onColumns">) {
  const titles = columns.flatMap(({ title, field }) =>
    field === null && title !== rejectionReasonsTitle ? [title] : [],
  );
  if (titles.length === 0) return null;
  const one = titles.length === 1;
  return (
    <div className={classes.leftOut}>
      <p className={classes.outcome}>
        {one ? "One column is" : `${formatCount(titles.length)} columns are`} left out:{" "}
        {titles.join(", ")}.
      </p>
      <Button size="compact-sm" variant="subtle" onClick={onColumns}>
        {one ? "Choose its field" : "Choose their fields"}
      </Button>
    </div>
  );
}

type CommitButtonProps = { file: OpenedImport; busy: boolean; onCommit: () => void };

function CommitButton({ file, busy, onCommit }: CommitButtonProps) {
  const writes = writtenCount(file.counts);
  return (
    <Button
      disabled={writes === 0}
      loading={busy}
      leftSection={<IconCheck size={16} aria-hidden />}
      onClick={onCommit}
    >
      {writes === 0 ? "Nothing to import" : `Import ${formatCounted(writes, writtenNoun(file))}`}
    </Button>
  );
}

type MoreProps = {
  file: OpenedImport;
  onColumns: () => void;
  onCheck: () => void;
  onDiscard: () => void;
};

/** Less frequent actions on a file that is not imported. */
function MoreActions({ file: { status }, onColumns, onCheck, onDiscard }: MoreProps) {
  if (status === "COMMITTED" || status === "UNDONE" || status === "DISCARDED") return null;
  const checked = status === "READY" || status === "FAILED";
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={16} aria-hidden />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {checked && <Menu.Item onClick={onColumns}>Change columns</Menu.Item>}
        {checked && <Menu.Item onClick={onCheck}>Check again</Menu.Item>}
        <Menu.Item onClick={onDiscard}>Discard this file</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The progress of comparing rows with the records. */
function CheckProgress({ file: { rows, rows_checked } }: { file: OpenedImport }) {
  const percent = rows === 0 ? 0 : Math.round((rows_checked / rows) * 100);
  return (
    <Panel
      title="Checking the rows"
      about="You can leave this page; checking continues in the background."
    >
      <Progress.Root size="lg">
        <Progress.Section value={percent} animated aria-label="Rows checked" />
      </Progress.Root>
      <p className={classes.progress} role="status">
        {formatCount(rows_checked)} of {formatCounted(rows, "row")}
      </p>
    </Panel>
  );
}
