import { addDays } from "@kontor/books/calendar-date";
import { submitFunds } from "@kontor/contract/funding/funding";
import { fundingMovementsReport } from "@kontor/contract/reports/funding-movements";
import {
  differingEntriesList,
  differingEntriesReport,
  reconciledParts,
  reconciliationList,
  reconciliationReport,
} from "@kontor/contract/reports/reconciliation";
import { beforeAll, describe, expect, test } from "vitest";

import { withOwnerClient } from "../../platform/database/database.ts";
import { approvedAdvance, balancesOf, openAdvances, paidAdvance } from "../../testing/advances.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, parseCsv, pdfText } from "../../testing/files.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import { expectSorted } from "../../testing/sorted.ts";

const world = await openFileWorld();
const staff = await openAdvances(world);
const platform = staff.platform;
let viewer: Caller;
let today: string;

/**
 * A wallet with a deposit of ₦500,000.00 and a withdrawal of ₦20,000.00. A transfer of ₦60,000.00
 * arrived, one of ₦40,000.00 failed, and one of ₦30,000.00 is still open.
 */
beforeAll(async () => {
  await staff.fund("500000.00");
  const body = { action: "WITHDRAWAL", amount: "20000.00", description: "Charges" };
  await platform.call(submitFunds, { params: staff.home.path, body });
  await paidAdvance(staff, "60000.00");
  await approvedAdvance(staff, "40000.00", { ending: "210" });
  await staff.send();
  await approvedAdvance(staff, "30000.00", { ending: "205" });
  await staff.send();
  viewer = await world.signInAs(["VIEWER"], staff.home.tenant_id);
  today = world.clock.today();
  await expectCoherentBooks(world);
}, 60_000);

const netOf = ({ amount, negative }: { amount: bigint; negative: boolean }) =>
  negative ? -amount : amount;
const days = () => ({ start_date: today, end_date: today });

