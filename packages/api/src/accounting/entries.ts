import { checkEntry, type DraftItem, type EntryProblem } from "@kontor/books/entry";
import { entryTypeById, formatEntryNumber } from "@kontor/books/entry-number";
import { printMoney, ZERO, type Kobo } from "@kontor/books/money";
import { fromSigned, type Side } from "@kontor/books/side";
import type { addEntry, entry, getEntry } from "@kontor/contract/accounting-entries";
import type { InputOf } from "@kontor/contract/endpoint";
import { entrySentences } from "@kontor/contract/error-codes";
import { sql } from "kysely";
import type { z } from "zod";

import { Failure, notFound, type FieldProblem } from "../platform/failure.ts";
import { enterTenant, tenantFilter, type Context, type Tx } from "../platform/scope.ts";

export type Entry = z.output<typeof entry>;

/** An item as it is posted; amount in kobo. */
export type PostingItem = { ledger_id: number; dc: Side; amount: Kobo; narration: string };

/** An entry to post, or with `entry_id` a revision of one. */
export type Posting = {
  entry_type_id: number;
  entry_date: string;
  narration: string;
  items: readonly PostingItem[];
  entry_id?: number;
  expected_revision?: number;
};

export type Posted = { entry_id: number; number: bigint; revision: number };

/** Who posts, for the audit log; a user's request is one, and so is a job. */
export type Poster = { tx: Tx; actorId: number | null; requestId: string; recordedAt: Date };

type Draft = DraftItem & PostingItem;

/**
 * Checks a posting by the rules of the books.
 *
 * @throws Failure `entry_unbalanced` when the sums alone differ, else `validation_failed` with the path
 *   of each problem.
 */
export function checkPosting(posting: Posting): void {
  const drafts = posting.items.map((item): Draft => ({
    ...item,
    side: item.dc,
    ledgerId: String(item.ledger_id),
  }));
  const checked = checkEntry(drafts);
  if (checked.ok) return;
  const errors = checked.problems.map(fieldProblem);
  const only = checked.problems[0];
  if (only?.code === "sums_differ" && checked.problems.length === 1) {
    const details = { difference: `₦${printMoney(only.difference)}`, short_side: only.shortSide };
    throw new Failure("entry_unbalanced", details, { errors });
  }
  throw new Failure("validation_failed", { summary: errors[0]?.message ?? "" }, { errors });
}

function fieldProblem(problem: EntryProblem): FieldProblem {
  const path = problem.path.join(".").replace("ledgerId", "ledger_id");
  if (problem.code === "sums_differ") {
    const difference = `₦${printMoney(problem.difference)}`;
    return { path, message: `The ${problem.shortSide} side is short by ${difference}.` };
  }
  if (problem.code === "missing_side") {
    return { path, message: `Add at least one ${problem.side} item.` };
  }
  return { path, message: entrySentences[problem.code] };
}

/**
 * The one write path of the books: posts a batch of one tenant's entries and revisions in the caller's
 * transaction, whose scope must be that tenant. Everything is kept or nothing.
 *
 * @returns for each posting, in order, its entry, number and revision.
 * @throws Failure as {@link checkPosting}; `not_found` for a ledger of another tenant;
 *   `ledger_closed_to_postings`; `changed_meanwhile` for a revision of what is no longer current.
 */
