import { getPayAccount } from "@kontor/contract/funding/funding";
import { sql } from "kysely";
import { afterAll, describe, expect, test, vi } from "vitest";

import { exactlyOne } from "../platform/database/rows.ts";
import { setTenant } from "../platform/scope.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { eventually } from "../testing/eventually.ts";
import { openFileWorld } from "../testing/harness.ts";
import { openTenant } from "../testing/tenants.ts";
import { openPayAccounts, requestPayAccount } from "./pay-accounts.ts";
import type { AccountProvider } from "./provider.ts";
import { outsideTransactions, providerNamed } from "./providers.ts";

const world = await openFileWorld();
const staff = await world.signIn("staff");

afterAll(() => expectCoherentBooks(world));

type Path = { tenant_id: number; company_id: number };

/** Creates a company whose pay account has been requested and is not open yet. */
async function withRequest(name: string): Promise<Path> {
  const { tenant_id, ledgers } = await openTenant(world, name);
  return world.database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    const { rows } = await sql<{ id: number }>`
      insert into companies (tenant_id, address, support_email, admin_name, admin_email, brand_color)
      values (${tenant_id}, '1 Test Street', 'support@example.com', 'Ada Admin', 'admin@example.com', '#004AAD')
      returning id`.execute(tx);
    const path = { tenant_id, company_id: exactlyOne(rows).id };
    const account = { ...path, ledger_id: ledgers.funding_account, account_name: name };
    await requestPayAccount({ tx, clock: world.clock }, account);
    return path;
  });
}

const payAccount = (params: Path) => staff.call(getPayAccount, { params });

/** Runs the job with a provider that gives this answer for each account. */
async function run(open: AccountProvider["open"], signal = AbortSignal.timeout(60_000)) {
  const requested: string[] = [];
  const warnings: object[] = [];
  const log = {
    info: () => undefined,
    warn: (details: object) => {
      warnings.push(details);
    },
    error: () => undefined,
  };
  const provider: AccountProvider = {
    ...providerNamed("sandbox"),
    open: (account, ending) => {
      requested.push(account.reference);
      return open(account, ending);
    },
  };
  const { database, clock } = world;
  await openPayAccounts({ database, clock, log }, signal, () => outsideTransactions(provider));
  return { requested, warnings };
}

const sandboxOpen: AccountProvider["open"] = (account, ending) =>
  providerNamed("sandbox").open(account, ending);
const unreachable: AccountProvider["open"] = () =>
  Promise.reject(new Error("no route to the bank"));
const minutes = (count: number) => world.clock.advance(count * 60_000);

describe("a pay account", () => {
  test("has the status OPENING until the job has opened it at the provider", async () => {
    const path = await withRequest("Fresh Limited");
    expect(await payAccount(path)).toEqual({
      status: "OPENING",
      bank_name: null,
      account_name: "Fresh Limited",
      virtual_account_number: null,
      provider: "sandbox",
      sandbox: true,
    });
    const { requested } = await run(sandboxOpen);
    expect(requested).toEqual([`pay-account-${path.tenant_id}-${path.company_id}`]);
    expect(await payAccount(path)).toMatchObject({
      status: "OPEN",
      bank_name: "Sandbox Bank (no real money)",
      virtual_account_number: `99${String(path.tenant_id).padStart(8, "0")}`,
    });
    // No request is left.
    expect((await run(sandboxOpen)).requested).toEqual([]);
  });

  test("is requested again under the same reference, after increasing pauses, until it is open", async () => {
    const path = await withRequest("Patient Limited");
    const reference = `pay-account-${path.tenant_id}-${path.company_id}`;
    expect(await run(unreachable)).toMatchObject({
      requested: [reference],
      warnings: [{ tenant_id: path.tenant_id, company_id: path.company_id, tries: 1 }],
    });
    expect((await run(sandboxOpen)).requested).toEqual([]);
    minutes(1);
    expect((await run(unreachable)).requested).toEqual([reference]);
    minutes(4);
    expect((await run(sandboxOpen)).requested).toEqual([]);
    minutes(1);
    expect((await payAccount(path)).status).toBe("OPENING");
    expect((await run(sandboxOpen)).requested).toEqual([reference]);
    expect((await payAccount(path)).status).toBe("OPEN");
  });

  test("whose outcome is unknown is requested again after the lease", async () => {
    const path = await withRequest("Unheard Limited");
    const died = vi.fn<() => void>();
    // The provider opens the account and the process dies before it stores that, so the job never
    // returns.
    const silent = run(() => {
      died();
      return new Promise<never>(() => undefined);
    });
    await eventually(() => expect(died).toHaveBeenCalledOnce());
    expect((await run(sandboxOpen)).requested).toEqual([]);
    minutes(2);
    expect((await run(sandboxOpen)).requested).toHaveLength(1);
    expect((await payAccount(path)).status).toBe("OPEN");
    expect(await Promise.race([silent, Promise.resolve("still out")])).toBe("still out");
  });

  test("that fails does not delay others", async () => {
    const bad = await withRequest("Bad Limited");
    const good = await withRequest("Good Limited");
    const { requested } = await run((account, ending) =>
      account.account_name === "Bad Limited"
        ? unreachable(account, ending)
        : sandboxOpen(account, ending),
    );
    expect(requested).toHaveLength(2);
    expect((await payAccount(bad)).status).toBe("OPENING");
    expect((await payAccount(good)).status).toBe("OPEN");
    minutes(1);
    await run(sandboxOpen);
  });

  test("is claimed by only one of two processes", async () => {
    await withRequest("Contested Limited");
    const runs = await Promise.all([run(sandboxOpen), run(sandboxOpen)]);
    expect(runs.flatMap(({ requested }) => requested)).toHaveLength(1);
  });
});

test("a call to a provider inside a transaction is refused", async () => {
  const provider = providerNamed("sandbox");
  const account = { reference: "pay-account-1-1", account_name: "Inside" };
  const { signal } = new AbortController();
  await expect(world.database.transaction(() => provider.open(account, signal))).rejects.toThrow(
    "opening a virtual account must wait for the end of the transaction",
  );
  const holder = { bank_code: "044", account_number: "0123456789", holder: "Ada" };
  await expect(
    world.database.transaction(() => provider.accountName(holder, signal)),
  ).rejects.toThrow("must wait for the end of the transaction");
  expect(await provider.accountName(holder, signal)).toBe("ADA");
});

test("an unknown provider is refused", () => {
  expect(() => providerNamed("bank")).toThrow("there is no funding provider called bank");
});
