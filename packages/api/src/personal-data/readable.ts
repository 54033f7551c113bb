import { formatLongMoment } from "@kontor/contract/format";
import { titleOfName } from "@kontor/contract/words";

import type { Section } from "./collect.ts";

/**
 * The data on a person as a self-contained page without scripts, pictures or external addresses.
 *
 * @param about the person, the organization that keeps the data, and the time.
 */
export function readablePage(
  sections: readonly Section[],
  about: { name: string; organization: string; now: Date },
): string {
  const { name, organization, now } = about;
  const title = `Personal data of ${name}`;
  const body = sections
    .map(
      ({ title: heading, rows }) =>
        `<section><h2>${escaped(heading)}</h2>\n${rows.map((row) => factsOf(row)).join("\n")}</section>`,
    )
    .join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
body { max-width: 60rem; padding: 1rem; margin: 0 auto; font: 1rem/1.5 system-ui, sans-serif; color: #1b2430; }
section { break-inside: avoid-page; }
h2 { padding-top: 1rem; border-top: 2px solid #004aad; }
table { width: 100%; margin-bottom: 1rem; border-collapse: collapse; }
th, td { padding: 0.25rem 0.5rem; text-align: start; vertical-align: top; border: 1px solid #d5dbe3; overflow-wrap: anywhere; }
th { width: 14rem; font-weight: 500; background: #f3f6fa; }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>Kept by ${escaped(organization)}, as of ${escaped(formatLongMoment(now))} in Lagos. Amounts are in naira.</p>
${body}
</body>
</html>
`;
}

/** A row as a table of its non-empty fields. */
function factsOf(row: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(row).flatMap(([name, value]) => {
    const shown = valueOf(value);
    return shown === ""
      ? []
      : [`<tr><th scope="row">${escaped(titleOfName(name))}</th><td>${shown}</td></tr>`];
  });
  return `<table>${lines.join("")}</table>`;
}

/** A value as HTML; empty for null. */
function valueOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return value.map((each) => valueOf(each)).join("<br>");
  if (typeof value === "object") return factsOf(value as Record<string, unknown>);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return escaped(text.length > 2000 ? `${text.length} characters, in the JSON file` : text);
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
