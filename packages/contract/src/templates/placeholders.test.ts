import { describe, expect, test } from "vitest";

import {
  escapeHtml,
  fillPlaceholders,
  mentionWarning,
  placeholderProblem,
  placeholdersIn,
  placeholderTitle,
  typedMentions,
  unknownPlaceholders,
} from "./placeholders.ts";

const allowed = ["company_name", "max_percentage"];

test("the names in a text are listed once each, in order", () => {
  const text = "<p>{{max_percentage}} of {{ company_name }}, {{max_percentage}}</p>";
  expect(placeholdersIn(text)).toEqual(["max_percentage", "company_name"]);
  expect(placeholdersIn("no {company_name} here")).toEqual([]);
});

describe("unknown placeholders", () => {
  test.for([
    ["{{company_name}} and {{ max_percentage }}", []],
    ["{{salary}}", ["salary"]],
    ["{{salary}} {{salary}} {{bonus}}", ["salary", "bonus"]],
    ["{{Company_Name}}", ["Company_Name"]],
    ["{{company name}}", ["company name"]],
    ["{{}}", [""]],
    ["{{constructor}}", ["constructor"]],
    ["{{<strong>company_name</strong>}}", ["company_name"]],
    ["{{company_name", ["company_name"]],
    ["<p>Dear {{company_name}</p>", ["company_name"]],
    ["{{{company_name}}}", []],
    ["set {a} and }} alone", []],
  ] as const)("%s", ([text, unknown]) => {
    expect(unknownPlaceholders(text, allowed)).toEqual(unknown);
  });

  test("are reported in a sentence that names them and the known ones", () => {
    expect(placeholderProblem("{{salary}} {{bonus}} {{company_name}}", allowed)).toBe(
      "There is no placeholder {{salary}}, {{bonus}} here. Use {{company_name}}, {{max_percentage}}.",
    );
    expect(placeholderProblem("{{company_name}}", allowed)).toBeUndefined();
    expect(placeholderProblem("{{x}}", [])).toBe("There is no placeholder {{x}} here.");
  });
});

describe("words typed after an @", () => {
  test.for([
    ["<p>Dear @canddiate_name,</p>", ["@canddiate_name"]],
    ["<p>@job name at @company_name, @job</p>", ["@job", "@company_name"]],
    ["<p>@<strong>job</strong>_name</p><p>@end</p>", ["@job_name", "@end"]],
    ["<p>@Ọmọ_name</p>", ["@Ọmọ_name"]],
    ["<p>(@first)</p><p>@second.</p>", ["@first", "@second"]],
    ["<p>Write to jobs@kontor.example or a_b@x-y.example</p>", []],
    ["<p>any address @kontor.example, 2 @ 500, @ noon, @@x, @9</p>", []],
    ['<p><a href="https://x.example/@user">the page</a> {{job_name}}</p>', []],
  ] as const)("%s", ([html, words]) => {
    expect(typedMentions(html)).toEqual(words);
  });

  test("are warned about in a sentence that names them once, of all texts", () => {
    const how = "Type @ and choose a placeholder from the list if one is meant.";
    expect(mentionWarning("<p>@jobname</p>", "<p>@jobname</p>")).toBe(
      `“@jobname” is not a placeholder and stays in the text as it is. ${how}`,
    );
    expect(mentionWarning("@a", "@b @c")).toBe(
      `“@a”, “@b” and “@c” are not placeholders and stay in the text as they are. ${how}`,
    );
    expect(mentionWarning("<p>{{job_name}}</p>", "a@b.example")).toBeUndefined();
  });

  test.for([
    ["many in a row", "@a".repeat(50_000), 1],
    ["tags that are never closed", "<".repeat(100_000), 0],
    ["a very long one", `@${"a".repeat(100_000)}.a`, 0],
  ] as const)("are looked for in %s", ([, text, max]) => {
    expect(typedMentions(text).length).toBeLessThanOrEqual(max);
  });
});

describe("filling", () => {
  test("happens in one pass, so that a value never becomes a placeholder", () => {
    const values = { company_name: "{{max_percentage}}", max_percentage: "50" };
    expect(fillPlaceholders("{{company_name}} {{max_percentage}}", values, (value) => value)).toBe(
      "{{max_percentage}} 50",
    );
  });

  test("inserts each value literally, including replacement patterns", () => {
    const values = { company_name: '<b>$& & "Sons"</b>' };
    expect(fillPlaceholders("<p>{{company_name}}</p>", values, escapeHtml)).toBe(
      "<p>&lt;b&gt;$&amp; &amp; &quot;Sons&quot;&lt;/b&gt;</p>",
    );
  });

  test("leaves out names without a value, including inherited properties", () => {
    expect(fillPlaceholders("a{{constructor}}b{{company_name}}c", {}, (value) => value)).toBe(
      "abc",
    );
  });
});

test("escaped text contains no HTML special characters", () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;`)).toBe(
    "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;",
  );
});

test("a title contains only letters and spaces", () => {
  expect(placeholderTitle("grade_level_name")).toBe("grade level name");
});
