import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  attestationReport,
  checkOfFault,
  getBookProof,
  getPlatformProof,
  proveBooks,
} from "@kontor/contract/proof/proof";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { faultKinds } from "../accounting/coherence/coherence.ts";
import { auditAll } from "../platform/audit.ts";
import { withOwnerClient } from "../platform/database/database.ts";
import { parseEnvironment } from "../platform/environment.ts";
import { startJobs } from "../platform/jobs/jobs.ts";
import { setAllTenantsReadable } from "../platform/scope.ts";
import { openBooks } from "../testing/books.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { runCommandFile } from "../testing/command.ts";
import { download, pdfText } from "../testing/files.ts";
import { openFileWorld, type Caller } from "../testing/harness.ts";
import { openTenant, type TestTenant } from "../testing/tenants.ts";
import { extendChains } from "./chain/extend.ts";
import { checkAllBooks } from "./nightly-check.ts";

const world = await openFileWorld();
const books = await openBooks(world);
const tenant_id = books.tenant.tenant_id;
const folder = await mkdtemp(join(tmpdir(), "kontor-attestation-"));

beforeAll(async () => {
  await books.post(books.ledger("paye_payable"), books.ledger("bank_clearing"), "10.00");
  await world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const by = { tx, actorId: null, requestId: "" };
    await auditAll(by, null, [{ action: "user.added", subject: "user:1", detail: {} }]);
  });
  await extendChains(world);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await expectCoherentBooks(world);
});

const log = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * Runs a statement with the owner's privileges in the scope of the organization, and undoes it
 * after the test.
 */
const asOwner = (statement: string) =>
  withOwnerClient(world.ownerUrl, async (owner) => {
    await owner.query(`select set_config('app.tenant_id', '${tenant_id}', false)`);
    await owner.query(statement);
  });

