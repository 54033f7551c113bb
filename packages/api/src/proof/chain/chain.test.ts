import { addEntryBatch, updateEntry } from "@kontor/contract/accounting/entries";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Fault } from "../../platform/database/checks.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { setAllTenantsReadable, setTenant, type Tx } from "../../platform/scope.ts";
import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { eventually } from "../../testing/eventually.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { checkEverything } from "../check.ts";
import { extendChains } from "./extend.ts";
import { chainFaults, platformChainFaults, verifyChain } from "./verify.ts";

const world = await openFileWorld();
/** Transactions with the privileges of the schema's owner. */
const asOwner = openDatabase({ url: world.ownerUrl, connections: 2, onError: () => undefined });
const books = await openBooks(world);
const tenant = books.tenant.tenant_id;
let debit: number;
let credit: number;
/**
 * An entry from before the chain, one that was revised since, and one that is chained in between.
 */
let before: number;
let revised: number;
let plain: number;

beforeAll(async () => {
  debit = (await books.addCashLedger("Till")).id;
  credit = (await books.addCashLedger("Safe")).id;
  before = (await books.post(debit, credit, "5.00")).id;
  await extendChains(world);
  revised = (await books.post(debit, credit, "7.00")).id;
  const change = { params: { id: revised }, body: receiptBody(debit, credit, "8.00") };
  await books.owner.call(updateEntry, change);
  plain = (await books.post(debit, credit, "9.00")).id;
  await extendChains(world);
});
afterAll(async () => {
  await expectCoherentBooks(world);
  await asOwner.close();
});

const asReader = <Result>(read: (tx: Tx) => Promise<Result>): Promise<Result> =>
  world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    return read(tx);
  });

class Rollback extends Error {}

/**
 * Runs statements with the owner's privileges, checks everything as staff would, and rolls back.
 */
async function faultsAfter(...statements: string[]): Promise<Fault[]> {
  let faults: Fault[] = [];
  const work = asOwner.transaction(async (tx) => {
    await setTenant(tx, tenant);
    for (const statement of statements) await sql.raw(statement).execute(tx);
    await sql`set local role kontor_app`.execute(tx);
    await setAllTenantsReadable(tx);
    faults = await checkEverything(tx, null);
    throw new Rollback();
  });
  await expect(work).rejects.toBeInstanceOf(Rollback);
  return faults;
}

/** Sets the settled mark as it is some time after everything was chained. */
const settled = `update chain_heads set settled_audit_id = (
  select max(audit_id) from chain_links where tenant_id = chain_heads.tenant_id)`;

type Marks = { settled: number; marked: number };

/** The settled and the marked row of the log: up to them, all rows are chained, now and at the next move. */
const marksNow = (): Promise<Marks | undefined> =>
  asReader(async (tx) => {
    const { rows } = await sql<Marks>`
      select settled_audit_id as settled, marked_audit_id as marked from chain_heads where tenant_id = ${tenant}`.execute(
      tx,
    );
    return rows[0];
  });

/** Makes the next mark eleven minutes old. @param by further assignments */
const ageMark = (by = "marked_xid = marked_xid") =>
  asOwner.transaction(async (tx) => {
    await setTenant(tx, tenant);
    await sql`update chain_heads set marked_at = now() - interval '11 minutes', ${sql.raw(by)}
      where tenant_id = ${tenant}`.execute(tx);
  });

/** Only the owner can change the log, and only after switching off its protection. */
const openLog = "alter table audit_log no force row level security";

const from = (entry: number) => `where tenant_id = ${tenant} and entry_id = ${entry}`;

/** Changes an entry from ₦9.00 to ₦8.00 wherever its amount is stored. */
const consistentForgery = (): string[] => [
  `update entry_items set amount = amount - 100 ${from(plain)}`,
  `update ledger_days set debit = debit - 100 where ledger_id = ${debit} and day = '2026-03-09'`,
  `update ledger_days set credit = credit - 100 where ledger_id = ${credit} and day = '2026-03-09'`,
  `update ledger_months set debit = debit - 100 where ledger_id = ${debit} and month = '2026-03-01'`,
  `update ledger_months set credit = credit - 100 where ledger_id = ${credit} and month = '2026-03-01'`,
  `update ledgers set balance = balance - 100 where id = ${debit}`,
  `update ledgers set balance = balance + 100 where id = ${credit}`,
];

