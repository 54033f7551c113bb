import { getDashboard } from "@kontor/contract/dashboard/dashboard";
import { listEmployees } from "@kontor/contract/employees/employees";
import { submitFunds } from "@kontor/contract/funding/funding";
import { fundingRules } from "@kontor/contract/funding/funding-rules";
import { saveModule } from "@kontor/contract/modules/modules";
import {
  countNotifications,
  listNotifications,
  readNotifications,
} from "@kontor/contract/notifications/notifications";
import { getMe } from "@kontor/contract/session/session";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { exactlyOne } from "../platform/database/rows.ts";
import { recordMaintenance, type MaintenanceKind } from "../platform/monitoring/maintenance.ts";
import { setTenant } from "../platform/scope.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { openFileWorld, type Caller } from "../testing/harness.ts";
import { addPaid, approvedRun, openPayroll } from "../testing/payroll.ts";

const world = await openFileWorld();
const payroll = await openPayroll(world);
let admin: Caller;
let tenant_id: number;

beforeAll(async () => {
  tenant_id = payroll.home.tenant_id;
  admin = await world.signIn("platform");
  await addPaid(payroll, "A-1", { basic: "600000.00" });
  await approvedRun(world, payroll, "2026-01");
  const now = world.clock.now();
  await world.database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    const { company_id } = payroll.home;
    await sql`
      insert into employee_imports (tenant_id, company_id, filename, status, titles, fields, rows, created_at, created_by)
      values (${tenant_id}, ${company_id}, 'staff.csv', 'READY', '[]', '[]', 3, ${now}, ${payroll.hr.user_id}),
        (${tenant_id}, ${company_id}, 'late.csv', 'FAILED', '[]', '[]', 3, ${now}, ${payroll.hr.user_id}),
        (${tenant_id}, ${company_id}, 'older.csv', 'COMMITTED', '[]', '[]', 3, ${now}, ${payroll.hr.user_id})`.execute(
      tx,
    );
    await sql`
      insert into book_proofs (tenant_id, checked_at, milliseconds, fault_count, faults)
      values (${tenant_id}, ${now}, 5, 2, '[]')
      on conflict (tenant_id) do update set fault_count = 2, checked_at = excluded.checked_at`.execute(
      tx,
    );
    const waiting = { employee_id: 0 };
    const { rows } = await sql<{ id: number }>`
      select id from employees where tenant_id = ${tenant_id} limit 1`.execute(tx);
    waiting.employee_id = rows[0]?.id ?? 0;
    await sql`
      insert into bank_account_changes (tenant_id, employee_id, bank_code, account_number_sealed, account_number_hash,
        account_name, asked_at, asked_by, status)
      values (${tenant_id}, ${waiting.employee_id}, '011', 'v1.x', '\\x00', 'Ada Okafor', ${now},
        ${payroll.hr.user_id}, 'WAITING')`.execute(tx);
    await sql`
      update employees set bank_change_waiting = true
      where tenant_id = ${tenant_id} and id = ${waiting.employee_id}`.execute(tx);
  });
  // Books that were checked without a fault cause no notification.
  await world.database.transaction(async (tx) => {
    await setTenant(tx, payroll.other.tenant_id);
    await sql`
      insert into book_proofs (tenant_id, checked_at, milliseconds, fault_count, faults)
      values (${payroll.other.tenant_id}, ${now}, 5, 0, '[]')
      on conflict (tenant_id) do update set fault_count = 0`.execute(tx);
  });
  await failMail();
});
afterAll(async () => {
  await world.database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    await sql`delete from bank_account_changes where tenant_id = ${tenant_id} and status = 'WAITING'`.execute(
      tx,
    );
    await sql`update employees set bank_change_waiting = false where tenant_id = ${tenant_id}`.execute(
      tx,
    );
  });
  await expectCoherentBooks(world);
});

/** Adds a mail that has failed just now. */
const failMail = (daysOld = 0) =>
  world.database.transaction((tx) =>
    sql`
      insert into mails (label, to_email, subject, html, text, status, next_try_at, created_at)
      values ('invitation', 'a@example.com', 'S', 'h', 't', 'FAILED', now(), now() - ${daysOld} * interval '1 day')`.execute(
      tx,
    ),
  );