describe("the proof of the books", () => {
  test("has no time before the first check, and then that of the last one", async () => {
    const before = await books.owner.call(getBookProof);
    expect(before).toMatchObject({ checked_at: null, organizations: 1, checked: 0, faults: [] });
    const now = await books.owner.call(proveBooks, { body: {} });
    expect(now).toMatchObject({ checked_at: world.clock.now(), checked: 1, faults: [] });
    expect(now.checks.every(({ faults }) => faults === 0)).toBe(true);
    expect(now.chain?.position).toBeGreaterThan(0);
    // Staff see all organizations, one of which has been checked.
    const ofAll = await books.staff.call(getBookProof);
    expect(ofAll.checked).toBe(1);
    expect(ofAll.organizations).toBeGreaterThan(1);
    expect(ofAll.chain).toBeNull();
  });

  test("lists faults under their check, also after the nightly check", async () => {
    const ledger = books.ledger("bank_clearing");
    const move = (by: number) =>
      asOwner(`update ledgers set balance = balance + ${by} where id = ${ledger}`);
    await move(1);
    await checkAllBooks({ database: world.database, clock: world.clock, log });
    const proof = await books.owner.call(getBookProof);
    expect(proof.checks.filter(({ faults }) => faults > 0)).toEqual([
      { check: "trial_balance", faults: 1 },
      { check: "totals", faults: 1 },
    ]);
    expect(proof.faults.map(({ subject }) => subject)).toContain(`ledger:${ledger}`);
    // Other users do not see it.
    expect((await books.stranger.call(getBookProof)).faults).toEqual([]);
    expect((await books.stranger.attempt(getBookProof, { query: { tenant_id } })).status).toBe(404);
    await move(-1);
    expect((await books.owner.call(proveBooks, { body: {} })).faults).toEqual([]);
  });

  test("counts all faults of each check, and shows one of each kind, however many another kind has", async () => {
    const ledger = books.ledger("bank_clearing");
    await asOwner(`insert into ledger_days (tenant_id, ledger_id, day, debit, credit, lines)
      select ${tenant_id}, ${ledger}, day, 1, 0, 1 from generate_series('2025-01-01'::date, '2025-03-01', '1 day') day;
      update entries set narration = 'Changed' where tenant_id = ${tenant_id}`);
    const proof = await books.owner.call(proveBooks, { body: {} });
    expect(proof.checks.filter(({ faults }) => faults > 0)).toEqual([
      // Sixty days, and the three months that they are in.
      { check: "totals", faults: 63 },
      { check: "chain", faults: 1 },
    ]);
    expect(proof.faults).toHaveLength(50);
    expect(proof.faults.slice(0, 3).map(({ kind }) => kind)).toEqual([
      "ledger_day_wrong",
      "ledger_month_wrong",
      "chain_broken",
    ]);
    await asOwner(`delete from ledger_days where tenant_id = ${tenant_id} and day < '2025-03-02';
      update entries set narration = 'Received' where tenant_id = ${tenant_id}`);
    expect((await books.owner.call(proveBooks, { body: {} })).faults).toEqual([]);
  });

  test("is not taken from a nightly check that began before the organization was added or checked", async () => {
    let added: TestTenant | undefined;
    const transaction: typeof world.database.transaction = async (work, options) => {
      const result = await world.database.transaction(work, options);
      if (options?.snapshot !== true) return result;
      world.clock.advance(60_000);
      added = await openTenant(world, "Added meanwhile");
      await books.owner.call(proveBooks, { body: {} });
      return result;
    };
    const database = { ...world.database, transaction };
    await checkAllBooks({ database, clock: world.clock, log });
    const query = { tenant_id: added?.tenant_id };
    expect(await books.staff.call(getBookProof, { query })).toMatchObject({ checked: 0 });
    expect((await books.owner.call(getBookProof)).checked_at).toEqual(world.clock.now());
  });

  test("shows the current difference of opening balances", async () => {
    const { id } = await books.addCashLedger("Opened", { op_balance: "5.00" });
    const proof = await books.owner.call(getBookProof);
    expect(proof.faults).toEqual([
      expect.objectContaining({ check: "opening", subject: `tenant:${tenant_id}` }),
    ]);
    await asOwner(`update ledgers set op_balance = 0, balance = 0 where id = ${id}`);
  });

  test("has a check for each kind of fault", () => {
    expect(faultKinds.map(checkOfFault)).not.toContain(undefined);
    expect(checkOfFault("number_missing")).toBe("numbers");
    expect(checkOfFault("transit_wrong")).toBe("transit");
    expect(checkOfFault("ledger_balance_wrong")).toBe("totals");
  });
});

