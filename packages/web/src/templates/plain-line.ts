import { escapeHtml } from "@kontor/contract/templates/placeholders";

/** A line of plain text as an editor of the profile `line` takes it. */
export function lineToHtml(text: string): string {
  return text === "" ? "" : `<p>${escapeHtml(text)}</p>`;
}

/** The content of such an editor as a line of plain text. */
export function htmlToLine(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return (body.textContent ?? "").replaceAll(/\s+/gu, " ").trim();
}
