import { daysBetween } from "@kontor/books/calendar-date";
import { dueSoonDays } from "@kontor/contract/dashboard/dashboard";
import type { Permission } from "@kontor/contract/endpoint";
import { maxMarkLength, type NotificationKind } from "@kontor/contract/notifications/notifications";
import { sql, type RawBuilder } from "kysely";

import { dueToAuthorities } from "../dashboard/payroll.ts";
import { accountsWaitingFor, reliefsWaitingFor } from "../employees/records/status.ts";
import { lowWallets } from "../funding/funding-rules.ts";
import { moduleEnabledCondition } from "../modules/module-gate.ts";
import { runsWaitingFor } from "../payroll/runs/waiting.ts";
import { tenantCondition } from "../platform/database/conditions.ts";
import { maxBackupAge } from "../platform/monitoring/maintenance.ts";
import type { Context } from "../platform/scope.ts";

/**
 * A notification: what failed or waits, of one kind, in one organization, or on the platform with
 * `tenant_id` null; amounts in kobo.
 */
export type NotificationRow = {
  tenant_id: number | null;
  count: number;
  /** Identifies the state that a user reads, to detect what is new; see {@link MarkComparison}. */
  mark: string;
  since: Date | null;
  balance: bigint | null;
  low_balance: bigint | null;
  due_date: string | null;
  record_id: number | null;
};

/**
 * How a mark is compared with the one that was read, so that items settled by somebody else do not
 * count as new. `newest`: the number of the newest item; a larger one is new. `items`: a list of
 * words; one that was not in it is new. `state`: any change is new.
 */
type MarkComparison = "newest" | "items" | "state";

type Source = {
  readonly kind: NotificationKind;
  /** Permissions, one of which is needed; for users without any, nothing is looked up. */
  readonly for: readonly Permission[];
  readonly mark: MarkComparison;
  /**
   * Selects the columns of {@link NotificationRow} in order, for one organization or all in scope; null when
   * there is nothing to report.
   */
  readonly find: (
    context: Context,
    tenantId: number | null,
  ) => RawBuilder<NotificationRow> | Promise<RawBuilder<NotificationRow> | null>;
};

/**
 * Each table has a partial index of the waiting rows, so the cost depends only on the rows found.
 */
const sources: readonly Source[] = [
  {
    kind: "mails_failed",
    for: ["settings.read"],
    mark: "newest",
    // By their last try or their expiry, since an older mail may fail after a newer one.
    find: () => sql<NotificationRow>`
      select null, count(*)::int, ${microsecondsOf(sql`max(least(m.next_try_at, m.expires_at))`)}, max(m.created_at), null, null, null, null
      from mails m where m.status = 'FAILED' having count(*) > 0`,
  },
  {
    kind: "backup_failed",
    for: ["settings.read"],
    mark: "newest",
    find: () => sql<NotificationRow>`
      select null, count(*)::int, max(r.id)::text, max(r.finished_at), null, null, null, null
      from maintenance_runs r
      where r.kind = 'backup' and r.faults > 0 and not exists (
        select from maintenance_runs made
        where made.kind = 'backup' and made.faults = 0 and (made.finished_at, made.id) > (r.finished_at, r.id))
      having count(*) > 0`,
  },
  {
    kind: "backup_late",
    for: ["settings.read"],
    mark: "state",
    // If no backup was ever recorded, other tools may make them.
    find: ({ clock }) => sql<NotificationRow>`
      select null, 1, max(r.finished_at)::text, max(r.finished_at), null, null, null, null
      from maintenance_runs r where r.kind = 'backup' and r.faults = 0
      having max(r.finished_at) < ${new Date(clock.now().getTime() - maxBackupAge)}::timestamptz`,
  },
  {
    kind: "books_faulty",
    for: ["books.check"],
    mark: "state",
    find: (_context, tenantId) => sql<NotificationRow>`
      select p.tenant_id, p.fault_count, p.fault_count || ' ' || md5(p.faults::text), p.checked_at, null, null, null, null
      from book_proofs p where p.fault_count > 0 and ${tenantCondition(sql`p.tenant_id`, tenantId)}`,
  },
  {
    kind: "wallet_low",
    for: ["funding.read"],
    mark: "state",
    find: ({ clock }, tenantId) => sql<NotificationRow>`
      select w.tenant_id, 1, w.balance || ' ' || w.low_balance, null, w.balance, w.low_balance, null, null
      from (${lowWallets(tenantId, clock.today())}) w`,
  },
  {
    kind: "salary_advances",
    for: ["salary-advances.decide"],
    mark: "newest",
    find: (_context, tenantId) => sql<NotificationRow>`
      select a.tenant_id, count(*)::int, max(a.id)::text, max(a.requested_at), null, null, null, null
      from advance_counters c
      join salary_advances a on a.tenant_id = c.tenant_id and a.status = 'PENDING'
      where c.pending > 0 and ${tenantCondition(sql`c.tenant_id`, tenantId)} group by a.tenant_id`,
  },
  {
    kind: "payroll_runs",
    for: ["payroll.approve", "payroll.disburse"],
    mark: "newest",
    find: ({ actor }, tenantId) => sql<NotificationRow>`
      select r.tenant_id, count(*)::int, ${microsecondsOf(sql`max(coalesce(r.approved_at, r.submitted_at))`)},
        max(coalesce(r.approved_at, r.submitted_at)), null, null, null, case count(*) when 1 then max(r.id) end
      from payroll_runs r where ${runsWaitingFor(actor)} and ${tenantCondition(sql`r.tenant_id`, tenantId)} group by r.tenant_id`,
  },
  {
    kind: "bank_accounts",
    for: ["bank-accounts.confirm"],
    mark: "newest",
    find: ({ actor }, tenantId) => sql<NotificationRow>`
      select b.tenant_id, count(*)::int, max(b.id)::text, max(b.asked_at), null, null, null,
        case count(*) when 1 then max(b.employee_id) end
      from bank_account_changes b
      where ${accountsWaitingFor(actor)} and ${tenantCondition(sql`b.tenant_id`, tenantId)}
      group by b.tenant_id`,
  },
  {
    kind: "reliefs",
    for: ["employees.pay.write"],
    mark: "newest",
    find: ({ actor }, tenantId) => sql<NotificationRow>`
      select f.tenant_id, count(*)::int, max(f.id)::text, max(f.claimed_at), null, null, null,
        case count(distinct f.employee_id) when 1 then max(f.employee_id) end
      from reliefs f
      where ${reliefsWaitingFor(actor)} and ${tenantCondition(sql`f.tenant_id`, tenantId)}
      group by f.tenant_id`,
  },
  { kind: "remittances_due", for: ["remittances.record"], mark: "items", find: remittancesDue },
  {
    kind: "imports_checked",
    for: ["employees.import"],
    mark: "items",
    find: ({ actor }, tenantId) => sql<NotificationRow>`
      select i.tenant_id, count(*)::int, string_agg(i.id || i.status, ' ' order by i.id desc), max(i.created_at), null, null,
        null, case count(*) when 1 then max(i.id) end
      from employee_imports i
      where i.status in ('READY', 'FAILED') and i.created_by = ${actor.user_id}
        and ${tenantCondition(sql`i.tenant_id`, tenantId)}
      group by i.tenant_id`,
  },
];