const kinds = (faults: Fault[]) => faults.map(({ kind, subject }) => `${kind} ${subject}`);

describe("a user with the owner's privileges", () => {
  test("a consistent change of items, balances and totals is found only by the chain", async () => {
    const [fault, ...others] = await faultsAfter(...consistentForgery());
    expect(others).toEqual([]);
    expect(fault).toMatchObject({
      kind: "chain_broken",
      tenant_id: tenant,
      subject: `entry:${plain}`,
    });
    expect(fault?.message).toMatch(
      new RegExp(`^link \\d+: revision 1 of entry ${plain} was changed since it was chained$`),
    );
  });

  test.for([
    [
      "the head of an entry",
      () => `update entries set recorded_by = 1 where id = ${plain}`,
      "entry",
    ],
    [
      "an earlier revision",
      () => `update entry_items set narration = 'Other' ${from(revised)} and revision = 1`,
      "entry",
    ],
    [
      "a row of the audit log",
      () =>
        `${openLog}; update audit_log set actor_id = -7
          where action = 'ledger.added' and tenant_id = ${tenant}`,
      "audit",
    ],
    [
      "an entry from before the chain",
      () => `update entry_items set narration = 'Other' ${from(before)}`,
      "entry",
    ],
    ["a link", () => `update chain_links set entry_hash = sha256('x') ${from(plain)}`, "link"],
    ["a link that is gone", () => `delete from chain_links ${from(revised)}`, "link"],
  ] as const)("is found to have changed %s", async ([, statement, subject]) => {
    const faults = await faultsAfter(...statement().split(";"));
    expect(faults[0]?.kind).toBe("chain_broken");
    expect(faults[0]?.subject.split(":")[0]).toBe(subject);
  });

  test("who deletes an entry with all its traces is detected", async () => {
    const faults = await faultsAfter(
      openLog,
      `delete from entry_items ${from(plain)}`,
      `delete from audit_log where subject = 'entry:${plain}'`,
      `delete from entries where id = ${plain}`,
    );
    expect(kinds(faults)).toContain(`chain_broken entry:${plain}`);
  });

  test("who inserts a posting or a row of the audit log is detected", async () => {
    const entry = (extra: string) =>
      `insert into entries (tenant_id, id, entry_type_id, number, entry_date, recorded_at)
       overriding system value values (${tenant}, ${before} - ${extra}, 1, 900 + ${extra}, '2026-03-09', now())`;
    const row = `insert into audit_log (id, tenant_id, action, subject, request_id, recorded_at)
      overriding system value
      values ((select min(audit_id) - 1 from chain_links where tenant_id = ${tenant}), ${tenant},
        'ledger.edited', 'ledger:1', '', now())`;
    const found = kinds(await faultsAfter(settled, entry("1000000"), row));
    expect(found).toContain(`chain_missed entry:${before - 1_000_000}`);
    expect(found.some((each) => each.startsWith("chain_missed audit:"))).toBe(true);
  });

  test("who removes the last links is detected while the head is unchanged", async () => {
    const faults = await faultsAfter(
      `delete from chain_links where tenant_id = ${tenant} and position = (
        select position from chain_heads where tenant_id = ${tenant})`,
    );
    expect(kinds(faults)[0]).toMatch(/^chain_head_wrong link:/);
  });
});

