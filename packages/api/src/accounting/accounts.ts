import { fromSigned } from "@kontor/books/side";
import type { accountRow, listAccounts } from "@kontor/contract/accounting";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";
import type { z } from "zod";

import { tenantFilter, type Context } from "../platform/scope.ts";
import type { Page } from "../platform/serve.ts";

type AccountRow = z.output<typeof accountRow>;
type Row = Omit<
  AccountRow,
  "op_balance" | "op_balance_dc" | "cl_balance" | "cl_balance_dc" | "own_balance" | "own_balance_dc"
> & {
  opening: bigint;
  closing: bigint;
  total: number;
};

/**
 * The chart of accounts as the table shows it: each group, then its ledgers, a parent before its
 * sub-ledgers. Balances of a group are those of its ledgers together, and of a parent its own and its
 * sub-ledgers' together. A search keeps ledgers and groups whose name or code holds the text.
 */
export async function accounts(
  context: Context,
  input: InputOf<typeof listAccounts>,
): Promise<Page<AccountRow>> {
  const tenantId = tenantFilter(context, input.tenant_id);
  const like = `%${(input.search ?? "").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<Row>`
    with chosen as (
      select g.* from groups g
      where (${tenantId}::bigint is null or g.tenant_id = ${tenantId})
        and (${input.group_id ?? null}::bigint is null or g.id = ${input.group_id ?? null})
    ), own as (
      select l.*, case l.op_balance_dc when 'DR' then l.op_balance else -l.op_balance end as opening
      from chosen g join ledgers l on l.tenant_id = g.tenant_id and l.group_id = g.id
    ), subs as (
      select tenant_id, parent_ledger_id, count(*)::int as count, sum(opening) as opening, sum(balance) as closing
      from own where parent_ledger_id is not null group by tenant_id, parent_ledger_id
    ), sums as (
      select tenant_id, group_id, count(*)::int as count, sum(opening) as opening, sum(balance) as closing
      from own group by tenant_id, group_id
    ), listed as (
      select 'Group' as type, g.id, g.tenant_id, g.id as group_id, null::bigint as parent_ledger_id, g.code, g.name,
        coalesce(s.opening, 0) as opening, coalesce(s.closing, 0) as closing, 0 as count_sub_ledgers,
        not g.seeded and s.count is null as control_group_delete, g.class, g.sequence as group_sequence,
        0 as first_sequence, 0 as second_sequence
      from chosen g left join sums s on s.tenant_id = g.tenant_id and s.group_id = g.id
      union all
      select 'Ledger', l.id, l.tenant_id, l.group_id, l.parent_ledger_id, l.code, l.name,
        l.opening + coalesce(s.opening, 0), l.balance + coalesce(s.closing, 0), coalesce(s.count, 0), false,
        g.class, g.sequence, coalesce(p.sequence, l.sequence), case when p.id is null then 0 else l.sequence end
      from own l
      join chosen g on g.tenant_id = l.tenant_id and g.id = l.group_id
      left join own p on p.tenant_id = l.tenant_id and p.id = l.parent_ledger_id
      left join subs s on s.tenant_id = l.tenant_id and s.parent_ledger_id = l.id
    )
    select r.type, r.id, r.tenant_id, t.name as organization_name, r.group_id, r.parent_ledger_id, r.code, r.name,
      r.opening, r.closing, r.count_sub_ledgers, r.control_group_delete, count(*) over ()::int as total
    from listed r join tenants t on t.id = r.tenant_id
    where r.name ilike ${like} or r.code ilike ${like}
    order by r.tenant_id, r.class, r.group_sequence, r.first_sequence, r.second_sequence
    limit ${input.per_page} offset ${(input.page - 1) * input.per_page}`.execute(context.tx);
  return { total: rows[0]?.total ?? 0, rows: rows.map(presentAccount) };
}

function presentAccount({ opening, closing, total: _total, ...row }: Row): AccountRow {
  const op = fromSigned(opening);
  const cl = fromSigned(closing);
  return {
    ...row,
    op_balance: op.amount,
    op_balance_dc: op.side,
    cl_balance: cl.amount,
    cl_balance_dc: cl.side,
    own_balance: cl.amount,
    own_balance_dc: cl.side,
  };
}
