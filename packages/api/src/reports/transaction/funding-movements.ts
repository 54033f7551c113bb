import { dayBefore } from "@kontor/books/calendar-date";
import { kobo, displayKobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatNet } from "@kontor/contract/format";
import { movementsFacts } from "@kontor/contract/reports/facts";
import {
  fundingMovementsList,
  movementsTotal,
  walletReconciliation,
  walletSummaryRows,
  type fundingMovementsReport,
  type MovementKind,
} from "@kontor/contract/reports/funding-movements";
import { sql, type RawBuilder } from "kysely";

import { entryName } from "../../accounting/entries/find-entry.ts";
import { purposeBalances } from "../../accounting/totals/purpose-balances.ts";
import { signedMoneyOf } from "../../payroll/runs/row.ts";
import {
  allConditions,
  anyColumnContains,
  inDateRange,
  tenantCondition,
  optionalCondition,
} from "../../platform/database/conditions.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import { countAndSums, limitOffset, presentBatches } from "../../platform/database/list.ts";
import { type ListExport } from "../../platform/export/export-file.ts";
import { tenantFilter, type Context } from "../../platform/scope.ts";
import { walletMovements, type WalletMovement } from "./records-of-ledgers.ts";

type Data = DataOf<typeof fundingMovementsReport.read>;
type Row = Data["rows"][number];
type Input = Omit<InputOf<typeof fundingMovementsReport.file>, "format">;

/**
 * A page of the wallets' movements in a range of days, latest first, each with its outcome, and a
 * reconciliation of opening to closing balances. A transfer that came back is two movements, each
 * on its own day, so that the movements of a day add up to the change of the wallet.
 *
 * @throws Refusal `not_found`.
 */
export async function fundingMovements(
  context: Context,
  input: InputOf<typeof fundingMovementsReport.read>,
): Promise<Data & { total: number }> {
  const rows = movements(context, input);
  const page = await sql<QueryRow>`${rows} ${limitOffset(input)}`.execute(context.tx);
  return {
    rows: page.rows.map(present),
    days: await daysOf(context, rows, page.rows),
    ...(await totalsOf(context, rows)),
    ...(await walletsOf(context, input)),
  };
}

/**
 * Exports all rows as a file with the reconciliation; for several organizations it ends with the
 * wallet of each.
 */
export async function fundingMovementsFile(
  context: Context,
  input: InputOf<typeof fundingMovementsReport.file>,
): Promise<ListExport<Row, keyof typeof fundingMovementsList.columns>> {
  const rows = movements(context, input);
  const { total, totals } = await totalsOf(context, rows);
  const { wallet, wallets } = await walletsOf(context, input);
  const tenantId = tenantFilter(context, input.tenant_id);
  const { start_date, end_date, kind, status } = input;
  return {
    list: fundingMovementsList,
    name: "funding-movements",
    parts: [start_date, end_date, kind, status?.toLowerCase()],
    facts: [
      ...movementsFacts(input),
      ...walletReconciliation(wallet).map(
        ({ label, amount }) => [label, formatNet(amount)] as const,
      ),
    ],
    tenantId,
    total,
    rows: presentBatches(readByCursor(context.tx, rows), present),
    after: () => [
      ...(total === 0 ? [] : [movementsTotal(totals)]),
      ...(tenantId === null ? walletSummaryRows({ wallets, wallet }) : []),
    ],
  };
}

type QueryRow = Omit<Row, "amount" | "money_in" | "money_out" | "entry" | "end_entry"> & {
  amount: bigint;
  money_in: bigint;
  money_out: bigint;
  entry_id: number;
  entry_type_id: number;
  number: bigint;
  end_id: number | null;
  end_type_id: number | null;
  end_number: bigint | null;
};

