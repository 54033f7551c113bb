import {
  changeBankAccount,
  decideBankAccountChange,
  listBankAccountChanges,
} from "@kontor/contract/employees/bank";
import { getEmployee, listEmployees } from "@kontor/contract/employees/employees";
import {
  commitEmployeeImport,
  getEmployeeImport,
  undoEmployeeImport,
  uploadEmployeeImport,
} from "@kontor/contract/employees/imports";
import { sql } from "kysely";
import { expect, test } from "vitest";

import type { InquiredAccount } from "../../funding/provider.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { setAllTenantsReadable } from "../../platform/scope.ts";
import { openStaff, pathOf } from "../../testing/employees.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { checkImports } from "../imports/check.ts";
import { runInquiries } from "./inquiries.ts";

const world = await openFileWorld();
const staff = await openStaff(world);
/** Milliseconds by which the job's clock is ahead, to reach retries. */
let later = 0;

const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (detail: object, message: string) => expect.fail(`${message}: ${JSON.stringify(detail)}`),
};
const { signal } = new AbortController();

const workOptions = () => {
  const { database, environment, clock } = world;
  const ahead = { ...clock, now: () => new Date(clock.now().getTime() + later) };
  return { database, environment, clock: ahead, log };
};

/** Runs the job with a bank that gives the test's answer. @returns the accounts inquired about. */
async function inquire(answer: (account: InquiredAccount) => string | null): Promise<string[]> {
  const inquired: string[] = [];
  const accountName = async (account: InquiredAccount) => {
    inquired.push(`${account.account_number} ${account.holder}`);
    return Promise.resolve(answer(account));
  };
  await runInquiries(workOptions(), signal, { accountName });
  return inquired.toSorted();
}

async function imported(...lines: readonly string[]) {
  const form = new FormData();
  const head = "Staff No,Surname,First Name,Date Employed,Bank,Account Number";
  form.append("file", new Blob([[head, ...lines].join("\n")]), "staff.csv");
  const { hr, home } = staff;
  const { id } = await hr.call(uploadEmployeeImport, { params: home.path, body: form });
  await checkImports(workOptions());
  const params = { ...home.path, id };
  const { version } = await hr.call(getEmployeeImport, { params });
  const body = { version, without_rejected: false };
  await hr.call(commitEmployeeImport, { params, body });
  return params;
}

async function named(search: string) {
  const { data } = await staff.hr.list(listEmployees, { query: { search } });
  const { tenant_id, company_id, id } = exactlyOne(data);
  return staff.hr.call(getEmployee, { params: { tenant_id, company_id, id } });
}

const waiting = () =>
  world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const { rows } = await sql<{
      tries: number;
    }>`select tries from bank_inquiries order by id`.execute(tx);
    return rows.map(({ tries }) => tries);
  });

test("the bank is asked for the holder of an imported account after the import; the answer is shown with the employee", async () => {
  await imported(
    "Q-1,Okafor,Ada,2026-01-05,First Bank,0000014579",
    "Q-2,Bello,Musa,2026-01-05,GTBank,0123456789",
    "Q-3,Eze,Uche,2026-01-05,GTBank,0123456700",
    "Q-4,Nwosu,Ife,2026-01-05,,",
  );
  expect((await named("Q-1")).bank).toMatchObject({
    verified_at: null,
    provider_name: null,
    warnings: ["name_awaited"],
  });
  const inquired = await inquire(({ account_number, holder }) => {
    if (account_number === "0123456789") return "SOMEBODY ELSE";
    return account_number === "0123456700" ? null : holder.toUpperCase();
  });
  expect(inquired).toEqual([
    "0000014579 Ada Okafor",
    "0123456700 Uche Eze",
    "0123456789 Musa Bello",
  ]);
  const ada = await named("Q-1");
  expect(ada.bank).toMatchObject({ provider_name: "ADA OKAFOR", warnings: [] });
  expect(ada.bank?.verified_at).toBeInstanceOf(Date);
  expect((await named("Q-2")).bank?.warnings).toContain("name_differs");
  expect((await named("Q-3")).bank).toMatchObject({ verified_at: null, provider_name: null });
  expect((await named("Q-3")).bank?.warnings).toContain("name_unknown");
  expect(await waiting()).toEqual([]);
  expect(await inquire(() => "AGAIN")).toEqual([]);
});

