import { expect, test } from "vitest";

import { parseTimeInput } from "./typed-time.ts";

test.for([
  ["17:00", "17:00"],
  ["1700", "17:00"],
  ["930", "09:30"],
  ["9.30", "09:30"],
  [" 17 ", "17:00"],
  ["5pm", "17:00"],
  ["5:30 PM", "17:30"],
  ["12am", "00:00"],
  ["12 pm", "12:00"],
  ["0:00", "00:00"],
  ["23:59", "23:59"],
] as const)("%s is the time %s", ([typed, time]) => {
  expect(parseTimeInput(typed)).toBe(time);
});

test.for(["", "24:00", "17:60", "13pm", "0am", "5:3", "noon", "-1", "17:00:00"])(
  "%s is no time",
  (typed) => {
    expect(parseTimeInput(typed)).toBeNull();
  },
);
