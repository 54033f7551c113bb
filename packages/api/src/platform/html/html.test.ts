import { describe, expect, test } from "vitest";

import { attacks, expectInert } from "../../testing/markup.ts";
import { withoutDeadLinks } from "./links.ts";
import { plainText } from "./plain-text.ts";
import { sanitizeRichText } from "./rich-text.ts";
import { parseHtml, printHtml, textOf } from "./tree.ts";

const printed = (html: string) => printHtml(parseHtml(html));
const text = (html: string) => plainText(parseHtml(html));
const linked = (html: string) => printHtml(withoutDeadLinks(parseHtml(html)));

describe("the tree", () => {
  test("has elements with decoded attributes, and decoded text", () => {
    expect(parseHtml(`<P Title='a &amp; "b"'>5 &lt; 6 &#8358;&#x20A6;&nbsp;<br/>x</p>`)).toEqual([
      {
        tag: "p",
        attributes: { title: `a & "b"` },
        children: ["5 < 6 ₦₦\u00a0", { tag: "br", attributes: {}, children: [] }, "x"],
      },
    ]);
  });

  test.each([
    ["<p>a<p>b", "<p>a</p><p>b</p>"],
    ["<ul><li>a<li>b</ul>c", "<ul><li>a</li><li>b</li></ul>c"],
    ["<b><i>a</b>c", "<b><i>a</i></b>c"],
    ["a</b></p>c", "a<p></p>c"],
    ["a<!-- <p> -->b<!-- never closed", "ab"],
    ["<!doctype html>a<?php x ?>b", "ab"],
    ["5 < 6 > 4 && <3", "5 &lt; 6 &gt; 4 &amp;&amp; &lt;3"],
    [`<a href="x`, ""],
    [`<p a=1 a=2 b>x</p>`, `<p a="1" b="">x</p>`],
    ["&#0;&#xD800;&#99999999;&bogus;&amp", "\ufffd\ufffd\ufffd&amp;bogus;&amp;"],
  ])("of %s prints as %s", (html, expected) => {
    expect(printed(html)).toBe(expected);
  });

  test("is the same after printing and parsing again", () => {
    const html = `<p title="&quot;&#39;&lt;">a&amp;lt;b &lt;script&gt;<br>'"</p><hr><img src="x">`;
    const nodes = parseHtml(html);
    expect(parseHtml(printHtml(nodes))).toEqual(nodes);
    expect(textOf(nodes)).toBe(`a&lt;b <script>'"`);
  });
});

describe("plain text", () => {
  test.each([
    ["<p>a \n b</p>c", "a b\n\nc"],
    ["<ol><li>a<ol><li>b</li></ol></li><li>c</li></ol>", "1. a\n\n1. b\n\n2. c"],
    ["<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a  b\n\nc"],
    [`<a href="https://a.example/?x=1&amp;y=2">A</a>`, "A (https://a.example/?x=1&y=2)"],
    [`<a href="https://a.example">https://a.example</a>`, "https://a.example"],
    [`<a href="mailto:a@b.example">a@b.example</a>`, "a@b.example"],
    ["<a>A</a>", "A"],
    ["<p>&lt;b&gt; &amp;amp;</p>", "<b> &amp;"],
    ["", ""],
  ])("of %s is %j", (html, expected) => {
    expect(text(html)).toBe(expected);
  });
});

describe("dead links", () => {
  test.each([
    [`<p><a href="javascript:alert(1)">x</a></p><p>y</p>`, "<p>y</p>"],
    [`<p> <a href="">x</a>\n</p>`, ""],
    [`<p>See <a href="java&#10;script:x()"><b>this</b></a>.</p>`, "<p>See <b>this</b>.</p>"],
    [`<ul><li><a href="//evil.example">x</a></li></ul>`, "<ul><li>x</li></ul>"],
    [`<p><a href="{{app_link}}">x</a> y</p>`, "<p>x y</p>"],
    [`<a href="https://a.example">x</a>`, `<a href="https://a.example">x</a>`],
    [`<p><a href="mailto:a@b.example">x</a></p>`, `<p><a href="mailto:a@b.example">x</a></p>`],
  ])("in %s leave %s", (html, expected) => {
    expect(linked(html)).toBe(expected);
  });
});

test.each(attacks)("what is left of %s is inert in the tree", (attack) => {
  const clean = sanitizeRichText(`<p>a</p>${attack}`, "full");
  const nodes = withoutDeadLinks(parseHtml(clean));
  expectInert(printHtml(nodes));
  expect(sanitizeRichText(printHtml(nodes), "full")).toBe(clean);
});

describe("99 kB of anything", () => {
  const size = 99_000;
  test.each([
    "<",
    "<a ",
    "<p>",
    "<b>",
    "</p>",
    "<a href=x>",
    "<a href='",
    "<!--",
    "&",
    "&#",
    "<p><a href=''>",
    "<ul><li>",
    "<td>",
    " \n",
    "-\n",
    "<![CDATA[",
    "<script>",
    "<svg><title>",
  ])("%j is parsed, printed and converted without blocking", { timeout: 10_000 }, (piece) => {
    const html = piece.repeat(Math.ceil(size / piece.length));
    const nodes = withoutDeadLinks(parseHtml(html));
    expect(typeof plainText(nodes)).toBe("string");
    expect(printHtml(nodes).length).toBeLessThan(20 * size);
  });
});
