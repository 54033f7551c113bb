import { listSalaryAdvances } from "@kontor/contract/salary-advances/advances";
import { revokeApproval } from "@kontor/contract/salary-advances/decisions";
import {
  repayAdvance,
  sendAdvance,
  writeOffAdvance,
} from "@kontor/contract/salary-advances/repayments";
import * as fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";

import { setTenant } from "../platform/scope.ts";
import {
  nairaOf,
  openAdvances,
  pathOfAdvance,
  type AdvanceStaff,
  type TestAdvance,
} from "../testing/advances.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import type { TestEmployee } from "../testing/employees.ts";
import { openFileWorld, type Caller, type Reply } from "../testing/harness.ts";
import { addPerson, testPassword } from "../testing/people.ts";
import { randomSequences } from "../testing/random-sequences.ts";
import { withdrawAdvance } from "./requests/request.ts";

const sequences = randomSequences(3, 30_000);

const day = 24 * 3_600_000;
/** The limit of an employee: half of ₦300,000.00 a month, in kobo. */
const limit = 15_000_000n;
/** The account endings of three employees: transfers arrive, fail, or come back after a week. */
const endings = ["999", "201", "202"] as const;

/** An advance by a plain model of the rules; amounts in kobo. */
type Modelled = {
  advance: TestAdvance;
  employee: number;
  /** The day of its last instalment. */
  due: string;
  status: "PENDING" | "APPROVED" | "REJECTED" | "PAID";
  withdrawn: boolean;
  /** Interest and principal of each instalment, in the order of repayment. */
  parts: readonly { interest: bigint; principal: bigint }[];
  payback: bigint;
  allocated: bigint;
  /** Interest that was paid and so became income; written-off interest does not. */
  income: bigint;
  waits: boolean;
  open: boolean;
};

type Model = {
  wallet: bigint;
  writtenOff: bigint;
  advances: Modelled[];
  /** The advances waiting to be sent, longest waiting first. */
  queue: Modelled[];
};

type Played = {
  staff: AdvanceStaff;
  owner: Caller;
  employees: TestEmployee[];
  model: Model;
};

const world = await openFileWorld();

/** How a repaid amount divides: in each instalment interest first, then principal. */
function paidOf({ parts }: Modelled, allocated: bigint): { interest: bigint; principal: bigint } {
  const paid = { interest: 0n, principal: 0n };
  let left = allocated;
  for (const part of parts) {
    for (const kind of ["interest", "principal"] as const) {
      const taken = left < part[kind] ? left : part[kind];
      paid[kind] += taken;
      left -= taken;
    }
  }
  return paid;
}

const owedOf = (advance: Modelled): bigint =>
  advance.status === "PAID" ? advance.payback - advance.allocated : 0n;

/** Whether the last instalment is past due; such an advance is neither approved nor sent. */
const isLate = ({ due }: Modelled): boolean => due < world.clock.today();

/**
 * Sends waiting advances from the wallet, longest waiting first, up to the first that it does not
 * cover. Late ones wait until their approval is revoked.
 */
function modelQueue(model: Model): void {
  for (const first of model.queue.filter((one) => !isLate(one))) {
    if (first.advance.amount > model.wallet) return;
    model.queue.splice(model.queue.indexOf(first), 1);
    model.wallet -= first.advance.amount;
    first.waits = false;
    first.open = true;
  }
}

/** Queues an advance; it is sent at once if no other waits and the wallet covers it. */
function modelWanted(model: Model, advance: Modelled): void {
  advance.waits = true;
  const isFirst = model.queue.every(isLate);
  model.queue.push(advance);
  if (isFirst) modelQueue(model);
}

/** The bank's outcomes: a good account is paid, and money for a closed one comes back. */
function modelOutcomes({ model }: Played): void {
  for (const advance of model.advances.filter(({ open }) => open)) {
    advance.open = false;
    if (endings[advance.employee] === "201") model.wallet += advance.advance.amount;
    else advance.status = "PAID";
  }
}

type RequestStep = { do: "request"; employee: number; amount: bigint; instalments: number };
type Step =
  | RequestStep
  | { do: "fund"; amount: bigint }
  | { do: "decide"; at: number; status: "APPROVED" | "REJECTED" }
  | { do: "withdraw" | "again" | "revoke" | "write off"; at: number }
  | { do: "repay"; at: number; part: number }
  | { do: "deliver" }
  | { do: "week" };

