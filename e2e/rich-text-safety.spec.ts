import { expect, type Locator, type Page } from "@playwright/test";

import { callApi } from "./pages/api.ts";
import {
  findCompany,
  openTab,
  pasteHtml,
  resetConfiguration,
  type Company,
} from "./pages/configuration.ts";
import { answerQuestion } from "./pages/question.ts";
import { open } from "./pages/screen.ts";
import { signIn } from "./pages/session.ts";
import { continuedTest as test } from "./pages/test.ts";

/** Each calls `ran` if any part of it is executed. */
const corpus = [
  `<script>ran()</script>`,
  `<scr<script>ipt>ran()</scr</script>ipt>`,
  `<img src="x" onerror="ran()">`,
  `<svg onload="ran()"><animate onbegin="ran()" attributeName="x" dur="1s"></svg>`,
  `<svg><script>ran()</script></svg>`,
  `<a href="javascript:ran()">link one</a>`,
  `<a href="java&#9;script:ran()">link two</a>`,
  `<a href="&#1;javascript:ran()">link three</a>`,
  `<a href="data:text/html,<script>parent.ran()</script>">link four</a>`,
  `<a href="vbscript:ran()">link five</a>`,
  `<a href="https://example.com" onclick="ran()" onmouseover="ran()">link six</a>`,
  `<iframe srcdoc="<script>parent.ran()</script>"></iframe>`,
  `<iframe src="javascript:parent.ran()"></iframe>`,
  `<object data="javascript:ran()"></object><embed src="javascript:ran()">`,
  `<details open ontoggle="ran()"><summary>more</summary></details>`,
  `<input autofocus onfocus="ran()"><select autofocus onfocus="ran()"></select>`,
  `<video autoplay onerror="ran()"><source onerror="ran()" src="x"></video>`,
  `<form action="javascript:ran()"><button formaction="javascript:ran()">go</button></form>`,
  `<noscript><p title="</noscript><img src=x onerror=ran()>"></p></noscript>`,
  `<template><script>ran()</script></template>`,
  `<style>@import "javascript:ran()"; p { animation: x } @keyframes x {}</style>`,
  `<span style="color: expression(ran()); background: url(javascript:ran())">styled</span>`,
  `<p style="font-size: 14px; behavior: url(#x)" onanimationstart="ran()">paragraph</p>`,
  `<meta http-equiv="refresh" content="0; url=javascript:ran()"><base href="javascript:/">`,
  `<h1 id="ran" name="cookie" class="x">heading</h1>`,
];
/** An unclosed comment hides everything after it, so it comes last. */
const unclosedComment = `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ran()&gt;">`;
const hostileHtml = `<p>Before {{company_name}}</p>${corpus.join("")}<p>after</p>${unclosedComment}`;

/**
 * Elements and attributes that no rich text may contain. The editor itself puts an image beside a
 * chip.
 */
const forbidden = [
  "script, style, img:not(.ProseMirror-separator), svg, math, iframe, object, embed, form, input, button, select, video",
  "details, template, noscript, meta, base, [onclick], [onerror], [onload], [onfocus]",
  "[onmouseover], [ontoggle], [onanimationstart], [id='ran'], a[href*='script' i], a[href^='data:']",
].join(", ");

let found: Company;
let runs: string[];

test.beforeEach(async ({ page }) => {
  runs = [];
  if (page.url() === "about:blank") {
    await page.exposeFunction("ran", () => runs.push("a script"));
    page.on("dialog", (dialog) => {
      runs.push(dialog.message());
      void dialog.dismiss();
    });
  }
  await signIn(page);
  found = await findCompany(page);
});
test.afterEach(async ({ page }) => {
  await resetConfiguration(page);
  expect(runs).toEqual([]);
});

/** Expects that an editor contains the words of the corpus and no part of its markup. */
async function expectHarmless(field: Locator): Promise<void> {
  await expect(field).toContainText("after");
  await expect(field.locator(forbidden)).toHaveCount(0);
}

async function expectHarmlessFrame(frame: Locator): Promise<void> {
  await expect(frame).toHaveAttribute("sandbox", "");
  const body = frame.contentFrame().locator("body");
  await expect(body).toContainText("after");
  // The layout of a mail has its own styles and logo.
  const own = forbidden.replace("style, img:not(.ProseMirror-separator), ", "");
  await expect(body.locator(own)).toHaveCount(0);
  await expect(body.locator("img[src='x'], img[src='1']")).toHaveCount(0);
  for (const link of await body.locator("a").all()) {
    await expect(link).toHaveAttribute("href", /^(https?:\/\/|mailto:)/);
  }
}

/** Opens the dialog of a mail on the tab of email templates. */
async function openTemplate(page: Page): Promise<Locator> {
  const panel = page.getByRole("tabpanel", { name: "Email Templates" });
  await panel.getByRole("button", { name: "Actions for New Notice" }).click();
  await page.getByRole("menuitem", { name: "Edit Template" }).click();
  return page.getByRole("dialog", { name: /Edit Template/ });
}