const listed = async (caller: Caller) => (await caller.call(listNotifications)).notifications;
/** What a client sends to mark these as read. */
const marksOf = (rows: Awaited<ReturnType<typeof listed>>) =>
  rows.map(({ kind, tenant_id: about, mark }) => ({ kind, tenant_id: about, mark }));
const kindsOf = async (caller: Caller) => (await listed(caller)).map(({ kind }) => kind).toSorted();
const unreadOf = async (caller: Caller) => (await caller.call(countNotifications)).unread;
const badgesOf = async (caller: Caller) => (await caller.call(getMe)).counts;
const turnPayroll = (enabled: boolean) =>
  admin.call(saveModule.organization, {
    params: { ...payroll.home.path, id: "payroll" },
    body: { enabled },
  });
const saveLow = (low_balance: string) =>
  admin.call(fundingRules.save.organization, {
    params: payroll.home.path,
    body: { deposit_limit: "50000000.00", low_balance },
  });

describe("notifications", () => {
  test("list for each role what failed or waits for it, and nothing else", async () => {
    const { owner, disburser, hr, preparer, stranger } = payroll;
    // The user who submitted and approved the run may not pay it.
    expect(await kindsOf(owner)).toEqual(["bank_accounts", "books_faulty", "remittances_due"]);
    expect(await kindsOf(disburser)).toEqual(["bank_accounts", "payroll_runs", "remittances_due"]);
    // The user who asked for another account may not confirm it.
    expect(await kindsOf(hr)).toEqual(["imports_checked"]);
    expect(await kindsOf(preparer)).toEqual([]);
    expect(await kindsOf(await world.signInAs(["BOOKKEEPER"], tenant_id))).toEqual([
      "books_faulty",
    ]);
    expect(await kindsOf(await world.signInAs(["VIEWER"], tenant_id))).toEqual([]);
    expect(await kindsOf(stranger)).toEqual([]);
    expect(await unreadOf(stranger)).toBe(0);
    expect(await kindsOf(await world.signInAs(["VIEWER"]))).toEqual([]);
    expect(await kindsOf(admin)).toEqual([
      "bank_accounts",
      "books_faulty",
      "mails_failed",
      "payroll_runs",
    ]);
    expect((await world.nobody.attempt(listNotifications)).status).toBe(401);
    expect((await world.nobody.attempt(countNotifications)).status).toBe(401);
  });

  test("state the count, the dates, the organization and the record", async () => {
    const { owner, disburser, hr, home } = payroll;
    const now = world.clock.now();
    const of = { tenant_id, company_id: home.company_id, organization: "Home", read: false };
    const ofOwner = new Map((await listed(owner)).map((each) => [each.kind, each]));
    expect(ofOwner.get("remittances_due")).toMatchObject({
      ...of,
      due_date: "2026-01-31",
      since: null,
    });
    expect(ofOwner.get("books_faulty")).toMatchObject({ ...of, count: 2, since: now });
    const [run] = (await listed(disburser)).filter(({ kind }) => kind === "payroll_runs");
    expect(run).toMatchObject({ ...of, count: 1, since: now });
    expect(run?.record_id).toBeGreaterThan(0);
    expect(await listed(hr)).toMatchObject([{ ...of, kind: "imports_checked", count: 2 }]);
    const mails = (await listed(admin)).find(({ kind }) => kind === "mails_failed");
    expect(mails).toMatchObject({ tenant_id: null, organization: null, count: 1 });
  });

  test("leave out modules that the organization has switched off", async () => {
    await turnPayroll(false);
    expect(await kindsOf(payroll.disburser)).toEqual(["bank_accounts"]);
    expect(await unreadOf(payroll.disburser)).toBe(1);
    expect(await kindsOf(payroll.owner)).toEqual(["bank_accounts", "books_faulty"]);
    await turnPayroll(true);
    expect(await unreadOf(payroll.disburser)).toBe(3);
  });

  test("include a wallet below the low balance of the platform or of the organization", async () => {
    const { owner, home } = payroll;
    const lowOf = async (caller: Caller) =>
      (await listed(caller)).filter(({ kind }) => kind === "wallet_low");
    expect(await lowOf(owner)).toEqual([]);
    const rules = { deposit_limit: "50000000.00", low_balance: "1000.00" };
    await admin.call(fundingRules.save.platform, { body: rules });
    expect((await lowOf(admin)).map(({ organization }) => organization)).toEqual(["Home", "Other"]);
    await saveLow("500.00");
    const deposit = { action: "DEPOSIT", amount: "500.00" };
    await admin.call(submitFunds, { params: home.path, body: deposit });
    expect(await lowOf(owner)).toEqual([]);
    await saveLow("500.01");
    expect(await lowOf(owner)).toMatchObject([
      { balance: 50_000n, balance_dc: "DR", low_balance: 50_001n, count: 1, tenant_id },
    ]);
    expect(await lowOf(payroll.hr)).toEqual([]);
    await saveLow("0.00");
    await admin.call(fundingRules.reset.platform);
  });

  test("tell the platform when the last backup failed or is more than 26 hours old", async () => {
    const lateOf = async (caller: Caller) =>
      (await listed(caller)).filter(({ kind }) => kind === "backup_late");
    const failedOf = async (caller: Caller) =>
      (await listed(caller)).filter(({ kind }) => kind === "backup_failed");
    // If no backup was ever recorded, other tools may make them.
    expect(await lateOf(admin)).toEqual([]);
    const hour = 3_600_000;
    const backUp = (hoursAgo: number, faults = 0, kind: MaintenanceKind = "backup") => {
      const finishedAt = new Date(world.clock.now().getTime() - hoursAgo * hour);
      const run = { kind, finishedAt, milliseconds: 1, faults };
      return world.database.transaction((tx) => recordMaintenance(tx, run)).then(() => finishedAt);
    };
    const since = await backUp(27);
    expect(await lateOf(admin)).toMatchObject([{ tenant_id: null, count: 1, since, read: false }]);
    expect(await lateOf(payroll.owner)).toEqual([]);
    // A failed backup does not count, however recent.
    const failed = await backUp(1, 1);
    expect(await lateOf(admin)).toMatchObject([{ since }]);
    expect(await failedOf(admin)).toMatchObject([{ tenant_id: null, count: 1, since: failed }]);
    await backUp(0.5, 1);
    await backUp(0.25, 0, "books_check");
    expect(await failedOf(admin)).toMatchObject([{ count: 2 }]);
    expect(await failedOf(payroll.owner)).toEqual([]);
    await backUp(0);
    expect([await lateOf(admin), await failedOf(admin)]).toEqual([[], []]);
  });

  test("are marked as read for each user separately, up to the version shown", async () => {
    const { disburser, owner, home } = payroll;
    const before = await listed(disburser);
    expect(await unreadOf(disburser)).toBe(before.length);
    const read = marksOf(before);
    await disburser.call(readNotifications, { body: { read } });
    await disburser.call(readNotifications, { body: { read: read.slice(0, 1) } });
    expect(await disburser.call(listNotifications)).toMatchObject({ unread: 0 });
    expect((await listed(disburser)).every((each) => each.read)).toBe(true);
    expect((await listed(owner)).map((each) => each.read)).toEqual([false, false, false]);
    const runs = { kind: "payroll_runs", tenant_id: home.tenant_id, mark: "not a number" };
    await disburser.call(readNotifications, { body: { read: [runs] } });
    expect(await unreadOf(disburser)).toBe(1);

    const [mails] = (await listed(admin)).filter(({ kind }) => kind === "mails_failed");
    const mark = mails?.mark ?? "";
    const body = { read: [{ kind: "mails_failed", tenant_id: null, mark }] };
    await admin.call(readNotifications, { body });
    const unread = await unreadOf(admin);
    // An older one fails later.
    await failMail(1);
    expect(await unreadOf(admin)).toBe(unread + 1);
    // Read notifications come last.
    await admin.call(readNotifications, {
      body: { read: marksOf(await listed(admin)).slice(0, 1) },
    });
    expect((await listed(admin)).map((each) => each.read).at(-1)).toBe(true);

    const other = { kind: "wallet_low", tenant_id: home.tenant_id, mark: "1" };
    const refused = await payroll.stranger.attempt(readNotifications, { body: { read: [other] } });
    expect(refused.status).toBe(404);
    expect((await world.nobody.attempt(readNotifications, { body: { read } })).status).toBe(401);
    for (const [bad, path] of [
      [{ read: [] }, "read"],
      [{ read: [{ ...other, kind: "gossip" }] }, "read.0.kind"],
      [{ read: [{ ...other, tenant_id: 0 }] }, "read.0.tenant_id"],
      [{ read: [{ ...other, mark: "" }] }, "read.0.mark"],
    ] as const) {
      const reply = await disburser.attempt(readNotifications, { body: bad });
      expect([reply.status, reply.problem.errors?.[0]?.path]).toEqual([422, path]);
    }
  });
});

