import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { z } from "zod";

import { readTextParam, type ListEndpoint, type ListSearch, type RawSearch } from "./address.ts";
import { fieldsOf } from "./request.ts";
import { isOrganizationUser } from "./session.ts";

/** Search parameters that choose a page of the list and do not filter it. */
const paginationParams: ReadonlySet<string> = new Set([
  "search",
  "sort",
  "page",
  "per_page",
  "up_to",
]);

/** Search parameters that qualify another filter and do not count as filters themselves. */
const qualifierParams: ReadonlySet<string> = new Set(["for_me"]);

type ParsedSearch<E extends ListEndpoint> = {
  input: ListSearch<E>;
  /** The contract's errors of fields that conflict, for example days out of order. */
  errors: Readonly<Record<string, string>>;
};

/**
 * Reads a list's search parameters by the schema of its endpoint. Invalid fields are ignored, since
 * people edit and truncate addresses. An absent field gets its default; an empty one ("") has no
 * value.
 */
export function readListSearch<E extends ListEndpoint>(
  endpoint: E,
  raw: RawSearch,
  defaults: ListSearch<E> = {},
): ParsedSearch<E> {
  const fallback: RawSearch = defaults;
  const input: Record<string, unknown> = {};
  for (const [field, schema] of fieldsOf(endpoint.query)) {
    const given = raw[field];
    if (given === "") continue;
    const text = typeof given === "number" || typeof given === "boolean" ? String(given) : given;
    const read = text === undefined ? undefined : z.safeParse(schema, text);
    const value = read?.success ? read.data : (fallback[field] ?? defaultOf(schema));
    if (value !== undefined && value !== "") input[field] = value;
  }
  const issues = endpoint.query.safeParse(input).error?.issues ?? [];
  return {
    input: input as ListSearch<E>,
    errors: Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message])),
  };
}

/** The position in a list and how to change it, as tables need it. */
export type ListPlace = {
  page: number;
  perPage: number;
  sort: string | undefined;
  onPage: (page: number, options?: { replace?: boolean }) => void;
  onPerPage: (perPage: number) => void;
  onSort: (sort: string) => void;
};

/** A list as its saved views need it. */
export type ViewedList = {
  /** The path of the list's endpoint, under which its views are stored. */
  list: string;
  /** The list's current search parameters, without the page. */
  current: RawSearch;
  /**
   * True if nothing but the organization and the page size is set, and `view: "all"` is not set
   * either.
   */
  bare: boolean;
  /** Shows a view and drops all other search parameters. */
  apply: (search: RawSearch, options?: { replace?: boolean }) => void;
  /** Shows all rows, and records in the address that all rows are wanted. */
  showAll: (options?: { replace?: boolean }) => void;
};

declare module "@tanstack/react-router" {
  // A declaration of the library can only be extended by an interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface HistoryState {
    /** The filters were set on the page, so an address without filters means all rows. */
    chosen?: boolean;
  }
}

export type ListView<E extends ListEndpoint> = ParsedSearch<E> & {
  place: ListPlace;
  /** Props of the search box, which also shows the user's saved views of the list. */
  searching: { value: string; onSearch: (text: string) => void; views: ViewedList };
  /** Props of `SavedViews` for a list without a search box. */
  views: ViewedList;
  /**
   * The number of filters that are set, without search and order. The organization does not count
   * for users of one, who have no field for it.
   */
  filters: number;
  /**
   * Whether a search, or a filter other than the organization, is set. If a list is empty only
   * because the chosen organization has no rows, it offers to add the first one, and not to clear
   * the filters.
   */
  narrowed: boolean;
  /** Changes the search parameters and goes to the first page, unless `change` names a page. */
  show: (change: ListSearch<E>, options?: { replace?: boolean }) => void;
  /** Clears the search and all filters, including defaults. */
  clear: () => void;
  /**
   * Changes with each `clear`. As the key of a date field it also clears a text that is not a
   * date and so never became a filter.
   */
  clears: number;
};

/** Whether a search parameter narrows the list by its user's choice. */
function isFilter(field: string, value: unknown): boolean {
  if ((value ?? "") === "" || qualifierParams.has(field)) return false;
  return field !== "tenant_id" || !isOrganizationUser();
}

/**
 * The state of a list, kept in the address: search, order, page, page size and filters, parsed by
 * the contract. Other search parameters stay unchanged.
 *
 * @param defaults default filters; a cleared one is "" in the address.
 * @param options `keepScroll` for a list that is not at the top of the page.
 */