describe("funding movements", () => {
  const { read, file } = fundingMovementsReport;
  test("can begin at the start of the calendar", async () => {
    const query = { start_date: "1900-01-01", end_date: today };
    const { wallet } = await viewer.call(read, { query });
    expect(netOf(wallet.opening)).toBe(0n);
  });
  const moved = [
    ["Opening", "0.00", ""],
    ["Deposits", "500000.00", ""],
    ["Withdrawals", "", "20000.00"],
    ["Sent to people", "", "130000.00"],
    ["Came back", "40000.00", ""],
    ["Closing", "390000.00", ""],
  ];
  const still = [
    ["Opening", "0.00", ""],
    ["Closing", "0.00", ""],
  ];
  test("have their history, and lead from the wallet's opening to its closing balance", async () => {
    const { rows, totals, wallet, wallets } = await viewer.call(read, { query: days() });
    expect(rows.map(({ action, purpose, status }) => [purpose ?? action, status])).toEqual([
      ["salary_advance", expect.stringMatching(/PENDING|PROCESSING/)],
      ["salary_advance", "FAILED"],
      ["salary_advance", "FAILED"],
      ["salary_advance", "COMPLETED"],
      ["WITHDRAWAL", "COMPLETED"],
      ["DEPOSIT", "COMPLETED"],
    ]);
    const [open, back, failed, paid, withdrawn, deposited] = rows;
    expect(open).toMatchObject({ money_in: 0n, money_out: 3_000_000n, finished_at: null });
    expect(back).toMatchObject({
      id: failed?.id,
      returned: true,
      money_in: 4_000_000n,
      money_out: 0n,
      entry: failed?.end_entry,
      end_entry: null,
    });
    expect(failed).toMatchObject({
      returned: false,
      money_in: 0n,
      money_out: 4_000_000n,
      reason: expect.stringMatching(/./),
      end_entry: { number: expect.stringMatching(/-/) },
    });
    expect(paid).toMatchObject({
      sent_at: expect.any(Date),
      finished_at: expect.any(Date),
      receiver: expect.stringMatching(/PERSON/i),
    });
    expect([withdrawn?.description, withdrawn?.sent_at]).toEqual(["Charges", null]);
    expect(deposited?.money_in).toBe(50_000_000n);
    const [balance] = await balancesOf(staff, "funding_account");
    expect([netOf(wallet.opening), netOf(wallet.closing), netOf(wallet.other)]).toEqual([
      0n,
      balance,
      0n,
    ]);
    expect(wallet).toMatchObject({
      deposits: 50_000_000n,
      withdrawals: 2_000_000n,
      sent: 13_000_000n,
      returned: 4_000_000n,
    });
    expect(totals.money_in - totals.money_out).toBe(balance);
    // The open transfers equal the balance of transfers in transit.
    const [transit] = await balancesOf(staff, "transfers_in_transit");
    const onTheirWay = await viewer.call(read, { query: { ...days(), kind: "open" } });
    expect(onTheirWay.totals).toEqual({ money_in: 0n, money_out: transit });
    expect(wallets).toMatchObject([{ tenant_id: staff.home.tenant_id, ...wallet }]);
  });
  test("of each kind add up to the wallet's figure that links to them", async () => {
    const { wallet } = await viewer.call(read, { query: days() });
    const sumsOf = async (kind: string) =>
      (await viewer.call(read, { query: { ...days(), kind } })).totals;
    expect((await sumsOf("deposit")).money_in).toBe(wallet.deposits);
    expect((await sumsOf("withdrawal")).money_out).toBe(wallet.withdrawals);
    expect((await sumsOf("sent")).money_out).toBe(wallet.sent);
    expect((await sumsOf("returned")).money_in).toBe(wallet.returned);
    // For all organizations, the reconciliation has a row for each wallet.
    const all = await platform.call(read, { query: days() });
    const ledgers = await platform.call(reconciliationReport.read, {
      query: { as_of: today, part: "wallet" },
    });
    expect(new Set(ledgers.rows.map(({ part }) => part))).toEqual(new Set(["wallet"]));
    const held = ledgers.rows.reduce((sum, { ledger }) => sum + netOf(ledger), 0n);
    expect(held).toBe(netOf(all.wallet.closing));
    expect(ledgers.totals.map(({ part, ledger }) => [part, netOf(ledger)])).toEqual([
      ["wallet", held],
    ]);
  });
  test("have the totals of each day, including rows on other pages", async () => {
    const all = await viewer.call(read, { query: days() });
    expect(all.rows.map(({ date }) => date)).toEqual(Array(6).fill(today));
    expect(all.days).toEqual([{ date: today, movements: 6, ...all.totals }]);
    const one = await viewer.call(read, { query: { ...days(), per_page: 2, page: 3 } });
    expect(one.days).toEqual(all.days);
    const narrowed = await viewer.call(read, { query: { ...days(), kind: "deposit" } });
    expect(narrowed.days).toEqual([{ date: today, movements: 1, ...narrowed.totals }]);
  });
  test.each([
    [{ kind: "deposit" }, 1],
    [{ kind: "withdrawal" }, 1],
    [{ kind: "salary_advance" }, 4],
    [{ kind: "payslip" }, 0],
    [{ kind: "sent" }, 3],
    [{ kind: "returned" }, 1],
    [{ kind: "open" }, 1],
    [{ status: "FAILED" }, 2],
    [{ search: "charges" }, 1],
    [{ per_page: 2, page: 3 }, 2],
  ])("are filtered by %o", async (filters, count) => {
    const { rows, wallet } = await viewer.call(read, { query: { ...days(), ...filters } });
    expect([rows.length, wallet.deposits]).toEqual([count, 50_000_000n]);
  });
  test("of a later day start from the wallet's balance", async () => {
    const later = addDays(today, 1);
    const {
      rows,
      days: none,
      wallet,
    } = await viewer.call(read, {
      query: { start_date: later, end_date: later },
    });
    expect([rows, none]).toEqual([[], []]);
    expect(wallet.opening).toEqual(wallet.closing);
  });
  test("export the wallet's opening and closing balance", async () => {
    const csv = await download(world, platform, file, { query: { ...days(), format: "csv" } });
    const [head, ...lines] = parseCsv(csv.bytes);
    expect(head).toEqual(expect.arrayContaining(["Organization", "Sent", "Ended by Entry"]));
    const column = (name: string) => head?.indexOf(name) ?? -1;
    const cells = lines.map((line) => ["What", "In", "Out"].map((name) => line[column(name)]));
    expect(cells.findIndex(([what]) => what === "Total")).toBe(6);
    // The file has the wallet of each organization, like the screen.
    const { wallets } = await platform.call(read, { query: days() });
    expect(wallets.length).toBeGreaterThan(1);
    const lineOf = (organization: string) =>
      cells
        .filter(([what]) => what?.startsWith(`${organization}: `))
        .map(([what, ...amounts]) => [what?.slice(organization.length + 2), ...amounts]);
    for (const { organization, tenant_id } of wallets) {
      expect(lineOf(organization)).toEqual(tenant_id === staff.home.tenant_id ? moved : still);
    }
    expect(lineOf("All organizations")).toEqual(moved);
    const own = await download(world, viewer, file, { query: { ...days(), format: "csv" } });
    expect(parseCsv(own.bytes)).toHaveLength(8);
    const printed = await download(world, platform, file, { query: { ...days(), format: "pdf" } });
    expect(pdfText(printed.bytes)).toContain("All organizations: Closing");
    const pdf = await download(world, viewer, file, { query: { ...days(), format: "pdf" } });
    for (const part of ["Opening", "Closing", "Came back"]) {
      expect(pdfText(pdf.bytes)).toContain(part);
    }
  });
});

