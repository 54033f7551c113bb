import type { InputOf } from "@kontor/contract/endpoint";
import { fact } from "@kontor/contract/facts";
import { formatRange } from "@kontor/contract/format";
import {
  maxAuditRows,
  auditKinds,
  auditSubjectInWords,
  type auditItem,
  type exportPlatformAudit,
  type listPlatformAudit,
} from "@kontor/contract/users/audit";
import { auditList } from "@kontor/contract/users/list";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import {
  allConditions,
  anyColumnContains,
  inLagosDateRange,
} from "../platform/database/conditions.ts";
import { readByCursor } from "../platform/database/cursor.ts";
import {
  countOf,
  sortOrders,
  presentBatches,
  refuseLongSort,
  type Page,
} from "../platform/database/list.ts";
import { dayParts, exportFile } from "../platform/export/export-file.ts";
import type { FileResponse } from "../platform/http/serve-file.ts";
import { organizationAt, type OrganizationPath } from "../platform/organization/organization.ts";
import { tenantFilter, type Context } from "../platform/scope.ts";
import {
  auditNames,
  auditRecord,
  displayNameOfRecord,
  displayNameOfFact,
  type AuditNames,
  type AuditRecord,
} from "./audit-names.ts";
import { detailText, fieldLabel } from "./audit-texts.ts";

type AuditItem = z.output<typeof auditItem>;
type Filter = Omit<InputOf<typeof listPlatformAudit>, "page" | "per_page">;
/** With a company, the log of one organization; otherwise of all, or that of the filter. */
type Scoped<Input> = Omit<Input, "tenant_id"> & {
  tenant_id?: number | undefined;
  company_id?: number;
};

const orderBy = sortOrders({
  recorded_at: [sql`l.id`],
  action: [sql`l.action`, sql`l.id`],
  actor: [sql`lower(coalesce(u.name, ''))`, sql`l.id`],
  organization: [sql`lower(coalesce(t.name, ''))`, sql`l.id`],
  subject: [sql`split_part(l.subject, ':', 1)`, auditRecord, sql`l.subject`, sql`l.id`],
  address: [sql`coalesce(l.ip, '')`, sql`l.id`],
});

/**
 * The audit log, by default newest first; at most the first ten thousand matching rows.
 *
 * @throws Refusal `not_found`; `list_too_long_to_sort` at `sort`
 */
export async function auditPage(
  context: Context,
  input: Scoped<InputOf<typeof listPlatformAudit>>,
): Promise<Page<AuditItem>> {
  const matches = auditFilter(await tenantOf(context, input), input);
  const counted = await countMatches(context, matches);
  refuseLongAudit(counted, input.sort);
  const { rows } = await sql<AuditRow>`
    ${selectAudit(matches, input.sort)} limit ${input.per_page}
    offset ${Math.min(maxAuditRows, (input.page - 1) * input.per_page)}`.execute(context.tx);
  return { total: Math.min(maxAuditRows, counted), rows: rows.map(presentAudit) };
}

/**
 * The audit log that matches the filters, as a file.
 *
 * @throws Refusal `not_found`, `export_too_long`; `list_too_long_to_sort` at `sort`
 */
export async function auditFile(
  context: Context,
  input: Scoped<InputOf<typeof exportPlatformAudit>>,
): Promise<FileResponse> {
  const { tx, clock } = context;
  const tenantId = await tenantOf(context, input);
  const matches = auditFilter(tenantId, input);
  const { kind, subject, format } = input;
  const counting = sql<{
    total: number;
  }>`select count(*)::int as total ${fromAudit} where ${matches}`;
  const total = await countOf(tx, counting);
  refuseLongAudit(total, input.sort);
  const first = await firstMatch(context, matches);
  return exportFile(context, format, {
    list: auditList,
    name: "audit-log",
    parts: [kind, ...dayParts(input, clock.today())],
    facts: [
      ...fact("Kind", auditKinds.find((each) => each.kind === kind)?.title),
      ...fact("Record", subject && auditSubjectInWords(subject, first.record)),
      ...fact(
        "User",
        input.actor_id === undefined ? undefined : (first.actor_name ?? `No. ${input.actor_id}`),
      ),
      ["Period", formatRange(input.start_date, input.end_date)],
      ...fact("Search", input.search),
    ],
    tenantId,
    total,
    rows: presentBatches(readByCursor(tx, selectAudit(matches, input.sort)), presentAudit),
  });
}

/**
 * The names of the user and the record in the filters, as the matching rows have them; null without
 * rows.
 */
async function firstMatch(
  { tx }: Context,
  matches: RawBuilder<unknown>,
): Promise<Pick<AuditItem, "actor_name" | "record">> {
  const { rows } = await sql<{ actor_name: string | null; record: AuditRecord | null }>`
    select u.name as actor_name, ${auditRecord} as record ${fromAudit} where ${matches} limit 1`.execute(
    tx,
  );
  const [row] = rows;
  return { actor_name: row?.actor_name ?? null, record: displayNameOfRecord(row?.record ?? null) };
}

