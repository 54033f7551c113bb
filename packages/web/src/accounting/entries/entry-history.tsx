import { formatDate, formatMoment } from "@kontor/contract/format";
import { Badge, Button, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";

import { Money } from "../../ui/money.tsx";
import { NotLoaded } from "../../ui/page/not-loaded.tsx";
import { UnbrokenCodes } from "../../ui/table/list-cell.tsx";
import { entryHistoryQuery, type RecordKey } from "../data.ts";
import { revisionChanges, type Revision } from "./revision-changes.ts";

import classes from "./entry-history.module.css";

/** All revisions of an entry, newest first: who recorded each, when, and what it changed. */
export function EntryHistory({ entry }: { entry: RecordKey }) {
  const history = useInfiniteQuery(entryHistoryQuery(entry));
  const loaded = history.data?.pages.flatMap(({ data }) => data);
  // The changes of the oldest loaded revision are known only with the one before it.
  const shown = history.hasNextPage ? loaded?.slice(0, -1) : loaded;
  return (
    <section aria-label="History" data-surface="card" className={classes.panel}>
      <Title order={2} size="h4">
        History
      </Title>
      {shown && loaded ? (
        <ol className={classes.list}>
          {shown.map((revision, index) => (
            <RevisionItem
              key={revision.revision}
              revision={revision}
              before={loaded[index + 1] ?? null}
            />
          ))}
        </ol>
      ) : (
        <NotLoaded
          what="The history"
          failed={history.isError}
          error={history.error}
          onRetry={() => void history.refetch()}
        />
      )}
      {history.hasNextPage && (
        <div>
          <Button
            variant="default"
            size="xs"
            loading={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            Show earlier revisions
          </Button>
        </div>
      )}
    </section>
  );
}

type RevisionItemProps = { revision: Revision; before: Revision | null };

function RevisionItem({ revision, before }: RevisionItemProps) {
  const { recorded_at, recorded_by, current } = revision;
  return (
    <li className={classes.revision}>
      <p className={classes.head}>
        <strong>Revision {revision.revision}</strong>
        {current && (
          <Badge size="sm" variant="light" component="span" tt="none">
            Current
          </Badge>
        )}
        <span className={classes.quiet}>
          {recorded_by ?? "The system"} · {formatMoment(recorded_at)}
        </span>
      </p>
      {before === null ? (
        <p className={classes.change}>Recorded the entry</p>
      ) : (
        <Changes before={before} after={revision} />
      )}
      <details className={classes.details}>
        <summary>Show the whole revision</summary>
        <WholeRevision revision={revision} />
      </details>
    </li>
  );
}

function Changes({ before, after }: { before: Revision; after: Revision }) {
  const changes = revisionChanges(before, after);
  if (changes.length === 0) return <p className={classes.change}>Saved without changes</p>;
  return (
    <ul className={classes.changes}>
      {changes.map(({ what, before: old, after: now }) => (
        // A ledger may be called "Date" or "Narration".
        <li key={`${what} ${old} ${now}`} className={classes.change}>
          {what}: {old === null ? <em>nothing</em> : <del>{old}</del>}
          <span aria-label="changed to"> → </span>
          {now === null ? <em>removed</em> : <ins>{now}</ins>}
        </li>
      ))}
    </ul>
  );
}

function WholeRevision({ revision }: { revision: Revision }) {
  return (
    <>
      <p className={classes.change}>
        {formatDate(revision.date)}
        {revision.narration !== "" && <> · {revision.narration}</>}
      </p>
      <ul className={classes.items}>
        {revision.items.map((item) => (
          <li key={item.ledger_id} className={classes.item}>
            <span className={classes.side}>{item.dc}</span>
            <span className={classes.name}>
              {item.name}{" "}
              <span className={classes.quiet}>
                <UnbrokenCodes in={item.code} />
              </span>
              <span className={classes.narration}>{item.narration}</span>
            </span>
            <Money amount={item.amount} />
          </li>
        ))}
      </ul>
    </>
  );
}