describe("the reconciliation", () => {
  const { read, file } = reconciliationReport;

  test("finds that each ledger equals its records, for one organization and for all", async () => {
    const query = { as_of: today };
    const { rows, totals, organizations, differing } = await viewer.call(read, { query });
    const ledgers = await balancesOf(
      staff,
      "funding_account",
      "transfers_in_transit",
      "salary_advances_receivable",
    );
    expect(rows.map(({ part, ledger, records }) => [part, netOf(ledger), netOf(records)])).toEqual(
      reconciledParts.map((part, index) => [part, ledgers[index], ledgers[index]]),
    );
    expect(ledgers).toEqual([39_000_000n, 3_000_000n, 6_000_000n]);
    expect([organizations, differing]).toEqual([1, 0]);
    expect(totals.map(({ difference }) => netOf(difference))).toEqual([0n, 0n, 0n]);
    const all = await platform.call(read, { query });
    expect(all.organizations).toBeGreaterThan(1);
    expect(all.totals).toEqual(totals);
    expect((await platform.call(read, { query: { ...query, differing: true } })).rows).toEqual([]);
    const before = await viewer.call(read, { query: { as_of: addDays(today, -1) } });
    expect(before.rows.map(({ ledger, records }) => [ledger.amount, records.amount])).toEqual(
      Array.from({ length: 3 }, () => [0n, 0n]),
    );
  });

  test("lists differences down to the entry and the opening balance", async () => {
    const { tenant_id } = staff.home;
    await withOwnerClient(world.ownerUrl, async (client) => {
      await client.query(`select set_config('app.tenant_id', '${tenant_id}', false)`);
      await client.query(`update ledgers set op_balance = 700, op_balance_dc = 'DR'
        where tenant_id = ${tenant_id} and purpose = 'transfers_in_transit'`);
      await client.query(`update transfers set amount = amount + 5
        where tenant_id = ${tenant_id} and status = 'COMPLETED'`);
    });
    const query = { as_of: today };
    const { rows, differing } = await viewer.call(read, { query });
    expect(rows.map(({ difference }) => netOf(difference))).toEqual([5n, 700n, -5n]);
    expect(differing).toBe(1);
    // Each total of all organizations equals the sum of the rows of its part.
    for (const { part, ledger, difference } of (await platform.call(read, { query })).totals) {
      const sumOf = async (more: object, side: "ledger" | "difference") =>
        (await platform.call(read, { query: { ...query, part, ...more } })).rows.reduce(
          (sum, row) => sum + netOf(row[side]),
          0n,
        );
      expect(await sumOf({}, "ledger")).toBe(netOf(ledger));
      expect(await sumOf({ differing: true }, "difference")).toBe(netOf(difference));
    }
    // Only entries of these days, without the ledger's opening balance.
    const during = { part: "transit", start_date: today, as_of: today };
    const ofDays = await viewer.call(differingEntriesReport.read, { query: during });
    expect(ofDays.rows.every(({ entry }) => entry?.date === today)).toBe(true);
    expect(netOf(ofDays.totals.difference)).toBe(0n);
    const later = { ...during, start_date: addDays(today, 1), as_of: addDays(today, 1) };
    expect((await viewer.call(differingEntriesReport.read, { query: later })).rows).toEqual([]);
    const only = await platform.call(read, { query: { ...query, differing: true } });
    expect(only.rows.map(({ tenant_id: whose }) => whose)).toEqual(Array(3).fill(tenant_id));
    for (const [index, part] of reconciledParts.entries()) {
      const found = await viewer.call(differingEntriesReport.read, { query: { ...query, part } });
      expect(found.totals.difference).toEqual(rows[index]?.difference);
      expect(found.rows.map(({ entry }) => entry === null)).toEqual(
        part === "transit" ? [true, false, false] : [false],
      );
    }
    await expectSorted(reconciliationList, async (sort) => {
      return (await platform.call(read, { query: { ...query, sort } })).rows;
    });
    await expectSorted(
      differingEntriesList,
      async (sort) => {
        const transit = { ...query, part: "transit", sort };
        return (await viewer.call(differingEntriesReport.read, { query: transit })).rows;
      },
      ["number"],
    );
    const csv = await download(world, viewer, differingEntriesReport.file, {
      query: { ...query, part: "transit", format: "csv" },
    });
    expect(parseCsv(csv.bytes).map((line) => line[1])).toMatchObject([
      "Entry No.",
      "Opening balance",
      /-/,
      /-/,
      "Total",
    ]);
    const pdf = await download(world, platform, file, { query: { ...query, format: "pdf" } });
    expect(pdfText(pdf.bytes)).toContain("of which 1 differ");
  });
});