/** The condition of each kind on a movement `q`. */
const kindConditions: Readonly<Record<MovementKind, RawBuilder<unknown>>> = {
  deposit: sql`q.action = 'DEPOSIT'`,
  withdrawal: sql`q.action = 'WITHDRAWAL' and q.purpose is null`,
  salary_advance: sql`q.purpose = 'salary_advance'`,
  payslip: sql`q.purpose = 'payslip'`,
  sent: sql`q.purpose is not null and not q.returned`,
  returned: sql`q.returned`,
  open: sql`q.open`,
};

function movements(context: Context, input: Input): RawBuilder<QueryRow> {
  const { kind, status, search } = input;
  const tenantId = tenantFilter(context, input.tenant_id);
  // The money of a transfer is in transit until it completes or fails; a later reversal does not
  // change that.
  const open = sql`(x.id is not null and not m.returned and not exists (
    select from entries o where o.tenant_id = x.tenant_id
      and o.id = coalesce(x.outcome_entry_id, x.reversal_entry_id) and o.entry_date <= ${input.end_date}::date))`;
  const finishedAt = sql`case when x.id is null then f.created_at else coalesce(x.reversed_at, x.outcome_at) end`;
  const date = sql`case when m.returned then b.entry_date else e.entry_date end`;
  return sql<QueryRow>`
    select q.* from (
      select f.id, f.tenant_id, f.company_id, t.name as organization, f.action, x.purpose, m.returned,
        coalesce(x.account_name, '') as receiver, f.description, f.status, coalesce(x.failure_reason, '') as reason,
        ${date} as date, f.created_at as requested_at, x.sent_at, f.amount, ${finishedAt} as finished_at,
        case when m.returned then ${finishedAt} else f.created_at end as moved_at,
        case when m.returned or f.action = 'DEPOSIT' then f.amount else 0 end as money_in,
        case when m.returned or f.action = 'DEPOSIT' then 0 else f.amount end as money_out,
        ${open} as open, e.id as entry_id, e.entry_type_id::int, e.number, b.id as end_id,
        b.entry_type_id::int as end_type_id, b.number as end_number
      from funding_transactions f
      join entries e on e.tenant_id = f.tenant_id and e.id = f.entry_id
      join tenants t on t.id = f.tenant_id
      left join transfers x on x.tenant_id = f.tenant_id and x.id = f.transfer_id
      left join entries b on b.tenant_id = x.tenant_id
        and b.id = case x.status when 'REVERSED' then x.reversal_entry_id else x.outcome_entry_id end
      join (values (false), (true)) m (returned) on not m.returned or x.status in ('FAILED', 'REVERSED')
      where ${tenantCondition(sql`f.tenant_id`, tenantId)} and ${inDateRange(date, input)}
    ) q
    where ${allConditions([
      optionalCondition(kind, (each) => kindConditions[each]),
      optionalCondition(status, (each) => sql`q.status = ${each}`),
      anyColumnContains([sql`q.description`, sql`q.receiver`, sql`q.organization`], search),
    ])}
    order by q.date desc, q.moved_at desc, q.id desc, q.returned desc`;
}

async function totalsOf(
  { tx }: Context,
  found: RawBuilder<unknown>,
): Promise<{ total: number; totals: Data["totals"] }> {
  const { total, money_in, money_out } = await countAndSums(tx, found, ["money_in", "money_out"]);
  return { total, totals: { money_in: displayKobo(money_in), money_out: displayKobo(money_out) } };
}

/**
 * The days of the movements on the page, latest first, each with the sums of all matching
 * movements.
 */
async function daysOf(
  { tx }: Context,
  found: RawBuilder<unknown>,
  shown: readonly QueryRow[],
): Promise<Data["days"]> {
  const dates = [...new Set(shown.map(({ date }) => date))];
  const { rows } = await sql<{
    date: string;
    movements: number;
    money_in: bigint;
    money_out: bigint;
  }>`
    select q.date, count(*)::int as movements, sum(q.money_in) as money_in, sum(q.money_out) as money_out
    from (${found}) q where q.date = any (${dates}::date[]) group by q.date order by q.date desc`.execute(
    tx,
  );
  return rows.map(({ money_in, money_out, ...day }) => ({
    ...day,
    money_in: displayKobo(money_in),
    money_out: displayKobo(money_out),
  }));
}

