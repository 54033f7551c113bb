import { addMonths } from "@kontor/books/calendar-date";
import { parseEntryNumber } from "@kontor/books/entry-number";
import { listLedgers } from "@kontor/contract/accounting/accounts";
import { findEntriesByNumber } from "@kontor/contract/accounting/entries";
import { listEmployees } from "@kontor/contract/employees/employees";
import type { Permission } from "@kontor/contract/endpoint";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { queryOptions } from "@tanstack/react-query";

import { entryAddress, entryScreens } from "../../accounting/entry-screens.ts";
import { call, callPaged } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { draftKey, storeOnDevice } from "../../platform/session.ts";
import type { ReportLink } from "../../reports/frame/report-link.ts";
import { sections as reportSections } from "../../reports/sections.ts";
import { settingsSections as settingSections } from "../../settings/sections.ts";
import { nameMatchesFirst } from "../../ui/select/name-matches-first.ts";
import type { NavigationPage } from "./navigation.ts";

/** A destination of the palette. */
export type PaletteChoice = {
  /** Unique among all choices, and the same on the next visit. */
  id: string;
  section:
    | "Recent"
    | "Actions"
    | "Screens"
    | "Reports"
    | "Settings"
    | "Organizations"
    | "Ledgers"
    | "Entries"
    | "Employees";
  label: string;
  /** Distinguishes it from others of the same name. */
  detail: string;
  link: NavigationPage["link"];
};

/** The maximum number of records of each kind. Typing narrows them. */
const maxPerKind = 5;
/** The number of employees that are requested and then ranked by name. */
const maxRankedEmployees = 25;
/** The number of recent choices that are listed first while nothing is typed. */
const maxRecent = 6;

/** Actions available from anywhere, by permission. */
export function actionsFor(may: (permission: Permission) => boolean): PaletteChoice[] {
  if (!may("accounting.write")) return [];
  const add = entryScreens.map(({ kind, label, about }): PaletteChoice => ({
    id: `add-${kind}`,
    section: "Actions",
    label: `Add ${label}`,
    detail: about,
    link: { to: "/app/entries/$kind/add", params: { kind } },
  }));
  const detail = "A ledger in the chart of accounts";
  const link = { to: "/app/ledgers/add" } as const;
  return [...add, { id: "add-ledger", section: "Actions", label: "Add Ledger", detail, link }];
}

/** The pages that the user may open, as choices. */
export function screenChoices(pages: readonly NavigationPage[]): PaletteChoice[] {
  return pages.map(({ label, about, link }) => ({
    id: `screen-${label}`,
    section: "Screens",
    label,
    detail: about,
    link,
  }));
}

/** The reports and settings that the user may open, each by its own name. */
export function reportAndSettingChoices(may: (permission: Permission) => boolean): PaletteChoice[] {
  const reports = Object.values(reportSections)
    .flatMap((section): readonly ReportLink[] => section.reports)
    .filter(({ permission }) => may("reports.read") && may(permission));
  const settings = may("settings.read") ? settingSections : [];
  return [
    ...reports.map(({ label, about, to }): PaletteChoice => ({
      id: `screen-report-${label}`,
      section: "Reports",
      label,
      detail: about,
      link: { to },
    })),
    ...settings.map(({ label, to }): PaletteChoice => ({
      id: `screen-setting-${label}`,
      section: "Settings",
      label,
      detail: "",
      link: { to },
    })),
  ];
}

const isActionOrScreen = (id: string) => id.startsWith("add-") || id.startsWith("screen-");

/** Lower case, with the apostrophe that keyboards have. */
const normalize = (text: string): string => text.toLowerCase().replaceAll("’", "'");

function matchingWords(
  choices: readonly PaletteChoice[],
  text: string,
  read: (choice: PaletteChoice) => string,
): PaletteChoice[] {
  const words = normalize(text).split(/\s+/).filter(Boolean);
  return choices.filter((choice) => {
    const searched = normalize(read(choice));
    return words.every((word) => searched.includes(word));
  });
}

/**
 * The choices that contain each word of the text in their name, or in a record's code and
 * organization.
 */
export function matchingByName(choices: readonly PaletteChoice[], text: string): PaletteChoice[] {
  return matchingWords(choices, text, ({ id, label, detail }) =>
    isActionOrScreen(id) ? label : `${label} ${detail}`,
  );
}

/**
 * The choices that contain each word in their name or description. They are listed below the
 * records, since descriptions match too much: "bank" means a ledger rather than a contra.
 */
export function matchingByDescription(
  choices: readonly PaletteChoice[],
  text: string,
): PaletteChoice[] {
  return matchingWords(choices, text, ({ label, detail }) => `${label} ${detail}`);
}

/**
 * The list of entries, searched for a text: the palette itself finds entries only by number, since
 * narrations and amounts have no index.
 */
