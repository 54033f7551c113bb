import type { ledgerChoice } from "@kontor/contract/accounting/accounts";
import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode, type Ref } from "react";
import type { z } from "zod";

import { allOrganizations } from "../platform/organization/scope-filter.ts";
import {
  moreChoicesHint,
  withAllChoice,
  type Choice,
  type FieldSpace,
} from "../ui/select/choice.ts";
import { SearchSelect } from "../ui/select/search-select.tsx";
import {
  groupChoicesQuery,
  groupQuery,
  ledgerChoicesQuery,
  ledgerQuery,
  parentChoicesQuery,
} from "./data.ts";
import { recordLedgerUse, suggestedLedgers } from "./used-ledgers.ts";

/** A ledger as the server offers it for entries. */
export type LedgerChoice = z.output<typeof ledgerChoice>;

type Account = { id: number; code: string; name: string };

/** The `tenant_id` of the filter; undefined if it is 0, for all organizations. */
function tenantUnlessAll(tenantId: number): number | undefined {
  return tenantId === allOrganizations ? undefined : tenantId;
}

/** The label of a ledger or group in a field: code and name. */
export function accountLabel({ code, name }: { code: string; name: string }): string {
  return `${code} ${name}`;
}

function asChoice(account: Account): Choice {
  return { value: account.id, label: accountLabel(account) };
}

type FieldProps = {
  label: string;
  clearable?: boolean;
  disabled?: boolean;
  placeholder?: string;
  description?: string;
  error?: ReactNode;
  space?: FieldSpace;
  inputRef?: Ref<HTMLInputElement>;
  path?: string;
};

/** The result of a query for choices. */
type FoundAccounts<Row extends Account> = {
  data?: { data: readonly Row[]; meta: { total: number } } | undefined;
  isFetching: boolean;
  isPlaceholderData: boolean;
  isPending: boolean;
};

type AccountPickerProps<
  Row extends Account,
  Fetched extends Account,
  Key extends QueryKey,
> = FieldProps & {
  found: FoundAccounts<Row>;
  search: string;
  onSearch: (text: string) => void;
  id: number | null;
  /** The query for a chosen account that the search did not find. */
  accountQuery: (id: number) => UseQueryOptions<Fetched, Error, Fetched, Key>;
  onSelect: (account: Row | null) => void;
  /** The second line of a choice. */
  detailOf?: (account: Row) => string | undefined;
  excluded?: readonly number[];
  /** The label of the choice "all", for filters that offer it. */
  allLabel?: string | undefined;
  nothingFound: string;
};

const none: readonly number[] = [];

/** The value of the choice "all". */
const allValue = 0;

/**
 * Finds an account by its name or code. Only the id of the chosen account is given: the account is
 * the one just chosen, else one of those found, else it is queried.
 */
function AccountPicker<Row extends Account, Fetched extends Account, Key extends QueryKey>(
  props: AccountPickerProps<Row, Fetched, Key>,
) {
  const { found, search, onSearch, id, accountQuery, onSelect, detailOf, ...rest } = props;
  const { excluded = none, allLabel, ...field } = rest;
  const rows = found.data?.data;
  const [chosen, setChosen] = useState<Account | null>(null);
  const known = chosen?.id === id ? chosen : rows?.find((row) => row.id === id);
  const matches = useQuery({
    ...accountQuery(id ?? 0),
    enabled: id !== null && known === undefined && !found.isPending,
  });
  const all = allLabel === undefined ? null : { value: allValue, label: allLabel };
  const selected = id === null ? undefined : (known ?? matches.data);
  const choices = useMemo(() => {
    const accounts = rows
      ?.filter((row) => !excluded.includes(row.id))
      .map((row) => ({ ...asChoice(row), detail: detailOf?.(row) }));
    return allLabel === undefined
      ? accounts
      : withAllChoice({ value: allValue, label: allLabel }, accounts, search);
  }, [rows, excluded, detailOf, allLabel, search]);
  return (
    <SearchSelect
      {...field}
      selected={id === null ? all : selected ? asChoice(selected) : null}
      onSelect={(choice) => {
        const account = rows?.find((row) => row.id === choice?.value) ?? null;
        setChosen(account);
        onSelect(account);
      }}
      choices={choices}
      onSearch={onSearch}
      searching={found.isFetching && (found.isPlaceholderData || found.isPending)}
      footer={moreChoicesHint(rows?.length ?? 0, found.data?.meta.total)}
    />
  );
}

