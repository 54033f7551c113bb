import { addDays } from "@kontor/books/calendar-date";
import { signed } from "@kontor/books/side";
import { addLedger, getLedger } from "@kontor/contract/accounting/accounts";
import { compareBankStatement } from "@kontor/contract/accounting/bank-statements";
import { addEntry, updateEntry } from "@kontor/contract/accounting/entries";
import { addGroup, updateGroup } from "@kontor/contract/accounting/groups";
import { reconcileBank } from "@kontor/contract/accounting/periods";
import { bankReconciliationReport } from "@kontor/contract/reports/bank-reconciliation";
import { monthEndReport } from "@kontor/contract/reports/month-end";
import { afterAll, describe, expect, test } from "vitest";

import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, parseCsv } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { importForm } from "../../testing/imports.ts";

/** The clock is set to 10 March 2026. */
const world = await openFileWorld();
afterAll(() => expectCoherentBooks(world));

type Line = [day: string, narration: string, amount: string];

/** A statement with one signed amount on each line, and the balance after it. */
function statementOf(opening: number, lines: readonly Line[]): string {
  let balance = opening;
  const rows = lines.map(([day, narration, amount]) => {
    balance += Number(amount);
    return [day, narration, amount, balance.toFixed(2)].join(",");
  });
  return ["Date,Narration,Amount,Balance", ...rows].join("\n");
}

/** Books with a bank ledger of its own that opens with ₦1,000.00. */
async function openBank() {
  const books = await openBooks(world);
  const bank = (await books.addCashLedger("Zenith", { op_balance: "1000.00" })).id;
  const income = books.ledger("salary_advance_interest");
  const cost = books.ledger("basic_salaries");
  const post = async (day: string, amount: string, narration = "") => {
    const [debit, credit] = amount.startsWith("-") ? [cost, bank] : [bank, income];
    const body = receiptBody(debit, credit, amount.replace("-", ""), {
      entry_date: day,
      narration,
    });
    return (await books.owner.call(addEntry, { body })).id;
  };
  const changeSale = (id: number, amount: string) =>
    books.owner.call(updateEntry, {
      params: { id },
      body: receiptBody(bank, income, amount, {
        entry_date: "2026-01-31",
        narration: "Sale of the last day",
      }),
    });
  const compare = async (content: string, until?: string) => {
    const body = importForm(content, "statement.csv");
    if (until !== undefined) body.append("until", until);
    const { comparison } = await books.owner.call(compareBankStatement, {
      params: { id: bank },
      body,
    });
    if (comparison === null) throw new Error("no line");
    return comparison;
  };
  const record = (body: object) =>
    books.owner.attempt(reconcileBank, { params: { id: bank }, body });
  const report = async (as_of = "2026-03-10") => {
    const query = { as_of, ledger_id: bank };
    const { rows } = await books.owner.call(bankReconciliationReport.read, { query });
    return rows.map(({ kind, item, name, date, amount }) => [
      item ? `${kind} item` : kind,
      item || kind === "note" ? name : date,
      amount && signed(amount.negative ? "CR" : "DR", amount.amount),
    ]);
  };
  const step = async (period: string) => {
    const { rows } = await books.owner.call(monthEndReport.read, { query: { period } });
    const row = rows.find(({ ledger_id }) => ledger_id === bank);
    return row && [row.state, row.words];
  };
  return { ...books, bank, post, changeSale, compare, record, report, step };
}

const january: Line[] = [
  ["05/01/2026", "NIP FROM ADA", "250.00"],
  ["20/01/2026", "STAMP DUTY", "-50.00"],
];
const ofJanuary = statementOf(1000, january);

/**
 * January with a receipt that the bank has, a cheque and a deposit that it does not have, and stamp
 * duty that the books do not have; reconciled to its last day.
 */
async function reconciledJanuary() {
  const bank = await openBank();
  await bank.post("2026-01-05", "250.00", "Sale to Ada");
  const cheque = await bank.post("2026-01-28", "-400.00", "Cheque 000417");
  const deposit = await bank.post("2026-01-31", "30.00", "A sale");
  await bank.changeSale(deposit, "30.00");
  const found = await bank.compare(ofJanuary, "2026-01-31");
  expect(found).toMatchObject({
    first_day: "2026-01-05",
    last_day: "2026-01-31",
    last_line_day: "2026-01-20",
    previous: null,
    bank_closing: { amount: 120_000n },
    ledger_closing: { amount: 88_000n },
  });
  const compared = {
    ledger_balance: "880.00",
    entries: [cheque, deposit],
    lines: [{ date: "2026-01-20", amount: "50.00", dc: "CR", narration: "STAMP DUTY" }],
  };
  const body = { reconciled_to: "2026-01-31", balance: "1200.00", note: "Compared" };
  expect((await bank.record({ ...body, compared })).status).toBe(201);
  return { ...bank, cheque, deposit, body, compared };
}

