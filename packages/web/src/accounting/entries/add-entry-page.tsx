import { kobo } from "@kontor/books/money";
import { maxNarrationLength } from "@kontor/contract/accounting/entries";
import { asOneLine } from "@kontor/contract/wire/text";
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";

import { readIdParam, type RawSearch } from "../../platform/address.ts";
import { today } from "../../platform/clock.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import {
  switchOrganization,
  useOrganizationChoice,
} from "../../platform/organization/scope-filter.ts";
import type { PendingSubmitStore } from "../../platform/submit-key.ts";
import { useHasManyOrganizations, useLacksPermission } from "../../session/data.ts";
import { NotLoaded } from "../../ui/page/not-loaded.tsx";
import { Page } from "../../ui/page/page.tsx";
import { ReadOnlyPage } from "../../ui/record/read-only.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { entryQuery, ledgerQuery, type RecordKey } from "../data.ts";
import {
  entryAddress,
  entryScreenByKind,
  entryScreens,
  type EntryScreen,
} from "../entry-screens.ts";
import { useAddEntry } from "../mutations.ts";
import { OrganizationScope, useOrganizationScope } from "../organization-scope.tsx";
import type { EntryPrefill } from "../search.ts";
import { draftOf, emptyDraft, itemsToSend, type EntryStart } from "./entry-draft.ts";
import { EntryForm, type EntryValues } from "./entry-form.tsx";

/**
 * Records an entry of the kind that the address names; with `copy_of`, it begins as a copy of
 * another.
 */
export function AddEntryPage() {
  const { kind = "receipt" } = useParams({ strict: false });
  const address: RawSearch = useSearch({ strict: false });
  const screen = entryScreenByKind(kind) ?? entryScreens[0];
  const copied = readIdParam(address["copy_of"]);
  const tenant_id = readIdParam(address["tenant_id"]);
  const prefill = useLocation({ select: ({ state }) => state.filledEntry });
  const readsOnly = useLacksPermission("accounting.write");
  if (screen === undefined) return null;
  if (readsOnly)
    return <ReadOnlyPage what="these books" title={`Add ${screen.label}`} backTo="/app/entries" />;
  return (
    <Page title={`Add ${screen.label}`} backTo="/app/entries">
      {copied !== undefined ? (
        <CopiedEntry key={copied} screen={screen} original={{ tenant_id, id: copied }} />
      ) : prefill !== undefined ? (
        <PrefilledEntry key={kind} screen={screen} tenant_id={tenant_id} prefill={prefill} />
      ) : (
        <BlankEntry key={kind} screen={screen} tenant_id={tenant_id} />
      )}
    </Page>
  );
}

type BlankEntryProps = { screen: EntryScreen; tenant_id: number | undefined };

/** A new entry for the organization in the address, else for the remembered one. */
function BlankEntry({ screen, tenant_id }: BlankEntryProps) {
  const navigate = useNavigate();
  const setInAddress = (chosen: number | undefined) => {
    // Nothing typed is lost, so the user is not asked.
    const search = chosen === undefined ? {} : { tenant_id: chosen };
    void navigate({ to: ".", search, replace: true, ignoreBlocker: true });
  };
  const scope = useOrganizationScope(tenant_id, setInAddress);
  return (
    <NewEntry
      screen={screen}
      start={{ narration: "", draft: emptyDraft }}
      tenantId={scope}
      onChooseOrganization={setInAddress}
    />
  );
}

type CopiedEntryProps = { screen: EntryScreen; original: RecordKey };

/** A new entry dated today, with the narration and the items of another. */
function CopiedEntry({ screen, original }: CopiedEntryProps) {
  const { tenantId } = useOrganizationChoice();
  const { data: entry, error, isError, refetch } = useQuery(entryQuery(original));
  if (entry === undefined) {
    return (
      <NotLoaded what="The entry" failed={isError} error={error} onRetry={() => void refetch()}>
        <TextLink to="/app/entries">Entries</TextLink>
      </NotLoaded>
    );
  }
  return (
    <NewEntry
      screen={screen}
      start={{ narration: asOneLine(entry.narration), draft: draftOf(entry) }}
      tenantId={tenantId}
      draftSuffix={String(entry.id)}
    />
  );
}

