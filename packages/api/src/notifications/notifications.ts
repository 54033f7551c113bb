import { displayKobo } from "@kontor/books/money";
import { fromSigned } from "@kontor/books/side";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import {
  maxNotifications,
  type countNotifications,
  type listNotifications,
  type NotificationKind,
  type readNotifications,
} from "@kontor/contract/notifications/notifications";
import { sql, type RawBuilder } from "kysely";

import { exactlyOne } from "../platform/database/rows.ts";
import { tenantFilter, type Actor, type Context } from "../platform/scope.ts";
import {
  isMarkCovered,
  notificationQueries,
  type NotificationRow,
} from "./notification-sources.ts";

type Notification = DataOf<typeof listNotifications>["notifications"][number];

type Row = NotificationRow & {
  kind: NotificationKind;
  company_id: number | null;
  organization: string | null;
  read: boolean;
  /** The number of unread ones, including those beyond the limit. */
  unread: number;
};

/** What failed or waits for the caller. Only reads are stored; the rest is looked up. */
export async function notifications(context: Context): Promise<DataOf<typeof listNotifications>> {
  const found = await allNotifications(context);
  if (found === null) return { notifications: [], unread: 0 };
  const { rows } = await sql<Row>`
    select n.*, t.name as organization, c.id as company_id
    from (select f.*, (count(*) filter (where not f.read) over ())::int as unread from (${found}) f) n
    left join tenants t on t.id = n.tenant_id
    left join companies c on c.tenant_id = n.tenant_id
    order by n.read, n.since desc nulls first, n.kind, n.tenant_id limit ${maxNotifications}`.execute(
    context.tx,
  );
  return { notifications: rows.map(present), unread: rows[0]?.unread ?? 0 };
}

/** The number of notifications that the caller has not read. */
export async function unreadCount(context: Context): Promise<DataOf<typeof countNotifications>> {
  const found = await allNotifications(context);
  if (found === null) return { unread: 0 };
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (${found}) n where not n.read`.execute(context.tx);
  return exactlyOne(rows);
}

/**
 * Stores which notifications the caller has read, each in its present state. Refuses organizations
 * that the caller may not enter, like any other call.
 *
 * @throws Refusal `not_found`
 */
export async function markNotificationsRead(
  context: Context,
  { read }: InputOf<typeof readNotifications>,
): Promise<DataOf<typeof readNotifications>> {
  const { tx, actor, clock } = context;
  for (const { tenant_id } of read) if (tenant_id !== null) tenantFilter(context, tenant_id);
  // Rows are locked in a fixed order, so that two tabs of a user cannot deadlock.
  await sql`
    insert into notification_reads as r (user_id, kind, about_tenant_id, tenant_id, mark, read_at)
    select distinct on (n.kind, n.about) ${actor.user_id}::bigint, n.kind, n.about, ${actor.tenant_id ?? 0}::bigint,
      n.mark, ${clock.now()}::timestamptz
    from unnest(${read.map(({ kind }) => kind)}::text[], ${read.map(({ tenant_id }) => tenant_id ?? 0)}::bigint[],
      ${read.map(({ mark }) => mark)}::text[]) n (kind, about, mark)
    order by n.kind, n.about
    on conflict (user_id, kind, about_tenant_id) do update set mark = excluded.mark, read_at = excluded.read_at`.execute(
    tx,
  );
  return { done: true };
}

/**
 * All notifications, with whether the caller has read each in its present state; null if the caller
 * may see no kind.
 */
async function allNotifications(context: Context): Promise<RawBuilder<unknown> | null> {
  const found = await notificationQueries(context);
  if (found.length === 0) return null;
  return withRead(context.actor, sql.join(found, sql` union all `));
}

function withRead({ user_id }: Actor, found: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select f.kind, f.tenant_id, f.count, f.mark, f.since, f.balance, f.low_balance, f.due_date, f.record_id,
      coalesce(${isMarkCovered(sql`f.kind`, sql`r.mark`, sql`f.mark`)}, false) as read
    from (${found}) f
    left join notification_reads r
      on r.user_id = ${user_id} and r.kind = f.kind and r.about_tenant_id = coalesce(f.tenant_id, 0)`;
}

function present({ balance, ...row }: Row): Notification {
  const sided = balance === null ? null : fromSigned(balance);
  return {
    kind: row.kind,
    tenant_id: row.tenant_id,
    company_id: row.company_id,
    organization: row.organization,
    count: row.count,
    since: row.since,
    balance: sided?.amount ?? null,
    balance_dc: sided?.side ?? null,
    low_balance: row.low_balance === null ? null : displayKobo(row.low_balance),
    due_date: row.due_date,
    record_id: row.record_id,
    mark: row.mark,
    read: row.read,
  };
}
