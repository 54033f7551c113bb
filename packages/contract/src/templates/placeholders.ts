/**
 * Placeholders of mails, letters and terms. Stored text, including HTML, contains them as plain
 * `{{company_name}}`. An editor may show one as a mention, and converts it back before saving.
 */

/**
 * Placeholders that give access to an account. They are allowed only in a body, because subjects
 * are visible in lists, in notifications on a locked phone, and to administrators of the mails.
 */
export const secretPlaceholders: readonly string[] = ["code", "reset_link", "invite_link"];

/** The maximum length of a mention, as typed after @: letters and spaces. */
export const maxMentionLength = 31;

const placeholder = /\{\{\s*([a-z][a-z_]*)\s*\}\}/g;
/** Anything that looks like a placeholder: braces with any content, or never closed. */
const placeholderAttempt = /\{\{([^{}]*)\}\}|\{\{\s*([^{}<\s]{1,31})/g;

/** The distinct names of the placeholders in a text, in order of appearance. */
export function placeholdersIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(placeholder), ([, name = ""]) => name))];
}

/**
 * The texts between braces that are not allowed names, each once and without markup, so that a
 * message can name them.
 */
export function unknownPlaceholders(text: string, allowed: readonly string[]): string[] {
  const names = Array.from(text.matchAll(placeholderAttempt), ([, closed, open]) => ({
    isClosed: closed !== undefined,
    name: (closed ?? open ?? "").trim(),
  }));
  const unknown = names.filter(({ isClosed, name }) => !isClosed || !allowed.includes(name));
  return [...new Set(unknown.map(({ name }) => name.replaceAll(/<[^<>]*>/g, "").trim()))];
}

/** The message for a text that uses unknown placeholders; undefined when it uses none. */
export function placeholderProblem(text: string, allowed: readonly string[]): string | undefined {
  const unknown = unknownPlaceholders(text, allowed);
  if (unknown.length === 0) return undefined;
  const names = unknown.map((name) => `{{${name.slice(0, 60)}}}`).join(", ");
  const offer = allowed.map((name) => `{{${name}}}`).join(", ");
  return `There is no placeholder ${names} here.${offer === "" ? "" : ` Use ${offer}.`}`;
}

/** An @ with a word, as somebody types a placeholder without choosing it. Not one in an address. */
const typedMention =
  /(?<![\p{L}\p{N}._%+@-])@\p{L}[\p{L}\p{M}\p{N}_]*(?![\p{L}\p{N}_]|[.@-][\p{L}\p{N}])/gu;

/** The distinct words with an @ in the text of HTML, in order of appearance; no email addresses. */
export function typedMentions(html: string): string[] {
  const text = html
    .replaceAll(/<\/?(?:strong|em|u|span)\b[^<>]*>/g, "")
    .replaceAll(/<[^<>]*>/g, " ");
  return [...new Set(Array.from(text.matchAll(typedMention), ([word]) => word))];
}

/**
 * The warning about text after an @ that is no placeholder, such as a mistyped one; undefined if
 * there is none. It is a warning because an @ may also be meant, as in the name of an account.
 */
export function mentionWarning(...texts: readonly string[]): string | undefined {
  const words = [...new Set(texts.flatMap(typedMentions))].map((word) => `“${word.slice(0, 60)}”`);
  const [first] = words;
  if (first === undefined) return undefined;
  const how = "Type @ and choose a placeholder from the list if one is meant.";
  if (words.length === 1)
    return `${first} is not a placeholder and stays in the text as it is. ${how}`;
  const all = `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
  return `${all} are not placeholders and stay in the text as they are. ${how}`;
}

/**
 * Replaces `{{name}}` by values. Everything is replaced in one pass, so a value that looks like a
 * placeholder stays as it is. A name without a value is left out.
 *
 * @param write converts a value for its context: `escapeHtml` in HTML.
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

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
