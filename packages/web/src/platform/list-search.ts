import { useNavigate, useSearch } from "@tanstack/react-router";
import { z } from "zod";

import { readText, type ListEndpoint, type ListSearch, type Raw } from "./address.ts";
import { fieldsOf } from "./request.ts";

/** Fields of an address that place a page and do not narrow the list. */
const placing: ReadonlySet<string> = new Set(["search", "sort", "page", "per_page", "up_to"]);

type Read<E extends ListEndpoint> = {
  input: ListSearch<E>;
  /** The contract's errors of fields that conflict, such as days out of order. */
  errors: Readonly<Record<string, string>>;
};

/**
 * Reads a list's address by the schema of its endpoint. Invalid fields are ignored, since people
 * edit and truncate addresses; an absent field has its default, and an empty one ("") has none.
 */
export function readListSearch<E extends ListEndpoint>(
  endpoint: E,
  raw: Raw,
  defaults: ListSearch<E> = {},
): Read<E> {
  const usual: Raw = defaults;
  const input: Record<string, unknown> = {};
  for (const [field, schema] of fieldsOf(endpoint.query)) {
    const given = raw[field];
    if (given === "") continue;
    const text = typeof given === "number" || typeof given === "boolean" ? String(given) : given;
    const read = text === undefined ? undefined : z.safeParse(schema, text);
    const value = read?.success ? read.data : (usual[field] ?? usualOf(schema));
    if (value !== undefined && value !== "") input[field] = value;
  }
  const issues = endpoint.query.safeParse(input).error?.issues ?? [];
  return {
    input: input as ListSearch<E>,
    errors: Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message])),
  };
}

/** The place in a list and how to go on from there, as tables want it. */
export type ListPlace = {
  page: number;
  perPage: number;
  sort: string | undefined;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
  onSort: (sort: string) => void;
};

/** A list as its views see it. */
export type ViewedList = {
  /** The path of its call, by which views are kept. */
  list: string;
  /** The list's present address, without the page. */
  current: Raw;
  /**
   * Nothing is set but the organization and the rows of a page, and all rows are not requested
   * explicitly.
   */
  bare: boolean;
  /** Shows a view, dropping everything else that was set. */
  apply: (search: Raw, options?: { replace?: boolean }) => void;
  /** Shows all rows, and says in the address that they are meant. */
  showAll: (options?: { replace?: boolean }) => void;
};

declare module "@tanstack/react-router" {
  // What the library declares is only added to by an interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface HistoryState {
    /** The filters were set on the page, so an address without filters means all rows. */
    chosen?: boolean;
  }
}

export type ListView<E extends ListEndpoint> = Read<E> & {
  place: ListPlace;
  /** For the search box, beside which stand the views that the user has saved of the list. */
  searching: { value: string; onSearch: (text: string) => void; views: ViewedList };
  /** For `SavedViews` of a list without a search box. */
  views: ViewedList;
  /** How many filters are set, besides search and order. */
  filters: number;
  /** Changes the list's address, from its first page unless `change` names one. */
  show: (change: ListSearch<E>, options?: { replace?: boolean }) => void;
  /** Clears the search and all filters, including defaults. */
  clear: () => void;
};

/**
 * What a list shows, kept in the address: search, order, page, rows of a page and filters, read by
 * the contract. Fields of the address that belong to something else stay as they are.
 *
 * @param defaults default filters; when cleared they are "" in the address.
 * @param options `keepScroll` for a list that is not the page's first thing.
 */
export function useListSearch<E extends ListEndpoint>(
  endpoint: E,
  defaults: ListSearch<E> = {},
  { keepScroll = false }: { keepScroll?: boolean } = {},
): ListView<E> {
  const raw: Raw = useSearch({ strict: false });
  const navigate = useNavigate();
  const read = readListSearch(endpoint, raw, defaults);
  const {
    page = 1,
    per_page: perPage = 10,
    sort,
    search = "",
  } = read.input as { page?: number; per_page?: number; sort?: string; search?: string };
  const names = fieldsOf(endpoint.query).map(([field]) => field);
  const views = viewedList(endpoint, raw, (change, { replace = false } = {}) => {
    const cleared = Object.fromEntries([...names, "view"].map((field) => [field, undefined]));
    void navigate({
      to: ".",
      search: (now: Raw) => ({ ...now, ...cleared, ...change }),
      replace,
      resetScroll: !keepScroll,
      ignoreBlocker: true,
    });
  });
  const go = (change: Raw, { replace = false }: { replace?: boolean } = {}) =>
    void navigate({
      to: ".",
      // Two changes in one moment, such as a view and the organization of the header, are both kept.
      search: (now: Raw) => ({
        ...now,
        page: undefined,
        up_to: undefined,
        ...written(endpoint, change, defaults),
      }),
      // The organization of the header comes into an address by itself.
      state: (before) => ({
        ...before,
        ...(!(views.bare && isAmbient(change)) && { chosen: true }),
      }),
      replace,
      resetScroll: !keepScroll,
      // The page and its unsaved input stay, so there is no question.
      ignoreBlocker: true,
    });
  const narrowing = names.filter((field) => !placing.has(field));
  return {
    ...read,
    place: {
      page,
      perPage,
      sort,
      onPage: (next) => go({ page: next }),
      onPerPage: (next) => go({ per_page: next }),
      onSort: (next) => go({ sort: next }),
    },
    searching: {
      value: search,
      // Back must not lead through each letter that was typed.
      onSearch: (text) => go({ search: text || undefined }, { replace: search !== "" }),
      views,
    },
    views,
    filters: narrowing.filter((field) => (raw[field] ?? "") !== "").length,
    show: go,
    clear: () =>
      go(Object.fromEntries([...narrowing, "search"].map((field) => [field, undefined]))),
  };
}

/** What the header and the table set by themselves makes no view. */
const ambient: ReadonlySet<string> = new Set(["tenant_id", "per_page"]);

/** Whether a change sets only the organization. */
function isAmbient(change: Raw): boolean {
  return Object.entries(change).every(([field, to]) => field === "tenant_id" || to === undefined);
}

function viewedList(endpoint: ListEndpoint, raw: Raw, apply: ViewedList["apply"]): ViewedList {
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
  const isBare = Object.keys(current).every((field) => ambient.has(field));
  const remaining = Object.fromEntries(
    Object.entries(current).filter(([field]) => ambient.has(field)),
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

/** A schema's default. */
function usualOf(schema: z.core.$ZodType | undefined): unknown {
  return schema && z.safeParse(schema, undefined).data;
}

/** Fields as the address holds them: defaults are left out, and "" clears a default. */
function written(endpoint: ListEndpoint, change: Raw, defaults: Raw): Raw {
  const schemas = new Map(fieldsOf(endpoint.query));
  return Object.fromEntries(
    Object.entries(change).map(([field, value]) => {
      if (value === undefined) return [field, defaults[field] === undefined ? undefined : ""];
      const usual = defaults[field] ?? usualOf(schemas.get(field));
      return [field, value === usual ? undefined : value];
    }),
  );
}

/** The search of a list that is loaded whole, kept in the address. */
export function useTextSearch(): { value: string; onSearch: (text: string) => void } {
  const raw: Raw = useSearch({ strict: false });
  const navigate = useNavigate();
  const value = readText(raw["search"]) ?? "";
  return {
    value,
    onSearch: (text) =>
      void navigate({
        to: ".",
        search: { ...raw, search: text || undefined },
        replace: value !== "",
      }),
  };
}
