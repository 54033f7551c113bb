import { escapeHtml, fillPlaceholders } from "@kontor/contract/templates/placeholders";

import { appUrlsOf } from "../platform/configuration/app-urls.ts";
import { letterheadOf } from "../platform/export/letterhead.ts";
import { onLetterhead, renderPdf } from "../platform/export/pdf.ts";
import { withoutDeadLinks } from "../platform/html/links.ts";
import { plainText } from "../platform/html/plain-text.ts";
import { parseHtml, printHtml, type HtmlNode } from "../platform/html/tree.ts";
import { mailSenderOf, type ComposeContext } from "./compose.ts";
import { richTextContent } from "./rich-text-pdf.ts";
import { sampleValues } from "./samples.ts";

/** The letter: subject and body in rich text, sanitised. */
export type Letter = { subject: string; body: string };

/** The placeholders allowed in the letter's subject. */
export const subjectPlaceholders = ["job_name", "company_name"] as const;

/** The placeholders allowed in its body. */
export const bodyPlaceholders = [
  "offer_link",
  "job_name",
  "location_name",
  "designation_name",
  "grade_level_name",
  "company_name",
  "delivery_format",
  "job_type",
  "start_date",
  "offer_deadline",
  "salary",
] as const;

/** The letter that applies until an organization or the platform saves its own. */
export const builtInLetter: Letter = {
  subject: "<p>Offer of employment: <strong>{{job_name}}</strong> at {{company_name}}</p>",
  body: `<p>Dear Candidate,</p>
<p>Following our conversations, we are delighted to offer you the position of <strong>{{job_name}}</strong> at {{company_name}}. We were impressed by what you bring and look forward to working with you.</p>
<h3>Your position</h3>
<ul>
<li><strong>Designation:</strong> {{designation_name}}</li>
<li><strong>Grade level:</strong> {{grade_level_name}}</li>
<li><strong>Location:</strong> {{location_name}}</li>
<li><strong>Kind of employment:</strong> {{job_type}}</li>
<li><strong>Way of working:</strong> {{delivery_format}}</li>
<li><strong>Start date:</strong> {{start_date}}</li>
</ul>
<h3>Your pay</h3>
<p>Your gross salary is <strong>{{salary}}</strong>. Tax, pension and the other statutory deductions are taken from it as Nigerian law requires.</p>
<h3>Your answer</h3>
<p>Please read this letter with care and let us have your answer by <strong>{{offer_deadline}}</strong>. After that day the offer lapses.</p>
<p><a href="{{offer_link}}">Open the offer to accept or decline it</a></p>
<p>The offer depends on satisfactory references and on the documents that we ask for before your first day. If anything in it is unclear, please speak to us before you answer.</p>
<p>We hope to welcome you soon.</p>
<p>Yours sincerely,<br />{{company_name}}</p>`,
};

/** A letter filled with its values. */
type FilledLetter = { subject: HtmlNode[]; subjectText: string; body: HtmlNode[] };

async function fillLetter(
  composing: ComposeContext,
  tenantId: number | null,
  letter: Letter,
): Promise<FilledLetter> {
  const sender = await mailSenderOf(composing, tenantId);
  const { offer_link_url } = await appUrlsOf(composing.tx, composing.environment);
  const values = { ...sampleValues, ...sender.values, offer_link: `${offer_link_url}/sample` };
  const read = (html: string) =>
    withoutDeadLinks(parseHtml(fillPlaceholders(html, values, escapeHtml)));
  const subject = read(letter.subject);
  const body = read(letter.body);
  return { subject, subjectText: plainText(subject).replaceAll(/\s+/gu, " "), body };
}

/**
 * The letter with sample values as a page for a sandboxed frame, on the organization's letterhead.
 */
export async function letterPage(
  composing: ComposeContext,
  tenantId: number | null,
  letter: Letter,
): Promise<{ subject: string; html: string }> {
  const { subject, subjectText, body } = await fillLetter(composing, tenantId, letter);
  const { branding } = await mailSenderOf(composing, tenantId);
  const name = escapeHtml(branding.name);
  // From the screen's own server, which a sandboxed frame may show.
  const logo = branding.logo_url?.replace(/^.*(?=\/api\/files\/)/, "");
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subjectText)}</title>
<style>
body { margin: 0; background: #fff; color: #1b2430; font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; overflow-wrap: anywhere }
main { max-width: 720px; margin: 0 auto; padding: 32px 24px 48px }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; justify-content: space-between; padding-bottom: 14px; border-bottom: 3px solid ${branding.brand_color} }
header img { display: block; max-width: 240px; max-height: 48px }
header p { margin: 0; font-weight: 600 }
.subject { margin: 28px 0 20px; font-size: 18px }
.subject p { margin: 0 }
</style>
</head>
<body>
<main>
<header>${logo === undefined ? "" : `<img src="${escapeHtml(logo)}" alt="">`}<p>${name}</p></header>
<div class="subject">${printHtml(subject)}</div>
${printHtml(body)}
</main>
</body>
</html>
`;
  return { subject: subjectText, html };
}

/** The letter with sample values as a PDF, on the organization's letterhead; created on demand. */
export async function letterPdf(
  composing: ComposeContext,
  tenantId: number | null,
  letter: Letter,
): Promise<{ filename: string; content: () => Promise<Buffer> }> {
  const { subject, subjectText, body } = await fillLetter(composing, tenantId, letter);
  const letterhead = await letterheadOf(composing.tx, tenantId);
  const document = onLetterhead(letterhead, {
    info: { title: subjectText },
    content: [
      { stack: richTextContent(subject), margin: [0, 12, 0, 10], bold: true },
      ...richTextContent(body),
    ],
  });
  return {
    filename: `Job offer letter - ${letterhead.name}.pdf`,
    content: () => renderPdf(document),
  };
}