const at = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("fund" as const), amount: kobo(40_000_000) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("request" as const),
      employee: fc.nat({ max: endings.length - 1 }),
      amount: kobo(12_000_000),
      instalments: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("decide" as const),
      at,
      status: fc.constantFrom("APPROVED", "APPROVED", "APPROVED", "REJECTED"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("withdraw", "again", "revoke", "write off"),
      at,
    }),
  },
  // `part` is a percentage of the amount owed; more than 100 is refused.
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("repay" as const),
      at,
      part: fc.integer({ min: 1, max: 110 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Step>({ do: "deliver" }, { do: "deliver" }, { do: "week" }),
  },
);

function kobo(max: number): fc.Arbitrary<bigint> {
  return fc.integer({ min: 100, max }).map(BigInt);
}

/** Expects a status such as 201, or the code of a refusal. */
function expectReply({ status, problem }: Reply, expected: number | string): void {
  const got = status < 400 ? status : problem.code;
  expect(got).toBe(expected);
}

async function request(played: Played, { employee, amount, instalments }: RequestStep) {
  const { staff, model, employees } = played;
  const who = employees[employee];
  if (who === undefined) throw new Error("no such employee");
  const others = model.advances
    .filter((one) => one.employee === employee && one.status !== "REJECTED")
    .reduce((sum, one) => sum + one.advance.amount - paidOf(one, one.allocated).principal, 0n);
  const reply = await staff.tryRequest(who, nairaOf(amount), { instalments });
  const allowed = amount + others <= limit;
  expectReply(reply, allowed ? 201 : "advance_ineligible");
  if (!allowed) return;
  const { meta, data } = await staff.hr.list(listSalaryAdvances, {
    query: { employee_id: who.id, per_page: 100 },
  });
  const known = new Set(model.advances.map(({ advance }) => advance.id));
  const added = data.find(({ id }) => !known.has(id));
  if (added === undefined) throw new Error(`none of ${meta.total} advances is new`);
  const card = await staff.card(added);
  model.advances.push({
    advance: added,
    employee,
    due: card.due_date,
    status: "PENDING",
    withdrawn: false,
    parts: card.instalments,
    payback: card.payback_amount,
    allocated: 0n,
    income: 0n,
    waits: false,
    open: false,
  });
}

async function decide(played: Played, advance: Modelled, status: "APPROVED" | "REJECTED") {
  const reply = await played.staff.decide(advance.advance, status);
  if (advance.status !== "PENDING") return expectReply(reply, "advance_decided");
  if (isLate(advance) && status === "APPROVED") return expectReply(reply, "advance_due_past");
  expectReply(reply, 200);
  advance.status = status;
  if (status === "APPROVED") modelWanted(played.model, advance);
}

/** Withdraws the request as its employee does in the portal. */
async function withdraw({ staff }: Played, advance: Modelled): Promise<void> {
  const { employee_id } = advance.advance;
  const withdrawn = world.database.transaction(async (tx) => {
    await setTenant(tx, staff.home.tenant_id);
    const { clock, environment } = world;
    const actor = { user_id: null, ip: "127.0.0.1" };
    const context = { tx, clock, environment, actor, requestId: "test" };
    return withdrawAdvance(context, { ...pathOfAdvance(staff, advance.advance), employee_id });
  });
  if (advance.status === "PENDING" || advance.withdrawn) {
    await withdrawn;
    advance.status = "REJECTED";
    advance.withdrawn = true;
  } else await expect(withdrawn).rejects.toMatchObject({ code: "advance_not_pending" });
}

async function again({ staff, model }: Played, advance: Modelled): Promise<void> {
  const params = pathOfAdvance(staff, advance.advance);
  const reply = await staff.hr.attempt(sendAdvance, { params, body: {} });
  if (advance.status !== "APPROVED") return expectReply(reply, "advance_not_approved");
  if (advance.open) return expectReply(reply, "transfer_under_way");
  expectReply(reply, 200);
  if (!advance.waits) modelWanted(model, advance);
}

async function revoke({ staff, model }: Played, advance: Modelled): Promise<void> {
  const params = pathOfAdvance(staff, advance.advance);
  const reply = await staff.hr.attempt(revokeApproval, { params, body: { reason: "Model" } });
  if (advance.status !== "APPROVED") return expectReply(reply, "advance_not_revocable");
  if (advance.open) return expectReply(reply, "transfer_under_way");
  if (advance.allocated > 0n) return expectReply(reply, "advance_partly_repaid");
  expectReply(reply, 200);
  advance.status = "REJECTED";
  advance.waits = false;
  model.queue = model.queue.filter((one) => one !== advance);
}

