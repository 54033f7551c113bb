import { ACCOUNT_CLASSES, type AccountClass } from "@kontor/books/account-code";
import { kobo, MAX_AMOUNT, type Kobo } from "@kontor/books/money";
import { SIDES, type Side } from "@kontor/books/side";
import * as fc from "fast-check";

/**
 * An operation on the books. A place is any integer; it selects a row by its remainder modulo the
 * number of rows that exist when the operation runs. So every sequence can run, also after
 * shrinking.
 */
export type Operation =
  | { do: "add group"; class: AccountClass; name: string }
  | { do: "rename group"; group: number; name: string; version: SentVersion }
  | { do: "delete group"; group: number }
  | { do: "add ledger"; group: number; parent: number | null; opening: Kobo; side: Side }
  | {
      do: "edit ledger";
      ledger: number;
      opening: Kobo | null;
      parent: ParentChange;
      version: SentVersion;
    }
  | { do: "post"; entries: EntryDraft[] }
  | { do: "post batch"; entries: EntryDraft[] }
  | { do: "revise"; entry: number; draft: EntryDraft; date: DateChange; revision: SentVersion }
  | { do: "read statement"; ledger: number; view: View }
  | { do: "read entries"; ledger: number | null; view: View };

/** The version that an edit sends. */
export type SentVersion = "current" | "stale" | "absent";
export type ParentChange = "kept" | "none" | number;
export type DateChange = "given" | "absent" | "kept by flag";

/**
 * A planned entry: `ledgers` are places, used in turn and each once. `parts` are amounts that both
 * sides add up to; `debits` and `credits` are the numbers of items over which each side distributes
 * them.
 */
export type EntryDraft = {
  entry_type_id: number;
  /** Absent means today. */
  day: string | undefined;
  narration: string;
  ledgers: number[];
  parts: Kobo[];
  debits: number;
  credits: number;
  /** Credit items come before debit items. */
  creditFirst: boolean;
  defect: DraftDefect;
};

export type DraftDefect = "none" | "unbalanced" | "any ledger" | "foreign ledger";

/** A page of a range of days; `null` means no range. */
export type View = { page: number; per_page: number; range: readonly [string, string] | null };

/** An operation on the first or the second organization's books. */
export type Step = { books: 0 | 1; operation: Operation };

/** The day that is busy in some of the books; other days are around it and around today. */
export const busyDay = "2026-03-05";
const days = [
  "2025-02-28",
  "2025-12-31",
  "2026-03-01",
  busyDay,
  "2026-03-09",
  "2026-03-10",
  "2026-03-11",
  "2026-08-31",
] as const;

const place = fc.nat({ max: 999 });
/** Most entries use few ledgers, so that their statements get longer. */
const ledgerPlace = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 3 }) },
  { weight: 1, arbitrary: place },
);
const name = fc.constantFrom("Petty cash", "Fuel", "Sales, Ikeja", "100% _odd\\", "Ọjà");
const seen = fc.constantFrom<SentVersion>("current", "current", "absent", "stale");
const side = fc.constantFrom(...SIDES);
const day = fc.constantFrom(...days);
const opening = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0n) },
  { weight: 3, arbitrary: fc.bigInt({ min: 1n, max: 100_000n }) },
  { weight: 1, arbitrary: fc.constant<bigint>(MAX_AMOUNT) },
);

const part = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt({ min: 1n, max: 500_000n }) },
  // Six such parts do not exceed the largest amount of an item.
  { weight: 1, arbitrary: fc.constant(MAX_AMOUNT / 6n) },
);

const draft: fc.Arbitrary<EntryDraft> = fc.record({
  entry_type_id: fc.constantFrom(1, 2, 3, 4),
  day: fc.option(day, { nil: undefined, freq: 8 }),
  narration: fc.constantFrom("", "Received", "Correction of March"),
  ledgers: fc.array(ledgerPlace, { minLength: 2, maxLength: 6 }),
  parts: fc.array(part.map(kobo), { minLength: 1, maxLength: 6 }),
  debits: fc.integer({ min: 1, max: 3 }),
  credits: fc.integer({ min: 1, max: 3 }),
  creditFirst: fc.boolean(),
  defect: fc.oneof(
    { weight: 24, arbitrary: fc.constant<DraftDefect>("none") },
    { weight: 2, arbitrary: fc.constantFrom<DraftDefect>("unbalanced", "foreign ledger") },
    { weight: 3, arbitrary: fc.constant<DraftDefect>("any ledger") },
  ),
});

export const view: fc.Arbitrary<View> = fc.record({
  page: fc.integer({ min: 1, max: 4 }),
  per_page: fc.integer({ min: 1, max: 10 }),
  range: fc.option(
    fc
      .tuple(day, day)
      .map(([one, other]): readonly [string, string] =>
        one <= other ? [one, other] : [other, one],
      ),
  ),
});

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant("post" as const),
      entries: fc.array(draft, { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("post batch" as const),
      entries: fc.array(draft, { minLength: 1, maxLength: 5 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("revise" as const),
      entry: place,
      draft,
      date: fc.constantFrom<DateChange>("given", "given", "absent", "kept by flag"),
      revision: seen,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("add ledger" as const),
      group: place,
      parent: fc.option(place),
      opening: opening.map(kobo),
      side,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("edit ledger" as const),
      ledger: ledgerPlace,
      opening: fc.option(opening.map(kobo), { freq: 4 }),
      parent: fc.oneof(fc.constantFrom<ParentChange>("kept", "kept", "none"), place),
      version: seen,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("add group" as const),
      class: fc.constantFrom(...ACCOUNT_CLASSES),
      name,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("rename group" as const),
      group: place,
      name,
      version: seen,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("delete group" as const), group: place }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("read statement" as const), ledger: ledgerPlace, view }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("read entries" as const),
      ledger: fc.option(place),
      view,
    }),
  },
);

/** A sequence of operations, most of them on the first organization's books. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ books: fc.constantFrom<0 | 1>(0, 0, 0, 1), operation }),
  { minLength: 1, maxLength: 9, size: "max" },
);
