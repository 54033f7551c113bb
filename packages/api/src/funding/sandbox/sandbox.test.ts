import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { behaviourFor, behaviourNamed, behaviours, stageAt } from "./behaviours.ts";

const page = fileURLToPath(new URL("../../../../../docs/sandbox.md", import.meta.url));

test("docs/sandbox.md names every account number that behaves in a way of its own, and no other", async () => {
  const [, sending = ""] = (await readFile(page, "utf8")).split("| When money is sent |");
  const documented = [...sending.matchAll(/^\| `(\d{3})` \|/gm)].map(([, ending]) => ending);
  const known = Object.keys(behaviours).filter((ending) => ending !== "");
  expect(new Set(documented)).toEqual(new Set(known));
  expect(documented).toHaveLength(known.length);
});

test("an account number chooses by its last three digits, and a name of an earlier version completes", () => {
  expect(behaviourFor("0123456201")).toBe("201");
  expect(behaviourFor("2010000000")).toBe("");
  expect(stageAt(behaviourNamed("no more"), 1000)).toEqual({ word: "success", reason: "" });
  expect(stageAt(behaviourNamed("201"), 1000)).toEqual({
    word: "failed",
    reason: "The account is closed.",
  });
});
