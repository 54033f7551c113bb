import { getSchema } from "@tiptap/core";
import { Fragment, Slice, type Node, type Schema } from "@tiptap/pm/model";
import { expect, it } from "vitest";

import { extensionsFor } from "./rich-text-extensions.ts";
import { pastedSlice, unwrapListItems } from "./rich-text-html.ts";
import { parseLinkAddress } from "./rich-text-link.tsx";
import { allowedDeclarations } from "./rich-text-view.tsx";

const schemas = {
  basic: getSchema(extensionsFor("basic", null)),
  subject: getSchema(extensionsFor("subject", null)),
  line: getSchema(extensionsFor("line", null)),
  full: getSchema(extensionsFor("full", null)),
};

it.each([
  ["basic", ["doc", "hardBreak", "paragraph", "text"], ["bold", "italic", "link", "underline"]],
  ["subject", ["doc", "paragraph", "text"], ["bold", "italic", "underline"]],
  ["line", ["doc", "paragraph", "text"], []],
  [
    "full",
    ["bulletList", "doc", "hardBreak", "heading", "listItem", "orderedList", "paragraph", "text"],
    ["bold", "italic", "link", "textStyle", "underline"],
  ],
] as const)("the %s editor can hold nothing but what it allows", (profile, nodes, marks) => {
  expect(Object.keys(schemas[profile].nodes).toSorted()).toEqual(nodes);
  expect(Object.keys(schemas[profile].marks).toSorted()).toEqual(marks);
});

function paragraphs(schema: Schema, ...texts: readonly string[]): Slice {
  const nodes: Node[] = texts.map((text) => schema.node("paragraph", null, schema.text(text)));
  return new Slice(Fragment.fromArray(nodes), 1, 1);
}

it("joins pasted paragraphs in a single-line field", () => {
  const pasted = paragraphs(schemas.subject, "Offer", "for you");
  const fitted = pastedSlice(pasted, schemas.subject, "subject", []);
  expect(fitted.content.toJSON()).toEqual([{ type: "text", text: "Offer for you" }]);
  expect([fitted.openStart, fitted.openEnd]).toEqual([0, 0]);
});

it("keeps pasted paragraphs elsewhere", () => {
  const pasted = paragraphs(schemas.basic, "One", "Two");
  expect(pastedSlice(pasted, schemas.basic, "basic", []).toJSON()).toEqual(pasted.toJSON());
});

it.each([
  ["https://example.com/a?b=c", "https://example.com/a?b=c"],
  [" http://example.com ", "http://example.com"],
  ["example.com", "https://example.com"],
  ["example.com/path:1", "https://example.com/path:1"],
  ["example.com:8080", "https://example.com:8080"],
  ["name@example.com", "mailto:name@example.com"],
  ["mailto:name@example.com", "mailto:name@example.com"],
  ["{{offer_link}}", "{{offer_link}}"],
  ["", null],
  ["example", null],
  ["/relative", null],
  ["javascript:alert(1)", null],
  ["java script:alert(1)", null],
  ["data:text/html,x.y", null],
  ["ftp://example.com", null],
  ["//example.com", null],
])("reads the link address %j", (typed, address) => {
  expect(parseLinkAddress(typed)).toBe(address);
});

it.each([
  ["color: #004AAD", "color: #004AAD"],
  ["COLOR:#fff;font-size:14px", "color: #fff; font-size: 14px"],
  ["color: red; background: url(https://example.com)", ""],
  ["font-size: 14px; position: fixed", "font-size: 14px"],
  ["font-size: 900px", ""],
  ["color: #fff url(x)", ""],
  ["", ""],
])("keeps what is allowed of the style %j", (style, allowed) => {
  expect(allowedDeclarations(style, ["color", "font-size"])).toBe(allowed);
});

it("keeps no style if none is allowed", () => {
  expect(allowedDeclarations("color: #004AAD", [])).toBe("");
});

it.each([
  [
    "<ul><li><p>One</p></li><li><p><strong>Two</strong></p></li></ul>",
    "<ul><li>One</li><li><strong>Two</strong></li></ul>",
  ],
  [
    "<ul><li><p>One</p><ol><li><p>In</p></li></ol></li></ul>",
    "<ul><li>One<ol><li>In</li></ol></li></ul>",
  ],
  ["<ol><li><p>One</p><p>and more</p></li></ol>", "<ol><li><p>One</p><p>and more</p></li></ol>"],
  ["<p>No list</p>", "<p>No list</p>"],
])("writes the items of %s without needless paragraphs", (html, plain) => {
  expect(unwrapListItems(html)).toBe(plain);
});
