import { entryTypeById } from "@kontor/books/entry-number";
import type { getEntry } from "@kontor/contract/accounting/entries";
import type { DataOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";
import { asOneLine } from "@kontor/contract/wire/text";
import { Badge, Button } from "@mantine/core";
import { IconArrowsExchange, IconCopy, IconLock } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";

import { isChangedMeanwhile } from "../../platform/form/refusals.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import type { PendingSubmitStore } from "../../platform/submit-key.ts";
import { useLacksPermission, useHasPermission } from "../../session/data.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ChangedMeanwhile } from "../../ui/form/changed-meanwhile.tsx";
import { NotLoaded } from "../../ui/page/not-loaded.tsx";
import { MeanwhileNotice, Notice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { ReadOnlyNotice } from "../../ui/record/read-only.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { entryHistoryQuery, entryQuery, type RecordKey } from "../data.ts";
import {
  entryAddress,
  entryScreenByType,
  entryScreenByKind,
  entryTitle,
  originPageOf,
} from "../entry-screens.ts";
import { useUpdateEntry } from "../mutations.ts";
import { RequireOrganization } from "../require-organization.tsx";
import { areSameItems, draftOf, itemsToSend, type EntryStart } from "./entry-draft.ts";
import { EntryForm, type EntryValues, type FormEnd } from "./entry-form.tsx";
import { EntryHistory } from "./entry-history.tsx";
import { ItemsTable } from "./items-table.tsx";
import { LockedNotice } from "./locked-notice.tsx";
import { ReverseDialog } from "./reverse-dialog.tsx";

import classes from "./entry-form.module.css";

type Entry = DataOf<typeof getEntry>;

/** Edits an entry of the kind that the address names, or shows one that cannot be changed. */
export function EditEntryPage() {
  const { kind = "receipt", entry_id } = useParams({ strict: false });
  const id = Number(entry_id);
  const title = `Edit ${entryScreenByKind(kind)?.label ?? "Entry"}`;
  return (
    <RequireOrganization what="entry" title={title} backTo="/app/entries">
      {(tenantId) => <EntryPage kind={kind} title={title} entry={{ tenant_id: tenantId, id }} />}
    </RequireOrganization>
  );
}

type EntryPageProps = { kind: string; title: string; entry: RecordKey };

function EntryPage({ kind, title, entry: key }: EntryPageProps) {
  const client = useQueryClient();
  const { data, error, isError, refetch } = useQuery(entryQuery(key));
  const reload = async () => {
    void client.invalidateQueries({ queryKey: entryHistoryQuery(key).queryKey });
    return (await refetch()).data;
  };
  const readsOnly = useLacksPermission("accounting.write");
  const [edited, setEdited] = useState<number | null>(null);
  // Not in the head of the entry, which changes when somebody else reverses it meanwhile.
  const [reversing, setReversing] = useState<Entry | null>(null);
  const isFixed = data !== undefined && (readsOnly || isSystemEntry(data) || isReversed(data));
  // An edit that was begun before stays when the period is locked or the entry is reversed, so that
  // nothing typed is lost.
  const isEditing =
    data !== undefined &&
    (edited === data.id ? !readsOnly && !isSystemEntry(data) : !isFixed && !data.locked);
  if (data && isEditing && edited !== data.id) setEdited(data.id);
  useCanonicalAddress(kind, data);
  return (
    <Page
      title={
        data
          ? `${data.ent_number} – ${entryTitle(data.entry_type_id, isFixed || !isEditing)}`
          : title
      }
      backTo="/app/entries"
    >
      {data === undefined && (
        <NotLoaded what="The entry" failed={isError} error={error} onRetry={() => void refetch()}>
          <TextLink to="/app/entries">Entries</TextLink>
        </NotLoaded>
      )}
      {data && !isEditing && <FixedEntry entry={data} onReverse={setReversing} />}
      {data && isEditing && (
        <EditEntryForm key={key.id} loaded={data} reload={reload} onReverse={setReversing} />
      )}
      {data && <EntryHistory entry={key} />}
      {reversing && (
        <ReverseDialog
          entry={data?.id === reversing.id ? data : reversing}
          onExited={() => setReversing(null)}
        />
      )}
    </Page>
  );
}

/** Redirects an entry that was opened at the address of another kind to its own address. */
function useCanonicalAddress(kind: string, entry: Entry | undefined): void {
  const navigate = useNavigate();
  const own = entry && entryScreenByType(entry.entry_type_id).kind;
  const move = useEffectEvent(() => {
    if (entry) void navigate({ ...entryAddress(entry), replace: true });
  });
  useEffect(() => {
    if (own !== undefined && own !== kind) move();
  }, [own, kind]);
}

function isSystemEntry({ entry_type_id }: Entry): boolean {
  return entryTypeById(entry_type_id)?.system === true;
}

/** An entry and its reversal cannot be changed, so that they keep cancelling each other out. */
function isReversed({ reversed_by, reverses }: Entry): boolean {
  return reversed_by !== null || reverses !== null;
}

/** An entry with what its form starts with. */
function editOf(entry: Entry): { entry: Entry; start: EntryStart } {
  const narration = asOneLine(entry.narration);
  return { entry, start: { entry_date: entry.date, narration, draft: draftOf(entry) } };
}

/** What is shown of an entry that was reversed while its form was open. */
function endOf({ entry, onReverse }: EntryProps): FormEnd {
  return {
    instead: <FixedEntry entry={entry} onReverse={onReverse} />,
    notice: (
      <MeanwhileNotice>
        <ReversalSentence entry={entry} /> What you typed is not saved, but you can still copy it.
      </MeanwhileNotice>
    ),
  };
}

type EditEntryFormProps = {
  loaded: Entry;
  reload: () => Promise<Entry | undefined>;
  onReverse: (entry: Entry) => void;
};

function EditEntryForm({ loaded, reload, onReverse }: EditEntryFormProps) {
  // The revision that the edit began with, which a refetch in the background must not change.
  const [{ entry, start }, setEdited] = useState(() => editOf(loaded));
  const [stale, setStale] = useState(false);
  const screen = `entry-2:${entry.tenant_id}:${entry.id}:${entry.revision}`;
  const updateEntry = useUpdateEntry();
  const reversed = isReversed(loaded);

  const save = async (
    { entry_date, narration, items }: EntryValues,
    submits: PendingSubmitStore,
  ) => {
    const keepsDate = entry_date === null || entry_date === entry.date;
    const isUnchanged =
      keepsDate && narration === start.narration && areSameItems(items, start.draft.items);
    // A revision without a change would count as an edit in reports on earlier periods. But an
    // earlier submit without a response may have changed the entry.
    if (isUnchanged && submits.read() === null) {
      notifySuccess("Nothing was changed, so the entry has no new revision.");
      return;
    }
    await updateEntry.mutateAsync({
      input: {
        tenant_id: entry.tenant_id,
        id: entry.id,
        entry_type_id: entry.entry_type_id,
        entry_date,
        keep_active_date: keepsDate,
        narration,
        items: itemsToSend(items),
        revision: entry.revision,
      },
      submits,
    });
    notifySuccess("Entry updated successfully..");
  };
  const loadNewest = async () => {
    const newest = await reload();
    if (!newest) return;
    setEdited(editOf(newest));
    setStale(false);
  };
  return (
    <>
      {stale && !reversed && <ChangedMeanwhile what="this entry" onReload={loadNewest} />}
      <EntryForm
        kind={entryScreenByType(entry.entry_type_id).kind}
        screen={screen}
        start={start}
        tenantId={entry.tenant_id}
        postedOn={entry.date}
        about={<EntryHead entry={reversed ? loaded : entry} onReverse={onReverse} />}
        saving={updateEntry.isPending}
        blocked={stale}
        ended={reversed && endOf({ entry: loaded, onReverse })}
        save={save}
        onRefused={(error) => setStale(isChangedMeanwhile(error))}
      />
    </>
  );
}

type EntryProps = { entry: Entry; onReverse: (entry: Entry) => void };

function EntryHead({ entry, onReverse }: EntryProps) {
  const mayWrite = useHasPermission("accounting.write");
  return (
    <div className={classes.about}>
      <span className={classes.number}>{entry.ent_number}</span>
      <Badge variant="default" component="span" tt="none">
        {entry.entry_type_label}
      </Badge>
      <span>{entry.organization_name}</span>
      {entry.revision > 1 && <span>Revision {entry.revision}</span>}
      <span className={classes.steps}>
        {mayWrite && !isSystemEntry(entry) && <DuplicateLink entry={entry} />}
        {mayWrite && !isSystemEntry(entry) && !isReversed(entry) && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowsExchange size={16} aria-hidden />}
            onClick={() => onReverse(entry)}
          >
            Reverse Entry
          </Button>
        )}
      </span>
    </div>
  );
}

