import { submitFunds } from "@kontor/contract/funding/funding";
import { saveMailSettings } from "@kontor/contract/settings/settings";
import { saveEmailTemplate } from "@kontor/contract/templates/templates";
import { expect, onTestFinished, test } from "vitest";

import { createMailer } from "../platform/mail/mailer.ts";
import { openFileWorld } from "../testing/harness.ts";
import { openMailServer } from "../testing/mail-server.ts";
import { expectInert } from "../testing/markup.ts";
import { addTestOrganization } from "../testing/organization-forms.ts";
import { addPerson, testPassword } from "../testing/people.ts";

const world = await openFileWorld({ KONTOR_PUBLIC_URL: "https://kontor.example" });
const platform = (await addPerson(world, ["ADMINISTRATOR"])).caller;

test("a deposit mail is sent through the mail server of Settings, with the organization's layout and text", async () => {
  const server = await openMailServer();
  onTestFinished(() => server.close());
  await platform.call(saveMailSettings, {
    body: {
      host: "127.0.0.1",
      port: server.port,
      security: "none",
      sender_name: "Kontor Office",
      sender_email: "office@kontor.example",
      present_password: testPassword,
    },
  });
  const { tenant_id, company_id } = await addTestOrganization(platform, {
    name: "Acme & Sons",
    email: "finance@acme.example",
    brand_color: "#E63946",
  });
  const params = { tenant_id, company_id };
  const description = `<b onclick="x()">September</b> {{balance}}`;
  const deposit = { action: "DEPOSIT", amount: "1250000.50", description };
  const mailer = createMailer({
    database: world.database,
    environment: world.environment,
    clock: world.clock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  onTestFinished(() => mailer.close());
  const deliver = () => mailer.deliverDue(new AbortController().signal);

  await platform.call(submitFunds, { params, body: deposit });
  await deliver();
  const mail = server.received.find(({ to }) => to?.[0]?.address === "finance@acme.example");
  expect(mail?.from).toMatchObject({ name: "Kontor Office", address: "office@kontor.example" });
  expect(mail?.subject).toBe("₦1,250,000.50 was paid into your funding account");
  const html = mail?.html ?? "";
  expectInert(html);
  expect(html).toContain("&lt;b onclick=&quot;x()&quot;&gt;September&lt;/b&gt; {{balance}}");
  expect(html).toContain("border-top:4px solid #E63946");
  expect(html).toMatch(/<img src="https:\/\/kontor\.example\/api\/files\/[0-9a-f]{32}\.png"/);
  expect(html).toMatch(/background:#E63946[^>]*><a href="https:\/\/kontor\.example"/);
  expect(mail?.text).toContain("- Amount: ₦1,250,000.50");
  expect(mail?.text).toContain(`- Description: ${description}`);
  expect(mail?.text).toContain("The balance is now ₦1,250,000.50.");

  server.received.length = 0;
  await platform.call(saveEmailTemplate.organization, {
    params: { ...params, id: 14 },
    body: { subject: "Money in: {{amount}}", body: "<p>Dear {{company_name}}</p>" },
  });
  await platform.call(submitFunds, { params, body: deposit });
  await deliver();
  expect(server.received.map(({ subject }) => subject)).toEqual(["Money in: ₦1,250,000.50"]);
  expect(server.received[0]?.text).toContain("Dear Acme & Sons");
});