describe("the proof of the platform itself", () => {
  const proof = async () => (await admin.call(getPlatformProof)).faults;
  let admin: Caller;
  beforeAll(async () => {
    admin = await world.signIn("platform");
    await extendChains(world);
  });

  test("is for administrators only", async () => {
    const now = await admin.call(getPlatformProof);
    expect(now).toMatchObject({ checked_at: world.clock.now(), faults: [] });
    expect(now.chain?.position).toBeGreaterThan(0);
    for (const caller of [books.staff, books.owner, books.stranger]) {
      expect((await caller.attempt(getPlatformProof)).status).toBe(403);
    }
    expect((await world.nobody.attempt(getPlatformProof)).status).toBe(401);
  });

  test("reports a log that differs from its chain, and mails that failed permanently", async () => {
    const id = "(select min(audit_id) from platform_chain_links)";
    const detail = (value: string) =>
      asOwner(`begin; alter table audit_log no force row level security;
        update audit_log set detail = '${value}' where id = ${id};
        alter table audit_log force row level security; commit`);
    await detail('{"to": "administrator"}');
    await checkAllBooks({ database: world.database, clock: world.clock, log });
    expect(await proof()).toEqual([
      { kind: "log", message: expect.stringMatching(/of the audit log was changed since/) },
    ]);
    await detail("{}");
    await asOwner(`insert into mails (label, to_name, to_email, subject, html, text, status, created_at, next_try_at)
      values ('notice', '', 'a@b.example', 'Notice', '', '', 'FAILED', now(), now())`);
    expect(await proof()).toEqual([{ kind: "mails", message: "a mail was given up" }]);
    await asOwner("delete from mails where to_email = 'a@b.example'");
  });

  test("reports a night without a check, a backup that is too old, and jobs whose last run failed", async () => {
    const old = "insert into maintenance_runs (kind, finished_at, milliseconds, faults) values";
    await asOwner(`delete from maintenance_runs;
      ${old} ('books_check', '${world.clock.now().toISOString()}'::timestamptz - interval '49 hours', 1, 0)`);
    expect(await proof()).toEqual([
      { kind: "nightly_check", message: expect.stringMatching(/^the books were last checked/) },
    ]);
    await asOwner(`delete from maintenance_runs;
      ${old} ('backup', '${world.clock.now().toISOString()}'::timestamptz - interval '25 hours', 1, 0)`);
    const dayAgo = new Date(world.clock.now().getTime() - 25 * 3_600_000);
    expect(await admin.call(getPlatformProof)).toMatchObject({ backup_at: dayAgo, faults: [] });
    await asOwner("update maintenance_runs set finished_at = finished_at - interval '2 hours'");
    expect(await proof()).toEqual([
      { kind: "backup", message: expect.stringMatching(/^the last backup was made at/) },
    ]);
    await asOwner(`delete from maintenance_runs;
      ${old} ('backup', '${dayAgo.toISOString()}', 1, 0),
        ('backup', '${world.clock.now().toISOString()}', 1, 1)`);
    expect(await admin.call(getPlatformProof)).toMatchObject({
      backup_at: dayAgo,
      faults: [{ kind: "backup", message: expect.stringMatching(/^the last backup failed at/) }],
    });
    await asOwner(
      "update maintenance_runs set finished_at = finished_at - interval '26 hours' where faults = 1",
    );
    expect(await admin.call(getPlatformProof)).toMatchObject({ backup_at: dayAgo, faults: [] });
    await asOwner("delete from maintenance_runs");
    expect(await admin.call(getPlatformProof)).toMatchObject({ backup_at: null, faults: [] });
    const jobs = await startJobs({
      addresses: world,
      database: world.database,
      environment: parseEnvironment({ NODE_ENV: "test" }),
      log,
      clock: world.clock,
    });
    await jobs.stop();
    const run = (state: string, at: string) =>
      asOwner(`insert into pgboss.job (name, state, completed_on)
        values ('housekeeping', '${state}', now() + interval '${at}')`);
    await run("failed", "1 day");
    expect(await proof()).toEqual([
      { kind: "job", message: expect.stringMatching(/^the work of the queue housekeeping failed/) },
    ]);
    await run("completed", "2 days");
    expect(await proof()).toEqual([]);
  });
});