export function useListSearch<E extends ListEndpoint>(
  endpoint: E,
  defaults: ListSearch<E> = {},
  { keepScroll = false }: { keepScroll?: boolean } = {},
): ListView<E> {
  const raw: RawSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const [clears, setClears] = useState(0);
  const read = readListSearch(endpoint, raw, defaults);
  const { search = "" } = read.input as { search?: string };
  const names = fieldsOf(endpoint.query).map(([field]) => field);
  const views = viewedList(endpoint, raw, (change, { replace = false } = {}) => {
    const cleared = Object.fromEntries([...names, "view"].map((field) => [field, undefined]));
    void navigate({
      to: ".",
      search: (now: RawSearch) => ({ ...now, ...cleared, ...change }),
      // A replaced address keeps its state, including whether its filters were chosen.
      state: (before) => (replace ? before : {}),
      replace,
      resetScroll: !keepScroll,
      ignoreBlocker: true,
    });
  });
  const go = (change: RawSearch, { replace = false, chosen = false } = {}) =>
    void navigate({
      to: ".",
      // Two simultaneous changes, such as a view and the organization of the header, are both kept.
      search: (now: RawSearch) => ({
        ...now,
        page: undefined,
        up_to: undefined,
        ...encodeChange(endpoint, change, defaults),
      }),
      // The header sets the organization in the address, without the user's choice on this page.
      state: (before) => ({
        ...before,
        ...((chosen || !(views.bare && isOnlyOrganization(change))) && { chosen: true }),
      }),
      replace,
      resetScroll: !keepScroll,
      // The page and its unsaved input stay, so no confirmation is needed.
      ignoreBlocker: true,
    });
  const narrowing = names.filter((field) => !paginationParams.has(field));
  const filters = narrowing.filter((field) => isFilter(field, raw[field]));
  return {
    ...read,
    place: placeOf(read.input, go),
    searching: {
      value: search,
      // The back button must not step through every letter that was typed.
      onSearch: (text) => go({ search: text || undefined }, { replace: search !== "" }),
      views,
    },
    views,
    filters: filters.length,
    narrowed: search !== "" || filters.some((field) => field !== "tenant_id"),
    show: go,
    clear: () => {
      setClears(clears + 1);
      const cleared = [...narrowing, "search"].map((field) => [field, undefined] as const);
      go(Object.fromEntries(cleared), { chosen: true });
    },
    clears,
  };
}

/** The position in a list by its search parameters. @param go changes some of them. */
function placeOf(
  input: object,
  go: (change: RawSearch, options?: { replace?: boolean }) => void,
): ListPlace {
  const {
    page = 1,
    per_page: perPage = 10,
    sort,
  } = input as { page?: number; per_page?: number; sort?: string };
  return {
    page,
    perPage,
    sort,
    onPage: (next, options) => go({ page: next }, options),
    onPerPage: (next) => go({ per_page: next }),
    onSort: (next) => go({ sort: next }),
  };
}

/** Search parameters that the header and the table set. They do not make a view. */
export const contextParams: ReadonlySet<string> = new Set(["tenant_id", "per_page"]);

/** Whether a change sets only the organization. */
function isOnlyOrganization(change: RawSearch): boolean {
  return Object.entries(change).every(([field, to]) => field === "tenant_id" || to === undefined);
}

function viewedList(
  endpoint: ListEndpoint,
  raw: RawSearch,
  apply: ViewedList["apply"],
): ViewedList {
  const current = Object.fromEntries(
    fieldsOf(endpoint.query).flatMap(([field]) =>
      field === "page" ||
      field === "up_to" ||
      typeof raw[field] === "object" ||
      raw[field] === undefined
        ? []
        : [[field, raw[field]]],
    ),
  );
  const isBare = Object.keys(current).every((field) => contextParams.has(field));
  const remaining = Object.fromEntries(
    Object.entries(current).filter(([field]) => contextParams.has(field)),
  );
  return {
    list: endpoint.path,
    current,
    bare: isBare && raw["view"] !== "all",
    apply,
    showAll: (options) =>
      apply({ ...remaining, ...(isBare && { page: raw["page"] }), view: "all" }, options),
  };
}

/** The default value of a schema. */
function defaultOf(schema: z.core.$ZodType | undefined): unknown {
  return schema && z.safeParse(schema, undefined).data;
}

/** Search parameters as the address holds them: defaults are left out, and "" clears a default. */
function encodeChange(endpoint: ListEndpoint, change: RawSearch, defaults: RawSearch): RawSearch {
  const schemas = new Map(fieldsOf(endpoint.query));
  return Object.fromEntries(
    Object.entries(change).map(([field, value]) => {
      if (value === undefined) return [field, defaults[field] === undefined ? undefined : ""];
      const fallback = defaults[field] ?? defaultOf(schemas.get(field));
      return [field, value === fallback ? undefined : value];
    }),
  );
}

/** The search text of a list that is loaded as a whole, kept in the address. */
export function useTextSearch(): { value: string; onSearch: (text: string) => void } {
  const raw: RawSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const value = readTextParam(raw["search"]) ?? "";
  return {
    value,
    onSearch: (text) =>
      void navigate({
        to: ".",
        search: { ...raw, search: text || undefined },
        replace: value !== "",
        // The list may be below other content, and the box must stay visible while the user types.
        resetScroll: false,
      }),
  };
}
