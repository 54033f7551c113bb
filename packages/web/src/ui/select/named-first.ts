/**
 * Puts the choices first in whose names every typed word begins a word: a server that searches
 * staff numbers too finds an "f" in all of "DFL-0001", and Enter takes the first choice.
 *
 * @returns the choices, otherwise in the order in which they were found.
 */
export function namedFirst<Choice extends { label: string }>(
  choices: readonly Choice[],
  search: string,
): readonly Choice[] {
  const typed = wordsOf(search);
  const isNamed = ({ label }: Choice) =>
    typed.every((start) => wordsOf(label).some((word) => word.startsWith(start)));
  return [...choices.filter(isNamed), ...choices.filter((choice) => !isNamed(choice))];
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(Boolean);
}
