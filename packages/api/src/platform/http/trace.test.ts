import { expect, test } from "vitest";

import { traceOf } from "./trace.ts";

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const parent = "00f067aa0ba902b7";

test("the caller's trace is continued with a new span", () => {
  const taken = traceOf(`00-${trace}-${parent}-01`);
  expect(taken).toMatchObject({ trace_id: trace, parent_id: parent });
  expect(taken.span_id).toMatch(/^[0-9a-f]{16}$/);
  expect(taken.span_id).not.toBe(parent);
});

test("a header of a later version is read by the known fields", () => {
  expect(traceOf(`cc-${trace}-${parent}-01-what-else`)).toMatchObject({ trace_id: trace });
});

test.for([
  undefined,
  "",
  "nonsense",
  `ff-${trace}-${parent}-01`,
  `00-${trace.toUpperCase()}-${parent}-01`,
  `00-${"0".repeat(32)}-${parent}-01`,
  `00-${trace}-${"0".repeat(16)}-01`,
  `00-${trace}-${parent}-01-more`,
  `00-${trace}-${parent}`,
])("%s begins a new trace", (header) => {
  const begun = traceOf(header);
  expect(begun.trace_id).toMatch(/^[0-9a-f]{32}$/);
  expect(begun.trace_id).not.toBe(trace);
  expect(begun).not.toHaveProperty("parent_id");
});
