import { checkEntry, type DraftItem, type EntryProblem } from "@kontor/books/entry";
import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { MAX_AMOUNT, type Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import type { FieldProblem } from "@kontor/contract/error-codes";
import { entrySentence } from "@kontor/contract/field-sentences";
import { formatDate, formatMoney } from "@kontor/contract/format";
import { sql } from "kysely";

import { databaseRefusal } from "../../platform/database/database-refusal.ts";
import { afterCommit } from "../../platform/database/database.ts";
import { entriesPosted } from "../../platform/metrics.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { controlReason } from "../chart/control-ledgers.ts";

// The only way to post to the books: users' entries, batches, revisions, and entries of the system,
// such as those of deposits. Only this file and post-requests.ts call `post_entries`. Only
// `post_entries`, and `post_plain` for several tenants at once, write entries, items, days and the
// balances that postings change. A caller specifies three things:
//
// - who posts: `posterOf(context)` for a user's request, its own `Poster` for a job;
// - the tenant: the scope of the transaction must already be set to it (`enterTenant`,
// `setTenant`);
// - the postings: an entry type of `ENTRY_TYPE`, a business date, and items in kobo by side.
//
// entries.ts converts users' entries to postings, and refuses the types reserved for the system.

/** An item of a posting; amount in kobo. */
export type PostingItem = { ledger_id: number; dc: Side; amount: Kobo; narration: string };

/** An entry to post; `entry_type_id` is one of `ENTRY_TYPE`, `entry_date` a day in Lagos. */
export type Posting = {
  entry_type_id: number;
  entry_date: string;
  narration: string;
  items: readonly PostingItem[];
  /**
   * The entry that this one reverses: its ledgers accept the items even if they have got
   * sub-ledgers since.
   */
  reverses?: number;
  /** The actor and the request, when they differ within a batch; by default the poster's. */
  actor_id?: number;
  request_id?: string;
};

/**
 * A revision of an entry, which keeps its type and number. With `expected_revision` it is refused
 * when that revision is outdated; without a date it keeps the entry's date.
 */
export type Revision = Omit<Posting, "entry_date"> & {
  entry_date: string | null;
  entry_id: number;
  expected_revision: number | undefined;
};

export type PostedEntry = { entry_id: number; number: bigint; revision: number };

/** Who posts, for the audit log: a user's request or a job. */
export type Poster = { tx: Tx; actorId: number | null; requestId: string; recordedAt: Date };

/**
 * The path of a posting in the request, as the prefix of the paths of its fields: "entries.3." in a
 * batch.
 */
export type PathPrefixOf = (index: number) => string;
const noPrefix: PathPrefixOf = () => "";

type Draft = DraftItem & PostingItem;

/**
 * Checks postings by the rules of the books.
 *
 * @throws Refusal `entry_unbalanced` when the sums of one posting differ and nothing else is wrong,
 * otherwise `validation_failed`; both with the path of each problem.
 */
export function checkPostings(
  postings: readonly (Posting | Revision)[],
  pathOf: PathPrefixOf = noPrefix,
): void {
  const problems: EntryProblem[] = [];
  const errors: FieldProblem[] = [];
  for (const [index, { entry_type_id, items }] of postings.entries()) {
    const drafts = items.map((item): Draft => ({
      ...item,
      side: item.dc,
      ledgerId: String(item.ledger_id),
    }));
    // An item of a year-end is the sum of many postings to a ledger.
    const largest = entry_type_id === ENTRY_TYPE.closing.id ? null : MAX_AMOUNT;
    const checked = checkEntry(drafts, largest);
    if (checked.ok) continue;
    for (const problem of checked.problems) {
      const path = pathOf(index) + problem.path.join(".").replace("ledgerId", "ledger_id");
      problems.push(problem);
      errors.push({ path, message: entrySentence(problem) });
    }
  }
  const [first] = problems;
  if (first?.code === "sums_differ" && problems.length === 1) {
    const details = { difference: formatMoney(first.difference), short_side: first.shortSide };
    throw new Refusal("entry_unbalanced", details, { errors });
  }
  if (first !== undefined) {
    throw new Refusal("validation_failed", { summary: errors[0]?.message ?? "" }, { errors });
  }
}

/**
 * Posts entries and revisions of one tenant in the caller's transaction, whose scope must be that
 * tenant. Everything is stored or nothing: after an error the transaction can only be rolled back.
 *
 * @param pathOf the prefix of the paths of a posting's fields in refusals; empty by default.
 * @returns for each posting, in order, its entry, number and revision.
 * @throws Refusal `entry_unbalanced` or `validation_failed`, with the path of each problem;
 * `not_found` (404) at the `ledger_id` of a ledger, or for an entry, that is missing or another
 * tenant's; `ledger_closed_to_postings` at the `ledger_id` of one with sub-ledgers;
 * `ledger_controlled` at that of a control ledger in a manual entry, or at `items` when the revised
 * entry has one; `period_locked` at the `entry_date` of a manual entry in the locked period (an
 * entry of the system moves to the first open day instead); `entry_locked` there for a revision of
 * an entry in that period; `changed_meanwhile` for a revision of an entry that has changed since.
 */
export async function postEntries(
  poster: Poster,
  tenantId: number,
  postings: readonly (Posting | Revision)[],
  pathOf: PathPrefixOf = noPrefix,
): Promise<PostedEntry[]> {
  checkPostings(postings, pathOf);
  const batch = postingsJson(postings);
  try {
    const { rows } = await sql<PostedEntry>`
      select entry_id, number, revision
      from post_entries(${tenantId}, ${poster.actorId}, ${poster.requestId}, ${poster.recordedAt}, ${batch}::jsonb)
      order by place`.execute(poster.tx);
    afterCommit(poster.tx, () => entriesPosted.inc(rows.length));
    return rows;
  } catch (error) {
    throw postingRefusal(error, pathOf, postings) ?? error;
  }
}

/** Postings in the form for post_entries: money as text, so that no precision is lost. */
export function postingsJson(postings: unknown): string {
  return JSON.stringify(postings, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}

/**
 * The refusal for an error of post_entries, at its field; undefined for any other error.
 *
 * @param postings the postings of the call, possibly with revisions.
 */
export function postingRefusal(
  error: unknown,
  pathOf: PathPrefixOf = noPrefix,
  postings: readonly (Posting | Revision)[] = [],
): Refusal | undefined {
  const refusal = databaseRefusal(error);
  if (refusal === undefined) return undefined;
  const { place = 1, line, ledger = "", purpose = null } = refusal.detail;
  const prefix = pathOf(Number(place) - 1);
  const path =
    line === undefined ? `${prefix}items` : `${prefix}items.${Number(line) - 1}.ledger_id`;
  switch (refusal.code) {
    case "ledger_not_found":
      return Refusal.at(path, "not_found", { what: "The ledger" });
    case "ledger_closed_to_postings":
      return Refusal.at(path, "ledger_closed_to_postings", { ledger: String(ledger) });
    case "ledger_controlled":
      return Refusal.at(path, "ledger_controlled", {
        ledger: String(ledger),
        where: controlReason(purpose === null ? null : String(purpose)),
      });
    case "period_locked": {
      const until = String(refusal.detail["until"]);
      const code = isOfLockedDay(postings[Number(place) - 1], until)
        ? "entry_locked"
        : "period_locked";
      return Refusal.at(`${prefix}entry_date`, code, { until: formatDate(until) });
    }
    case "entry_reversed":
      return new Refusal("entry_reversed", { number: "This entry", reversal: "another" });
    case "changed_meanwhile":
      return new Refusal("changed_meanwhile");
    case "entry_not_found":
      return notFound("The entry");
    default:
      return undefined;
  }
}

/**
 * Whether the locked day is that of the entry before its revision, so that another date does not
 * help.
 */
function isOfLockedDay(posting: Posting | Revision | undefined, until: string): boolean {
  if (posting === undefined || !("entry_id" in posting)) return false;
  return posting.entry_date === null || posting.entry_date > until;
}

/** The poster of a request: its transaction, its user and the time of its clock. */
export function posterOf(context: Context): Poster {
  return {
    tx: context.tx,
    actorId: context.actor.user_id,
    requestId: context.requestId,
    recordedAt: context.clock.now(),
  };
}