type Figures = { opening: bigint; closing: bigint } & Record<WalletMovement, bigint>;

/**
 * The balances of each wallet before and after the days, its movements, and the totals of all
 * wallets.
 */
async function walletsOf(
  context: Context,
  input: Input,
): Promise<Pick<Data, "wallet" | "wallets">> {
  const { tx } = context;
  const tenantId = tenantFilter(context, input.tenant_id);
  const opened = dayBefore(input.start_date);
  const before =
    opened === null ? [] : await purposeBalances(tx, tenantId, ["funding_account"], opened);
  const after = await purposeBalances(tx, tenantId, ["funding_account"], input.end_date);
  const moved = await walletMovements(tx, tenantId, input);
  const { rows: names } = await sql<{ id: number; name: string }>`
    select id, name from tenants where ${tenantCondition(sql`id`, tenantId)} order by lower(name), id`.execute(
    tx,
  );
  const openings = new Map(before.map(({ ledger_id, balance }) => [ledger_id, balance]));
  const closings = new Map(after.map((each) => [each.tenant_id, each]));
  const together: Figures = { opening: 0n, closing: 0n, ...zeroMovements };
  const wallets = names.flatMap(({ id, name }) => {
    const ledger = closings.get(id);
    if (ledger === undefined) return [];
    const opening = openings.get(ledger.ledger_id) ?? 0n;
    const figures: Figures = { opening, closing: ledger.balance, ...zeroMovements };
    for (const { tenant_id, kind, amount } of moved) {
      if (tenant_id === id) figures[kind] += amount;
    }
    for (const each of figureNames) together[each] += figures[each];
    return [
      {
        tenant_id: id,
        organization: name,
        ledger_id: ledger.ledger_id,
        ...presentFigures(figures),
      },
    ];
  });
  return { wallet: presentFigures(together), wallets };
}

const zeroMovements = { deposit: 0n, withdrawal: 0n, sent: 0n, returned: 0n };
const figureNames = ["opening", "closing", "deposit", "withdrawal", "sent", "returned"] as const;

function presentFigures(figures: Figures): Data["wallet"] {
  const { opening, closing, deposit, withdrawal, sent, returned } = figures;
  const known = deposit + withdrawal + sent + returned;
  return {
    opening: signedMoneyOf(opening),
    closing: signedMoneyOf(closing),
    deposits: displayKobo(deposit),
    withdrawals: displayKobo(-withdrawal),
    sent: displayKobo(-sent),
    returned: displayKobo(returned),
    other: signedMoneyOf(closing - opening - known),
  };
}

function present(row: QueryRow): Row {
  const { id, tenant_id, company_id, organization, action, purpose, receiver, description } = row;
  const { status, reason, returned, date, requested_at, sent_at, finished_at } = row;
  const requested = entryFrom(row.entry_id, row.entry_type_id, row.number);
  const end = entryFrom(row.end_id, row.end_type_id, row.end_number);
  const entry = returned ? end : requested;
  if (entry === null) throw new Error(`funding transaction ${id} has no entry`);
  return {
    id,
    tenant_id,
    company_id,
    organization,
    action,
    purpose,
    receiver,
    description,
    status,
    reason,
    returned,
    date,
    requested_at,
    sent_at,
    finished_at,
    amount: kobo(row.amount),
    money_in: kobo(row.money_in),
    money_out: kobo(row.money_out),
    entry,
    end_entry: returned ? null : end,
  };
}

function entryFrom(
  id: number | null,
  typeId: number | null,
  number: bigint | null,
): Row["entry"] | null {
  if (id === null || typeId === null || number === null) return null;
  return { id, number: entryName(typeId, number).ent_number };
}