describe("what a reconciliation leaves open", () => {
  test("is stated from the balance of the bank to that of the books", async () => {
    const { report, step, owner, bank } = await reconciledJanuary();
    expect(await report()).toEqual([
      ["ledger", null, null],
      ["bank", "2026-01-31", 120_000n],
      ["deposits", null, 3000n],
      ["deposits item", "Sale of the last day", 3000n],
      ["payments", null, -40_000n],
      ["payments item", "Cheque 000417", -40_000n],
      ["debits", null, 5000n],
      ["debits item", "STAMP DUTY", 5000n],
      ["books", "2026-01-31", 88_000n],
      ["note", expect.stringMatching(/^Recorded by .+ on 10 Mar 2026.*\. Compared$/), null],
    ]);
    // The books do not have the stamp duty yet.
    expect(await step("2026-01")).toEqual([
      "OPEN",
      expect.stringMatching(/, but 1 line of the bank was not in the books\.$/),
    ]);
    const query = { as_of: "2026-03-10", ledger_id: bank, format: "csv" };
    const file = await download(world, owner, bankReconciliationReport.file, { query });
    expect(file.filename).toMatch(/^bank-reconciliation_.*_2026-03-10\.csv$/);
    const [titles, ...rows] = parseCsv(file.bytes);
    expect(titles).toEqual(["Ledger Code", "Ledger", "Balance or Item", "Date", "Entry", "Amount"]);
    expect(rows.slice(1, 5).map(([, , name, , , amount]) => [name, amount])).toEqual([
      ["Balance as per bank statement", "1200.00"],
      ["Add: deposits in transit", "30.00"],
      ["Sale of the last day", "30.00"],
      ["Less: outstanding payments", "-400.00"],
    ]);
  });

  test("is named by its side where the bank said nothing", async () => {
    const { record, body, compared, report } = await reconciledJanuary();
    const lines = [
      { date: "2026-01-20", amount: "50.00", dc: "CR" },
      { date: "2026-01-21", amount: "60.00", dc: "DR", narration: "" },
    ];
    expect((await record({ ...body, compared: { ...compared, lines } })).status).toBe(201);
    const named = (await report()).map(([kind, name]) => [kind, name]);
    expect(named).toContainEqual(["debits item", "Debit of the bank"]);
    expect(named).toContainEqual(["credits item", "Credit of the bank"]);
  });

  test("is not on a statement of an earlier day", async () => {
    const { report } = await reconciledJanuary();
    expect(await report("2026-01-30")).toEqual([
      ["ledger", null, null],
      ["note", "Not compared with a bank statement or cash count yet.", null],
    ]);
  });

  test("leaves nothing to do once the bank's lines are in the books", async () => {
    const { post, record, body, compared, step, report } = await reconciledJanuary();
    await post("2026-01-20", "-50.00", "Stamp duty");
    expect(await step("2026-01")).toEqual([
      "OPEN",
      expect.stringMatching(/differs by ₦50\.00 more than what was open: ₦830\.00\sDR/),
    ]);
    expect((await report()).slice(-4)).toEqual([
      ["books", "2026-01-31", 88_000n],
      ["changed", null, -5000n],
      ["now", "2026-01-31", 83_000n],
      ["note", expect.any(String), null],
    ]);
    const again = { ...body, compared: { ...compared, ledger_balance: "830.00", lines: [] } };
    expect((await record(again)).status).toBe(201);
    expect(await step("2026-01")).toEqual([
      "DONE",
      expect.stringMatching(/the ledger agrees but for 2 entries that the bank had not shown\.$/),
    ]);
    expect((await report()).map(([kind]) => kind)).not.toContain("difference");
  });

  test("states what is not explained", async () => {
    const { record, body, compared, report } = await reconciledJanuary();
    await record({ ...body, balance: "1199.00", compared });
    expect(await report()).toContainEqual(["difference", null, 100n]);
  });

  test("is not known of a reconciliation without a comparison", async () => {
    const { record, body, report, compare } = await reconciledJanuary();
    await record({ ...body, balance: "880.00" });
    expect(await report()).toEqual([
      ["ledger", null, null],
      ["bank", "2026-01-31", 88_000n],
      ["books", "2026-01-31", 88_000n],
      ["note", expect.any(String), null],
    ]);
    const next = await compare(statementOf(880, [["03/02/2026", "CHQ", "-400.00"]]));
    expect(next.previous).toMatchObject({ compared: false });
    expect(next.items.filter(({ carried }) => carried)).toEqual([]);
  });
});

