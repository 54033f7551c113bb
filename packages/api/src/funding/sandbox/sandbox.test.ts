import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { behaviourFor, behaviourNamed, behaviours, stageAt } from "./behaviours.ts";

const page = fileURLToPath(new URL("../../../../../docs/sandbox.md", import.meta.url));

test("docs/sandbox.md lists exactly the account numbers that have a special behaviour", async () => {
  const [, sending = ""] = (await readFile(page, "utf8")).split("| When money is sent |");
  const documented = [...sending.matchAll(/^\| `(\d{3})` \|/gm)].map(([, ending]) => ending);
  const known = Object.keys(behaviours).filter((ending) => ending !== "");
  expect(new Set(documented)).toEqual(new Set(known));
  expect(documented).toHaveLength(known.length);
});

test("the last three digits of an account number select a behaviour; a transfer with a name of an earlier version completes", () => {
  expect(behaviourFor("0123456201")).toBe("201");
  expect(behaviourFor("2010000000")).toBe("");
  expect(stageAt(behaviourNamed("no more"), 1000)).toEqual({ word: "success", reason: "" });
  expect(stageAt(behaviourNamed("201"), 1000)).toEqual({
    word: "failed",
    reason: "The account is closed.",
  });
});
