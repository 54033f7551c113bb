import { escapeHtml } from "@kontor/contract/templates/placeholders";

/** Converts a line of plain text to HTML for an editor of the profile `line`. */
export function lineToHtml(text: string): string {
  return text === "" ? "" : `<p>${escapeHtml(text)}</p>`;
}

/** Converts the content of such an editor to a line of plain text. */
export function htmlToLine(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return (body.textContent ?? "").replaceAll(/\s+/gu, " ").trim();
}
