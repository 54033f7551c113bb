import { kobo } from "@kontor/books/money";
import { formatLongMoment, formatMoment, formatNet } from "@kontor/contract/format";
import { bankByCode } from "@kontor/contract/reference/banks";
import { stateById } from "@kontor/contract/reference/nigeria";
import { pensionAdministratorById } from "@kontor/contract/reference/pension-administrators";
import { auditFieldTitle, auditValueInWords } from "@kontor/contract/users/audit";

import type { PersonalDataSection } from "./collect.ts";

/**
 * The data on a person as a self-contained page without scripts, pictures or external addresses.
 *
 * @param about the person, the organization that keeps the data, and the time.
 */
export function personalDataPage(
  sections: readonly PersonalDataSection[],
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
    const shown = valueOf(value, name);
    return shown === ""
      ? []
      : [`<tr><th scope="row">${escaped(titleOf(name))}</th><td>${shown}</td></tr>`];
  });
  return `<table>${lines.join("")}</table>`;
}

/** Fields whose codes are shown by name: banks, states and pension fund administrators. */
const names: Readonly<Record<string, { title: string; of: (code: string) => string | undefined }>> =
  {
    bank_code: { title: "Bank", of: (code) => bankByCode(code)?.name },
    state_id: { title: "State of residence", of: (code) => stateById(Number(code))?.name },
    pfa: {
      title: "Pension fund administrator",
      of: (code) => pensionAdministratorById(code)?.name,
    },
  };

function titleOf(name: string): string {
  return names[name]?.title ?? auditFieldTitle(name);
}

/** A value as HTML, worded as on the screens; empty for null. */
function valueOf(value: unknown, name: string): string {
  if (value === null || value === undefined || value === "") return "";
  if (Array.isArray(value)) return value.map((each) => valueOf(each, name)).join("<br>");
  if (typeof value === "object") return factsOf(value as Record<string, unknown>);
  const isText = typeof value === "string";
  const text = isText ? value : JSON.stringify(value);
  if (text.length > 2000) return `${text.length} characters, in the JSON file`;
  const words = isText ? textInWords(text, name) : auditValueInWords(text, name);
  return escaped(names[name]?.of(text) ?? words);
}

/** A text in words. Amounts are texts, rates are numbers. */
function textInWords(text: string, name: string): string {
  const moment = /^\d{4}-\d{2}-\d{2}T/.test(text) ? new Date(text) : undefined;
  if (moment && !Number.isNaN(moment.getTime())) return formatMoment(moment);
  // Payslips have amounts under the names of rates, which the audit log shows as percentages.
  if (/^-?\d+\.\d{2}$/.test(text)) return formatNet(kobo(BigInt(text.replace(".", ""))));
  return auditValueInWords(text, name);
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
