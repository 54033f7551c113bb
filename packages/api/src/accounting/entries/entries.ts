import { checkEntry, type DraftItem, type EntryProblem } from "@kontor/books/entry";
import { entryTypeById, formatEntryNumber } from "@kontor/books/entry-number";
import { printMoney, type Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import type {
  addEntry,
  addEntryBatch,
  batchedEntry,
  updateEntry,
} from "@kontor/contract/accounting-entries";
import type { InputOf } from "@kontor/contract/endpoint";
import { entrySentence, type FieldProblem } from "@kontor/contract/error-codes";
import { sql } from "kysely";
import type { z } from "zod";

import { requireModule } from "../../modules/module-gate.ts";
import { databaseRefusal } from "../../platform/database/database-refusal.ts";
import { atMostOne } from "../../platform/database/rows.ts";
import { Refusal, notFound } from "../../platform/refusal.ts";
import { enterTenant, tenantFilter, type Context, type Tx } from "../../platform/scope.ts";
import { ownerOf, tenantOf } from "../tenant-of.ts";
import { entryAt, entryName, type Entry } from "./find-entry.ts";

/** An item as it is posted; amount in kobo. */
export type PostingItem = { ledger_id: number; dc: Side; amount: Kobo; narration: string };

/** An entry to post. */
export type Posting = {
  entry_type_id: number;
  entry_date: string;
  narration: string;
  items: readonly PostingItem[];
  /** Who asks and by which request, when that differs within a batch; otherwise the poster's. */
  actor_id?: number;
  request_id?: string;
};

/**
 * A revision of an entry, which keeps its type and number; with `expected_revision` it is refused when
 * that is no longer current, and without a date it keeps the entry's.
 */
export type Revision = Omit<Posting, "entry_date"> & {
  entry_date: string | null;
  entry_id: number;
  expected_revision: number | undefined;
};

export type Posted = { entry_id: number; number: bigint; revision: number };

/** Who posts, for the audit log; a user's request is one, and so is a job. */
export type Poster = { tx: Tx; actorId: number | null; requestId: string; recordedAt: Date };

/** Where a posting stands in the request, in front of the paths of its fields: "entries.3." in a batch. */
type PathOf = (index: number) => string;
const alone: PathOf = () => "";
const inBatch: PathOf = (index) => `entries.${index}.`;

type Draft = DraftItem & PostingItem;

/**
 * Checks postings by the rules of the books.
 *
 * @throws Refusal `entry_unbalanced` when the sums of one differ and nothing else is wrong, otherwise
 *   `validation_failed`; both with the path of each problem.
 */
export function checkPostings(
  postings: readonly (Posting | Revision)[],
  pathOf: PathOf = alone,
): void {
  const problems: EntryProblem[] = [];
  const errors: FieldProblem[] = [];
  for (const [index, { items }] of postings.entries()) {
    const drafts = items.map((item): Draft => ({
      ...item,
      side: item.dc,
      ledgerId: String(item.ledger_id),
    }));
    const checked = checkEntry(drafts);
    if (checked.ok) continue;
    for (const problem of checked.problems) {
      const path = pathOf(index) + problem.path.join(".").replace("ledgerId", "ledger_id");
      problems.push(problem);
      errors.push({ path, message: entrySentence(problem) });
    }
  }
  const [first] = problems;
  if (first?.code === "sums_differ" && problems.length === 1) {
    const details = { difference: `₦${printMoney(first.difference)}`, short_side: first.shortSide };
    throw new Refusal("entry_unbalanced", details, { errors });
  }
  if (first !== undefined) {
    throw new Refusal("validation_failed", { summary: errors[0]?.message ?? "" }, { errors });
  }
}

/**
 * The one write path of the books: posts a batch of one tenant's entries and revisions in the caller's
 * transaction, whose scope must be that tenant. Everything is kept or nothing.
 *
 * @param pathOf what stands in front of the paths of a posting's fields in refusals; nothing by default.
 * @returns for each posting, in order, its entry, number and revision.
 * @throws Refusal `entry_unbalanced` or `validation_failed`; `not_found` for a ledger or entry of another
 *   tenant; `ledger_closed_to_postings`; `changed_meanwhile` for a revision of what is no longer current.
 */
export async function postEntries(
  poster: Poster,
  tenantId: number,
  postings: readonly (Posting | Revision)[],
  pathOf: PathOf = alone,
): Promise<Posted[]> {
  checkPostings(postings, pathOf);
  const batch = JSON.stringify(postings, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  try {
    const { rows } = await sql<Posted>`
      select entry_id, number, revision
      from post_entries(${tenantId}, ${poster.actorId}, ${poster.requestId}, ${poster.recordedAt}, ${batch}::jsonb)
      order by place`.execute(poster.tx);
    return rows;
  } catch (error) {
    throw postingRefused(error, pathOf) ?? error;
  }
}

/** What post_entries refused, at the field where it was; undefined for every other error. */
function postingRefused(error: unknown, pathOf: PathOf): Refusal | undefined {
  const refusal = databaseRefusal(error);
  if (refusal === undefined) return undefined;
  const { place = 1, line, ledger = "" } = refusal.detail;
  const prefix = pathOf(Number(place) - 1);
  const path = line === undefined ? prefix : `${prefix}items.${Number(line) - 1}.ledger_id`;
  switch (refusal.code) {
    case "ledger_not_found":
      return Refusal.at(path, "not_found", { what: "The ledger" });
    case "ledger_closed_to_postings":
      return Refusal.at(path, "ledger_closed_to_postings", { ledger: String(ledger) });
    case "changed_meanwhile":
      return new Refusal("changed_meanwhile");
    case "entry_not_found":
      return notFound("The entry");
    default:
      return undefined;
  }
}

/** Posts several entries of one organization, all or none. @throws Refusal as {@link postEntries}, and `entry_type_reserved`. */
export async function postEntryBatch(
  context: Context,
  input: InputOf<typeof addEntryBatch>,
): Promise<z.output<typeof batchedEntry>[]> {
  const postings = input.entries.map((each, index) => postingOf(context, each, inBatch(index)));
  const tenantId = await enterTenantOf(context, input.tenant_id, postings, inBatch);
  const posted = await postEntries(posterOf(context), tenantId, postings, inBatch);
  return posted.map(({ entry_id, number, revision }, index) => {
    const posting = postings[index];
    if (posting === undefined) throw new Error("post_entries gave more rows than it was given");
    const { entry_type_id } = posting;
    const { ent_number } = entryName(entry_type_id, number);
    return { id: entry_id, entry_type_id, ent_number, revision };
  });
}

export function postingOf(
  context: Pick<Context, "clock">,
  input: Omit<InputOf<typeof addEntry>, "tenant_id">,
  prefix: string,
): Posting {
  const type = entryTypeById(input.entry_type_id);
  const path = `${prefix}entry_type_id`;
  if (type === undefined) throw Refusal.at(path, "not_found", { what: "The entry type" });
  if (type.system) throw Refusal.at(path, "entry_type_reserved");
  return {
    entry_type_id: type.id,
    entry_date: input.entry_date ?? context.clock.today(),
    narration: input.narration ?? "",
    items: input.items,
  };
}

/**
 * Revises an entry: it keeps its number and type, and what it was stays in its history.
 *
 * @throws Refusal as {@link postEntries}; `entry_made_by_system` for one that belongs to another
 *   feature; `field_locked` for another type.
 */
export async function reviseEntry(
  context: Context,
  input: InputOf<typeof updateEntry>,
): Promise<Entry> {
  const tenantId = await tenantOf(context, "entries", input.id);
  const { rows } = await sql<{ entry_type_id: number; number: bigint }>`
    select entry_type_id::int, number from entries
    where tenant_id = ${tenantId} and id = ${input.id}`.execute(context.tx);
  const row = atMostOne(rows);
  const type = row && entryTypeById(row.entry_type_id);
  if (row === undefined || type === undefined) throw notFound("The entry");
  if (type.system) {
    const number = formatEntryNumber(type.prefix, row.number);
    throw new Refusal("entry_made_by_system", { number });
  }
  if ((input.entry_type_id ?? type.id) !== type.id) {
    throw Refusal.at("entry_type_id", "field_locked", { field: "The type of an entry" });
  }
  if ((input.entry_id ?? input.id) !== input.id) {
    throw Refusal.at("entry_id", "field_locked", { field: "The id" });
  }
  const posting: Revision = {
    entry_type_id: type.id,
    entry_date: input.keep_active_date === true ? null : (input.entry_date ?? null),
    narration: input.narration ?? "",
    items: input.items,
    entry_id: input.id,
    expected_revision: input.revision,
  };
  checkPostings([posting], alone);
  await checkLedgers(context, tenantId, [posting], alone);
  await enterTenant(context, tenantId);
  await postEntries(posterOf(context), tenantId, [posting]);
  return entryAt(context, tenantId, input.id);
}

export function posterOf(context: Context): Poster {
  return {
    tx: context.tx,
    actorId: context.actor.user_id,
    requestId: context.requestId,
    recordedAt: context.clock.now(),
  };
}

/**
 * Narrows the transaction to the one tenant that all ledgers belong to, when its books are switched on.
 *
 * @param asked the tenant when the caller knows it; then only the posting itself looks at the ledgers.
 * @throws Refusal `not_found` or `ledgers_of_two_organizations` at the first ledger that does not fit.
 */
async function enterTenantOf(
  context: Context,
  asked: number | undefined,
  postings: readonly Posting[],
  pathOf: PathOf,
): Promise<number> {
  const known = tenantFilter(context, asked);
  checkPostings(postings, pathOf);
  const first = postings[0]?.items[0]?.ledger_id ?? 0;
  let tenantId = known;
  if (tenantId === null) {
    tenantId = await tenantOfFirst(context, first, `${pathOf(0)}items.0.ledger_id`);
    await checkLedgers(context, tenantId, postings, pathOf);
  }
  await requireModule(context.tx, tenantId, "accounting");
  await enterTenant(context, tenantId);
  return tenantId;
}

async function tenantOfFirst(context: Context, ledgerId: number, path: string): Promise<number> {
  try {
    return await ownerOf(context, "ledgers", ledgerId);
  } catch (error) {
    if (error instanceof Refusal) throw Refusal.at(path, "not_found", { what: "The ledger" });
    throw error;
  }
}

/** @throws Refusal `not_found` or `ledgers_of_two_organizations` at the first ledger that is not the tenant's. */
async function checkLedgers(
  context: Context,
  tenantId: number,
  postings: readonly (Posting | Revision)[],
  pathOf: PathOf,
): Promise<void> {
  const ids = [...new Set(postings.flatMap(({ items }) => items.map((item) => item.ledger_id)))];
  const { rows } = await sql<{ id: number }>`
    select id from ledgers where tenant_id = ${tenantId} and id = any (${ids}::bigint[])`.execute(
    context.tx,
  );
  const own = new Set(rows.map(({ id }) => id));
  for (const [index, { items }] of postings.entries()) {
    const line = items.findIndex((item) => !own.has(item.ledger_id));
    const stranger = items[line];
    if (stranger === undefined) continue;
    const path = `${pathOf(index)}items.${line}.ledger_id`;
    await tenantOfFirst(context, stranger.ledger_id, path);
    throw Refusal.at(path, "ledgers_of_two_organizations");
  }
}