describe("a notification that was read", () => {
  /** Adds a waiting tax relief, claimed by the HR user. @returns its id */
  const claim = (year: number) =>
    world.database.transaction(async (tx) => {
      await setTenant(tx, tenant_id);
      const { rows } = await sql<{ id: number }>`
        insert into reliefs (tenant_id, employee_id, year, rent, life_premium, owner_occupier_interest, nhis,
          status, claimed_at, claimed_by)
        select e.tenant_id, e.id, ${year}, 1000000, 0, 0, 0, 'WAITING', ${world.clock.now()}, ${payroll.hr.user_id}
        from employees e where e.tenant_id = ${tenant_id} limit 1 returning id`.execute(tx);
      return exactlyOne(rows).id;
    });
  const settle = (id: number) =>
    world.database.transaction(async (tx) => {
      await setTenant(tx, tenant_id);
      await sql`delete from reliefs where tenant_id = ${tenant_id} and id = ${id}`.execute(tx);
    });
  const readAll = async (caller: Caller) =>
    caller.call(readNotifications, {
      body: { read: marksOf(await listed(caller)) },
    });

  test("stays read when somebody else settles the newest item, and not when there is a new one", async () => {
    const reader = await world.signInAs(["HR"], tenant_id);
    const reliefs = async () => (await listed(reader)).find(({ kind }) => kind === "reliefs");
    const first = await claim(2026);
    const second = await claim(2027);
    expect(await reliefs()).toMatchObject({ count: 2, read: false });
    await readAll(reader);
    await settle(second);
    expect(await reliefs()).toMatchObject({ count: 1, read: true });
    expect(await unreadOf(reader)).toBe(0);
    const third = await claim(2028);
    expect(await reliefs()).toMatchObject({ count: 2, read: false });
    await settle(first);
    await settle(third);
  });

  test("stays read when it is about more items than its mark has room for", async () => {
    const reader = await world.signInAs(["HR"], tenant_id);
    const change = (statement: ReturnType<typeof sql>) =>
      world.database.transaction(async (tx) => {
        await setTenant(tx, tenant_id);
        await statement.execute(tx);
      });
    const add = (count: number) =>
      change(sql`
        insert into employee_imports (tenant_id, company_id, filename, status, titles, fields, rows, created_at, created_by)
        select ${tenant_id}, ${payroll.home.company_id}, 'staff.csv', 'FAILED', '[]', '[]', 3, now(), ${reader.user_id}
        from generate_series(1, ${count}::int)`);
    const imports = async () =>
      (await listed(reader)).find(({ kind }) => kind === "imports_checked");
    await add(40);
    expect(await imports()).toMatchObject({ count: 40, read: false });
    await readAll(reader);
    await change(sql`update employee_imports set status = 'DISCARDED'
      where id = (select max(id) from employee_imports)`);
    expect(await imports()).toMatchObject({ count: 39, read: true });
    await add(400);
    await readAll(reader);
    expect(await imports()).toMatchObject({ count: 439, read: true });
  });

  test("stays read when an authority is paid, and not when the rest is overdue", async () => {
    const { owner } = payroll;
    const due = async () => (await listed(owner)).find(({ kind }) => kind === "remittances_due");
    await readAll(owner);
    const shown = await due();
    expect(shown).toMatchObject({ read: true });
    const words = shown?.mark.split(" ") ?? [];
    expect(words).toContain("paye:2026-01:overdue");
    const mark = [...words, "paid:2025-12:overdue"].join(" ");
    const read = [{ kind: "remittances_due", tenant_id, mark }];
    await owner.call(readNotifications, { body: { read } });
    expect(await due()).toMatchObject({ read: true });
    const before = [{ kind: "remittances_due", tenant_id, mark: words.slice(1).join(" ") || "-" }];
    await owner.call(readNotifications, { body: { read: before } });
    expect(await due()).toMatchObject({ read: false });
  });
});