async function repay({ staff }: Played, advance: Modelled, part: number): Promise<void> {
  const owed = owedOf(advance);
  const amount = (owed * BigInt(part)) / 100n || 1n;
  const reply = await staff.hr.attempt(repayAdvance, {
    params: pathOfAdvance(staff, advance.advance),
    body: { amount: nairaOf(amount), date: world.clock.today() },
  });
  if (owed === 0n) return expectReply(reply, "advance_not_owed");
  if (amount > owed) return expectReply(reply, "advance_overpaid");
  expectReply(reply, 201);
  const before = paidOf(advance, advance.allocated).interest;
  advance.allocated += amount;
  advance.income += paidOf(advance, advance.allocated).interest - before;
}

async function writeOff({ staff, owner, model }: Played, advance: Modelled): Promise<void> {
  const reply = await owner.attempt(writeOffAdvance, {
    params: pathOfAdvance(staff, advance.advance),
    body: { reason: "Model", password: testPassword },
  });
  if (owedOf(advance) === 0n) return expectReply(reply, "advance_not_owed");
  expectReply(reply, 201);
  model.writtenOff += advance.advance.amount - paidOf(advance, advance.allocated).principal;
  advance.allocated = advance.payback;
}

async function deliver(played: Played): Promise<void> {
  await played.staff.send();
  modelQueue(played.model);
  modelOutcomes(played);
}

/** Passes nine days: money for some accounts comes back, but earlier repayments stay. */
async function week({ staff, model }: Played): Promise<void> {
  for (let days = 0; days < 9; days += 3) {
    await staff.travel(new Date(world.clock.now().getTime() + 3 * day));
    await staff.delivery.run();
  }
  for (const advance of model.advances) {
    if (endings[advance.employee] !== "202" || advance.status !== "PAID") continue;
    advance.status = "APPROVED";
    model.wallet += advance.advance.amount;
  }
}

async function play(played: Played, next: Step): Promise<void> {
  const { staff, model } = played;
  if (next.do === "fund") {
    await staff.fund(nairaOf(next.amount));
    model.wallet += next.amount;
  } else if (next.do === "request") await request(played, next);
  else if (next.do === "deliver") await deliver(played);
  else if (next.do === "week") {
    await deliver(played);
    await week(played);
  } else {
    const advance = model.advances[next.at % Math.max(1, model.advances.length)];
    if (advance === undefined) return;
    if (next.do === "decide") await decide(played, advance, next.status);
    else if (next.do === "repay") await repay(played, advance, next.part);
    else await acts[next.do](played, advance);
  }
}

const acts = { withdraw, again, revoke, "write off": writeOff };

/** Expects statuses, owed amounts and ledgers to equal the model. */
async function expectAsModelled({ staff, model }: Played): Promise<void> {
  const { data } = await staff.hr.list(listSalaryAdvances, { query: { per_page: 100 } });
  const shown = data.map(({ id, status, outstanding }) => [id, status, outstanding] as const);
  expect(shown.toSorted(([one], [next]) => one - next)).toEqual(
    model.advances.map((one) => [one.advance.id, one.status, owedOf(one)]),
  );
  const sum = (of: (advance: Modelled) => bigint) =>
    model.advances.reduce((total, advance) => total + of(advance), 0n);
  const { rows } = await world.database.transaction(async (tx) => {
    await setTenant(tx, staff.home.tenant_id);
    return sql<{ purpose: string; balance: bigint }>`
      select purpose, balance from ledgers where tenant_id = ${staff.home.tenant_id}`.execute(tx);
  });
  const balances = Object.fromEntries(rows.map(({ purpose, balance }) => [purpose, balance]));
  expect(balances).toMatchObject({
    funding_account: model.wallet,
    transfers_in_transit: sum(({ open, advance }) => (open ? advance.amount : 0n)),
    salary_advances_receivable: sum(
      (one) =>
        (one.status === "PAID" ? one.advance.amount : 0n) - paidOf(one, one.allocated).principal,
    ),
    salary_advance_interest: -sum(({ income }) => income),
    salary_advances_written_off: model.writtenOff,
  });
  await expectCoherentBooks(world);
}

test(
  "advances and books follow a plain model through any sequence of steps",
  async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 18, size: "max" }),
      async (steps) => {
        world.clock.set(new Date("2026-03-10T09:00:00Z"));
        const staff = await openAdvances(world);
        const employees: TestEmployee[] = [];
        for (const ending of endings) employees.push(await staff.employ({ ending }));
        const owner = await addPerson(world, ["OWNER"], { tenantId: staff.home.tenant_id });
        const model: Model = { wallet: 0n, writtenOff: 0n, advances: [], queue: [] };
        const played = { staff, owner: owner.caller, employees, model };
        for (const next of steps) {
          await play(played, next);
          await expectAsModelled(played);
        }
      },
    );
    await sequences.play(property);
  },
  sequences.maxTime,
);
