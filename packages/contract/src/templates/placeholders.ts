/**
 * Placeholders of mails, letters and terms. Stored text, HTML included, has them as plain
 * `{{company_name}}`; an editor may show one as a mention, and turns it back before it is saved.
 */

/**
 * Placeholders that give access to an account. They are allowed only in a body: a subject is shown
 * in lists, in notifications on a locked phone, and to administrators of the mails.
 */
export const secretPlaceholders: readonly string[] = ["code", "reset_link", "invite_link"];

/** The most characters of a mention, as typed after @: letters and spaces. */
export const longestMention = 31;

const placeholder = /\{\{\s*([a-z][a-z_]*)\s*\}\}/g;
/** Anything meant as a placeholder: braces with any content, or never closed. */
const attempt = /\{\{([^{}]*)\}\}|\{\{\s*([^{}<\s]{1,31})/g;

/** The names of the placeholders in a text, each once, in the order in which they come. */
export function placeholdersIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(placeholder), ([, name = ""]) => name))];
}

/**
 * Text between braces that is none of the allowed names, each once and without markup, so that a
 * message can name it.
 */
export function unknownPlaceholders(text: string, allowed: readonly string[]): string[] {
  const names = Array.from(text.matchAll(attempt), ([, closed, open]) => ({
    isClosed: closed !== undefined,
    name: (closed ?? open ?? "").trim(),
  }));
  const unknown = names.filter(({ isClosed, name }) => !isClosed || !allowed.includes(name));
  return [...new Set(unknown.map(({ name }) => name.replaceAll(/<[^<>]*>/g, "").trim()))];
}

/** The sentence for text that uses placeholders which nothing fills; undefined when it uses none. */
export function placeholderProblem(text: string, allowed: readonly string[]): string | undefined {
  const unknown = unknownPlaceholders(text, allowed);
  if (unknown.length === 0) return undefined;
  const names = unknown.map((name) => `{{${name.slice(0, 60)}}}`).join(", ");
  const offer = allowed.map((name) => `{{${name}}}`).join(", ");
  return `There is no placeholder ${names} here.${offer === "" ? "" : ` Use ${offer}.`}`;
}

/**
 * Replaces `{{name}}` by values. Everything is filled in one pass, so a value that looks like a
 * placeholder stays as it is; a name without a value is left out.
 *
 * @param write converts a value for its place: `escapeHtml` in HTML.
 */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string>>,
  write: (value: string) => string,
): string {
  return text.replaceAll(placeholder, (_match, name: string) =>
    Object.hasOwn(values, name) ? write(values[name] ?? "") : "",
  );
}

/** The label of a placeholder in the editor's list: letters and spaces only. */
export function placeholderTitle(name: string): string {
  return name.replaceAll("_", " ");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text escaped for HTML, between tags and inside attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