describe("the next statement", () => {
  const ofFebruary = (...lines: Line[]) => statementOf(1200, lines);

  test("begins the day after, with what was open", async () => {
    const { compare, post, cheque, deposit } = await reconciledJanuary();
    const duty = await post("2026-02-16", "-50.00", "Stamp duty of January");
    const found = await compare(
      ofFebruary(
        ["03/02/2026", "CASH DEPOSIT", "30.00"],
        ["27/02/2026", "CHQ 000417 INWARD CLEARING", "-400.00"],
      ),
      "2026-02-28",
    );
    expect(found).toMatchObject({
      first_day: "2026-02-01",
      last_day: "2026-02-28",
      previous: { reconciled_to: "2026-01-31", bank_balance: { amount: 120_000n }, compared: true },
      ledger_opening: { amount: 88_000n },
      ledger_closing: { amount: 83_000n },
    });
    expect(found.lines.map(({ line, narration }) => [line, narration])).toEqual([
      [-3, "STAMP DUTY"],
      [2, "CASH DEPOSIT"],
      [3, "CHQ 000417 INWARD CLEARING"],
    ]);
    // The receipt of January is not offered again.
    expect(found.items.map(({ entry_id, carried }) => [entry_id, carried])).toEqual([
      [cheque, true],
      [deposit, true],
      [duty, false],
    ]);
    expect(found.matches.map(({ line, entry_id, sure }) => [line, entry_id, sure])).toEqual([
      [-3, duty, false],
      [2, deposit, false],
      [3, cheque, true],
    ]);
  });

  test("offers what was added since to the days that were compared, but not what was changed", async () => {
    const { compare, post, changeSale, deposit, cheque } = await reconciledJanuary();
    world.clock.advance(60_000);
    const late = await post("2026-01-15", "7.00", "Found in a drawer");
    await changeSale(deposit, "31.00");
    const found = await compare(ofFebruary(["03/02/2026", "CASH", "31.00"]));
    const carried = found.items.flatMap((item) =>
      item.carried ? [[item.entry_id, item.amount]] : [],
    );
    expect(carried).toEqual([
      [late, 700n],
      [cheque, 40_000n],
      [deposit, 3100n],
    ]);
  });

  test("begins with its first line, when the bank's balance was another one", async () => {
    const { compare, cheque, deposit } = await reconciledJanuary();
    const found = await compare(statementOf(5000, [["09/02/2026", "CASH", "1.00"]]));
    expect(found.first_day).toBe("2026-02-09");
    // The open entries are still offered.
    expect(found.items.map(({ entry_id, carried }) => [entry_id, carried])).toEqual([
      [cheque, true],
      [deposit, true],
    ]);
    const without = await compare("Date,Amount\n09/02/2026,1.00\n");
    expect(without.first_day).toBe("2026-02-01");
    const later = await compare("Date,Amount\n19/02/2026,1.00\n");
    expect(later.first_day).toBe("2026-02-19");
    // A line of the last day that was compared is compared again, not carried from there.
    const again = await compare("Date,Amount\n31/01/2026,1.00\n");
    expect(again).toMatchObject({ first_day: "2026-01-31", previous: null });
  });

  test("ends on a day from its last line to today", async () => {
    const { owner, bank } = await reconciledJanuary();
    const attempt = async (until: string) => {
      const body = importForm(ofFebruary(["03/02/2026", "CASH", "1.00"]), "statement.csv");
      body.append("until", until);
      const { status, problem } = await owner.attempt(compareBankStatement, {
        params: { id: bank },
        body,
      });
      return [status, problem.code, problem.errors?.[0]?.path];
    };
    expect(await attempt("2026-02-02")).toEqual([422, "statement_ends_before", "until"]);
    expect(await attempt("2026-03-11")).toEqual([422, "reconciled_later", "until"]);
    expect(await attempt("2026-02-30")).toEqual([422, "validation_failed", "until"]);
  });
});