async function tenantOf(context: Context, input: Scoped<Filter>): Promise<number | null> {
  const { tenant_id, company_id } = input;
  if (tenant_id === undefined || company_id === undefined) return tenantFilter(context, tenant_id);
  const path: OrganizationPath = { tenant_id, company_id };
  return (await organizationAt(context, path)).tenant_id;
}

type AuditRow = Omit<AuditItem, "record" | "changes" | "facts"> & {
  record: AuditRecord | null;
  detail: Readonly<Record<string, unknown>>;
  names: AuditNames;
};

const fromAudit = sql`
  from audit_log l left join users u on u.id = l.actor_id left join tenants t on t.id = l.tenant_id`;

function selectAudit(
  matches: RawBuilder<unknown>,
  sort: NonNullable<Filter["sort"]> = "-recorded_at",
): RawBuilder<AuditRow> {
  return sql`
    select l.id, l.recorded_at, l.action, l.subject, l.actor_id, u.name as actor_name,
      u.email as actor_email, l.tenant_id, t.name as organization, l.ip as address, l.detail, l.request_id,
      ${auditRecord} as record, ${auditNames} as names
    ${fromAudit} where ${matches} order by ${orderBy(sort)}`;
}

/** Only the order by date has an index; for any other all matching rows are read. */
function refuseLongAudit(total: number, sort: Filter["sort"] = "-recorded_at"): void {
  if (!sort.endsWith("recorded_at")) refuseLongSort(total, "date", maxAuditRows);
}

/** The number of matching rows, counted only up to one more than the limit. */
async function countMatches(context: Context, matches: RawBuilder<unknown>): Promise<number> {
  return countOf(
    context.tx,
    sql`select count(*)::int as total
      from (select ${fromAudit} where ${matches} limit ${maxAuditRows + 1}) matching`,
  );
}

/**
 * The condition on `audit_log l` with its actor `u`. @param tenantId null for all organizations.
 */
function auditFilter(tenantId: number | null, filter: Scoped<Filter>): RawBuilder<unknown> {
  const { search = "", kind, actor_id, subject, start_date, end_date } = filter;
  const nouns = auditKinds.find((each) => each.kind === kind)?.nouns;
  const conditions = [
    ...(tenantId === null ? [] : [sql`l.tenant_id = ${tenantId}`]),
    ...(nouns === undefined
      ? []
      : [
          sql`(split_part(l.action, '.', 1) = any (${[...nouns]}) or l.action = any (${[...nouns]}))`,
        ]),
    ...(actor_id === undefined ? [] : [sql`l.actor_id = ${actor_id}`]),
    ...(subject === undefined ? [] : [subjectCondition(subject)]),
    inLagosDateRange(sql`l.recorded_at`, { start_date, end_date }),
    search === ""
      ? sql`true`
      : sql`(${anyColumnContains(searched, search)} or ${employeeCondition(search)})`,
  ];
  return allConditions(conditions);
}

/** The index of subjects excludes entries, and is used only if the statement excludes them too. */
function subjectCondition(subject: string): RawBuilder<unknown> {
  return subject.startsWith("entry:")
    ? sql`l.subject = ${subject}`
    : sql`l.subject = ${subject} and l.subject not like 'entry:%'`;
}

/** Actions on employees whose present name or staff number matches. */
function employeeCondition(search: string): RawBuilder<unknown> {
  const columns = [sql`e.first_name || ' ' || e.last_name`, sql`e.staff_no`];
  return sql`(l.tenant_id, l.subject) in (
    select e.tenant_id, 'employee:' || e.id from employees e where ${anyColumnContains(columns, search)})`;
}

/**
 * The searched text: the action and the subject in words, the stored subject, actor and address,
 * and the details.
 */
const searched = [
  sql`replace(replace(l.action, '.', ' '), '_', ' ')`,
  sql`l.subject`,
  sql`translate(l.subject, ':-_/', '    ')`,
  sql`u.name`,
  sql`u.email`,
  sql`l.ip`,
  sql`l.detail::text`,
];

function presentAudit({ record, detail, names, ...row }: AuditRow): AuditItem {
  const { changes, ...facts } = detail;
  return {
    ...row,
    record: displayNameOfRecord(record),
    changes: changesOf(row.action, changes),
    facts: Object.entries(facts).flatMap(([name, value]) => {
      const text = detailText(row.action, name, value);
      if (text === null) return [];
      const called = displayNameOfFact(names, name, text);
      return [{ name: fieldLabel(called.name), value: called.value }];
    }),
  };
}

/** The stored changes: by field, from and to, or the word "changed" for long texts. */
function changesOf(action: string, stored: unknown): AuditItem["changes"] {
  if (typeof stored !== "object" || stored === null) return [];
  return Object.entries(stored).map(([field, change]: [string, unknown]) => {
    const sides = typeof change === "object" && change !== null ? change : {};
    const { from, to }: { from?: unknown; to?: unknown } = sides;
    return {
      field: fieldLabel(field),
      from: detailText(action, field, from),
      to: detailText(action, field, to),
    };
  });
}
