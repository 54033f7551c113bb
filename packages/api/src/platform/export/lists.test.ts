import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { forecastList } from "@kontor/contract/pay-reports/advance-forecast";
import { ageingList, outstandingList } from "@kontor/contract/pay-reports/advances-outstanding";
import { employerCostList } from "@kontor/contract/pay-reports/pay-costs";
import { scheduleKinds, scheduleList } from "@kontor/contract/pay-reports/statutory-schedules";
import { expect, test } from "vitest";

type Described = {
  label: string;
  columns: object;
  screen?: readonly string[];
  sorts?: readonly string[];
  ordered?: string;
};

/** Tables load all rows of these lists at once and sort them in the browser. */
const whole = ["Employer’s Cost", "Ledger Summary", "Statutory Schedules", "Wallets"];
/** Files that no screen shows as a table. */
const files = ["Payments", "Law Rehearsal", "Attestation of the Books"];

const isList = (value: unknown): value is Described =>
  typeof value === "object" && value !== null && "label" in value && "columns" in value;

const contract = dirname(fileURLToPath(import.meta.resolve("@kontor/contract/list")));

/** All lists that the contract describes, including those that functions create for a choice. */
async function described(): Promise<Described[]> {
  const lists: Described[] = [
    employerCostList("month"),
    outstandingList("employee"),
    ageingList("due", "employee"),
    forecastList("month"),
    ...scheduleKinds.map((kind) => scheduleList(kind, true)),
  ];
  for await (const path of glob("**/*.ts", { cwd: contract })) {
    const file = join(contract, path);
    if (path.endsWith(".test.ts") || !readFileSync(file, "utf8").includes("describeList<"))
      continue;
    lists.push(...Object.values((await import(file)) as object).filter(isList));
  }
  return lists;
}

test("every list can be sorted by columns that it shows, or documents why not", async () => {
  const lists = await described();
  expect(lists.length).toBeGreaterThan(30);
  for (const { label, columns, screen, sorts = [], ordered } of lists) {
    const ways = [sorts.length > 0, ordered !== undefined, [...whole, ...files].includes(label)];
    expect([label, ways.filter(Boolean)]).toEqual([label, [true]]);
    const shown = screen ?? Object.keys(columns);
    expect([label, sorts.some((key) => shown.includes(key)) || sorts.length === 0]).toEqual([
      label,
      true,
    ]);
  }
});
