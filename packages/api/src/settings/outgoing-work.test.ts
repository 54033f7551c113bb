import { changeBankAccount, checkBankAccount } from "@kontor/contract/employees/bank";
import {
  commitEmployeeImport,
  getEmployeeImport,
  uploadEmployeeImport,
} from "@kontor/contract/employees/imports";
import { getPayAccount } from "@kontor/contract/funding/funding";
import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test } from "vitest";

import { backgroundWork, mailAttachments } from "../background-work.ts";
import { parseEnvironment } from "../platform/environment.ts";
import { createMailer } from "../platform/mail/mailer.ts";
import { enqueueMail } from "../platform/mail/outbox.ts";
import { setAllTenantsReadable } from "../platform/scope.ts";
import { expectCoherentFunds } from "../testing/coherence.ts";
import { openStaff, pathOf } from "../testing/employees.ts";
import { openFileWorld } from "../testing/harness.ts";
import { openMailServer } from "../testing/mail-server.ts";
import { addTestOrganization } from "../testing/organization-forms.ts";
import { openOrganization } from "../testing/organizations.ts";
import { holdOutgoingForTest } from "../testing/outgoing.ts";
import { depositFunds, requestTransfersFor, transferRequest } from "../testing/transfers.ts";

const world = await openFileWorld();
const staff = await openStaff(world);
const platform = await world.signIn("platform");
afterAll(() => expectCoherentFunds(world));

/** Discards log lines: the books check would report that the transfer of this test has no advance. */
const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent };

/** Runs all work of the features once, in the order in which the jobs list it. */
async function runWork(): Promise<void> {
  const { signal } = new AbortController();
  for (const work of backgroundWork({ ...world, log })) await work.run(signal);
}

/** What was sent to the bank: transfers and attempts, and the inquiries that still wait. */
async function sentToBank() {
  return world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const { rows } = await sql<{ sent: number; tries: number; inquiries: number }>`
      select (select count(*)::int from sandbox_transfers) as sent,
        (select coalesce(sum(tries), 0)::int from transfers) as tries,
        (select count(*)::int from bank_inquiries) as inquiries`.execute(tx);
    return rows[0];
  });
}

async function importEmployee(): Promise<void> {
  const form = new FormData();
  const lines = [
    "Staff No,Surname,First Name,Date Employed,Bank,Account Number",
    "H-1,Okafor,Ada,2026-01-05,First Bank,0000014579",
  ];
  form.append("file", new Blob([lines.join("\n")]), "staff.csv");
  const { path } = staff.home;
  const { id } = await staff.hr.call(uploadEmployeeImport, { params: path, body: form });
  await runWork();
  const params = { ...path, id };
  const { version } = await staff.hr.call(getEmployeeImport, { params });
  const body = { version, without_rejected: false };
  await staff.hr.call(commitEmployeeImport, { params, body });
}

test("while on hold nothing leaves, whatever is requested; once released everything does", async () => {
  const server = await openMailServer();
  onTestFinished(() => server.close());
  const environment = parseEnvironment({ NODE_ENV: "test", SMTP_URL: server.url });
  const mailer = createMailer({ ...world, environment, log, attachments: mailAttachments(world) });
  onTestFinished(() => mailer.close());
  const deliver = () => mailer.deliverDue(new AbortController().signal);
  const payer = await openOrganization(world, "Payer Limited");
  await depositFunds(platform, payer, "1000.00");
  await deliver();
  const received = server.received.length;

  const release = await holdOutgoingForTest(world);
  await requestTransfersFor(world, payer, [transferRequest(1, 40_000n)]);
  const { tenant_id, company_id } = await addTestOrganization(platform, { name: "Fresh Limited" });
  await importEmployee();
  await world.database.transaction((tx) =>
    enqueueMail(
      tx,
      {
        tenant_id: null,
        label: "notice",
        to_name: "Ada Obi",
        to_email: "ada@example.com",
        subject: "News",
        html: "<p>News</p>",
        text: "News",
      },
      world.clock.now(),
    ),
  );
  await runWork();
  await deliver();
  expect(await sentToBank()).toEqual({ sent: 0, tries: 0, inquiries: 1 });
  expect(server.received).toHaveLength(received);
  const account = () => platform.call(getPayAccount, { params: { tenant_id, company_id } });
  expect((await account()).status).toBe("OPENING");

  await release();
  await runWork();
  await deliver();
  expect(await sentToBank()).toEqual({ sent: 1, tries: 1, inquiries: 0 });
  expect((await account()).status).toBe("OPEN");
  expect(server.receivers()).toContain("ada@example.com");
});

test("while on hold an account is entered without asking the bank, whose holder is then unknown", async () => {
  const params = pathOf(await staff.add("H-2"));
  await holdOutgoingForTest(world);
  const account = { bank_code: "011", account_number: "0000014579" };
  const checked = await staff.hr.call(checkBankAccount, { params, body: account });
  expect(checked.account_name).toBeNull();
  expect(checked.warnings).toContain("name_unknown");
  const entered = await staff.hr.call(changeBankAccount, {
    params,
    body: { ...account, account_name: "ADA OKAFOR" },
  });
  expect(entered.provider_name).toBeNull();
});
