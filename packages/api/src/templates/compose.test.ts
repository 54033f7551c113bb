import { describe, expect, test } from "vitest";

import { builtInTemplates, type Template } from "./built-in.ts";
import { composeFrom, composeMail } from "./compose.ts";
import { platformBranding, type Branding } from "./layout.ts";
import { placeholdersIn } from "./placeholders.ts";

const reset = { name: "Ada Obi", code: "012345", minutes: "10" };
const acme: Branding = {
  name: "Acme & Sons",
  logo_url: "https://kontor.example/api/files/abc",
  brand_color: "#FFDD00",
  support_email: "help@acme.example",
};

/** What a person sees of a mail: its text without tags. */
const compose = (body: string, values: Record<string, string> = {}, subject = "Subject") =>
  composeFrom({ subject, body }, values, platformBranding);

describe("the built-in templates", () => {
  const templates: readonly Template[] = builtInTemplates;

  test("have labels of their own", () => {
    const labels = templates.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test.each(templates.map((template) => [template.label, template] as const))(
    "%s uses exactly the placeholders that it names",
    (_label, { subject, body, placeholders }) => {
      const used = placeholdersIn(`${subject} ${body}`);
      expect(used.toSorted()).toEqual([...placeholders].toSorted());
    },
  );

  test.each(templates.map((template) => [template.label, template] as const))(
    "%s leaves nothing unfilled in any part",
    (_label, template) => {
      const values = Object.fromEntries(
        template.placeholders.map((name) => [
          name,
          name.endsWith("_link") ? `https://kontor.example/${name}` : `<${name}>`,
        ]),
      );
      const { subject, html, text } = composeFrom(template, values, platformBranding);
      expect(`${subject}${html}${text}`).not.toMatch(/\{\{|\}\}/);
      for (const name of placeholdersIn(template.body)) {
        expect(html).toContain(name.endsWith("_link") ? `/${name}"` : `&lt;${name}&gt;`);
        expect(text).toContain(name.endsWith("_link") ? `/${name}` : `<${name}>`);
      }
    },
  );
});

describe("the mail for a new password", () => {
  test("says the same in both parts", () => {
    const { subject, html, text } = composeMail("password_reset", reset);
    expect(subject).toBe("Your code for a new password");
    expect(html).toMatch(/<code style="[^"]+">012345<\/code>/);
    expect(text).toBe(`Hello Ada Obi,

Enter this code to choose a new password:

012345

It works for 10 minutes and only once. Nobody will ever ask you for it by phone or mail.

If you did not ask for a new password, you need not do anything: your password stays as it is.

--
Sent by Kontor.
`);
  });

  test("keeps the code out of the subject, which screens show to anybody", () => {
    expect(composeMail("password_reset", reset).subject).not.toContain(reset.code);
  });
});

describe("values", () => {
  test("are shown as they are and never become markup, an attribute or a header", () => {
    const name = `<img src=x onerror="alert('1')"> & "Ada"`;
    const { subject, html, text } = compose(
      `<p>Hello {{name}}</p>`,
      { name: `${name}\r\nBcc: eve@example.com` },
      "For {{name}}",
    );
    expect(html).toContain(
      "Hello &lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; &quot;Ada&quot;",
    );
    expect(html).not.toContain("<img");
    expect(subject).toBe(`For ${name} Bcc: eve@example.com`);
    expect(text).toContain(`Hello ${name} Bcc: eve@example.com`);
  });

  test("are filled once, also when they look like placeholders", () => {
    const { html } = compose("<p>{{one}} {{ two }}</p>", { one: "{{two}}", two: "$& {{one}}" });
    expect(html).toContain("{{two}} $&amp; {{one}}");
  });

  test("that nobody gave are left out", () => {
    const { html, subject } = compose("<p>Hello {{nobody}}!</p>", {}, "To {{nobody}}: news");
    expect(html).toContain("Hello !");
    expect(subject).toBe("To : news");
    expect(compose("<p>{{constructor}}.</p>").text).toMatch(/^\./);
  });
});

describe("links", () => {
  const body = `<p>Before</p><p><a href="{{app_link}}">Open</a></p><p>See <a href="{{app_link}}">this</a>.</p>`;

  test("that stand alone become buttons in the colour of the brand, with readable letters", () => {
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
    "to %j are taken out, and their words stay in the sentence",
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
    const { html, text } = composeMail("password_reset", reset, acme);
    expect(html).toContain(`<img src="https://kontor.example/api/files/abc" alt="Acme &amp; Sons"`);
    expect(html).toContain("border-top:4px solid #FFDD00");
    expect(html).toContain("Sent by Acme &amp; Sons with Kontor.<br>Questions?");
    expect(text).toContain(
      "Sent by Acme & Sons with Kontor.\nQuestions? Write to help@acme.example.",
    );
  });

  test("takes nothing but a colour for a colour", () => {
    const { html } = composeMail("password_reset", reset, {
      ...acme,
      brand_color: `red"><script>`,
    });
    expect(html).toContain("border-top:4px solid #004AAD");
    expect(html).not.toContain("<script");
  });

  test("styles each element in place and keeps what an element says itself", () => {
    const { html } = compose(`<p style="text-align:center">Middle</p><br><b>x</b>`);
    expect(html).toContain(`<p style="margin:0 0 16px;text-align:center">Middle</p><br><b>x</b>`);
  });
});

test("the text part has lists, breaks, rules and entities as people write them", () => {
  const { text } = compose(
    `<h1>Title</h1><ul><li>one</li><li><p>two</p></li></ul><ol><li>first</li><li>second</li></ol>` +
      `<p>a<br>b&nbsp;&lt;&#8358;&#x20A6;&gt;</p><hr><!-- no --><p>5 < 6</p><p>123456</p><p>end</p>`,
  );
  expect(text).toBe(
    "Title\n\n- one\n- two\n\n1. first\n2. second\n\na\nb <₦₦>\n\n---\n\n5 < 6\n\n123456\n\nend\n\n--\nSent by Kontor.\n",
  );
});
