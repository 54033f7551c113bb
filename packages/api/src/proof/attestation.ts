import { fromSigned } from "@kontor/books/side";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import {
  formatBalance,
  formatCount,
  formatCounted,
  formatLongMoment,
} from "@kontor/contract/format";
import { attestationList, type attestationReport } from "@kontor/contract/proof/proof";
import { sql } from "kysely";

import { booksTenant } from "../accounting/books-tenant.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import type { ListExport } from "../platform/export/export-file.ts";
import { organizationLabel } from "../platform/organization/organization.ts";
import type { Context, Tx } from "../platform/scope.ts";
import { singleBatch } from "../reports/report.ts";
import { chainHeadOf, unchainedRowCount } from "./chain/head.ts";
import { systemBalances } from "./proof.ts";

type Attestation = DataOf<typeof attestationReport.read>;
type Input = InputOf<typeof attestationReport.read>;

/**
 * The present state of an organization's books. @throws Refusal `organization_required`,
 * `not_found`, `module_off`
 */
export async function attestation(context: Context, input: Input): Promise<Attestation> {
  const { tx, clock } = context;
  const tenantId = await booksTenant(context, input.tenant_id);
  const { rows } = await sql<{ entries: number; checked_at: Date | null; faults: number | null }>`
    select (
        select coalesce(sum(d.entries), 0)::integer from entry_days d where d.tenant_id = ${tenantId}
      ) as entries, p.checked_at, p.fault_count as faults
    from (select) one left join book_proofs p on p.tenant_id = ${tenantId}`.execute(tx);
  return {
    kontor: "attestation",
    version: 1,
    made_at: clock.now(),
    tenant_id: tenantId,
    ...(await organizationLabel(tx, tenantId)),
    ...exactlyOne(rows),
    figures: await figuresOf(tx, tenantId),
    chain: await chainHeadOf(tx, tenantId),
    platform_chain: await chainHeadOf(tx, null),
    waiting: await unchainedRowCount(tx, tenantId),
  };
}

const controlAccounts = [
  ["funding_account", "Funding account"],
  ["transfers_in_transit", "Transfers in transit"],
  ["salary_advances_receivable", "Salary advances receivable"],
  ["net_salaries_payable", "Net salaries payable"],
] as const;

async function figuresOf(tx: Tx, tenantId: number): Promise<Attestation["figures"]> {
  const { rows } = await sql<{ debit: bigint; credit: bigint; opening: bigint }>`
    select coalesce(sum(greatest(l.balance, 0)), 0)::numeric as debit,
      coalesce(sum(least(l.balance, 0)), 0)::numeric as credit,
      coalesce(sum(case l.op_balance_dc when 'DR' then l.op_balance else -l.op_balance end), 0)::numeric as opening
    from ledgers l where l.tenant_id = ${tenantId}`.execute(tx);
  const sums = exactlyOne(rows);
  const balances = await systemBalances(
    tx,
    tenantId,
    controlAccounts.map(([purpose]) => purpose),
  );
  return [
    { name: "Balances on the debit side", ...fromSigned(sums.debit) },
    { name: "Balances on the credit side", ...fromSigned(sums.credit) },
    { name: "Difference of the opening balances", ...fromSigned(sums.opening) },
    ...controlAccounts.map(([purpose, name]) => ({
      name,
      ...fromSigned(balances.get(purpose) ?? 0n),
    })),
  ];
}

/** The same as a PDF on the letterhead, each figure on its own line. */
export async function attestationFile(
  context: Context,
  input: Input,
): Promise<ListExport<{ what: string; figure: string }, "what" | "figure">> {
  const made = await attestation(context, input);
  const { chain, platform_chain: platform, checked_at, faults } = made;
  const rows = [
    { what: "Entries", figure: formatCount(made.entries) },
    ...made.figures.map(({ name, amount, side }) => ({
      what: name,
      figure: formatBalance(amount, side),
    })),
    {
      what: "Last check of the books",
      figure:
        checked_at === null
          ? "None yet"
          : `${formatLongMoment(checked_at)}: ${faults === 0 ? "the books agree" : formatCounted(faults ?? 0, "fault")}`,
    },
    ...(chain === null
      ? [{ what: "Chain", figure: "Nothing is chained yet" }]
      : [
          { what: "Links of the chain", figure: formatCount(chain.position) },
          { what: "Hash of the last link", figure: chain.hash },
          { what: "Chained", figure: formatLongMoment(chain.chained_at) },
        ]),
    ...(platform
      ? [
          { what: "Links of the platform’s own log", figure: formatCount(platform.position) },
          { what: "Hash of its last link", figure: platform.hash },
        ]
      : []),
    { what: "Recorded and not chained yet", figure: formatCount(made.waiting) },
  ];
  return {
    list: attestationList,
    name: "attestation",
    parts: [context.clock.today()],
    facts: [],
    tenantId: made.tenant_id,
    total: rows.length,
    rows: singleBatch(rows),
  };
}