function DuplicateLink({ entry }: { entry: Entry }) {
  return (
    <ButtonLink
      variant="default"
      size="xs"
      leftSection={<IconCopy size={16} aria-hidden />}
      to="/app/entries/$kind/add"
      params={{ kind: entryScreenByType(entry.entry_type_id).kind }}
      search={{ tenant_id: entry.tenant_id, copy_of: entry.id }}
    >
      Duplicate
    </ButtonLink>
  );
}

/** An entry that can only be read. */
function FixedEntry({ entry, onReverse }: EntryProps) {
  return (
    <div className={classes.page}>
      <section data-surface="card" className={classes.card} aria-label="Entry">
        <EntryHead entry={entry} onReverse={onReverse} />
        <p className={classes.fact}>
          {formatDate(entry.date)}
          {entry.narration !== "" && <> · {entry.narration}</>}
        </p>
        <FixedNotice entry={entry} />
      </section>
      <ItemsTable items={draftOf(entry).items} />
    </div>
  );
}

/** Says why an entry cannot be changed, and what to do instead. */
function FixedNotice({ entry }: { entry: Entry }) {
  const origin = originPageOf(entry.entry_type_id);
  const readsOnly = useLacksPermission("accounting.write");
  if (!isReversed(entry) && !isSystemEntry(entry)) {
    return readsOnly ? (
      <ReadOnlyNotice what="these books" />
    ) : (
      <LockedNotice tenantId={entry.tenant_id} date={entry.date} postedOn={entry.date} />
    );
  }
  return (
    <Notice icon={IconLock}>
      <ReversalSentence entry={entry} />
      {!isReversed(entry) && "The system posted this entry, so it cannot be changed here."}
      {origin !== undefined &&
        ` It comes from ${origin}, and what can be corrected is corrected there.`}
    </Notice>
  );
}

/** That a reversed entry or a reversal cannot be changed, and what to do instead. */
function ReversalSentence({ entry }: { entry: Entry }) {
  const { reversed_by, reverses } = entry;
  const mayDuplicate = useHasPermission("accounting.write") && !isSystemEntry(entry);
  return (
    <>
      {reversed_by && (
        <>
          This entry was reversed by <EntryNumberLink entry={entry} to={reversed_by} /> and can no
          longer be changed.{mayDuplicate && " To record it again, duplicate it."}
        </>
      )}
      {reverses && (
        <>
          This entry reverses <EntryNumberLink entry={entry} to={reverses} /> and cannot be changed.
          {mayDuplicate && " To record that entry again, open and duplicate it."}
        </>
      )}
    </>
  );
}

function EntryNumberLink({ entry, to }: { entry: Entry; to: { id: number; ent_number: string } }) {
  return (
    <TextLink underline="always" {...entryAddress({ ...entry, id: to.id })}>
      {to.ent_number}
    </TextLink>
  );
}
