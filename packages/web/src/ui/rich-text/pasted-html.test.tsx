import { getHTMLFromFragment, getSchema } from "@tiptap/core";
import { expect, it, vi } from "vitest";

import { cleanPastedHtml } from "./pasted-html.ts";
import { extensionsFor } from "./rich-text-extensions.ts";
import { unwrapListItems, htmlToDocument } from "./rich-text-html.ts";

/** The content that a letter's editor keeps of a paste. */
function contentOf(html: string): string {
  const extensions = extensionsFor("full", null);
  const document = getSchema(extensions).nodeFromJSON(
    htmlToDocument(cleanPastedHtml(html), extensions, []),
  );
  return unwrapListItems(getHTMLFromFragment(document.content, document.type.schema));
}

/** A list paragraph as Word for Windows writes it to the clipboard. */
const wordItem = (level: number, mark: string, text: string, list = "l0") =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:.5in;text-indent:-.25in;mso-list:${list} level${level} lfo1'>` +
  `<![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}` +
  `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;

const word = (body: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">` +
  `<style><!-- p.MsoNormal {margin:0in} --></style></head><body lang=EN-GB><!--StartFragment-->${body}<!--EndFragment--></body></html>`;

it("keeps nested and numbered lists of Word, without their literal marks", () => {
  const pasted = word(
    `<p class=MsoNormal>Bring:<o:p></o:p></p>` +
      wordItem(1, "·", "your <b>passport</b>") +
      wordItem(2, "o", "or a driver’s licence") +
      wordItem(1, "·", "a photo") +
      `<p class=MsoNormal>Then:</p>` +
      wordItem(1, "1.", "sign", "l1") +
      wordItem(1, "2.", "send", "l1"),
  );
  expect(contentOf(pasted)).toBe(
    "<p>Bring:</p><ul><li>your <strong>passport</strong><ul><li>or a driver’s licence</li></ul></li>" +
      "<li>a photo</li></ul><p>Then:</p><ol><li>sign</li><li>send</li></ol>",
  );
});

it("moves a nested list of Google Docs into its item", () => {
  const item = (text: string) =>
    `<li dir="ltr" style="list-style-type:disc" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400">${text}</span></p></li>`;
  const pasted =
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Terms</span></p>` +
    `<ul>${item("Basic")}<ul>${item("Housing")}</ul>${item("Leave")}</ul></b>`;
  expect(contentOf(pasted)).toBe(
    "<p><strong>Terms</strong></p><ul><li>Basic<ul><li>Housing</li></ul></li><li>Leave</li></ul>",
  );
});

it("turns each row of a table into a line, its cells separated", () => {
  const excel =
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>.xl65 {mso-number-format:Standard}</style></head><body>` +
    `<table border=0><!--StartFragment--><col width=64 span=2><tr height=20><td height=20 class=xl65>Basic</td><td align=right>250,000.00</td></tr>` +
    `<tr><td>Housing</td><td align=right>80,000.00</td></tr><!--EndFragment--></table></body></html>`;
  expect(contentOf(excel)).toBe("<p>Basic | 250,000.00</p><p>Housing | 80,000.00</p>");
  const ofWord = word(
    `<table class=MsoTableGrid><tr><td><p class=MsoNormal>Grade<o:p></o:p></p></td>` +
      `<td><p class=MsoNormal><b>Senior</b></p><p class=MsoNormal>from May</p></td></tr></table>`,
  );
  expect(contentOf(ofWord)).toBe("<p>Grade | <strong>Senior</strong> from May</p>");
  expect(contentOf("<table><tr><td>\n <p>One</p> <p>Two</p></td></tr></table>")).toBe(
    "<p>One</p><p>Two</p>",
  );
});

it("leaves nothing that could be fetched or run, and fetches and runs nothing itself", () => {
  const ran = vi.fn<() => void>();
  vi.stubGlobal("ran", ran);
  const cleaned = cleanPastedHtml(
    `<p onclick="ran()">Text<img src=x onerror=ran()><svg onload=ran()></svg><script>ran()</script>` +
      `<iframe srcdoc="<script>parent.ran()</script>"></iframe><style>@import "https://example.com"</style></p>`,
  );
  expect(cleaned).toBe("<p>Text</p>");
  expect(ran).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

it("does not change content copied from the editor", () => {
  const copied = `<p data-pm-slice="1 1 []">Dear {{name}}, <strong>welcome</strong></p><ol><li><p>One</p></li></ol>`;
  expect(cleanPastedHtml(copied)).toBe(copied);
});