describe("the platform's own log", () => {
  /** Three chained rows of the platform, as for added staff or changed rules. */
  beforeAll(async () => {
    await asOwner.transaction(async (tx) => {
      await setAllTenantsReadable(tx);
      for (const subject of ["user:1", "user:2", "user:3"]) {
        await sql`select record_audit(null, null, 'user.roles-changed', ${subject}, '{"to": "staff"}', '', null)`.execute(
          tx,
        );
      }
    });
    await extendChains(world);
  });

  const openPlatform = "alter table platform_chain_links no force row level security";
  const openHead = "alter table platform_chain_heads no force row level security";
  const second = "tenant_id is null and subject = 'user:2'";
  const linkOfSecond = `audit_id = (select id from audit_log where ${second})`;

  test.for([
    [
      "a row",
      [`update audit_log set detail = '{"to": "administrator"}' where ${second}`],
      "chain_broken audit",
    ],
    ["who did it", [`update audit_log set actor_id = 77 where ${second}`], "chain_broken audit"],
    [
      "the request",
      [`update audit_log set request_id = 'x' where ${second}`],
      "chain_broken audit",
    ],
    ["a row that is gone", [`delete from audit_log where ${second}`], "chain_broken audit"],
    [
      "a row given to an organization",
      [`update audit_log set tenant_id = (select min(id) from tenants) where ${second}`],
      "chain_broken audit",
    ],
    [
      "a link",
      [`update platform_chain_links set audit_hash = sha256('x') where ${linkOfSecond}`],
      "chain_broken link",
    ],
    [
      "a row with its link",
      [
        `delete from platform_chain_links where ${linkOfSecond}`,
        `delete from audit_log where ${second}`,
      ],
      "chain_broken link",
    ],
    [
      "the last link",
      [
        "delete from platform_chain_links where position = (select max(position) from platform_chain_links)",
      ],
      "chain_head_wrong link",
    ],
    [
      "all links and the head",
      ["delete from platform_chain_links", "delete from platform_chain_heads"],
      null,
    ],
  ] as const)("is found to be changed: %s", async ([, statements, found]) => {
    const faults = await faultsAfter(openLog, openPlatform, openHead, ...statements);
    // Deleting the whole chain leaves rows that wait to be chained; only an attestation reveals it.
    expect(kinds(faults).map((kind) => kind.split(":")[0])).toEqual(found === null ? [] : [found]);
    expect(faults.map(({ tenant_id }) => tenant_id)).toEqual(found === null ? [] : [null]);
  });

  test("with a row outside the chain is detected", async () => {
    const faults = await faultsAfter(
      openLog,
      openHead,
      "update platform_chain_heads set settled_audit_id = (select max(audit_id) from platform_chain_links)",
      `insert into audit_log (id, action, subject, request_id, recorded_at) overriding system value
        values (-1, 'user.added', 'user:9', '', now())`,
    );
    expect(faults).toMatchObject([{ kind: "chain_missed", tenant_id: null }]);
  });

  test("rewritten with all its later links is consistent, except with a head stored elsewhere", async () => {
    const verified = await asReader((tx) => verifyChain(tx, null));
    const rows: { before: unknown; after: unknown }[] = [];
    const work = asOwner.transaction(async (tx) => {
      await setAllTenantsReadable(tx);
      for (const statement of [openLog, openPlatform, openHead])
        await sql.raw(statement).execute(tx);
      await sql.raw(`update audit_log set actor_id = 77 where ${second}`).execute(tx);
      await sql`delete from platform_chain_links`.execute(tx);
      await sql`delete from platform_chain_heads`.execute(tx);
      await extendChains({
        clock: world.clock,
        database: { transaction: (run) => run(tx) } as Database,
      });
      await setAllTenantsReadable(tx);
      rows.push({
        before: verified.hash,
        after: (await verifyChain(tx, null, verified.position)).requestedHash,
      });
      expect(await chainFaults(tx, null)).toEqual([]);
      const { faults } = await platformChainFaults(tx, { ...verified, settled: 0n });
      expect(faults[0]?.message).toContain("was changed since the log was last verified");
      throw new Rollback();
    });
    await expect(work).rejects.toBeInstanceOf(Rollback);
    expect(rows[0]?.after).toEqual(expect.any(String));
    expect(rows[0]?.after).not.toBe(verified.hash);
  });

  test("cannot be extended in the scope of an organization", async () => {
    const adding = world.database.transaction(async (tx) => {
      await setTenant(tx, tenant);
      await sql`insert into platform_chain_links values (1000, 1000, sha256('x'), now(), sha256('x'))`.execute(
        tx,
      );
    });
    await expect(adding).rejects.toThrow(/row-level security/);
  });
});

