const placeholder = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g;

/** The names of the placeholders in a text, each once, in the order in which they come. */
export function placeholdersIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(placeholder), ([, name = ""]) => name))];
}

/**
 * Puts values in the place of `{{name}}`. Everything is filled in one go, so that a value that looks
 * like a placeholder stays what it is; a name without a value is left out.
 */
export function fill(
  text: string,
  values: Readonly<Record<string, string>>,
  write: (value: string) => string,
): string {
  return text.replaceAll(placeholder, (_match, name: string) =>
    Object.hasOwn(values, name) ? write(values[name] ?? "") : "",
  );
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it stands in HTML, between tags as well as between the quotes of an attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Text as it stands in a header: one line. */
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\s\u0000-\u001f\u007f]+/gu, " ").trim();
}
