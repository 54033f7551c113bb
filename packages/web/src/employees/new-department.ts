/**
 * What to say of a department that nobody of the organization is in yet, which is a slip of the pen
 * more often than a new department.
 *
 * @param departments undefined until they are known
 * @param what how the sentence names the department
 * @returns undefined for a department that somebody is in, and while nobody has one
 */
export function newDepartmentSentence(
  name: string,
  departments: readonly string[] | undefined,
  what = "this department",
): string | undefined {
  const entered = name.trim();
  if (departments === undefined || departments.length === 0) return undefined;
  if (entered === "" || departments.includes(entered)) return undefined;
  const meant = similarName(entered, departments);
  const advice = meant === undefined ? "Check its spelling." : `Did you mean “${meant}”?`;
  return `Nobody is in ${what} yet. ${advice}`;
}

/** The name that is spelt most alike, if one differs only by slips of the pen. */
function similarName(entered: string, names: readonly string[]): string | undefined {
  const letters = lettersOf(entered);
  let nearest: { name: string; slips: number } | undefined;
  for (const name of names) {
    const slips = slipsBetween(letters, lettersOf(name));
    if (slips <= allowedSlips(letters) && slips < (nearest?.slips ?? Infinity)) {
      nearest = { name, slips };
    }
  }
  return nearest?.name;
}

/** Names that differ in case, spaces and punctuation only are the same. */
function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Of short names one letter makes another, such as “HR” and “PR”. */
function allowedSlips({ length }: string): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/** The number of wrong, missing, extra and swapped letters between two names. */
function slipsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_each, place) => place);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let place = 1; place <= other.length; place += 1) {
      const isSame = one[row - 1] === other[place - 1];
      const isSwapped = one[row - 1] === other[place - 2] && one[row - 2] === other[place - 1];
      next.push(
        Math.min(
          (last[place] ?? 0) + 1,
          (next[place - 1] ?? 0) + 1,
          (last[place - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped && row > 1 && place > 1 ? (beforeLast[place - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, next];
  }
  return last.at(-1) ?? 0;
}
