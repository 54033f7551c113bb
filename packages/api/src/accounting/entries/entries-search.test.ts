import { expect, test } from "vitest";

import { refuseLongSearch } from "./entries-search.ts";

const many = (entries: number) => () => Promise.resolve(entries);

test("entries are searched up to a limit; beyond it the refusal states how many there are", async () => {
  await refuseLongSearch({ search: "rent" }, many(50_000));
  await expect(refuseLongSearch({ search: "rent" }, many(50_001))).rejects.toThrow(
    "50,001 entries are more than can be searched at once. Choose days with at most 50,000.",
  );
});

test("up to the same limit they can be sorted by other columns; sorting by day never counts them", async () => {
  await refuseLongSearch({ sort: "amount" }, many(50_000));
  await expect(refuseLongSearch({ sort: "-amount" }, many(50_001))).rejects.toThrow(
    "More than 50,000 rows cannot be sorted this way. Narrow the list, or sort it by date.",
  );
  const never = () => Promise.reject(new Error("counted"));
  await refuseLongSearch({}, never);
  await refuseLongSearch({ sort: "-date" }, never);
});
