import { getFinancials } from "@kontor/contract/funding/funding";
import { listBranches } from "@kontor/contract/organizations/branches";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { describe, expect, test } from "vitest";

import { readIdParam, readTextParam } from "./address.ts";
import { readListSearch } from "./list-search.ts";

const first = { page: 1, per_page: 25 };

describe("the search parameters of a list", () => {
  test.each([
    [{}, first],
    [
      { search: "foods", sort: "-created_at", page: 3, per_page: 50 },
      { search: "foods", sort: "-created_at", page: 3, per_page: 50 },
    ],
    [
      { search: 2026, page: "2" },
      { ...first, search: "2026", page: 2 },
    ],
    [{ search: "  ", sort: "email", page: 0 }, first],
    [{ sort: "--name", page: -1, per_page: 0 }, first],
    [{ page: 1e15, per_page: 1e6, search: { a: 1 }, sort: ["name"] }, first],
    [{ page: null, colour: "red" }, first],
  ])("%j are read as %j", (raw, input) => {
    expect(readListSearch(listOrganizations, raw)).toEqual({ input, errors: {} });
  });

  test("accept every order of the endpoint", () => {
    for (const sort of ["name", "-name", "code", "-code", "created_at", "-created_at"]) {
      expect(readListSearch(listBranches, { sort }).input.sort).toBe(sort);
    }
  });

  test("accept filters of the contract, and ignore invalid ones", () => {
    const filters = {
      action: "WITHDRAWAL",
      status: "FAILED",
      start_date: "2026-03-01",
      end_date: "2026-03-31",
    };
    expect(readListSearch(getFinancials, filters).input).toMatchObject(filters);
    const nonsense = {
      action: "REFUND",
      status: 1,
      start_date: "2026-02-30",
      end_date: 20_260_305,
    };
    expect(readListSearch(getFinancials, nonsense).input).toEqual({ page: 1, per_page: 10 });
  });

  test("have the contract's error for days out of order", () => {
    const backwards = { start_date: "2026-03-02", end_date: "2026-03-01" };
    const { input, errors } = readListSearch(getFinancials, backwards);
    expect(input).toMatchObject(backwards);
    expect(errors).toEqual({ end_date: "The end date is before the start date." });
  });

  test("have defaults for missing values, and none for empty ones", () => {
    const usual = { start_date: "2026-02-28", end_date: "2026-03-31" };
    const read = (raw: object) => readListSearch(getFinancials, { ...raw }, usual).input;
    expect(read({})).toMatchObject(usual);
    expect(read({ start_date: "2026-02-30" })).toMatchObject(usual);
    expect(read({ start_date: "2025-12-31" })).toMatchObject({
      ...usual,
      start_date: "2025-12-31",
    });
    expect(read({ start_date: "", end_date: "" })).toEqual({ page: 1, per_page: 10 });
  });
});

test.each([[0], [-1], [1.5], ["x"], [""], [null], [{}], [Number.NaN], ["1e400"]])(
  "%j is not an id",
  (raw) => {
    expect(readIdParam(raw)).toBeUndefined();
  },
);

test("digits are read as text or as a number, as the reader asks", () => {
  expect(readTextParam(4711)).toBe("4711");
  expect(readIdParam("12")).toBe(12);
});
