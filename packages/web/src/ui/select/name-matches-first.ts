/**
 * Puts the choices first whose names contain every typed word as the beginning of a word. A server
 * that also searches staff numbers finds an "f" in all of "DFL-0001", and Enter selects the first
 * choice.
 *
 * @returns the choices, otherwise in their original order.
 */
export function nameMatchesFirst<Choice extends { label: string }>(
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
