import { kobo } from "@kontor/books/money";
import { signed } from "@kontor/books/side";
import { addLedger, listAccounts } from "@kontor/contract/accounting/accounts";
import { addEntryBatch, updateEntry } from "@kontor/contract/accounting/entries";
import { addGroup, updateGroup } from "@kontor/contract/accounting/groups";
import { afterAll, expect, test } from "vitest";

import { setAllTenantsReadable, setTenant, type Tx } from "../../platform/scope.ts";
import { openBooks, receiptBody, type TestBooks } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { isControlPurpose } from "../chart/control-ledgers.ts";
import { ledgerPurposes } from "../chart/standard-chart.ts";
import { postEntries } from "../entries/postings.ts";
import { journalText } from "./journal-text.ts";

const world = await openFileWorld();
afterAll(() => expectCoherentBooks(world));

async function exported(tenantId: number): Promise<string[]> {
  let text = "";
  const read = async (tx: Tx): Promise<void> => {
    await setAllTenantsReadable(tx);
    for await (const piece of journalText(tx, tenantId)) text += piece;
  };
  await world.database.transaction(read, { snapshot: true });
  return text.split("\n");
}

/** The lines that do not belong to the standard chart. */
const withoutChart = (lines: string[]) => lines.filter((line) => !line.startsWith("account "));

/** A ledger in a class, with sub-ledgers below it where names are given. */
async function addLedgers(books: TestBooks, [name = "", ...subs]: string[], opening = "0.00") {
  const group_id = books.cashGroup;
  const parent = await books.owner.call(addLedger, {
    body: { group_id, name, op_balance: opening, op_balance_dc: "CR" },
  });
  const below = [];
  for (const sub of subs) {
    const body = { group_id, name: sub, parent_ledger_id: parent.id, op_balance: "0.07" };
    below.push(await books.owner.call(addLedger, { body }));
  }
  return [parent, ...below];
}

test("books without entries contain only the chart", async () => {
  const books = await openBooks(world);
  const lines = await exported(books.tenant.tenant_id);
  expect(lines[0]).toMatch(/^; Books of Own books \(t-[0-9a-f]{10}\), amounts in naira$/);
  expect(lines.slice(1, 7)).toEqual([
    "D NGN 1000.00",
    "",
    "account Assets:01-01 Cash and bank:01-01-0001 Funding account",
    "account Assets:01-01 Cash and bank:01-01-0002 Bank clearing",
    "account Assets:01-01 Cash and bank:01-01-0003 Transfers in transit",
    "account Assets:01-02 Staff advances:01-02-0001 Salary advances receivable",
  ]);
  expect(lines).toContain("account Income:03-01 Revenue:03-01-0001 Sales");
  expect(lines.slice(-2)).toEqual(["account Equity:Opening balances", ""]);
});

test("opening balances come first, then entries by day, each at its current revision", async () => {
  const books = await openBooks(world);
  const [shops, ikeja] = await addLedgers(books, ["Shops", "Ikeja"], "100.00");
  const bank = books.ledger("bank_clearing");
  await books.post(ikeja?.id ?? 0, bank, "12.50", "2026-03-05");
  const { id } = await books.post(bank, ikeja?.id ?? 0, "9999999999999.99", "2026-03-09");
  await books.post(bank, ikeja?.id ?? 0, "1.00", "2025-12-31");
  const body = receiptBody(bank, ikeja?.id ?? 0, "3.00", {
    entry_date: "2026-03-05",
    narration: "",
    entry_type_id: undefined,
  });
  await books.owner.call(updateEntry, { params: { id }, body });
  expect(shops?.code).toBe("01-01-0004");
  expect(withoutChart(await exported(books.tenant.tenant_id)).slice(3)).toEqual([
    "",
    "2025-12-31 * Opening balances",
    "    Assets:01-01 Cash and bank:01-01-0004 Shops  NGN -100.00",
    "    Assets:01-01 Cash and bank:01-01-0004 Shops:01-01-0005 Ikeja  NGN 0.07",
    "    Equity:Opening balances  NGN 99.93",
    "",
    "2025-12-31 * (RCT-000003) Receipt, Received",
    "    Assets:01-01 Cash and bank:01-01-0002 Bank clearing  NGN 1.00  ; In",
    "    Assets:01-01 Cash and bank:01-01-0004 Shops:01-01-0005 Ikeja  NGN -1.00  ; Out",
    "",
    "2026-03-05 * (RCT-000001) Receipt, Received",
    "    Assets:01-01 Cash and bank:01-01-0004 Shops:01-01-0005 Ikeja  NGN 12.50  ; In",
    "    Assets:01-01 Cash and bank:01-01-0002 Bank clearing  NGN -12.50  ; Out",
    "",
    "2026-03-05 * (RCT-000002) Receipt",
    "    Assets:01-01 Cash and bank:01-01-0002 Bank clearing  NGN 3.00  ; In",
    "    Assets:01-01 Cash and bank:01-01-0004 Shops:01-01-0005 Ikeja  NGN -3.00  ; Out",
    "",
  ]);
});

