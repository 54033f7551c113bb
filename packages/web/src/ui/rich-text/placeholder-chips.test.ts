import { getSchema } from "@tiptap/core";
import { Fragment, type Node } from "@tiptap/pm/model";
import { expect, it } from "vitest";

import {
  placeholdersToChips,
  findMention,
  matchingPlaceholders,
  chipsToPlaceholders,
} from "./placeholder-chips.ts";
import { extensionsFor } from "./rich-text-extensions.ts";

const schema = getSchema(extensionsFor("full", { char: "@" }));
const placeholders = [
  { name: "company_name", label: "company name" },
  { name: "job_name", label: "job name" },
];

/** A paragraph; its parts are text, or pairs of text and mark. */
function paragraph(...parts: readonly (string | [string, string])[]): Node {
  const inline = parts.map((part) =>
    typeof part === "string" ? schema.text(part) : schema.text(part[0], [schema.mark(part[1])]),
  );
  return schema.node("paragraph", null, inline);
}

/** The leaves of a fragment: text unchanged, a chip as <name:label>, each after its marks. */
function leaves(fragment: Fragment): string[] {
  const found: string[] = [];
  fragment.descendants((node) => {
    if (!node.isLeaf) return;
    const marks = node.marks.map((mark) => `${mark.type.name} `).join("");
    const chip = `<${String(node.attrs["id"])}:${String(node.attrs["label"])}>`;
    found.push(marks + (node.isText ? (node.text ?? "") : chip));
  });
  return found;
}

it.each<[string, (string | [string, string])[], string[]]>([
  ["alone", ["{{company_name}}"], ["<company_name:company name>"]],
  [
    "between words",
    ["Dear {{company_name}}, hello"],
    ["Dear ", "<company_name:company name>", ", hello"],
  ],
  [
    "side by side, with spaces inside the braces",
    ["{{ job_name }}{{company_name}}"],
    ["<job_name:job name>", "<company_name:company name>"],
  ],
  [
    "with the marks of its text",
    ["At ", ["{{company_name}} now", "bold"]],
    ["At ", "bold <company_name:company name>", "bold  now"],
  ],
  ["unknown", ["{{salary}} and {{job_name}}"], ["{{salary}} and ", "<job_name:job name>"]],
  ["unfinished", ["{{company_name and company_name}}"], ["{{company_name and company_name}}"]],
])("reads a placeholder %s", (_case, parts, expected) => {
  const fragment = Fragment.from(paragraph(...parts));
  expect(leaves(placeholdersToChips(fragment, schema, placeholders))).toEqual(expected);
});

it("reads placeholders inside lists", () => {
  const item = schema.node("listItem", null, [paragraph("{{job_name}}")]);
  const list = schema.node("bulletList", null, [item]);
  const read = placeholdersToChips(Fragment.from(list), schema, placeholders);
  expect(leaves(read)).toEqual(["<job_name:job name>"]);
  expect(read.firstChild?.firstChild?.firstChild?.type.name).toBe("paragraph");
});

it("writes chips as text with their marks, so that a round trip changes nothing", () => {
  const written = Fragment.fromArray([
    paragraph("Dear {{company_name}}, about ", ["{{job_name}}", "bold"], " and {{salary}}"),
    paragraph("{{job_name}}"),
  ]);
  const read = placeholdersToChips(written, schema, placeholders);
  expect(leaves(read)).toContain("bold <job_name:job name>");
  expect(chipsToPlaceholders(read, schema).toJSON()).toEqual(written.toJSON());
});

/** The mention at the end of a paragraph with this text; ¤ in the text is a chip. */
function mentionIn(text: string) {
  const nodes = text
    .split("¤")
    .flatMap((part, index) => [
      ...(index > 0 ? [schema.node("mention", { id: "job_name", label: "job name" })] : []),
      ...(part === "" ? [] : [schema.text(part)]),
    ]);
  const doc = schema.node("doc", null, [schema.node("paragraph", null, nodes)]);
  return findMention({ $position: doc.resolve(doc.content.size - 1) });
}

it.each([
  ["@", "", 1],
  ["Dear @", "", 6],
  ["Dear @com", "com", 6],
  ["Dear @company na", "company na", 6],
  ["(@ọjọ́", "ọjọ́", 2],
  ["¤@job", "job", 2],
  [`@${"a".repeat(31)}`, "a".repeat(31), 1],
  [`@${"a".repeat(32)}`, null, 0],
  ["name@example", null, 0],
  ["@job_name", null, 0],
  ["@job 5", null, 0],
  ["no mention", null, 0],
  ["@one @two", "two", 6],
])("finds what is typed after @ in %j", (text, query, from) => {
  const found = mentionIn(text);
  expect(found?.query ?? null).toBe(query);
  expect(found?.range.from ?? 0).toBe(from);
  expect(found ? found.range.to - found.range.from : 0).toBe(found ? found.text.length : 0);
});

it.each([
  ["", ["company_name", "job_name"]],
  ["NAME", ["company_name", "job_name"]],
  ["job", ["job_name"]],
  ["company n", ["company_name"]],
  [" ", []],
  ["date", []],
])("offers the placeholders that match the query %j", (query, names) => {
  expect(matchingPlaceholders(placeholders, query).map(({ name }) => name)).toEqual(names);
});
