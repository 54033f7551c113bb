import { isCalendarDate } from "@kontor/books/date-parts";
import { parseTotal } from "@kontor/books/money";
import { isMonth, monthName } from "@kontor/payroll/month";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { exportFiles, exportFormat } from "../exports.ts";
import { formatDate, formatMoney } from "../format.ts";
import { roleNames, roleTitle } from "../reference/roles.ts";
import { dayRange, daysInOrder, daysOutOfOrder } from "../wire/dates.ts";
import { id, idOut, organizationFilter, organizationParams } from "../wire/ids.ts";
import { pageQuery, search, sortBy } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { codeInWords, titleOfName } from "../words.ts";

/**
 * The change of one field; null is an empty value. When both are null, the field changed but is too
 * long to show.
 */
export const auditChange = z.strictObject({
  field: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});

export const auditItem = z.strictObject({
  id: idOut,
  recorded_at: moment,
  /** `noun.verb-ed`; {@link auditTitle} gives its display text. */
  action: z.string(),
  /** The record, `noun:id`. */
  subject: z.string(),
  /**
   * The record's present name, such as "Ada Obi, DF-0012"; null when it was deleted or has no name.
   */
  record: z.string().nullable(),
  actor_id: idOut.nullable(),
  /** Null when the actor is unknown (a refused sign-in) or is the system. */
  actor_name: z.string().nullable(),
  actor_email: z.string().nullable(),
  /** Null for the platform. */
  tenant_id: idOut.nullable(),
  organization: z.string().nullable(),
  /** The network address of the request; null for work outside requests. */
  address: z.string().nullable(),
  changes: z.array(auditChange),
  /** Further facts, by name. */
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  request_id: z.string(),
});

/**
 * The kinds of actions in filters. Each covers the actions that begin with one of its nouns, and
 * those that it names in full, because their noun is that of several kinds.
 */
export const auditKinds = [
  { kind: "sign_in", title: "Signing in", nouns: ["session", "sessions", "access", "portal"] },
  {
    kind: "users",
    title: "Users and rights",
    nouns: [
      "user",
      "invitation",
      "account",
      "password",
      "second_factor",
      "recovery_codes",
      "sign_in_rules",
    ],
  },
  { kind: "organizations", title: "Organizations", nouns: ["organization", "branch", "module"] },
  {
    kind: "configuration",
    title: "Settings and configuration",
    nouns: ["configuration", "secret", "bank.tested", "mail", "outgoing"],
  },
  {
    kind: "accounting",
    title: "Accounting",
    nouns: ["group", "ledger", "entry", "bank.reconciled", "period", "period-exception", "year"],
  },
  { kind: "funding", title: "Funding", nouns: ["funds", "transfer"] },
  { kind: "employees", title: "Employees", nouns: ["employee", "employee-import"] },
  { kind: "salary_advances", title: "Salary advances", nouns: ["salary-advance"] },
  { kind: "payroll", title: "Payroll", nouns: ["payroll-run", "payslip", "remittance"] },
  { kind: "exports", title: "Exports", nouns: ["list"] },
] as const;
const kindNames = auditKinds.map(({ kind }) => kind);

/** Titles for actions whose words would not read well unchanged. */
const titles: Readonly<Record<string, string>> = {
  "session.opened": "Signed in",
  "session.closed": "Signed out",
  "session.refused": "Sign-in refused",
  "session.ended": "Session ended",
  "portal.opened": "Signed in to the portal",
  "portal.closed": "Signed out of the portal",
  "portal.refused": "Portal sign-in refused",
  "portal.invited": "Invited to the portal",
  "access.refused": "Not allowed",
  "access.slowed": "Too many requests",
  "list.exported": "List exported",
  "outgoing.held": "Emails and transfers held",
  "outgoing.released": "Emails and transfers released",
};

/** The display text of an action: "User roles changed". */
export function auditTitle(action: string): string {
  return titles[action] ?? titleOfName(action);
}

/** Actions that are refused before the actor is known. */
const unknownActor = /^(session|access)\.|^portal\.refused$/;

/**
 * The actor of an action. Actors in the log are users. A request without a user was made by an
 * employee in the portal, whom the record names, or was refused before anyone was identified.
 *
 * @param item its `address` is null for work outside requests.
 */
export function auditActor(item: {
  actor_name: string | null;
  address: string | null;
  action: string;
}): string {
  if (item.actor_name !== null) return item.actor_name;
  if (item.address === null) return "System";
  return unknownActor.test(item.action) ? "Nobody signed in" : "Employee in the portal";
}

/** Titles of fields whose names do not read well: abbreviations, and terms of the books. */
const fieldTitles: Readonly<Record<string, string>> = {
  bvn: "BVN",
  id: "ID",
  nhf: "NHF",
  nin: "NIN",
  "op balance": "Opening balance",
  "op balance dc": "Side of the opening balance",
  pfa: "Pension fund administrator",
  "rsa pin": "RSA PIN",
  "tax id": "Tax ID",
};

/**
 * The display text of a field or a further fact: "monthly pay" and "monthly_pay" are both "Monthly
 * pay".
 */
export function auditFieldTitle(name: string): string {
  return fieldTitles[name.replaceAll("_", " ")] ?? titleOfName(name).replace(/ id$/, " ID");
}

/** Fields whose values are one-word codes; in other fields such a word may be a name. */
const codedFields: readonly string[] = [
  "accepted how",
  "action",
  "cash flow",
  "cycle",
  "exit reason",
  "gender",
  "kind",
  "pension exemption",
  "status",
  "hold reason",
];

/** Fields whose values are percentages, which would look like amounts if they have two decimals. */
const percentages: readonly string[] = [
  "floor percentage",
  "interest rate",
  "max percentage",
  "pension employee",
  "pension employer",
];