describe("an attestation", () => {
  const verify = (file: string) =>
    runCommandFile("books-verify", ["--attestation", file], { DATABASE_URL: world.ownerUrl });

  test("states the figures of the books, is printed, and is verified by books:verify", async () => {
    const made = await books.owner.call(attestationReport.read);
    expect(made).toMatchObject({ tenant_id, entries: 1, waiting: 1, faults: 0 });
    const debit = made.figures.find(({ name }) => name === "Balances on the debit side");
    expect(debit).toEqual({ name: "Balances on the debit side", amount: 1000n, side: "DR" });
    const pdf = await download(world, books.owner, attestationReport.file, {
      query: { format: "pdf" },
    });
    expect(pdf.filename).toMatch(/^attestation_.+_2026-03-10\.pdf$/);
    expect(pdfText(pdf.bytes)).toContain("Attestation of the Books");

    const file = join(folder, "attestation.json");
    await writeFile(file, JSON.stringify(attestationReport.read.data.encode(made)));
    await books.post(books.ledger("paye_payable"), books.ledger("bank_clearing"), "1.00");
    await extendChains(world);
    const same = await verify(file);
    expect(same).toMatchObject({ code: 0, errors: "" });
    expect(same.output).toMatch(
      /These are the same books; (?:1 link was|\d links were) added since\./,
    );
    expect(same.output).toContain("The platform's own log is the same");

    const other = { ...attestationReport.read.data.encode(made) };
    const chain = { ...other.chain, hash: "0".repeat(64) };
    await writeFile(file, JSON.stringify({ ...other, chain }));
    const changed = await verify(file);
    expect(changed.code).toBe(1);
    expect(changed.output).toContain(
      "has another hash: what was recorded up to it is not what was attested",
    );

    const platform_chain = { ...other.platform_chain, hash: "0".repeat(64) };
    await writeFile(file, JSON.stringify({ ...other, platform_chain }));
    const elsewhere = await verify(file);
    expect(elsewhere.code).toBe(1);
    expect(elsewhere.output).toContain("These are the same books");
    expect(elsewhere.output).toMatch(/^platform: link \d+ has another hash/m);

    await writeFile(file, "{}");
    expect((await verify(file)).errors).toContain("is not an attestation");
    expect((await verify(join(folder, "none.json"))).errors).toContain("There is no file");
  });

  test("covers one organization, which staff must name", async () => {
    const { problem } = await books.staff.attempt(attestationReport.read);
    expect(problem.code).toBe("organization_required");
    const made = await books.staff.call(attestationReport.read, { query: { tenant_id } });
    expect(made.tenant_id).toBe(tenant_id);
  });
});

describe("the platform's own log", () => {
  test("is verified from where the last check of all books ended, and changes since are found", async () => {
    const admin = await world.signIn("platform");
    const proof = async () => (await admin.call(getPlatformProof)).faults;
    await asOwner("delete from pgboss.job where state = 'failed'");
    await extendChains(world);
    await checkAllBooks({ database: world.database, clock: world.clock, log });
    const last = await admin.call(getPlatformProof);
    world.clock.advance(60_000);
    await world.database.transaction(async (tx) => {
      await setAllTenantsReadable(tx);
      const by = { tx, actorId: null, requestId: "" };
      await auditAll(by, null, [{ action: "user.added", subject: "user:2", detail: {} }]);
    });
    await extendChains(world);
    const now = await admin.call(getPlatformProof);
    expect(now).toMatchObject({ checked_at: last.checked_at, faults: [] });
    expect(now.chain?.position).toBeGreaterThan(Number(last.chain?.position));

    const set = (column: string, value: string, position: string) =>
      asOwner(`begin; alter table platform_chain_links no force row level security;
        update platform_chain_links set ${column} = ${value}
          where position = (select ${position}(position) from platform_chain_links);
        alter table platform_chain_links force row level security; commit`);
    // A link that was added since, and the one up to which all matched.
    await set("recorded_at", "recorded_at + interval '1 second'", "max");
    expect((await proof()).map(({ kind }) => kind)).toEqual(["log"]);
    await set("recorded_at", "recorded_at - interval '1 second'", "max");
    expect(await proof()).toEqual([]);
    const mark = (value: string) =>
      asOwner(`begin; alter table platform_proofs no force row level security;
        update platform_proofs set ${value};
        alter table platform_proofs force row level security; commit`);
    await mark("hash = sha256(hash)");
    expect((await proof())[0]?.message).toMatch(/was changed since the log was last verified/);
    await mark("position = position + 1000");
    const gone = (await proof()).map(({ message }) => message);
    expect(gone[0]).toMatch(/is gone since the log was last verified/);
    expect(gone[1]).toMatch(/^the head of the chain is link/);
    // After a fault was found, the whole log is verified again each time.
    await mark("fault_count = 1");
    expect(await admin.call(getPlatformProof)).toMatchObject({
      checked_at: world.clock.now(),
      faults: [],
    });
  });
});