describe("a comparison is not recorded", () => {
  test("when the ledger has changed since, or an entry is not open on it", async () => {
    const { record, body, compared, post, cheque } = await reconciledJanuary();
    const attempt = async (more: object) => {
      const { status, problem } = await record({ ...body, compared: { ...compared, ...more } });
      return [status, problem.code];
    };
    expect(await attempt({ ledger_balance: "880.01" })).toEqual([409, "comparison_outdated"]);
    expect(await attempt({ ledger_balance_dc: "CR" })).toEqual([409, "comparison_outdated"]);
    const later = await post("2026-02-02", "5.00");
    expect(await attempt({ entries: [cheque, later] })).toEqual([409, "comparison_outdated"]);
    const others = await openBank();
    const foreign = await others.post("2026-01-15", "5.00");
    expect(await attempt({ entries: [cheque, foreign] })).toEqual([409, "comparison_outdated"]);
    expect(
      await attempt({
        lines: [{ date: addDays(body.reconciled_to, 1), amount: "1.00", dc: "DR" }],
      }),
    ).toEqual([422, "statement_ends_before"]);
    const line = { date: "2026-01-20", amount: "1.00", dc: "DR" };
    for (const wrong of [{ amount: "0.00" }, { narration: "x".repeat(101) }]) {
      const refused = [422, "validation_failed"];
      expect(await attempt({ lines: [{ ...line, ...wrong }] })).toEqual(refused);
    }
  });
});

describe("a ledger of any group that is cash", () => {
  test("is reconciled, compared and on the checklist, until its group is not cash", async () => {
    const books = await openBooks(world);
    const { owner } = books;
    const group = await owner.call(addGroup, {
      body: { class: "01", name: "Petty cash and salary accounts", cash_flow: "cash" },
    });
    const overdrafts = await owner.call(addGroup, {
      body: { class: "02", name: "Overdrafts", cash_flow: "cash" },
    });
    const till = await owner.call(addLedger, { body: { group_id: group.id, name: "Petty cash" } });
    const overdraft = await owner.call(addLedger, {
      body: { group_id: overdrafts.id, name: "Access overdraft" },
    });
    await books.post(till.id, books.ledger("salary_advance_interest"), "20.00", "2026-02-03");
    await books.post(books.ledger("basic_salaries"), overdraft.id, "75.00", "2026-02-03");
    const reconcile = async (id: number, balance: string, balance_dc = "DR") => {
      const body = { reconciled_to: "2026-02-28", balance, balance_dc };
      return (await owner.attempt(reconcileBank, { params: { id }, body })).status;
    };
    const steps = async () => {
      const query = { period: "2026-02" };
      const { rows } = await owner.call(monthEndReport.read, { query });
      return rows.flatMap(({ step, state, ledger_id }) =>
        step === "bank" ? [[ledger_id, state]] : [],
      );
    };
    expect(await steps()).toEqual([
      [till.id, "OPEN"],
      [overdraft.id, "OPEN"],
    ]);
    expect(await reconcile(till.id, "20.00")).toBe(201);
    expect(await reconcile(overdraft.id, "75.00", "CR")).toBe(201);
    expect(await steps()).toEqual([
      [till.id, "DONE"],
      [overdraft.id, "DONE"],
    ]);
    const hasBank = async () => (await owner.call(getLedger, { params: { id: till.id } })).bank;
    expect(await hasBank()).toBe(true);
    const { version } = group;
    const body = { version, name: "Petty cash", cash_flow: "operating" };
    await owner.call(updateGroup, { params: { id: group.id }, body });
    expect(await hasBank()).toBe(false);
    expect(await reconcile(till.id, "20.00")).toBe(422);
    expect(await steps()).toEqual([[overdraft.id, "DONE"]]);
  });
});

describe("the bank reconciliation statement", () => {
  test("is for readers of the books of its organization", async () => {
    const { bank, owner, stranger, tenant } = await reconciledJanuary();
    const query = { as_of: "2026-03-10", ledger_id: bank };
    const viewer = await world.signInAs(["VIEWER"], tenant.tenant_id);
    for (const [caller, status] of [
      [world.nobody, 401],
      [stranger, 404],
      [viewer, 200],
      [owner, 200],
    ] as const) {
      const reply = await caller.attempt(bankReconciliationReport.read, { query });
      expect(reply.status).toBe(status);
    }
    const wrong = await owner.attempt(bankReconciliationReport.read, {
      query: { ledger_id: bank },
    });
    expect([wrong.status, wrong.problem.errors?.[0]?.path]).toEqual([422, "as_of"]);
  });
});