export function entriesSearch(
  text: string,
  may: (permission: Permission) => boolean,
): PaletteChoice[] {
  if (text === "" || !may("accounting.read")) return [];
  return [
    {
      id: `search-entries-${text}`,
      section: "Entries",
      label: `Search entries for “${text}”`,
      detail: "Narrations and amounts of the last 12 months",
      link: {
        to: "/app/entries",
        search: { search: text, start_date: addMonths(today(), -12) },
      },
    },
  ];
}

/**
 * The choices, each only at its first position: a screen that matches by name stays above the
 * records.
 */
export function uniqueChoices(choices: readonly PaletteChoice[]): PaletteChoice[] {
  const seen = new Set<string>();
  return choices.filter(({ id }) => !seen.has(id) && seen.add(id));
}

type RecordKind = {
  needs: Permission;
  find: (search: string, signal: AbortSignal) => Promise<PaletteChoice[]>;
};

const quiet = true;

const recordKinds: Readonly<Record<string, RecordKind>> = {
  organizations: {
    needs: "organizations.read",
    find: async (search, signal) => {
      const input = { search, sort: "name" as const, per_page: maxPerKind };
      const { data } = await callPaged(listOrganizations, input, { signal, quiet });
      return data.map(({ tenant_id, company_id, name, code, status }) => ({
        id: `organization-${tenant_id}-${company_id}`,
        section: "Organizations",
        label: name,
        detail: status === "SUSPENDED" ? `${code} · suspended` : code,
        link: {
          to: "/app/organizations/$tenant_id/$company_id",
          params: { tenant_id: String(tenant_id), company_id: String(company_id) },
        },
      }));
    },
  },
  ledgers: {
    needs: "accounting.read",
    find: async (search, signal) => {
      const input = { search, with_control: true, per_page: maxPerKind };
      const { data } = await callPaged(listLedgers, input, { signal, quiet });
      return data.map(({ id, tenant_id, code, name, organization_name }) => ({
        id: `ledger-${tenant_id}-${id}`,
        section: "Ledgers",
        label: name,
        detail: `${code} · ${organization_name}`,
        link: {
          to: "/app/ledger-statement/$ledger_id",
          params: { ledger_id: String(id) },
          search: { tenant_id },
        },
      }));
    },
  },
  entries: {
    needs: "accounting.read",
    find: async (search, signal) => {
      // Names of people and ledgers are not entry numbers, so no request is needed.
      if (parseEntryNumber(search) === null) return [];
      const found = await call(findEntriesByNumber, { number: search }, { signal, quiet });
      return found.slice(0, maxPerKind).map((entry) => ({
        id: `entry-${entry.tenant_id}-${entry.id}`,
        section: "Entries",
        label: entry.ent_number,
        detail: `${entry.narration || entry.debit_name} · ${entry.organization_name}`,
        link: entryAddress(entry),
      }));
    },
  },
  employees: {
    needs: "employees.read",
    find: async (search, signal) => {
      const { data } = await callPaged(
        listEmployees,
        { search, per_page: maxRankedEmployees },
        { signal, quiet },
      );
      const found = data.map((each): PaletteChoice => {
        const { id, tenant_id, first_name, last_name, staff_no, organization } = each;
        return {
          id: `employee-${tenant_id}-${id}`,
          section: "Employees",
          label: `${first_name} ${last_name}`,
          detail: `${staff_no} · ${organization}`,
          link: {
            to: "/app/employees/$tenant_id/$employee_id",
            params: { tenant_id: String(tenant_id), employee_id: String(id) },
          },
        };
      });
      return nameMatchesFirst(found, search).slice(0, maxPerKind);
    },
  },
};

/**
 * Records of every kind that the user may see and whose name, number or code contains the text. A
 * kind that is switched off or fails is left out, since the others are still useful.
 */
export const recordsQuery = (search: string, may: (permission: Permission) => boolean) =>
  queryOptions({
    queryKey: ["palette", search],
    queryFn: async ({ signal }) => {
      const allowedKinds = Object.values(recordKinds).filter(({ needs }) => may(needs));
      const found = await Promise.allSettled(allowedKinds.map(({ find }) => find(search, signal)));
      return found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
    },
    enabled: search !== "",
    staleTime: 30_000,
  });

/** Stored like a draft, per user and until logout, since it names records. */
const recentKey = "palette-1";

/** The user's recent choices on this device, the latest first. */
export function recentChoices(): PaletteChoice[] {
  const key = draftKey(recentKey);
  try {
    const stored = JSON.parse((key && localStorage.getItem(key)) ?? "[]") as PaletteChoice[];
    return stored.map((choice) => ({ ...choice, section: "Recent" }));
  } catch {
    return [];
  }
}

/** Remembers a choice as the latest. */
export function rememberChoice(choice: PaletteChoice): void {
  const key = draftKey(recentKey);
  const before = recentChoices().filter(({ id }) => id !== choice.id);
  storeOnDevice(key, JSON.stringify([choice, ...before].slice(0, maxRecent)));
}
