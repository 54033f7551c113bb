import type { ledgerChoice } from "@kontor/contract/accounting";
import { formatCount } from "@kontor/contract/format";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode, type Ref } from "react";
import type { z } from "zod";

import { allOrganizations } from "../platform/scope-filter.ts";
import { SearchSelect, withEvery, type Choice } from "../ui/form/search-select.tsx";
import {
  groupChoicesQuery,
  groupQuery,
  ledgerChoicesQuery,
  ledgerQuery,
  parentChoicesQuery,
} from "./data.ts";

/** A ledger as the server offers it for entries. */
export type LedgerChoice = z.output<typeof ledgerChoice>;

type Account = { id: number; code: string; name: string };

/** The value of the choice that stands for every group. */
const everyGroup = 0;

/** How a ledger or group is called in a field: code and name. */
export function accountLabel({ code, name }: { code: string; name: string }): string {
  return `${code} ${name}`;
}

function asChoice(account: Account): Choice {
  return { value: account.id, label: accountLabel(account) };
}

function moreThan(shown: number, total: number | undefined): string | undefined {
  if (total === undefined || total <= shown) return undefined;
  return `${formatCount(shown)} of ${formatCount(total)} shown. Type to narrow them.`;
}

/** Whether the choices shown still belong to an earlier text. */
function isSearching(found: {
  isFetching: boolean;
  isPlaceholderData: boolean;
  isPending: boolean;
}): boolean {
  return found.isFetching && (found.isPlaceholderData || found.isPending);
}

/**
 * What is chosen, for a picker that is given only its id: the choice that was just taken, else the one
 * among those found, else null, and then the picker has to ask for it.
 */
function useTaken(id: number | null, rows: readonly Account[] | undefined) {
  const [taken, setTaken] = useState<Account | null>(null);
  const known = taken?.id === id ? taken : (rows?.find((row) => row.id === id) ?? null);
  return [id === null ? null : known, setTaken] as const;
}

type FieldProps = {
  label: string;
  clearable?: boolean;
  disabled?: boolean;
  placeholder?: string;
  description?: string;
  error?: ReactNode;
  w?: { base: string; sm: number };
  inputRef?: Ref<HTMLInputElement>;
  path?: string;
};

type LedgerPickerProps = FieldProps & {
  /** The organization whose ledgers are offered; 0 for all. */
  tenantId: number;
  ledgerId: number | null;
  onSelect: (ledger: LedgerChoice | null) => void;
  /** Ledgers that are not offered. */
  without?: readonly number[];
};

const none: readonly number[] = [];

/** Finds a ledger that takes postings by typing its name or code. */
export function LedgerPicker(props: LedgerPickerProps) {
  const { tenantId, ledgerId, onSelect, without = none, ...field } = props;
  const [search, setSearch] = useState("");
  const found = useQuery(ledgerChoicesQuery({ tenant_id: tenantId, search }));
  const [taken, setTaken] = useTaken(ledgerId, found.data?.data);
  const asked = useQuery({
    ...ledgerQuery(ledgerId ?? 0),
    enabled: ledgerId !== null && taken === null && !found.isPending,
  });
  const selected = ledgerId === null ? null : (taken ?? asked.data ?? null);
  const choices = useMemo(
    () =>
      found.data?.data
        .filter(({ id }) => !without.includes(id))
        .map((ledger) => ({
          ...asChoice(ledger),
          detail: tenantId === allOrganizations ? ledger.organization_name : undefined,
          ledger,
        })),
    [found.data, without, tenantId],
  );
  return (
    <SearchSelect
      {...field}
      selected={selected && asChoice(selected)}
      onSelect={(choice) => {
        setTaken(choice?.ledger ?? null);
        onSelect(choice?.ledger ?? null);
      }}
      choices={choices}
      onSearch={setSearch}
      searching={isSearching(found)}
      nothingFound="No ledger found"
      footer={moreThan(found.data?.data.length ?? 0, found.data?.meta.total)}
    />
  );
}

type OfferedGroup = Choice & { group: Account | null };

type GroupPickerProps = FieldProps & {
  /** The organization whose groups are offered; 0 for all. */
  tenantId: number;
  groupId: number | null;
  onSelect: (groupId: number | null) => void;
  /** How the choice of every group is called, where a filter offers it. */
  every?: string;
};

/** Finds a group by typing its name or code. */
export function GroupPicker({ tenantId, groupId, onSelect, every, ...field }: GroupPickerProps) {
  const [search, setSearch] = useState("");
  const found = useQuery(groupChoicesQuery({ tenant_id: tenantId, search }));
  const [taken, setTaken] = useTaken(groupId, found.data?.data);
  const asked = useQuery({
    ...groupQuery(groupId ?? 0, true),
    enabled: groupId !== null && taken === null && !found.isPending,
  });
  const selected = groupId === null ? null : (taken ?? asked.data ?? null);
  const choices = useMemo(() => {
    const groups = found.data?.data.map((group) => ({
      ...asChoice(group),
      detail: tenantId === allOrganizations ? group.organization_name : undefined,
      group,
    }));
    if (every === undefined) return groups;
    const all = { value: everyGroup, label: every, detail: undefined, group: null };
    return withEvery<OfferedGroup>(all, groups, search);
  }, [found.data, every, search, tenantId]);
  const nothing = every === undefined ? null : { value: everyGroup, label: every };
  return (
    <SearchSelect
      {...field}
      selected={groupId === null ? nothing : selected && asChoice(selected)}
      onSelect={(choice) => {
        setTaken(choice?.group ?? null);
        onSelect(choice?.group?.id ?? null);
      }}
      choices={choices}
      onSearch={setSearch}
      searching={isSearching(found)}
      nothingFound="No group found"
      footer={moreThan(found.data?.data.length ?? 0, found.data?.meta.total)}
    />
  );
}

type ParentPickerProps = FieldProps & {
  /** The group that the parent has to be in; null while none is chosen. */
  groupId: number | null;
  ledgerId: number | null;
  onSelect: (ledgerId: number | null) => void;
  /** A ledger is no parent of itself. */
  without?: number | undefined;
};

/** Finds a ledger of the group that may have sub-ledgers. */
export function ParentPicker(props: ParentPickerProps) {
  const { groupId, ledgerId, onSelect, without, disabled = false, ...field } = props;
  const [search, setSearch] = useState("");
  const found = useQuery({
    ...parentChoicesQuery({ id: groupId ?? 0, search }),
    enabled: groupId !== null && !disabled,
  });
  const [taken, setTaken] = useTaken(ledgerId, found.data?.data);
  const asked = useQuery({
    ...ledgerQuery(ledgerId ?? 0),
    enabled: ledgerId !== null && taken === null && !found.isPending,
  });
  const selected = ledgerId === null ? null : (taken ?? asked.data ?? null);
  const choices = useMemo(
    () =>
      found.data?.data
        .filter(({ id }) => id !== without)
        .map((ledger) => ({ ...asChoice(ledger), ledger })),
    [found.data, without],
  );
  return (
    <SearchSelect
      {...field}
      disabled={disabled || groupId === null}
      selected={selected && asChoice(selected)}
      onSelect={(choice) => {
        setTaken(choice?.ledger ?? null);
        onSelect(choice?.ledger.id ?? null);
      }}
      choices={choices}
      onSearch={setSearch}
      searching={isSearching(found)}
      nothingFound="No ledger found"
      footer={moreThan(found.data?.data.length ?? 0, found.data?.meta.total)}
    />
  );
}