test("an authority is announced a week before its due day, and again the day after it", async () => {
  const today = world.clock.now();
  const payeOn = async (day: string) => {
    world.clock.set(new Date(`${day}T09:00:00Z`));
    const due = (await listed(payroll.owner)).find(({ kind }) => kind === "remittances_due");
    return due?.mark.split(" ").filter((word) => word.startsWith("paye:")) ?? [];
  };
  expect(await payeOn("2026-02-02")).toEqual([]);
  expect(await payeOn("2026-02-03")).toEqual(["paye:2026-01:due"]);
  expect(await payeOn("2026-02-10")).toEqual(["paye:2026-01:due"]);
  expect(await payeOn("2026-02-11")).toEqual(["paye:2026-01:overdue"]);
  world.clock.set(today);
});

describe("the number of bank accounts to confirm", () => {
  const askedBy = ({ user_id }: { user_id: number }) =>
    world.database.transaction(async (tx) => {
      await setTenant(tx, tenant_id);
      await sql`update bank_account_changes set asked_by = ${user_id} where tenant_id = ${tenant_id} and status = 'WAITING'`.execute(
        tx,
      );
    });

  test("is that of the dashboard and of the list behind it, without the user's own", async () => {
    const waitingOf = async (caller: Caller) => {
      const { decisions } = await caller.call(getDashboard);
      const query = { bank_change_waiting: true, for_me: true };
      const { meta } = await caller.list(listEmployees, { query });
      const bell = (await listed(caller)).find(({ kind }) => kind === "bank_accounts");
      const waiting = decisions.find(({ decision }) => decision === "bank_accounts")?.waiting;
      return [bell?.count ?? 0, waiting, meta.total];
    };
    expect(await waitingOf(payroll.owner)).toEqual([1, 1, 1]);
    await askedBy(payroll.owner);
    expect(await waitingOf(payroll.owner)).toEqual([0, 0, 0]);
    expect(await waitingOf(payroll.disburser)).toEqual([1, 1, 1]);
    const all = await payroll.owner.list(listEmployees, { query: { bank_change_waiting: true } });
    expect(all.meta.total).toBe(1);
    await askedBy(payroll.hr);
  });
});

describe("the badges of the signed-in user", () => {
  test("count what the user may act on, and nothing of other organizations", async () => {
    const { owner, disburser, preparer } = payroll;
    // The user who submitted and approved the run may not pay it.
    expect(await badgesOf(owner)).toEqual({ salary_advances: 0, payroll_runs: 0 });
    expect(await badgesOf(disburser)).toEqual({ payroll_runs: 1 });
    expect(await badgesOf(preparer)).toEqual({});
    expect(await badgesOf(await world.signInAs(["HR"], tenant_id))).toEqual({ salary_advances: 0 });
    expect(await badgesOf(await world.signInAs(["VIEWER"], tenant_id))).toEqual({});
    expect(await badgesOf(await world.signInAs(["OWNER"], payroll.other.tenant_id))).toEqual({
      salary_advances: 0,
      payroll_runs: 0,
    });
    expect(await badgesOf(admin)).toEqual({ salary_advances: 0, payroll_runs: 1 });
    await turnPayroll(false);
    expect(await badgesOf(disburser)).toEqual({ payroll_runs: 0 });
    await turnPayroll(true);
  });
});
