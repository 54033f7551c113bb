import { templateKinds } from "@kontor/contract/reference/template-labels";
import { placeholdersIn } from "@kontor/contract/templates/placeholders";
import { describe, expect, test } from "vitest";

import { plainText } from "../platform/html/plain-text.ts";
import { sanitizeRichText } from "../platform/html/rich-text.ts";
import { parseHtml } from "../platform/html/tree.ts";
import { builtInTemplates, placeholdersOf, requiredPlaceholders } from "./built-in.ts";
import { withRequiredPlaceholders, composeFrom } from "./compose.ts";
import { layOutMail, type MailBranding } from "./layout.ts";
import { commonPlaceholders, sampleValues, type PlaceholderName } from "./samples.ts";

const reset_link = `https://kontor.example/new-password#${"a".repeat(43)}`;
const reset = { name: "Demo Person", code: "012345", reset_link, minutes: "10" };
const platformBranding: MailBranding = {
  name: "Kontor",
  logo_url: null,
  brand_color: "#004AAD",
  support: "",
};
const acme: MailBranding = {
  name: "Acme & Sons",
  logo_url: "https://kontor.example/api/files/abc.png",
  brand_color: "#FFDD00",
  support: "help@acme.example",
};

const compose = (body: string, values: Record<string, string> = {}, subject = "Subject") =>
  composeFrom({ subject, body }, values, platformBranding);

describe("the built-in templates", () => {
  test("exist for each label of the product", () => {
    expect(Object.keys(builtInTemplates).toSorted()).toEqual(
      templateKinds.map(({ label }) => label).toSorted(),
    );
    expect(new Set(templateKinds.map(({ id }) => id)).size).toBe(40);
  });

  test("differ from each other in subject and body", () => {
    const texts = Object.values(builtInTemplates).flatMap(({ subject, body }) => [subject, body]);
    expect(new Set(texts).size).toBe(2 * templateKinds.length);
  });

  test("to employees promise only what the portal has", () => {
    for (const label of ["employee_registration", "employee_invite"] as const) {
      expect(builtInTemplates[label].body).toContain("payslip");
      expect(builtInTemplates[label].body).not.toMatch(/leave|attendance|appraisal/i);
    }
  });

  describe.each(templateKinds.map(({ label }) => label))("%s", (label) => {
    const template = builtInTemplates[label];
    const own: readonly PlaceholderName[] = template.placeholders;

    test("uses every placeholder that its sender fills, and no others", () => {
      const used = placeholdersIn(`${template.subject} ${template.body}`);
      expect(placeholdersOf(label)).toEqual(expect.arrayContaining(used));
      expect(used).toEqual(expect.arrayContaining([...own, ...requiredPlaceholders(label)]));
      expect(own.filter((name) => commonPlaceholders.some((given) => given === name))).toEqual([]);
    });

    test("is rich text as the editor writes it, so that opening and saving it changes nothing", () => {
      expect(sanitizeRichText(template.body, "full")).toBe(template.body);
    });

    test("leaves no placeholder unfilled in any part", () => {
      const values = Object.fromEntries(
        placeholdersOf(label).map((name) => [
          name,
          name.endsWith("_link") ? `https://kontor.example/${name}` : `<${name}>`,
        ]),
      );
      const { subject, html, text } = composeFrom(template, values, platformBranding);
      expect(`${subject}${html}${text}`).not.toMatch(/\{\{|\}\}|undefined/);
      for (const name of placeholdersIn(template.body)) {
        expect(html).toContain(name.endsWith("_link") ? `/${name}"` : `&lt;${name}&gt;`);
        expect(text).toContain(name.endsWith("_link") ? `/${name}` : `<${name}>`);
      }
    });

    test("is complete with its samples, with a subject of one line and in two parts", () => {
      const { subject, html, text } = composeFrom(template, sampleValues, acme);
      expect(subject.length).toBeLessThanOrEqual(100);
      expect(subject).not.toMatch(/[<>{}\n]/);
      expect(html).toContain("<!doctype html>");
      expect(text).toMatch(/^\S[^]*\n\n--\nSent by Acme & Sons with Kontor\.\n/);
      expect(text).not.toMatch(/[<>{}]|\s{3,}\S/);
    });
  });
});