/**
 * When all organizations are offered, each option names its organization, because accounts may have
 * the same name.
 */
function organizationOf(account: { organization_name: string }): string {
  return account.organization_name;
}

type LedgerPickerProps = FieldProps & {
  /** The organization whose ledgers are offered; 0 for all. */
  tenantId: number;
  ledgerId: number | null;
  /** The organization of the chosen ledger, when ledgers of all organizations are offered. */
  ledgerTenantId?: number | undefined;
  onSelect: (ledger: LedgerChoice | null) => void;
  /** Ledgers that are not offered. */
  excluded?: readonly number[];
  /**
   * For an entry: ledgers that take no manual entries are not offered, and those used recently or
   * often come first.
   */
  forEntry?: boolean;
};

/** Finds a ledger that takes postings. */
export function LedgerPicker({
  tenantId,
  ledgerId,
  ledgerTenantId,
  forEntry = false,
  onSelect,
  ...props
}: LedgerPickerProps) {
  const [search, setSearch] = useState("");
  // A choice made while the field is open does not reorder its options.
  const [usual] = useState(() => new Map<number, string>());
  if (forEntry && !usual.has(tenantId)) usual.set(tenantId, suggestedLedgers(tenantId).join(","));
  const first = usual.get(tenantId) || undefined;
  const found = useQuery(
    ledgerChoicesQuery({ tenant_id: tenantId, search, with_control: !forEntry, first }),
  );
  return (
    <AccountPicker
      {...props}
      onSelect={(ledger) => {
        if (forEntry && ledger) recordLedgerUse(ledger);
        onSelect(ledger);
      }}
      found={found}
      search={search}
      onSearch={setSearch}
      id={ledgerId}
      accountQuery={(id) =>
        ledgerQuery({ tenant_id: ledgerTenantId ?? tenantUnlessAll(tenantId), id })
      }
      detailOf={tenantId === allOrganizations ? organizationOf : undefined}
      nothingFound="No ledger found"
    />
  );
}

/** A group as a choice. */
type GroupChoice = Account & { tenant_id: number; organization_name: string };

type GroupPickerProps = FieldProps & {
  /** The organization whose groups are offered; 0 for all. */
  tenantId: number;
  groupId: number | null;
  onSelect: (group: GroupChoice | null) => void;
  /** The label of the choice "all", for filters that offer it. */
  allLabel?: string;
};

/** Finds a group. */
export function GroupPicker({ tenantId, groupId, ...props }: GroupPickerProps) {
  const [search, setSearch] = useState("");
  const found = useQuery(groupChoicesQuery({ tenant_id: tenantId, search }));
  return (
    <AccountPicker
      {...props}
      found={found}
      search={search}
      onSearch={setSearch}
      id={groupId}
      accountQuery={(id) => groupQuery({ tenant_id: tenantUnlessAll(tenantId), id }, true)}
      detailOf={tenantId === allOrganizations ? organizationOf : undefined}
      nothingFound="No group found"
    />
  );
}

type ParentPickerProps = FieldProps & {
  tenantId: number | undefined;
  /** The group that the parent must be in; null while none is chosen. */
  groupId: number | null;
  ledgerId: number | null;
  onSelect: (ledgerId: number | null) => void;
  /** The ledger itself, which cannot be its own parent. */
  excluded?: number | undefined;
};

/** Finds a ledger of the group that may have sub-ledgers. */
export function ParentPicker(props: ParentPickerProps) {
  const { tenantId, groupId, ledgerId, onSelect, excluded, disabled = false, ...field } = props;
  const [search, setSearch] = useState("");
  const found = useQuery({
    ...parentChoicesQuery({ tenant_id: tenantId, id: groupId ?? 0, search }),
    enabled: groupId !== null && !disabled,
  });
  const excludedIds = useMemo(() => (excluded === undefined ? none : [excluded]), [excluded]);
  return (
    <AccountPicker
      {...field}
      disabled={disabled || groupId === null}
      found={found}
      search={search}
      onSearch={setSearch}
      id={ledgerId}
      accountQuery={(id) => ledgerQuery({ tenant_id: tenantId, id })}
      onSelect={(ledger) => onSelect(ledger?.id ?? null)}
      excluded={excludedIds}
      nothingFound="No ledger found"
    />
  );
}