test("a mail runs no code that is pasted, saved or stored", async ({ page }) => {
  await openTab(page, found, "Email Templates");
  const dialog = await openTemplate(page);
  const body = dialog.getByRole("textbox", { name: "Email Body" });
  await pasteHtml(body, hostileHtml);
  await expectHarmless(body);
  for (const link of await body.getByText(/^link /).all()) await link.hover();
  const subject = dialog.getByRole("textbox", { name: "Subject" });
  await pasteHtml(subject, `<p>Subject <b onclick="ran()">x</b></p>${corpus[2]}<p>after</p>`);
  await expectHarmless(subject);
  await dialog.getByRole("tab", { name: "Preview" }).click();
  await expectHarmlessFrame(dialog.getByTitle("Preview of the email"));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Email Template edited successfully..")).toBeVisible();

  // Sent directly to the API, without the editor.
  await callApi(page, "PUT", `${found.base}/email-templates/22`, {
    subject: `<img src=x onerror=ran()> after`,
    body: hostileHtml,
  });
  await page.reload();
  const again = await openTemplate(page);
  await expectHarmless(again.getByRole("textbox", { name: "Email Body" }));
  await expectHarmless(again.getByRole("textbox", { name: "Subject" }));
  await again.getByRole("tab", { name: "Preview" }).click();
  await expectHarmlessFrame(again.getByTitle("Preview of the email"));
  await again.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByText("A test email is on its way", { exact: false })).toBeVisible();

  await open(page, "/app/settings/outbox");
  const table = page.getByRole("table", { name: "Mails" });
  await table
    .getByRole("button", { name: /Actions for <img/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "View" }).click();
  await expectHarmlessFrame(page.getByRole("dialog").getByTitle("The mail"));
});

test("a job offer letter runs no code", async ({ page }) => {
  const panel = await openTab(page, found, "Job Offer Template");
  const subject = panel.getByRole("textbox", { name: "Subject" });
  const body = panel.getByRole("textbox", { name: "Body" });
  await pasteHtml(subject, hostileHtml);
  await pasteHtml(body, hostileHtml);
  await expectHarmless(subject);
  await expectHarmless(body);
  await panel.getByRole("tab", { name: "Preview" }).click();
  await expectHarmlessFrame(panel.getByTitle("Preview of the letter"));
  await panel.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Offer Letter submitted")).toBeVisible();

  // A subject is one paragraph.
  const line = `<p>Before ${corpus.slice(0, 10).join("")} after</p>`;
  await callApi(page, "PUT", `${found.base}/job-offer-template`, {
    subject: line,
    body: hostileHtml,
  });
  await page.reload();
  await expectHarmless(subject);
  await expectHarmless(body);
  await panel.getByRole("tab", { name: "Preview" }).click();
  await expectHarmlessFrame(panel.getByTitle("Preview of the letter"));
});

test("the terms of salary advances run no code", async ({ page }) => {
  const panel = await openTab(page, found, "Salary Advance Config");
  const terms = panel.getByRole("textbox", { name: "Terms" });
  await pasteHtml(terms, hostileHtml);
  await expectHarmless(terms);
  await panel.getByRole("button", { name: "Save Configuration" }).click();
  await expect(page.getByText("Configuration saved successfully..")).toBeVisible();
  await callApi(page, "PUT", `${found.base}/salary-advance-config`, {
    max_percentage: 50,
    interest_rate: 0,
    terms: hostileHtml,
  });
  await page.reload();
  await expectHarmless(terms);
});

test("the texts about an organization run no code", async ({ page }) => {
  await open(page, `/app/organizations/${found.tenant_id}/${found.company_id}`);
  await page.getByRole("button", { name: "Edit Organization" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Organization" });
  for (const name of ["About", "Employee Benefits"]) {
    const field = dialog.getByRole("textbox", { name });
    await pasteHtml(field, hostileHtml);
    await expectHarmless(field);
  }
  await dialog.getByRole("button", { name: "Submit" }).click();
  await answerQuestion(page, "Confirm Submission?", "Yes");
  await expect(page.getByText("Organization information saved sucessfully")).toBeVisible();
  await page.reload();
  await expect(page.locator("main").getByText("after")).toHaveCount(2);
  await expect(page.locator("main").locator("script, iframe, [onerror], [onload]")).toHaveCount(0);

  await page.getByRole("button", { name: "Edit Organization" }).click();
  for (const name of ["About", "Employee Benefits"]) {
    const field = dialog.getByRole("textbox", { name });
    await expectHarmless(field);
    await field.click();
    await field.press("ControlOrMeta+a");
    await field.press("Delete");
  }
  await dialog.getByRole("button", { name: "Submit" }).click();
  await answerQuestion(page, "Confirm Submission?", "Yes");
  await expect(dialog).toBeHidden();
});