export async function postEntries(
  poster: Poster,
  tenantId: number,
  postings: readonly Posting[],
): Promise<Posted[]> {
  for (const posting of postings) checkPosting(posting);
  const batch = JSON.stringify(postings, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  const { rows } = await sql<Posted>`
    select entry_id, number, revision
    from post_entries(${tenantId}, ${poster.actorId}, ${poster.requestId}, ${poster.recordedAt}, ${batch}::jsonb)
    order by place`.execute(poster.tx);
  return rows;
}

/** Posts one entry of a person. @throws Failure as {@link postEntries}, and `entry_type_reserved`. */
export async function postEntry(context: Context, input: InputOf<typeof addEntry>): Promise<Entry> {
  const type = entryTypeById(input.entry_type_id);
  if (type === undefined) throw notFound("The entry type");
  if (type.system) throw Failure.at("entry_type_id", "entry_type_reserved");
  const posting: Posting = {
    entry_type_id: type.id,
    entry_date: input.entry_date ?? context.clock.today(),
    narration: input.narration ?? "",
    items: input.items,
  };
  checkPosting(posting);
  const tenantId = await tenantOfLedgers(context, posting.items);
  await enterTenant(context, tenantId);
  const [posted] = await postEntries(posterOf(context), tenantId, [posting]);
  if (posted === undefined) throw new Error("post_entries gave no row");
  return findEntry(context, { id: posted.entry_id });
}

export function posterOf(context: Context): Poster {
  return {
    tx: context.tx,
    actorId: context.actor.user_id,
    requestId: context.requestId,
    recordedAt: context.clock.now(),
  };
}

/** The one tenant whose ledgers the items name. */
async function tenantOfLedgers(context: Context, items: readonly PostingItem[]): Promise<number> {
  const own = tenantFilter(context, undefined);
  const ids = items.map((item) => item.ledger_id);
  const { rows } = await sql<{ id: number; tenant_id: number }>`
    select id, tenant_id from ledgers
    where id = any (${ids}::bigint[]) and (${own}::bigint is null or tenant_id = ${own})`.execute(
    context.tx,
  );
  const missing = ids.findIndex((id) => !rows.some((row) => row.id === id));
  if (missing >= 0)
    throw Failure.at(`items.${missing}.ledger_id`, "not_found", { what: "The ledger" });
  const tenants = new Set(rows.map((row) => row.tenant_id));
  const [tenantId] = tenants;
  if (tenantId === undefined || tenants.size > 1) throw new Failure("ledgers_of_two_organizations");
  return tenantId;
}

type EntryHead = Omit<Entry, "items" | "entry_type_label" | "ent_number"> & { number: bigint };
type ItemRow = {
  dc: Side;
  amount: Kobo;
  ledger_id: number;
  code: string;
  name: string;
  narration: string;
  balance: bigint;
};

/** One entry with its current items. @throws Failure `not_found` */
export async function findEntry(
  context: Context,
  input: Pick<InputOf<typeof getEntry>, "id" | "entry_type_id">,
): Promise<Entry> {
  const own = tenantFilter(context, undefined);
  const heads = await sql<EntryHead>`
    select e.id, e.tenant_id, t.name as organization_name, e.entry_type_id::int, e.number,
      e.entry_date as date, e.narration, e.revision, e.recorded_at
    from entries e join tenants t on t.id = e.tenant_id
    where e.id = ${input.id} and (${own}::bigint is null or e.tenant_id = ${own})
      and (${input.entry_type_id ?? null}::int is null or e.entry_type_id = ${input.entry_type_id ?? null})`.execute(
    context.tx,
  );
  const head = heads.rows[0];
  if (head === undefined) throw notFound("The entry");
  const items = await sql<ItemRow>`
    select i.dc, i.amount, i.ledger_id, l.code, l.name, i.narration, l.balance
    from entry_items i join ledgers l on l.tenant_id = i.tenant_id and l.id = i.ledger_id
    where i.tenant_id = ${head.tenant_id} and i.entry_id = ${head.id} and i.revision = ${head.revision}
    order by i.line`.execute(context.tx);
  const { number, ...rest } = head;
  return { ...rest, ...entryName(rest.entry_type_id, number), items: items.rows.map(presentItem) };
}

function presentItem({ balance, ...item }: ItemRow): Entry["items"][number] {
  const { amount, side } = fromSigned(balance);
  return {
    ...item,
    dr_amount: item.dc === "DR" ? item.amount : ZERO,
    cr_amount: item.dc === "CR" ? item.amount : ZERO,
    cl_balance: amount,
    cl_balance_dc: side,
  };
}

/** How an entry is called on screens: its type's label and its number. */
export function entryName(
  typeId: number,
  number: bigint,
): { entry_type_label: string; ent_number: string } {
  const type = entryTypeById(typeId);
  if (type === undefined) throw new Error(`entry type ${typeId} is unknown`);
  return { entry_type_label: type.label, ent_number: formatEntryNumber(type.prefix, number) };
}