describe("nothing is reported", () => {
  test("for rows that wait to be chained", async () => {
    await books.post(debit, credit, "1.00");
    expect(await faultsAfter(settled)).toEqual([]);
    expect(await extendChains(world)).toBeGreaterThan(0);
    expect(await extendChains(world)).toBe(0);
  });

  test("for audit log rows that were deleted after their retention period, whose links stay", async () => {
    await asOwner.transaction(async (tx) => {
      await setTenant(tx, tenant);
      await sql`insert into audit_log (tenant_id, action, subject, request_id, recorded_at)
        values (${tenant}, 'ledger.edited', 'ledger:1', '', now() - interval '400 days')`.execute(
        tx,
      );
    });
    await extendChains(world);
    const forget = `do $$ begin assert forget_audit(now(), 10) = 1; end $$`;
    expect(await faultsAfter(forget)).toEqual([]);
  });

  test("when two processes chain at the same time, whichever commits first", async () => {
    const entries = Array.from({ length: 20 }, () => receiptBody(debit, credit, "1.00"));
    await books.owner.call(addEntryBatch, { body: { entries } });
    await Promise.all([extendChains(world), extendChains(world)]);
    await extendChains(world);
    expect(await asReader((tx) => chainFaults(tx, tenant))).toEqual([]);
  });

  test("for a row whose transaction commits after newer rows were chained", async () => {
    const slow = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const late = asOwner.transaction(async (tx) => {
      await setTenant(tx, tenant);
      await sql`select record_audit(${tenant}, null, 'ledger.edited', 'ledger:1', '{}', '', null)`.execute(
        tx,
      );
      begun.resolve();
      await slow.promise;
    });
    await begun.promise;
    await books.post(debit, credit, "1.00");
    // Although all newer rows have been chained for long, nothing is settled while it runs.
    for (let times = 0; times < 3; times++) {
      await ageMark();
      await extendChains(world);
    }
    slow.resolve();
    await late;
    await books.post(debit, credit, "1.00");
    expect(await extendChains(world)).toBe(2);
    expect(await extendChains(world)).toBe(0);
    expect(await faultsAfter(settled)).toEqual([]);
  });
});

test("what is chained is settled ten minutes later, and in a restored copy too", async () => {
  const chain = async () => {
    await books.post(debit, credit, "1.00");
    await extendChains(world);
    return marksNow();
  };
  /** Chains until the marks move, since transactions of other databases of the server hold them too. */
  const chainFrom = (earlier: Marks | undefined) =>
    eventually(async () => {
      const marks = await chain();
      expect(marks).not.toEqual(earlier);
      return marks;
    });
  await ageMark();
  const begun = await chainFrom(await marksNow());
  expect(begun?.marked).toBeGreaterThan(begun?.settled ?? Infinity);
  // A transaction may have an id for its row and nothing else that shows that it runs.
  expect([await chain(), await chain()]).toEqual([begun, begun]);
  await ageMark();
  const later = await chainFrom(begun);
  expect(later?.settled).toBe(begun?.marked);
  // In another server, transaction ids have started again.
  await ageMark("marked_xid = '9000000000000000000'");
  expect((await chain())?.settled).toBe(later?.marked);
});

test("a stored head is found in the chain, and no longer once the chain was rewritten", async () => {
  const { position, hash } = await asReader((tx) => verifyChain(tx, tenant));
  await books.post(debit, credit, "1.00");
  await extendChains(world);
  const verification = await asReader((tx) => verifyChain(tx, tenant, position));
  expect(verification.requestedHash).toBe(hash);
  expect(verification.position).toBeGreaterThan(position);
  expect(verification.hash).not.toBe(hash);
});
