import {
  jobOfferTemplate,
  missingOfferLink,
  previewJobOfferTemplate,
  printJobOfferTemplate,
} from "@kontor/contract/templates/job-offer";
import { mentionWarning } from "@kontor/contract/templates/placeholders";
import { afterEach, beforeAll, describe, expect, test } from "vitest";

import { sanitizeRichText } from "../platform/html/rich-text.ts";
import { addressOf, openFileWorld, type Caller } from "../testing/harness.ts";
import { attacks, expectInert } from "../testing/markup.ts";
import { addTestOrganization } from "../testing/organization-forms.ts";
import { builtInLetter } from "./job-offer-letter.ts";

const world = await openFileWorld();
const platform = await world.signIn("platform");
const staff = await world.signIn("staff");
let insider: Caller;
let acme: { tenant_id: number; company_id: number };
let other: { tenant_id: number; company_id: number };

beforeAll(async () => {
  const first = await addTestOrganization(platform, { name: "Ọmọ & Sons", brand_color: "#E63946" });
  const second = await addTestOrganization(platform, { name: "Other Limited" });
  acme = { tenant_id: first.tenant_id, company_id: first.company_id };
  other = { tenant_id: second.tenant_id, company_id: second.company_id };
  insider = await world.signIn("organization", acme.tenant_id);
});
afterEach(async () => {
  await platform.call(jobOfferTemplate.reset.platform);
  for (const params of [acme, other])
    await platform.call(jobOfferTemplate.reset.organization, { params });
});

const letter = {
  subject: "<p>Come as <strong>{{job_name}}</strong> to <em>{{company_name}}</em></p>",
  body: `<h1>Hello</h1><p style="text-align:center">We pay <span style="color:#ff0000;font-size:20px">{{salary}}</span>.</p><ol><li>First</li></ol><p><a href="{{offer_link}}">Answer</a></p>`,
};
const stored = { ...letter, body: letter.body.replace(` style="text-align:center"`, "") };
const save = (path: typeof acme, body: object = {}) =>
  platform.attempt(jobOfferTemplate.save.organization, {
    params: path,
    body: { ...letter, ...body },
  });

