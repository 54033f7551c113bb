import { kobo } from "@kontor/books/money";
import { expect, it } from "vitest";

import { packProblems, type StatutoryPack } from "./pack.ts";
import { packAt, statutoryPacks } from "./packs.ts";

it("finds the pack for a date, and none before the first", () => {
  expect(packAt("2026-01-01").name).toBe("Nigeria 2026");
  expect(packAt("2031-07-15").name).toBe("Nigeria 2026");
  expect(() => packAt("2025-12-31")).toThrow("No statutory pack holds on 2025-12-31.");
});

it("uses a draft from its own date on, even in place of a pack of the same date", () => {
  const first = packAt("2026-01-01");
  const draft = { ...first, name: "Draft", from: "2027-01-01" };
  expect(packAt("2026-12-31", [draft, ...statutoryPacks])).toBe(first);
  expect(packAt("2027-01-01", [draft, ...statutoryPacks])).toBe(draft);
  const again = { ...first, name: "Issued again" };
  expect(packAt("2026-05-01", [...statutoryPacks, again])).toBe(again);
});

it("names the section and source of every figure, and is valid", () => {
  for (const pack of statutoryPacks) {
    expect(packProblems(pack)).toEqual([]);
    const { name: _name, from: _from, ...figures } = pack;
    for (const figure of Object.values(figures)) {
      expect(figure.section).not.toBe("");
      expect(figure.source).not.toBe("");
    }
  }
});

const pack = packAt("2026-01-01");
const { bands } = pack.incomeTax;
const withBands = (changed: StatutoryPack["incomeTax"]["bands"]): StatutoryPack => ({
  ...pack,
  incomeTax: { ...pack.incomeTax, bands: changed },
});

it.each([
  ["name_missing", { ...pack, name: " " }],
  ["from_invalid", { ...pack, from: "2026-01-15" }],
  ["bands_missing", withBands([])],
  ["band_width_invalid", withBands([{ width: kobo(0n), rate: 0n }, ...bands])],
  ["last_band_closed", withBands(bands.slice(0, -1))],
  ["last_band_closed", withBands([{ width: null, rate: 0n }, ...bands])],
  ["rate_invalid", { ...pack, nhf: { ...pack.nhf, rate: 10_001n } }],
  ["rate_invalid", withBands([{ width: null, rate: -1n }])],
  ["rate_invalid", { ...pack, benefits: { ...pack.benefits, assetRate: 10_001n } }],
  ["rate_invalid", { ...pack, benefits: { ...pack.benefits, housingLimit: 10_001n } }],
  ["rate_invalid", { ...pack, rentRelief: { ...pack.rentRelief, rate: 10_001n } }],
  ["rate_invalid", { ...pack, pension: { ...pack.pension, employee: 10_001n } }],
  ["rate_invalid", { ...pack, pension: { ...pack.pension, employer: 10_001n } }],
  ["rate_invalid", { ...pack, nsitf: { ...pack.nsitf, rate: 10_001n } }],
  ["rate_invalid", { ...pack, itf: { ...pack.itf, rate: -1n } }],
  ["amount_negative", { ...pack, minimumWage: { ...pack.minimumWage, monthly: kobo(-1n) } }],
  ["amount_negative", { ...pack, rentRelief: { ...pack.rentRelief, cap: kobo(-1n) } }],
  ["amount_negative", { ...pack, itf: { ...pack.itf, fromTurnover: kobo(-1n) } }],
])("finds %s in a draft", (problem, draft) => {
  expect(packProblems(draft)).toEqual([problem]);
});

it("accepts a band of one kobo, and rates and amounts from zero to their limits", () => {
  expect(packProblems(withBands([{ width: kobo(1n), rate: 10_000n }, ...bands]))).toEqual([]);
  const free = { ...pack.itf, rate: 0n, fromTurnover: kobo(0n) };
  expect(packProblems({ ...pack, itf: free })).toEqual([]);
});
