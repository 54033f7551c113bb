import type { ReadLine } from "./statement-lines.ts";

/** The lines of a statement in chronological order, with its balances. */
export type OrderedStatement = {
  lines: ReadLine[];
  /** The balance before the first line and after the last, in kobo; null when no line has one. */
  opening: bigint | null;
  closing: bigint | null;
  /** The row numbers at which the balance does not follow from that of the line before. */
  breaks: number[];
};

/**
 * Sorts the lines chronologically. Banks write statements oldest first or newest first; the
 * balances tell which, and where they do not, the days. A line that is missing, or on the wrong
 * side, breaks the row of balances.
 */
export function orderStatement(lines: readonly ReadLine[]): OrderedStatement {
  const oldestFirst = checkBalances([...lines]);
  const newestFirst = checkBalances(lines.toReversed());
  const [first, last] = [lines[0]?.line.date ?? "", lines.at(-1)?.line.date ?? ""];
  const fewer = oldestFirst.breaks.length - newestFirst.breaks.length;
  return fewer > 0 || (fewer === 0 && first > last) ? newestFirst : oldestFirst;
}

/** Adds the lines up, and compares each balance with the sum. */
function checkBalances(lines: ReadLine[]): OrderedStatement {
  let opening: bigint | null = null;
  let running = 0n;
  const breaks: number[] = [];
  for (const { line, net, balance } of lines) {
    running += net;
    if (balance === null) continue;
    if (opening === null) opening = balance - running;
    else if (opening + running !== balance) {
      breaks.push(line.line);
    }
    running = balance - opening;
  }
  return { lines, opening, closing: opening === null ? null : opening + running, breaks };
}