describe("an organization's job offer letter", () => {
  test("is initially the built-in one, with the placeholders that an offer fills", async () => {
    const found = await staff.call(jobOfferTemplate.get.organization, { params: acme });
    expect(found).toMatchObject({
      id: 1,
      ...builtInLetter,
      level: "built_in",
      version: 0,
      updated_at: null,
      warnings: [],
    });
    expect(found.subject_placeholders.map(({ name }) => name)).toEqual([
      "job_name",
      "company_name",
    ]);
    expect(found.body_placeholders.map(({ name }) => name)).toEqual([
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
    ]);
    for (const { title } of found.body_placeholders) expect(title).toMatch(/^[A-Za-z ]{1,31}$/);
    expect(sanitizeRichText(builtInLetter.subject, "subject")).toBe(builtInLetter.subject);
    expect(sanitizeRichText(builtInLetter.body, "full")).toBe(builtInLetter.body);
  });

  test("is its own once saved, and the platform's again when reset", async () => {
    await platform.call(jobOfferTemplate.save.platform, {
      body: { subject: "<p>Default</p>", body: "<p>{{offer_link}}</p>" },
    });
    const saved = await platform.call(jobOfferTemplate.save.organization, {
      params: acme,
      body: { id: 1, ...letter, version: 0 },
    });
    expect(saved).toMatchObject({ ...stored, level: "organization", warnings: [] });
    expect(await staff.call(jobOfferTemplate.get.organization, { params: acme })).toEqual(saved);
    const default_ = await staff.call(jobOfferTemplate.get.organization, { params: other });
    expect(default_).toMatchObject({ subject: "<p>Default</p>", level: "platform" });
    expect(await platform.call(jobOfferTemplate.get.platform)).toMatchObject({
      level: "platform",
      organizations_differing: 1,
    });
    const reset = await platform.call(jobOfferTemplate.reset.organization, {
      params: acme,
      body: acme,
    });
    expect(reset).toMatchObject({ subject: "<p>Default</p>", level: "platform", version: 0 });
    expect(await platform.call(jobOfferTemplate.reset.platform)).toMatchObject({
      ...builtInLetter,
      level: "built_in",
      organizations_differing: 0,
    });
  });

  test("is not overwritten by an edit of an older version", async () => {
    expect((await save(acme, { version: 0 })).status).toBe(200);
    const late = await save(acme, { version: 0 });
    expect([late.status, late.problem.code]).toEqual([409, "changed_meanwhile"]);
  });

  test("without the offer link is saved with a warning", async () => {
    const saved = await platform.call(jobOfferTemplate.save.organization, {
      params: acme,
      body: { ...letter, body: "<p>Come!</p>" },
    });
    expect(saved.warnings).toEqual([missingOfferLink]);
    expect(missingOfferLink).toContain("{{offer_link}}");
    const linked = await platform.call(jobOfferTemplate.save.organization, {
      params: acme,
      body: { ...letter, body: "<p>Come! {{offer_link}}</p>" },
    });
    expect(linked.warnings).toEqual([]);
  });

  test("with a mistyped placeholder is saved with a warning", async () => {
    const saved = await platform.call(jobOfferTemplate.save.organization, {
      params: acme,
      body: {
        subject: "<p>Join us, @canddiate_name</p>",
        body: "<p>Write to jobs@acme.example. {{offer_link}} @salry</p>",
      },
    });
    expect(saved.warnings).toEqual([mentionWarning("@canddiate_name", "@salry")]);
    expect(saved.warnings[0]).toMatch(/^“@canddiate_name” and “@salry” are not placeholders/);
  });

  test("takes a subject of as many characters as an email, whatever their markup", async () => {
    const longest = `<p><strong>${"&amp;".repeat(150)}</strong>${"é".repeat(50)}</p>`;
    expect((await save(acme, { subject: longest })).status).toBe(200);
    const reply = await save(acme, { subject: `<p>${"é".repeat(201)}</p>` });
    const message = "Use at most 200 characters.";
    expect(reply.problem.errors?.[0]).toEqual({ path: "subject", message });
  });

  test("keeps bold, italic and underline of the subject and nothing else", async () => {
    const saved = await platform.call(jobOfferTemplate.save.organization, {
      params: acme,
      body: {
        ...letter,
        subject: `<h1><b>A</b> <i>B</i> <u>C</u> <a href="https://x.example">D</a> <span style="color:#fff">E</span></h1>`,
      },
    });
    expect(saved.subject).toBe("<strong>A</strong> <em>B</em> <u>C</u> D E");
  });

  test.for([
    [{ subject: "" }, "subject", "Enter a subject."],
    [{ subject: undefined }, "subject", "Enter a subject."],
    [{ subject: "<p> </p>" }, "subject", "Enter a subject."],
    [{ body: "" }, "body", "Enter a body."],
    [{ body: undefined }, "body", "Enter a body."],
    [{ body: "<script>x</script>" }, "body", "Enter a body."],
    [{ body: `<p>${"x".repeat(100_000)}</p>` }, "body", "Use at most 100000 characters."],
    [
      { subject: "<p>{{salary}}</p>" },
      "subject",
      "There is no placeholder {{salary}} here. Use {{job_name}}, {{company_name}}.",
    ],
    [{ name: "x" }, "name", "There is no field called name here."],
    [{ id: 0 }, "id", "Give an id: a whole number above zero."],
  ] as const)("refuses %j", async ([body, path, message]) => {
    const reply = await save(acme, body);
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.[0]).toEqual({ path, message });
  });

  test("names the unknown placeholder of a body", async () => {
    const reply = await save(acme, { body: "<p>{{candidate}}</p>" });
    expect(reply.problem.errors?.[0]?.path).toBe("body");
    expect(reply.problem.errors?.[0]?.message).toMatch(
      /^There is no placeholder \{\{candidate\}\}/,
    );
  });

  test.for(attacks)("keeps nothing executable of %s", async (attack) => {
    const saved = await platform.call(jobOfferTemplate.save.organization, {
      params: acme,
      body: { subject: `safe${attack}`, body: `<p>safe</p>${attack}` },
    });
    expectInert(saved.subject);
    expectInert(saved.body);
    const page = await staff.call(previewJobOfferTemplate.organization, { params: acme, body: {} });
    expectInert(page.html);
  });
});