test("opening balances that agree need no balancing account", async () => {
  const books = await openBooks(world);
  await books.addCashLedger("Till", { op_balance: "5.00" });
  await books.addCashLedger("Loan", { op_balance: "5.00", op_balance_dc: "CR" });
  expect(withoutChart(await exported(books.tenant.tenant_id)).slice(3)).toEqual([
    "",
    "2026-03-10 * Opening balances",
    "    Assets:01-01 Cash and bank:01-01-0004 Till  NGN 5.00",
    "    Assets:01-01 Cash and bank:01-01-0005 Loan  NGN -5.00",
    "",
  ]);
});

test("names and narrations contain nothing that accounting programs interpret", async () => {
  const books = await openBooks(world);
  const group = await books.owner.call(addGroup, { body: { class: "04", name: "x" } });
  const name = "Rent:Ikeja;  [2020-01-01]";
  await books.owner.call(updateGroup, { params: { id: group.id }, body: { name } });
  const ledger = await books.owner.call(addLedger, {
    body: { group_id: group.id, name: "= 5 * (a)  \u00a0 :b: | @ ₦" },
  });
  const forged = "date:2020-13-45 [=2020-01-01]; a:b:";
  const item = { amount: kobo(100n), narration: forged };
  const { tenant_id } = books.tenant;
  await world.database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    const poster = { tx, actorId: null, requestId: "test", recordedAt: world.clock.now() };
    await postEntries(poster, tenant_id, [
      {
        entry_type_id: 4,
        entry_date: "2026-03-01",
        // Calls refuse line breaks; earlier rows may have them.
        narration: `${forged}\n2020-01-01 * forged\n  a  NGN 5`,
        items: [
          { ...item, dc: "DR", ledger_id: ledger.id },
          { ...item, dc: "CR", ledger_id: books.ledger("bank_clearing") },
        ],
      },
    ]);
  });
  const lines = withoutChart(await exported(books.tenant.tenant_id));
  expect(lines.slice(3)).toEqual([
    "",
    "2026-03-01 * (JRN-000001) Journal, date,2020-13-45 (=2020-01-01), a,b, 2020-01-01 * forged a NGN 5",
    "    Expenses:04-03 Rent,Ikeja, (2020-01-01):04-03-0001 = 5 * (a) ,b, | @ ₦  NGN 1.00  ; date,2020-13-45 (=2020-01-01), a,b,",
    "    Assets:01-01 Cash and bank:01-01-0002 Bank clearing  NGN -1.00  ; date,2020-13-45 (=2020-01-01), a,b,",
    "",
  ]);
});

test("thousands of items add up to the balances of the chart", async () => {
  const books = await openBooks(world);
  const { ledgers } = books.tenant;
  const byHand = ledgerPurposes.filter((purpose) => !isControlPurpose(purpose));
  const ids = byHand.map((purpose) => ledgers[purpose]);
  const at = (place: number) => ids[place % ids.length] ?? 0;
  for (let batch = 0; batch < 6; batch++) {
    const entries = Array.from({ length: 100 }, (_unused, index) => {
      const amount = batch * 1000 + index + 1;
      const narration = "Many";
      return {
        entry_date: `2026-0${1 + (index % 3)}-15`,
        items: [
          { dc: "CR", amount: `${amount}.25`, ledger_id: at(index), narration },
          { dc: "DR", amount: `${amount}.00`, ledger_id: at(index + 1), narration },
          { dc: "DR", amount: "0.25", ledger_id: at(index + 2), narration },
        ],
      };
    });
    await books.owner.call(addEntryBatch, { body: { entries } });
  }
  const lines = await exported(books.tenant.tenant_id);
  expect(lines.filter((line) => line.startsWith("2026-"))).toHaveLength(600);
  expect(balancesOf(lines)).toEqual(await chartOf(books));
});

/** The balance of each account, by the code that its name ends with. */
function balancesOf(lines: string[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const line of lines) {
    const posting = /^ {4}.+:(\S+) [^:]+ {2}NGN (-?)(\d+)\.(\d\d)/.exec(line);
    if (posting === null) continue;
    const [, code = "", sign, naira, rest] = posting;
    const amount = BigInt(`${naira}${rest}`) * (sign === "-" ? -1n : 1n);
    sums.set(code, (sums.get(code) ?? 0n) + amount);
  }
  return Object.fromEntries([...sums].map(([code, amount]) => [code, String(amount)]));
}

async function chartOf(books: TestBooks): Promise<Record<string, string>> {
  const query = { per_page: 100 };
  const rows = await books.owner.call(listAccounts, { query });
  const ledgers = rows.filter((row) => row.type === "Ledger");
  // The journal includes entries dated after today.
  const nets = ledgers.map((row): [string, bigint] => [
    row.code,
    signed(row.own_balance_dc, row.own_balance) + signed(row.after_today_dc, row.after_today),
  ]);
  return Object.fromEntries(
    nets.filter(([, net]) => net !== 0n).map(([code, net]) => [code, String(net)]),
  );
}
