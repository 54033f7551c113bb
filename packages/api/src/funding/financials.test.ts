import {
  getFinancials,
  getPayAccount,
  submitFunds,
  transactionSorts,
} from "@kontor/contract/funding/funding";
import { describe, expect, test } from "vitest";

import { openFileWorld } from "../testing/harness.ts";
import { openOrganization, type TestOrganization } from "../testing/organizations.ts";

const world = await openFileWorld();
const acme = await openOrganization(world, "Acme Limited");
const other = await openOrganization(world, "Other Limited");
const staff = await world.signIn("staff");
const insider = await world.signInAs(["HR"], acme.tenant_id);

const financials = ({ path }: TestOrganization, query: object = {}) =>
  staff.list(getFinancials, { params: path, query });

describe("the list of transactions", () => {
  test("is paged by ten, newest first, and filtered by action, status and day", async () => {
    const organization = await openOrganization(world, "Listed Limited");
    // 22:50 and 23:10 UTC: ten minutes to midnight and ten past it in Lagos, an hour ahead of UTC.
    const moments = ["2026-03-01T22:50:00Z", "2026-03-01T23:10:00Z", "2026-03-02T23:10:00Z"];
    const start = world.clock.now();
    for (const [index, moment] of moments.entries()) {
      world.clock.set(new Date(moment));
      const caller = await world.signIn("platform");
      for (let count = 0; count < 4; count++) {
        await caller.call(submitFunds, {
          params: organization.path,
          body: { action: "DEPOSIT", amount: `${index + 1}00.0${count}` },
        });
      }
    }
    world.clock.set(start);
    const last = await world.signIn("platform");
    await last.call(submitFunds, {
      params: organization.path,
      body: { action: "WITHDRAWAL", amount: "7.00", description: "Charges of 5%" },
    });

    const first = await financials(organization);
    expect(first.meta).toMatchObject({ page: 1, per_page: 10, total: 13 });
    const second = await financials(organization, { page: 2 });
    const ids = [...first.data.transactions, ...second.data.transactions].map(({ id }) => id);
    expect([first.data.transactions.length, second.data.transactions.length]).toEqual([10, 3]);
    expect(ids).toEqual(ids.toSorted((one, next) => next - one));
    expect(new Set(ids).size).toBe(13);
    expect(first.data.transactions[0]).toMatchObject({ action: "WITHDRAWAL", amount: 700n });
    expect(second.data.balance).toBe(first.data.balance);

    const amounts = async (query: object) => {
      const { data, meta } = await financials(organization, { per_page: 100, ...query });
      expect(data.transactions).toHaveLength(meta.total);
      return [...new Set(data.transactions.map(({ amount }) => amount / 10_000n))];
    };
    expect(await amounts({ start_date: "2026-03-01", end_date: "2026-03-01" })).toEqual([1n]);
    expect(await amounts({ start_date: "2026-03-02", end_date: "2026-03-02" })).toEqual([2n]);
    expect(await amounts({ start_date: "2026-03-02" })).toEqual([0n, 3n, 2n]);
    expect(await amounts({ end_date: "2026-03-02" })).toEqual([2n, 1n]);
    expect(await amounts({ action: "WITHDRAWAL" })).toEqual([0n]);
    expect(await amounts({ status: "COMPLETED", action: "DEPOSIT" })).toEqual([3n, 2n, 1n]);
    expect(await amounts({ status: "PENDING" })).toEqual([]);
    expect(await amounts({ search: "charges of 5%" })).toEqual([0n]);
    expect(await amounts({ search: "200.03" })).toEqual([2n]);
    expect(await amounts({ search: first.data.transactions[0]?.ent_number })).toEqual([0n]);
    expect(await amounts({ search: "nothing" })).toEqual([]);
    expect(await amounts({ sort: "amount" })).toEqual([0n, 1n, 2n, 3n]);
    expect(await amounts({ sort: "-amount" })).toEqual([3n, 2n, 1n, 0n]);
    for (const sort of transactionSorts) {
      const rows = async (page: object) =>
        (await financials(organization, page)).data.transactions.map(({ id }) => id);
      const up = await rows({ sort, per_page: 100 });
      const down = await rows({ sort: `-${sort}`, per_page: 100 });
      expect([sort, down]).toEqual([sort, up.toReversed()]);
      expect([sort, await rows({ sort, page: 2 })]).toEqual([sort, up.slice(10)]);
    }
  });

  test.for([
    [{ action: "REFUND" }, "action"],
    [{ status: "DONE" }, "status"],
    [{ start_date: "2026-02-30" }, "start_date"],
    [{ start_date: "2026-03-02", end_date: "2026-03-01" }, "end_date"],
    [{ page: 0 }, "page"],
    [{ per_page: 101 }, "per_page"],
    [{ sort: "balance" }, "sort"],
    [{ colour: "red" }, "colour"],
  ] as const)("refuses %j", async ([query, path]) => {
    const reply = await staff.attempt(getFinancials, { params: acme.path, query });
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.map((error) => error.path)).toEqual([path]);
  });
});

test("the pay account is marked as a sandbox", async () => {
  expect(await staff.call(getPayAccount, { params: acme.path })).toEqual({
    status: "OPEN",
    bank_name: "Sandbox Bank (no real money)",
    account_name: "Acme Limited",
    virtual_account_number: `99${String(acme.tenant_id).padStart(8, "0")}`,
    provider: "sandbox",
    sandbox: true,
  });
});

const calls = () =>
  [
    [getFinancials, { params: acme.path }],
    [getPayAccount, { params: acme.path }],
  ] as const;

test("refuses callers without a session or without a permission for funds; staff may read", async () => {
  for (const [endpoint, wire] of calls()) {
    expect((await world.nobody.attempt(endpoint, wire)).status).toBe(401);
    expect((await insider.attempt(endpoint, wire)).status).toBe(403);
    expect((await staff.attempt(endpoint, wire)).status).toBe(200);
  }
});

test("answers 404 for an unknown organization and for a company of another organization", async () => {
  for (const [endpoint] of calls()) {
    const mixed = { tenant_id: acme.tenant_id, company_id: other.company_id };
    for (const params of [mixed, { tenant_id: 999_999, company_id: 1 }]) {
      const reply = await staff.attempt(endpoint, { params });
      expect([reply.status, reply.problem.message]).toEqual([
        404,
        "The organization was not found.",
      ]);
    }
  }
});
