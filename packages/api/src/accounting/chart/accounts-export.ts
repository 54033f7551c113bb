import { ZERO, type Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import type { exportAccounts } from "@kontor/contract/accounting-exports";
import type { InputOf } from "@kontor/contract/endpoint";
import { formatBalance, formatLongMoment, formatMoney } from "@kontor/contract/format";

import { readByCursor } from "../../platform/database/cursor.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import {
  fileName,
  type ExportColumn,
  type PrintColumn,
} from "../../platform/export/export-table.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import { organizationLabel } from "../../platform/organization/organization.ts";
import type { Context } from "../../platform/scope.ts";
import { booksFilter } from "../tenant-of.ts";
import {
  allAccounts,
  countAccounts,
  presentAccount,
  totalsOfAccounts,
  type AccountQueryRow,
  type AccountRow,
} from "./accounts.ts";
import { findGroup } from "./groups.ts";

type Input = InputOf<typeof exportAccounts>;

/**
 * The chart of accounts as a file: each group, then its ledgers, as the screen's filters show it.
 *
 * @throws Refusal `not_found`, `module_off`, `export_too_long`.
 */
export async function accountsFile(context: Context, input: Input): Promise<FileResponse> {
  const { tx, clock } = context;
  const tenantId = await booksFilter(context, input.tenant_id);
  const counted = await countAccounts(tenantId, input).execute(tx);
  const organization = tenantId === null ? null : await organizationLabel(tx, tenantId);
  const facts = await factsOf(context, tenantId, input);
  return exportFile(context, input.format, {
    title: "Chart of Accounts",
    facts: [
      ["Organization", organization?.name ?? "All Organizations"],
      ...facts,
      ["Prepared", formatLongMoment(clock.now())],
    ],
    filename: fileName(["chart-of-accounts", organization?.code ?? "all", clock.today()]),
    tenantId,
    total: exactlyOne(counted.rows).total,
    rows: rowsOf(readByCursor(tx, allAccounts(tenantId, input))),
    strong: ({ type }) => type === "Group",
    columns: tenantId === null ? [organizationColumn, ...columns] : columns,
    print: tenantId === null ? [organizationPrint, ...print] : print,
    landscape: tenantId === null,
  });
}

/** What the chart is narrowed to, and whether its opening balances agree. */
async function factsOf(
  context: Context,
  tenantId: number | null,
  { group_id, search }: Input,
): Promise<(readonly [string, string])[]> {
  const group = group_id === undefined ? null : await findGroup(context, { id: group_id });
  const { debit, credit, difference, short_side } = await totalsOfAccounts(context, {
    tenant_id: tenantId ?? undefined,
  });
  return [
    ...(group === null ? [] : [["Group", `${group.name} (${group.code})`] as const]),
    ...(search === undefined || search === "" ? [] : [["Search", search] as const]),
    ["Opening Balances DR", formatMoney(debit)],
    ["Opening Balances CR", formatMoney(credit)],
    ...(short_side === null
      ? []
      : [["Difference", `${formatMoney(difference)}, ${short_side} is short`] as const]),
  ];
}

async function* rowsOf(batches: AsyncIterable<AccountQueryRow[]>): AsyncGenerator<AccountRow[]> {
  for await (const batch of batches) yield batch.map(presentAccount);
}

function sideOf(amount: Kobo, side: Side): Side | null {
  return amount === ZERO ? null : side;
}

const organizationColumn: ExportColumn<AccountRow> = {
  header: "Organization",
  width: 28,
  kind: "text",
  cell: (row) => row.organization_name,
};

const columns: readonly ExportColumn<AccountRow>[] = [
  { header: "Account Code", width: 16, kind: "text", cell: (row) => row.code },
  { header: "Account Name", width: 40, kind: "text", cell: (row) => row.name },
  { header: "Type", width: 9, kind: "text", cell: (row) => row.type },
  {
    header: "Sub-ledgers",
    width: 12,
    kind: "count",
    cell: (row) => (row.count_sub_ledgers === 0 ? null : row.count_sub_ledgers),
  },
  { header: "O/P Balance", width: 20, kind: "amount", cell: (row) => row.op_balance },
  {
    header: "O/P DR/CR",
    width: 11,
    kind: "text",
    cell: (row) => sideOf(row.op_balance, row.op_balance_dc),
  },
  { header: "C/L Balance", width: 20, kind: "amount", cell: (row) => row.cl_balance },
  {
    header: "C/L DR/CR",
    width: 11,
    kind: "text",
    cell: (row) => sideOf(row.cl_balance, row.cl_balance_dc),
  },
];

const organizationPrint: PrintColumn<AccountRow> = {
  header: "Organization",
  width: "*",
  cell: (row) => row.organization_name,
};

const print: readonly PrintColumn<AccountRow>[] = [
  { header: "Account Code", width: 62, cell: (row) => row.code },
  {
    header: "Account Name",
    width: "*",
    // Sub-ledgers stand below their parent.
    cell: (row) => (row.parent_ledger_id === null ? row.name : `\u2003${row.name}`),
  },
  { header: "Type", width: 36, cell: (row) => row.type },
  {
    header: "O/P Balance",
    width: 100,
    align: "end",
    cell: (row) => formatBalance(row.op_balance, row.op_balance_dc),
  },
  {
    header: "C/L Balance",
    width: 100,
    align: "end",
    cell: (row) => formatBalance(row.cl_balance, row.cl_balance_dc),
  },
];