type PrefilledEntryProps = BlankEntryProps & { prefill: EntryPrefill };

/** A new entry that begins with its date, narration and first item, which another screen gave. */
function PrefilledEntry({ screen, tenant_id, prefill }: PrefilledEntryProps) {
  const { ledgerId, dc, amount, date, narration } = prefill;
  const key = { tenant_id, id: ledgerId };
  const { data: ledger, error, isError, refetch } = useQuery(ledgerQuery(key));
  if (ledger === undefined) {
    return (
      <NotLoaded what="The ledger" failed={isError} error={error} onRetry={() => void refetch()}>
        <TextLink to="/app/entries">Entries</TextLink>
      </NotLoaded>
    );
  }
  const text = asOneLine(narration).slice(0, maxNarrationLength);
  const item = {
    side: dc,
    ledgerId: String(ledger.id),
    amount: kobo(BigInt(amount)),
    narration: text,
    ledger: { ...ledger, organization_name: ledger.org_name },
  };
  return (
    <NewEntry
      screen={screen}
      start={{
        entry_date: date,
        narration: text,
        draft: { ...emptyDraft, items: [item], loaded: [item] },
      }}
      tenantId={ledger.tenant_id}
      draftSuffix={`line:${ledger.id}`}
    />
  );
}

type NewEntryProps = {
  screen: EntryScreen;
  /** Dated today when it has no date. */
  start: Omit<EntryStart, "entry_date"> & { entry_date?: string };
  /** The organization whose ledgers are offered; 0 for all. */
  tenantId: number;
  /** Puts a chosen organization into the address; undefined for all. */
  onChooseOrganization?: (tenantId: number | undefined) => void;
  /** What the entry was begun from: part of the key of its draft, so that drafts stay separate. */
  draftSuffix?: string;
};

function NewEntry(props: NewEntryProps) {
  const { screen, start: first, tenantId, onChooseOrganization, draftSuffix } = props;
  const keepsMany = useHasManyOrganizations();
  // The key of the draft on this device; the number is the version of its shape.
  const draft = `${screen.kind}-2${draftSuffix === undefined ? "" : `:${draftSuffix}`}`;
  const addEntry = useAddEntry();
  const [round, setRound] = useState<{ number: number; start: EntryStart }>(() => ({
    number: 1,
    start: { entry_date: today(), ...first },
  }));
  const save = async ({ items, ...head }: EntryValues, submits: PendingSubmitStore) => {
    const added = await addEntry.mutateAsync({
      input: {
        ...head,
        tenant_id: items[0]?.ledger.tenant_id,
        entry_type_id: screen.typeId,
        items: itemsToSend(items),
      },
      submits,
    });
    notifySuccess(
      "Entry added successfully..",
      <TextLink {...entryAddress(added)} underline="always">
        {added.ent_number}
      </TextLink>,
    );
  };
  /** The next entry has the same day and organization. */
  const another = ({ entry_date, items }: EntryValues) => {
    const ledger = items[0]?.ledger;
    if (ledger && keepsMany && tenantId !== ledger.tenant_id) {
      switchOrganization({ tenantId: ledger.tenant_id, name: ledger.organization_name });
    }
    const start = { entry_date: entry_date ?? today(), narration: "", draft: emptyDraft };
    setRound({ number: round.number + 1, start });
  };
  return (
    <EntryForm
      key={round.number}
      kind={screen.kind}
      screen={draft}
      start={round.start}
      tenantId={tenantId}
      renderOrganization={(fixed) => (
        <EntryOrganization fixed={fixed} onChoose={onChooseOrganization} />
      )}
      saving={addEntry.isPending}
      save={save}
      onAnother={another}
    />
  );
}

type EntryOrganizationProps = {
  fixed: string | null;
  onChoose: ((tenantId: number | undefined) => void) | undefined;
};

/** The organization whose ledgers are offered: all until the first item fixes it. */
function EntryOrganization({ fixed, onChoose }: EntryOrganizationProps) {
  const keepsMany = useHasManyOrganizations();
  if (fixed === null || !keepsMany) {
    return <OrganizationScope {...(onChoose && { onChoose })} />;
  }
  return <TextInput label="Organization" value={fixed} disabled w={{ base: "100%", sm: 240 }} />;
}