describe("the preview", () => {
  test("is the letter with sample values on the organization's letterhead", async () => {
    const page = await staff.call(previewJobOfferTemplate.organization, {
      params: acme,
      body: letter,
    });
    expect(page.subject).toBe("Come as Accounts Officer to Ọmọ & Sons");
    expect(page.warnings).toEqual([]);
    expect(page.html).toContain("<strong>Accounts Officer</strong> to <em>Ọmọ &amp; Sons</em>");
    expect(page.html).toContain("border-bottom: 3px solid #E63946");
    expect(page.html).toMatch(/<img src="\/api\/files\/[0-9a-f]{32}\.png" alt="">/);
    expect(page.html).toMatch(/<a href="https?:\/\/[^"]+\/sample">Answer<\/a>/);
    expect(page.html).not.toMatch(/\{\{|\}\}/);
    expectInert(page.html);
  });

  test("warns about a body without the offer link, also before it is saved", async () => {
    const page = await platform.call(previewJobOfferTemplate.platform, {
      body: { body: "<p>Come!</p>" },
    });
    expect(page.warnings).toEqual([missingOfferLink]);
    expect(page.html).toContain("Kontor");
  });
});

describe("the PDF", () => {
  const print = async (path: string, body: object) => {
    const response = await fetch(`${world.url}/api${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${staff.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  test("is a file named after the organization", async () => {
    const { response, bytes } = await print(
      addressOf(printJobOfferTemplate.organization, acme),
      letter,
    );
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="Job offer letter - Omo & Sons.pdf"; filename*=UTF-8''Job%20offer%20letter%20-%20%E1%BB%8Cm%E1%BB%8D%20%26%20Sons.pdf`,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(Number(response.headers.get("content-length"))).toBe(bytes.length);
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(bytes.subarray(-6).toString()).toContain("%%EOF");
    expect(bytes.toString("latin1")).toMatch(/\/URI \(http[^)]*\/sample\)/);
  });

  test("can be made from every kind of text", async () => {
    const body = `loose <strong>bold <em>both</em></strong><p></p><h2>Two<br />lines</h2><ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul><p><span style="color:rgb(300, 0, 9)">e</span><span style="font-size:2em">f</span>&amp;&lt;</p>{{offer_link}}`;
    const { response } = await print(addressOf(printJobOfferTemplate.organization, acme), { body });
    expect(response.status).toBe(200);
  });

  test("is refused when the letter could not be saved", async () => {
    const reply = await staff.attempt(printJobOfferTemplate.organization, {
      params: acme,
      body: { body: "<p>{{nobody}}</p>" },
    });
    expect([reply.status, reply.problem.code]).toEqual([422, "placeholder_unknown"]);
    expect(reply.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(reply.headers.get("content-disposition")).toBeNull();
  });
});

describe("permissions", () => {
  const calls = [
    [jobOfferTemplate.get.organization, {}, "staff"],
    [jobOfferTemplate.save.organization, letter, "platform"],
    [jobOfferTemplate.reset.organization, {}, "platform"],
    [previewJobOfferTemplate.organization, {}, "staff"],
    [printJobOfferTemplate.organization, {}, "staff"],
    [jobOfferTemplate.get.platform, {}, "platform"],
    [jobOfferTemplate.save.platform, letter, "platform"],
    [jobOfferTemplate.reset.platform, {}, "platform"],
    [previewJobOfferTemplate.platform, {}, "platform"],
    [printJobOfferTemplate.platform, {}, "platform"],
  ] as const;

  test.for(calls)("$0.method $0.path", async ([endpoint, body, who]) => {
    const wire = { params: acme, ...(endpoint.method === "GET" ? {} : { body }) };
    expect((await world.nobody.attempt(endpoint, wire)).status).toBe(401);
    expect((await insider.attempt(endpoint, wire)).status).toBe(403);
    expect((await staff.attempt(endpoint, wire)).status).toBe(who === "staff" ? 200 : 403);
    expect((await platform.attempt(endpoint, wire)).status).toBe(200);
    if (!endpoint.path.includes("{tenant_id}")) return;
    const strangers = [
      { ...acme, tenant_id: 999_999 },
      { ...acme, company_id: other.company_id },
    ];
    for (const params of strangers) {
      const reply = await platform.attempt(endpoint, { ...wire, params });
      expect([reply.status, reply.problem.code]).toEqual([404, "not_found"]);
    }
  });
});
