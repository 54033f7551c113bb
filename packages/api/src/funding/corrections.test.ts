import { getFinancials, submitFunds } from "@kontor/contract/funding/funding";
import { fundingRules } from "@kontor/contract/funding/funding-rules";
import { afterAll, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../testing/coherence.ts";
import { openFileWorld, type Caller } from "../testing/harness.ts";
import { openOrganization, type TestOrganization } from "../testing/organizations.ts";

const world = await openFileWorld();
const acme = await openOrganization(world, "Acme Limited");
const other = await openOrganization(world, "Other Limited");
const platform = await world.signIn("platform");
const insider = await world.signIn("organization", acme.tenant_id);

afterAll(() => expectCoherentBooks(world));

type Action = "DEPOSIT" | "WITHDRAWAL";

const move = ({ path }: TestOrganization, action: Action, amount: string, more: object = {}) =>
  platform.attempt(submitFunds, { params: path, body: { action, amount, ...more } });
const deposit = ({ path }: TestOrganization, amount: string) =>
  platform.call(submitFunds, { params: path, body: { action: "DEPOSIT", amount } });
const financials = ({ path }: TestOrganization) => platform.list(getFinancials, { params: path });
const balances = async (organization: TestOrganization) =>
  (await financials(organization)).data.balance;

describe("a deposit above the limit", () => {
  test("needs its amount confirmed; each organization has its own limit", async () => {
    const organization = await openOrganization(world, "Brake Limited");
    const limited = {
      params: organization.path,
      body: { deposit_limit: "100.00", low_balance: "25.00" },
    };
    const rules = await platform.call(fundingRules.save.organization, limited);
    expect([rules.deposit_limit, rules.low_balance, rules.level]).toEqual([
      10_000n,
      2_500n,
      "organization",
    ]);
    expect((await financials(organization)).data.deposit_limit).toBe(10_000n);
    expect((await financials(other)).data.deposit_limit).toBe(5_000_000_000n);

    const once = await move(organization, "DEPOSIT", "100.01");
    const message =
      "This is more than ₦100.00, the limit of a deposit. Type the amount again to confirm it.";
    expect([once.status, once.problem.code]).toEqual([422, "deposit_above_limit"]);
    expect(once.problem.errors).toEqual([{ path: "confirmed_amount", message }]);
    const slipped = await move(organization, "DEPOSIT", "1000.01", { confirmed_amount: "100.01" });
    expect(slipped.problem.errors?.[0]).toEqual({
      path: "confirmed_amount",
      message: "The amounts do not match. Enter the same amount twice.",
    });
    expect(await balances(organization)).toBe(0n);
    const twice = await move(organization, "DEPOSIT", "100.01", { confirmed_amount: "100.01" });
    expect(twice.status).toBe(201);
    expect((await move(organization, "DEPOSIT", "100.00")).status).toBe(201);
    expect((await move(organization, "WITHDRAWAL", "150.00")).status).toBe(201);
  });

  test("has a limit that must be an amount; only a user with the permission changes it", async () => {
    const save = (caller: Caller, deposit_limit: unknown) =>
      caller.attempt(fundingRules.save.organization, {
        params: acme.path,
        body: { deposit_limit, low_balance: "0.00" },
      });
    expect((await save(world.nobody, "1.00")).status).toBe(401);
    expect((await save(insider, "1.00")).status).toBe(403);
    for (const limit of [undefined, "-1.00", "1.005", "10000000000000.01"]) {
      const refused = await save(platform, limit);
      expect([refused.status, refused.problem.errors?.[0]?.path]).toEqual([422, "deposit_limit"]);
    }
  });
});

describe("a reversal", () => {
  test("posts the opposite movement, linked to the first, once", async () => {
    const organization = await openOrganization(world, "Slip Limited");
    const { transaction: slip } = await deposit(organization, "500.00");
    await platform.call(fundingRules.save.organization, {
      params: organization.path,
      body: { deposit_limit: "0.00", low_balance: "0.00" },
    });
    for (const [action, amount] of [
      ["WITHDRAWAL", "50.00"],
      ["DEPOSIT", "500.00"],
    ] as const) {
      const differs = await move(organization, action, amount, { corrects: slip.id });
      expect(differs.problem.errors?.[0]).toEqual({
        path: "amount",
        message: "DEP-000001 can only be corrected with a withdrawal of ₦500.00.",
      });
    }
    expect((await move(other, "WITHDRAWAL", "500.00", { corrects: slip.id })).status).toBe(404);
    expect((await move(organization, "WITHDRAWAL", "500.00", { corrects: slip.id })).status).toBe(
      201,
    );
    const { data } = await financials(organization);
    const [correction, corrected] = data.transactions;
    const numbered = ({ id, entry_id, ent_number }: typeof slip) => ({ id, entry_id, ent_number });
    expect(correction).toMatchObject({
      action: "WITHDRAWAL",
      description: "Correction of DEP-000001",
      corrects: numbered(slip),
      corrected_by: null,
    });
    expect(corrected?.corrected_by).toEqual(correction && numbered(correction));
    const id = correction?.id ?? 0;
    const messages = await Promise.all([
      move(organization, "WITHDRAWAL", "500.00", { corrects: slip.id }),
      move(organization, "DEPOSIT", "500.00", { corrects: id }),
    ]);
    expect(messages.map(({ status, problem }) => [status, problem.message])).toEqual([
      [409, "DEP-000001 has already been corrected by WDR-000001."],
      [409, "WDR-000001 is itself a correction. Make a new deposit or withdrawal instead."],
    ]);
    expect(await balances(organization)).toBe(0n);
  });

  test("of a withdrawal is a deposit without confirmation of the amount; funds already spent cannot be reversed", async () => {
    const organization = await openOrganization(world, "Spent Limited");
    const { transaction: paidIn } = await deposit(organization, "500.00");
    await platform.call(fundingRules.save.organization, {
      params: organization.path,
      body: { deposit_limit: "0.00", low_balance: "0.00" },
    });
    const { transaction: paidOut } = await platform.call(submitFunds, {
      params: organization.path,
      body: { action: "WITHDRAWAL", amount: "300.00" },
    });
    const spent = await move(organization, "WITHDRAWAL", "500.00", { corrects: paidIn.id });
    expect(spent.problem.code).toBe("funds_insufficient");
    const again = await move(organization, "DEPOSIT", "300.00", {
      corrects: paidOut.id,
      description: "Wrong account",
    });
    expect(again.status).toBe(201);
    const { data } = await financials(organization);
    expect(data.transactions[0]).toMatchObject({ description: "Wrong account" });
    expect(await balances(organization)).toBe(50_000n);
  });
});

test("a description must be one line because it becomes the narration of the entry", async () => {
  const before = await balances(other);
  const reply = await move(other, "DEPOSIT", "5.00", { description: "Float\nof the week" });
  expect(reply.problem.errors).toMatchObject([
    { path: "description", message: "Use one line of plain text." },
  ]);
  expect(await balances(other)).toBe(before);
});
