import { describe, expect, test } from "vitest";

import { listedRun } from "../../testing/samples/payroll.ts";
import type { ListedRun } from "../data.ts";
import { anyRunMonths, regularRunMonths } from "./run-months.ts";

const present = "2026-06";
const run = (period: string, status: ListedRun["status"] = "PAID") => listedRun({ period, status });

describe("the months of a regular run", () => {
  test("follow the last run that is not reversed", () => {
    expect(regularRunMonths([run("2026-05"), run("2026-04")], present)).toEqual({
      months: ["2026-07", "2026-06"],
      proposed: "2026-06",
    });
    const reversed = [run("2026-05", "REVERSED"), run("2026-04", "REVERSED"), run("2026-03")];
    expect(regularRunMonths(reversed, present)).toMatchObject({ proposed: "2026-04" });
  });

  test("do not repeat a month that was reversed and paid again", () => {
    const again = [run("2026-05", "REVERSED"), run("2026-05")];
    expect(regularRunMonths(again, present)).toMatchObject({ proposed: "2026-06" });
    expect(regularRunMonths(again.toReversed(), present)).toMatchObject({ proposed: "2026-06" });
  });

  test("begin where they are missing since long", () => {
    const { months, proposed } = regularRunMonths([run("2024-12")], present) as ReturnType<
      typeof anyRunMonths
    >;
    expect([proposed, months.at(-1), months.length]).toEqual(["2025-01", "2025-01", 19]);
  });

  test("are the present one and those around it before the first run", () => {
    expect(regularRunMonths([], present)).toEqual(anyRunMonths(present));
    const { months, proposed } = anyRunMonths(present);
    expect([proposed, months[0], months.at(-1)]).toEqual(["2026-06", "2026-07", "2025-06"]);
  });

  test("are proposed from the first one where all runs are reversed", () => {
    const reversed = [run("2026-05", "REVERSED"), run("2026-04", "REVERSED")];
    expect(regularRunMonths(reversed, present)).toMatchObject({ proposed: "2026-04" });
    expect(regularRunMonths([run("2020-01", "REVERSED")], present)).toEqual(anyRunMonths(present));
  });

  test.each(["DRAFT", "PENDING_APPROVAL"] as const)("wait for a run that is %s", (status) => {
    const open = run("2026-05", status);
    expect(regularRunMonths([open], present)).toEqual({
      blockedBy: open,
      sentence: "PR-000003 for May 2026 comes first. Have it approved, or discard it.",
    });
  });

  test("are none while the next one is too far ahead", () => {
    const last = run("2026-07");
    expect(regularRunMonths([last], present)).toEqual({
      blockedBy: last,
      sentence:
        "July 2026 has its payroll, PR-000003. The one of August 2026 can be started from 01 Jul 2026.",
    });
  });
});
