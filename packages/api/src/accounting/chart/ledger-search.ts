import { sql, type RawBuilder } from "kysely";

import { allConditions, containsText } from "../../platform/database/conditions.ts";

type Sql = RawBuilder<unknown>;

/** The minimum length of words that may contain a typo; shorter ones would match too much. */
const minTypoLength = 4;

/** The words of a search in lower case, without surrounding punctuation. */
function searchWords(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

/**
 * `like` patterns for texts that contain a word with one typo: a wrong, missing or extra letter, or
 * two swapped letters.
 */
export function oneTypoPatterns(word: string): string[] {
  const escaped = Array.from(word, (letter) => (/[\\%_]/.test(letter) ? `\\${letter}` : letter));
  const patterns = new Set<string>();
  const add = (...parts: readonly string[]) => patterns.add(`%${parts.join("")}%`);
  for (const [index, letter] of escaped.entries()) {
    const [before, after] = [escaped.slice(0, index), escaped.slice(index + 1)];
    add(...before, "_", ...after);
    add(...before, "_", letter, ...after);
    add(...before, ...after);
    const [next, ...rest] = after;
    if (next !== undefined) add(...before, next, letter, ...rest);
  }
  return [...patterns];
}

/**
 * Matches a word in the name or the code. Digits match a code with or without its dashes, and a
 * lone dash matches any code.
 */
function matchesWord(word: string): Sql {
  const figures = word.replaceAll("-", "");
  if (figures === "") return sql`true`;
  const asTyped = containsText(sql`l.search_text`, word);
  const isCode = figures !== word && /^\d+$/.test(figures);
  return isCode ? sql`(${asTyped} or ${containsText(sql`l.search_text`, figures)})` : asTyped;
}

/**
 * Ledgers `l` whose name or code contains each word of the search, in any order; all ledgers
 * without a search.
 */
export function ledgersLike(search: string | undefined): Sql {
  return allConditions(searchWords(search ?? "").map(matchesWord));
}

/**
 * How well a ledger `l` matches a search, for sorting, best first: its name or code begins with the
 * search, a word of its name does, or the words are anywhere in it. Null without a search.
 */
export function searchRank(search: string | undefined): Sql | null {
  const text = searchWords(search ?? "").join(" ");
  if (text === "") return null;
  return sql`case
    when starts_with(l.search_text, ${text}) or starts_with(l.code, ${text}) then 0
    when strpos(l.search_text, ${` ${text}`}) > 0 then 1
    else 2 end`;
}

/** Whether a word is long enough to allow a typo; codes must match exactly. */
function allowsTypo(word: string): boolean {
  return word.length >= minTypoLength && !/^[\d-]+$/.test(word);
}

/**
 * The condition that the name of a ledger `l` contains each word with at most one typo, for a
 * search without exact matches. Null when no word is long enough.
 */
export function ledgersLikeWithTypo(search: string | undefined): Sql | null {
  const words = searchWords(search ?? "");
  if (!words.some(allowsTypo)) return null;
  return allConditions(
    words.map((word) =>
      allowsTypo(word)
        ? sql`lower(l.name) like any(${sql.val(oneTypoPatterns(word))}::text[])`
        : matchesWord(word),
    ),
  );
}
