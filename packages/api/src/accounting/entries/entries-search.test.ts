import { expect, test } from "vitest";

import { refuseLongSearch } from "./entries-search.ts";

const many = (entries: number) => () => Promise.resolve(entries);

test("so many entries are searched, and of more it is said how many there are", async () => {
  await refuseLongSearch({ search: "rent" }, many(50_000));
  await expect(refuseLongSearch({ search: "rent" }, many(50_001))).rejects.toThrow(
    "50,001 entries are more than can be searched at once. Choose days with at most 50,000.",
  );
});

test("as many are put in another order than by day, and those by day are never counted for it", async () => {
  await refuseLongSearch({ sort: "amount" }, many(50_000));
  await expect(refuseLongSearch({ sort: "-amount" }, many(50_001))).rejects.toThrow(
    "More than 50,000 rows cannot be sorted this way. Narrow the list, or sort it by date.",
  );
  const never = () => Promise.reject(new Error("counted"));
  await refuseLongSearch({}, never);
  await refuseLongSearch({ sort: "-date" }, never);
});
