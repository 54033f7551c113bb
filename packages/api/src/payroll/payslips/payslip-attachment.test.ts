import { disburseRun } from "@kontor/contract/payroll/steps";
import { getMail, listMails } from "@kontor/contract/settings/mails";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { mailAttachments } from "../../background-work.ts";
import { createMailer } from "../../platform/mail/mailer.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openWorld, type World } from "../../testing/harness.ts";
import { openMailServer, type MailServer } from "../../testing/mail-server.ts";
import { addPaid, approvedRun, openPayroll } from "../../testing/payroll.ts";
import { depositFunds, openDelivery } from "../../testing/transfers.ts";
import { payslipOutcomeHandler } from "../steps/outcomes.ts";

let world: World;
let server: MailServer;
beforeAll(async () => {
  server = await openMailServer();
  world = await openWorld({ SMTP_URL: server.url });
});
afterAll(async () => {
  await expectCoherentBooks(world);
  await world.close();
  await server.close();
});

test("an employee who is paid gets the payslip by mail, and nobody else may read either", async () => {
  const payroll = await openPayroll(world);
  const { home, disburser } = payroll;
  const email = "ada@example.com";
  await addPaid(payroll, "A-1", { basic: "100000.00" }, { email });
  const approved = await approvedRun(world, payroll, "2026-02");
  const platform = await world.signIn("platform");
  await depositFunds(platform, home, "1000000.00");
  const { tenant_id, company_id, id, version } = approved;
  const params = { tenant_id, company_id, id };
  await disburser.call(disburseRun, { params, body: { version } });
  const job = openDelivery(world, { payslip: payslipOutcomeHandler(world) });
  for (let round = 0; round < 2; round++) {
    await job.run();
    world.clock.advance(5_000);
  }
  const { database, environment, clock } = world;
  const warnings: unknown[] = [];
  const keep = (details: object) => void warnings.push(details);
  const log = { info: () => undefined, warn: keep, error: keep };
  const attachments = mailAttachments({ database, environment });
  const mailer = createMailer({ database, environment, clock, log, attachments });
  onTestFinished(() => mailer.close());
  await mailer.deliverDue(new AbortController().signal);
  expect(warnings).toEqual([]);
  const mail = server.received.find(({ to }) => to?.[0]?.address === email);
  expect(mail?.subject).toBe("Your pay for February 2026 is on its way");
  expect(mail?.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ["payslip_A-1_2026-02.pdf", "application/pdf"],
  ]);
  const [attached] = mail?.attachments ?? [];
  const bytes = Buffer.from(attached?.content as ArrayBuffer);
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(bytes.length).toBeGreaterThan(5_000);
  const others = server.received.filter(({ to }) => to?.[0]?.address !== email);
  expect(others.every((each) => each.attachments.length === 0)).toBe(true);
  const {
    rows: [stored],
  } = await platform.call(listMails, { query: { search: email } });
  const shown = await platform.call(getMail, { params: { id: stored?.id } });
  expect(shown).toMatchObject({ html: null, text: null, withheld: true });
});