describe("the mail for a new password", () => {
  const mail = composeFrom(builtInTemplates.password_reset, reset, platformBranding);

  test("has the same content in both parts", () => {
    expect(mail.subject).toBe("Your code for a new password");
    expect(mail.html).toContain(`<span style="font-size:30px"><strong>012345</strong></span>`);
    expect(mail.text).toBe(`Hello Demo Person,

Enter this code to choose a new password:

012345

Or go on without typing it:

Choose a new password (${reset_link})

Code and link work for 10 minutes and only once. Nobody will ever ask you for them by phone or mail.

If you did not ask for a new password, you need not do anything: your password stays as it is.

--
Sent by Kontor.
`);
  });

  test("keeps the code out of the subject, which is shown on screens", () => {
    expect(mail.subject).not.toContain(reset.code);
  });

  test("keeps code and link out of a subject that an older release accepted", () => {
    const subject = "Code {{code}} or {{ reset_link }} for {{name}} {{invite_link}}";
    const values = { ...reset, invite_link: "https://kontor.example/invitation#secret" };
    expect(
      composeFrom({ subject, body: "<p>{{code}}</p>" }, values, platformBranding),
    ).toMatchObject({
      subject: "Code or for Demo Person",
      text: expect.stringContaining("012345"),
    });
  });

  test("gets the link and its paragraph if it was saved before links existed", () => {
    const older = { subject: "Code", body: "<p>Your code: {{code}}</p>" };
    const { text } = composeFrom(
      withRequiredPlaceholders("password_reset", older),
      reset,
      platformBranding,
    );
    expect(text).toMatch(/^Your code: 012345\n\nChoose a new password \(https/);
    const whole = builtInTemplates.password_reset;
    expect(withRequiredPlaceholders("password_reset", whole).body).toBe(whole.body);
  });
});

describe("values", () => {
  test("are shown as typed and never become markup, an attribute or a header", () => {
    const name = `<img src=x onerror="alert('1')"> & "Demo"`;
    const { subject, html, text } = compose(
      `<p>Hello {{name}}</p>`,
      { name: `${name}\r\nBcc: eve@example.com` },
      "For {{name}}",
    );
    expect(html).toContain(
      "Hello &lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; &quot;Demo&quot;",
    );
    expect(html).not.toContain("<img");
    expect(subject).toBe(`For ${name} Bcc: eve@example.com`);
    expect(text).toContain(`Hello ${name} Bcc: eve@example.com`);
  });

  test("are filled in one pass, even when they look like placeholders", () => {
    const { html } = compose("<p>{{one}} {{ two }}</p>", { one: "{{two}}", two: "$& {{one}}" });
    expect(html).toContain("{{two}} $&amp; {{one}}");
  });

  test("are left out when they are missing", () => {
    const { html, subject } = compose("<p>Hello {{nobody}}!</p>", {}, "To {{nobody}}: news");
    expect(html).toContain("Hello !");
    expect(subject).toBe("To : news");
    expect(compose("<p>{{constructor}}.</p>").text).toMatch(/^\./);
  });
});

describe("links", () => {
  const body = `<p>Before</p><p><a href="{{app_link}}">Open</a></p><p>See <a href="{{app_link}}">this</a>.</p>`;

  test("in a paragraph of their own become buttons in the brand colour, with readable text", () => {
    const values = { app_link: "https://kontor.example/?a=1&b=2" };
    const yellow = composeFrom({ subject: "", body }, values, acme).html;
    expect(yellow).toMatch(
      /background:#FFDD00[^>]*><a href="https:\/\/kontor\.example\/\?a=1&amp;b=2" style="[^"]*color:#000000">Open/,
    );
    const blue = composeFrom({ subject: "", body }, values, platformBranding).html;
    expect(blue).toMatch(/background:#004AAD[^>]*><a [^>]*color:#ffffff">Open/);
    expect(compose(body, values).text).toContain("Open (https://kontor.example/?a=1&b=2)");
  });

  test.each(["", "javascript:alert(1)", "data:text/html,x", "/settings", "https:// kontor"])(
    "to %j are removed, and their text stays in the sentence",
    (app_link) => {
      const { html, text } = compose(body, { app_link });
      expect(html).not.toContain("<a");
      expect(text).toMatch(/^Before\n\nSee this\.\n/);
    },
  );

  test("to a mail address are not written twice", () => {
    const { text } = compose(`<p><a href="mailto:a@example.com">a@example.com</a> or so</p>`);
    expect(text).toMatch(/^a@example\.com or so\n/);
  });
});

describe("the layout", () => {
  test("shows name, logo and colour of the organization", () => {
    const { html, text } = composeFrom(builtInTemplates.password_reset, reset, acme);
    expect(html).toContain(
      `<img src="https://kontor.example/api/files/abc.png" alt="Acme &amp; Sons"`,
    );
    expect(html).toContain("border-top:4px solid #FFDD00");
    expect(html).toContain("Sent by Acme &amp; Sons with Kontor.<br>Questions?");
    expect(text).toContain(
      "Sent by Acme & Sons with Kontor.\nQuestions? Write to help@acme.example\n",
    );
  });

  test("accepts only colours as a colour", () => {
    const html = layOutMail("Subject", parseHtml("<p>Text</p>"), {
      ...acme,
      brand_color: `red"><script>`,
    });
    expect(html).toContain("border-top:4px solid #004AAD");
    expect(html).not.toContain("<script");
  });

  test("styles each element inline and keeps its own styles", () => {
    const html = layOutMail(
      "",
      parseHtml(`<p style="text-align:center">Middle</p><br><b>x</b>`),
      platformBranding,
    );
    expect(html).toContain(`<p style="margin:0 0 16px;text-align:center">Middle</p><br><b>x</b>`);
  });
});

test("a text stored by an older release is sanitised again before it is sent", () => {
  const { html } = compose(
    `<p onclick="x()">Hello <script>alert(1)</script><a href="javascript:x()">you</a><img src=x></p>`,
  );
  expect(html).toMatch(/<p style="[^"]*">Hello you<\/p>/);
  expect(html).not.toMatch(/<script|onclick|javascript:|<img/);
});

test("the text part has lists, breaks, rules and entities in plain text", () => {
  const html =
    `<h1>Title</h1><ul><li>one</li><li><p>two</p></li></ul><ol><li>first</li><li>second</li></ol>` +
    `<p>a<br>b&nbsp;&lt;&#8358;&#x20A6;&gt;</p><hr><!-- no --><p>5 < 6</p><p>123456</p><p>end</p>`;
  expect(plainText(parseHtml(html))).toBe(
    "Title\n\n- one\n- two\n\n1. first\n2. second\n\na\nb <₦₦>\n\n---\n\n5 < 6\n\n123456\n\nend",
  );
});