const sides: Readonly<Record<string, string>> = { DR: "Debit", CR: "Credit" };
const booleanTitles: Readonly<Record<string, string>> = {
  true: "Yes",
  yes: "Yes",
  false: "No",
  no: "No",
};

/** The title of a role; other text unchanged. */
function roleInWords(name: string): string {
  const role = roleNames.find((each) => each === name);
  return role === undefined ? name : roleTitle(role);
}

/**
 * A recorded value in words: days, months, amounts and yes/no as everywhere else, roles by their
 * titles, and codes such as `SIGNED_PAPER` as "Signed paper"; anything else unchanged.
 *
 * @param field the name of the field or fact: only some have one-word codes, such as `ACTIVE`.
 */
export function auditValueInWords(value: string, field: string): string {
  const of = field.replaceAll("_", " ");
  if (codedFields.includes(of)) return codeInWords(value);
  if (of === "roles") return value.split(", ").map(roleInWords).join(", ");
  if (of === "op balance dc") return sides[value] ?? value;
  if (of === "auto approval") return value === "1" ? "Yes" : "No";
  if (percentages.includes(of)) return `${value}%`;
  const answer = booleanTitles[value];
  if (answer !== undefined) return answer;
  if (isCalendarDate(value)) return formatDate(value);
  if (isMonth(value)) return monthName(value);
  // Only amounts are recorded with their kobo.
  const amount = /^\d+\.\d{2}$/.test(value) ? parseTotal(value) : undefined;
  if (typeof amount === "bigint") return formatMoney(amount);
  return value.includes("_") ? codeInWords(value) : value;
}

/** Parts of an export's path that locate it and do not name what it lists. */
const places =
  /^\/(?:organizations\/\d+\/\d+\/|settings\/|reports\/(?:transaction\/)?)?|\/export$/g;

/**
 * A record in words: `payroll-run:21` is "Payroll run PR-000021", and the export
 * `export:/ledgers/5/statement/export` is "Ledger 5 statement".
 *
 * @param record the record's name; without it, its id is used: "Payroll run 21".
 */
export function auditSubjectInWords(subject: string, record: string | null): string {
  const colon = subject.indexOf(":");
  if (colon === -1) return titleOfName(subject);
  const [noun, of] = [subject.slice(0, colon), subject.slice(colon + 1)];
  if (noun !== "export") return `${titleOfName(noun)} ${record ?? of}`;
  const parts = of
    .replaceAll(places, "")
    .replaceAll(/s\/(\d+)/g, " $1")
    .split("/");
  return titleOfName(parts.join(" "));
}

/** A change in words, on one line: "Status: Suspended (was Active)". */
function changeInWords({ field, ...change }: z.output<typeof auditChange>): string {
  const title = auditFieldTitle(field);
  const [from, to] = [change.from, change.to].map((value) =>
    value === null ? null : auditValueInWords(value, field),
  );
  if (to === null) return from === null ? `${title} changed` : `${title} removed (was ${from})`;
  return from === null ? `${title}: ${to}` : `${title}: ${to} (was ${from})`;
}

/** All changes of an action and its further facts, on one line. */
export function auditInWords({
  changes,
  facts,
}: Pick<z.output<typeof auditItem>, "changes" | "facts">): string {
  return [
    ...changes.map(changeInWords),
    ...facts.map(
      ({ name, value }) => `${auditFieldTitle(name)}: ${auditValueInWords(value, name)}`,
    ),
  ].join("; ");
}

const filters = {
  search,
  kind: z.enum(kindNames, { error: "Choose a kind from the list." }).optional(),
  actor_id: id.optional(),
  /** The history of one record, such as `user:12`. */
  subject: z
    .string()
    .trim()
    .regex(/^[\w./:-]{1,200}$/, "Give a record as noun:id, such as user:12.")
    .optional(),
  ...dayRange,
};

/**
 * The maximum number of rows that can be paged through and counted. The log grows forever; older
 * rows are found by narrowing the days.
 */
export const maxAuditRows = 10_000;

/** The columns of the screen, all of which can be sorted. */
export const auditSorts = [
  "recorded_at",
  "action",
  "actor",
  "organization",
  "subject",
  "address",
] as const;

const listQuery = z
  .strictObject({ ...filters, sort: sortBy(auditSorts), ...pageQuery(25) })
  .refine(daysInOrder, daysOutOfOrder);
const exportQuery = z
  .strictObject({ ...filters, sort: sortBy(auditSorts), format: exportFormat })
  .refine(daysInOrder, daysOutOfOrder);

export const listPlatformAudit = endpoint({
  method: "GET",
  path: "/settings/audit-log",
  summary:
    "The audit log of the platform and all organizations, newest first; the total counts up to 10,000",
  access: "platform-audit.read",
  query: listQuery.safeExtend({ tenant_id: organizationFilter }),
  data: z.array(auditItem),
  paged: true,
});

export const listOrganizationAudit = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/audit-log",
  summary: "The audit log of an organization, newest first; the total counts up to 10,000",
  access: "audit.read",
  params: organizationParams,
  query: listQuery,
  data: z.array(auditItem),
  paged: true,
});

export const exportPlatformAudit = endpoint({
  method: "GET",
  path: "/settings/audit-log/export",
  summary: "The audit log of the platform and all organizations as a file, filtered",
  access: "platform-audit.read",
  query: exportQuery.safeExtend({ tenant_id: organizationFilter }),
  data: z.unknown(),
  file: exportFiles,
});

export const exportOrganizationAudit = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/audit-log/export",
  summary: "The audit log of an organization as a file, filtered",
  access: "audit.read",
  params: organizationParams,
  query: exportQuery,
  data: z.unknown(),
  file: exportFiles,
});