test("refuses bad input, and callers without the permission, of another organization or without a session", async () => {
  const { home, other, hr } = staff;
  const stranger = await world.signInAs(["VIEWER"], other.tenant_id);
  for (const [report, needed] of [
    [fundingMovementsReport, days()],
    [reconciliationReport, { as_of: today }],
    [differingEntriesReport, { as_of: today, part: "wallet" }],
  ] as const) {
    for (const endpoint of [report.read, report.file]) {
      const format = endpoint === report.file ? { format: "csv" } : {};
      const query = { ...needed, ...format, tenant_id: home.tenant_id };
      expect((await stranger.attempt(endpoint, { query })).status).toBe(404);
      expect((await hr.attempt(endpoint, { query })).status).toBe(403);
      expect((await world.nobody.attempt(endpoint, { query })).status).toBe(401);
    }
  }
  const whose = await platform.attempt(differingEntriesReport.read, {
    query: { as_of: today, part: "wallet" },
  });
  expect(whose.problem.code).toBe("organization_required");
  const turned = { start_date: today, end_date: addDays(today, -1) };
  const backwards = await viewer.attempt(fundingMovementsReport.read, { query: turned });
  expect([backwards.status, backwards.problem.errors?.[0]?.path]).toEqual([422, "end_date"]);
  const part = await viewer.attempt(differingEntriesReport.read, {
    query: { as_of: today, part: "bank" },
  });
  expect(part.problem.errors?.[0]?.message).toBe("Choose wallet, transit or receivable.");
});

// Last, because it adds to the wallets of the platform.
describe("money that came back", () => {
  const { read } = fundingMovementsReport;
  test("is counted on the day of its return", async () => {
    const own = await openAdvances(world);
    const before = world.clock.now();
    await own.fund("500000.00");
    await approvedAdvance(own, "40000.00", { ending: "210" });
    const [sent, back] = [world.clock.today(), addDays(world.clock.today(), 1)];
    await own.travel(new Date(before.getTime() + 86_400_000));
    await own.send();
    const owner = await world.signInAs(["OWNER"], own.home.tenant_id);
    const seen = async (start_date: string, end_date: string) => {
      const {
        rows,
        days: sums,
        wallet,
      } = await owner.call(read, { query: { start_date, end_date } });
      expect(sums.reduce((sum, day) => sum + day.money_in - day.money_out, 0n)).toBe(
        netOf(wallet.closing) - netOf(wallet.opening),
      );
      return rows.map(({ returned, date, money_in, money_out }) => [
        returned,
        date,
        money_in - money_out,
      ]);
    };
    const [left, came] = [
      [false, sent, -4_000_000n],
      [true, back, 4_000_000n],
    ];
    const funded = [false, sent, 50_000_000n];
    expect(await seen(sent, back)).toEqual([came, left, funded]);
    expect(await seen(sent, sent)).toEqual([left, funded]);
    expect(await seen(back, back)).toEqual([came]);
    await own.travel(before);
  });
});