/** A moment as the number of microseconds since 1970, in a text. */
function microsecondsOf(moment: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(extract(epoch from ${moment}) * 1000000)::bigint::text`;
}

/**
 * Whether a user who read a notification with one mark has nothing new in it with another.
 *
 * @param kind the column with the kind of both.
 * @param read the mark that was read; the condition is null if none was.
 */
export function isMarkCovered(
  kind: RawBuilder<unknown>,
  read: RawBuilder<unknown>,
  mark: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const kindsOf = (order: MarkComparison) =>
    sql`${kind} = any(${sources.filter((each) => each.mark === order).map((each) => each.kind)}::text[])`;
  // The read mark was sent by the client and may be any text.
  return sql`case
    when ${kindsOf("newest")} and ${read} ~ '^[0-9]+$' then ${read}::numeric >= ${mark}::numeric
    when ${kindsOf("items")} then string_to_array(${mark}, ' ') <@ string_to_array(${read}, ' ')
    else ${read} = ${mark} end`;
}

/**
 * The amounts that one organization owes authorities within a week, or that are overdue, for users
 * who may pay them. Staff of all organizations have the dashboard instead. There is a second
 * notification after the due day.
 */
async function remittancesDue(
  { tx, clock }: Context,
  tenantId: number | null,
): Promise<RawBuilder<NotificationRow> | null> {
  if (tenantId === null) return null;
  const today = clock.today();
  const due = (await dueToAuthorities(tx, tenantId, today)) ?? [];
  const near = due.flatMap(({ authority, due_date, month }) => {
    if (due_date === null || daysBetween(today, due_date) > dueSoonDays) return [];
    return [{ due_date, mark: `${authority}:${month}:${due_date < today ? "overdue" : "due"}` }];
  });
  const first = near.map(({ due_date }) => due_date).toSorted()[0];
  if (first === undefined) return null;
  const mark = near.map((each) => each.mark).join(" ");
  return sql<NotificationRow>`
    select ${tenantId}::bigint, ${near.length}::int, ${mark}::text, null, null, null, ${first}::text, null
    where ${moduleEnabledCondition("payroll", sql`${tenantId}::bigint`)}`;
}

/**
 * One statement for each kind that the caller may see, with `kind` and the columns of {@link
 * Found}.
 */
export async function notificationQueries(
  context: Context,
): Promise<RawBuilder<NotificationRow>[]> {
  const { actor } = context;
  const found: RawBuilder<NotificationRow>[] = [];
  for (const source of sources) {
    if (!source.for.some((each) => actor.permissions.includes(each))) continue;
    const rows = await source.find(context, actor.tenant_id);
    if (rows !== null) found.push(ofKind(source.kind, rows));
  }
  return found;
}

/** Casts each column, since a kind may select null for it without a type. */
function ofKind(
  kind: NotificationKind,
  rows: RawBuilder<NotificationRow>,
): RawBuilder<NotificationRow> {
  return sql<NotificationRow>`
    select ${kind}::text as kind, f.tenant_id::bigint, f.count::int, left(f.mark, ${maxMarkLength}) as mark, f.since::timestamptz, f.balance::bigint,
      f.low_balance::bigint, f.due_date, f.record_id::bigint
    from (${rows}) f (tenant_id, count, mark, since, balance, low_balance, due_date, record_id)`;
}