test("the holder of a waiting account is shown to the second person", async () => {
  await imported("W-1,Okafor,Ada,2026-01-05,First Bank,0000014579");
  await inquire(() => "ADA OKAFOR");
  await imported("W-1,Okafor,Ada,2026-01-05,GTBank,0123456780");
  const before = await named("W-1");
  const params = pathOf(before);
  const changes = async () => staff.hr.call(listBankAccountChanges, { params });
  expect((await changes())[0]?.warnings).toContain("name_awaited");
  expect(await inquire(() => "MUSA BELLO")).toEqual(["0123456780 Ada Okafor"]);
  const [change] = await changes();
  expect(change).toMatchObject({ provider_name: "MUSA BELLO", status: "WAITING" });
  expect(change?.warnings).toContain("name_differs");
  expect((await named("W-1")).bank).toMatchObject({ provider_name: "ADA OKAFOR" });
  const confirmed = await staff.second.call(decideBankAccountChange, {
    params: { ...params, change_id: change?.id ?? 0 },
    body: { confirm: true },
  });
  expect(confirmed.bank).toMatchObject({ provider_name: "MUSA BELLO" });
  expect(confirmed.bank?.warnings).toContain("name_differs");
});

test("an inquiry that the bank does not answer is retried a limited number of times", async () => {
  await imported("S-1,Eze,Uche,2026-01-05,GTBank,0123456770");
  const silent = () => {
    throw new Error("no answer");
  };
  for (const [place, minutes] of [0, 1, 5, 30, 120, 480].entries()) {
    later += minutes * 60_000;
    expect(await inquire(silent)).toHaveLength(1);
    expect(await inquire(silent)).toEqual([]);
    expect(await waiting()).toEqual(place < 5 ? [place + 1] : []);
  }
  expect((await named("S-1")).bank?.warnings).toContain("name_unknown");
});

test("an answer about an account that was replaced meanwhile changes nothing", async () => {
  await imported("C-1,Eze,Uche,2026-01-05,GTBank,0123456760");
  const params = pathOf(await named("C-1"));
  const replace = async () => {
    const body = { bank_code: "011", account_number: "0000014579", account_name: "Uche Eze" };
    const { id } = await staff.hr.call(changeBankAccount, { params, body });
    await staff.second.call(decideBankAccountChange, {
      params: { ...params, change_id: id },
      body: { confirm: true },
    });
    return "SOMEBODY ELSE";
  };
  await runInquiries(workOptions(), signal, { accountName: replace });
  expect((await named("C-1")).bank).toMatchObject({
    account_number: "••••••4579",
    provider_name: "UCHE EZE",
  });
  expect(await waiting()).toEqual([]);
});

test("undoing an import deletes its inquiries", async () => {
  const params = await imported("U-1,Eze,Uche,2026-01-05,GTBank,0123456750");
  expect(await waiting()).toHaveLength(1);
  await staff.hr.call(undoEmployeeImport, { params });
  expect(await waiting()).toEqual([]);
});

test("undoing an import keeps the inquiries of earlier imports", async () => {
  await imported("V-1,Eze,Uche,2026-01-05,GTBank,0123456740");
  const renamed = await imported("V-1,Eze,Uchenna,2026-01-05,,");
  await staff.hr.call(undoEmployeeImport, { params: renamed });
  expect(await inquire(() => "UCHE EZE")).toEqual(["0123456740 Uche Eze"]);
  expect((await named("V-1")).bank).toMatchObject({ provider_name: "UCHE EZE" });
  await imported("V-1,Eze,Uche,2026-01-05,GTBank,0123456741");
  const another = await imported("V-1,Eze,Uche,2026-01-05,GTBank,0123456742");
  await staff.hr.call(undoEmployeeImport, { params: another });
  expect(await inquire(() => "UCHE EZE")).toEqual(["0123456741 Uche Eze"]);
  const [, change] = await staff.hr.call(listBankAccountChanges, {
    params: pathOf(await named("V-1")),
  });
  expect(change).toMatchObject({ status: "WAITING", provider_name: "UCHE EZE" });
});

test("undoing an import of somebody's first account leaves no inquiry", async () => {
  await imported("V-2,Eze,Uche,2026-01-05,,");
  const params = await imported("V-2,Eze,Uche,2026-01-05,GTBank,0123456730");
  expect(await waiting()).toHaveLength(1);
  await staff.hr.call(undoEmployeeImport, { params });
  expect(await waiting()).toEqual([]);
});
