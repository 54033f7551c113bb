import { templateKinds } from "@kontor/contract/reference/template-labels";
import {
  previewJobOfferTemplate,
  printJobOfferTemplate,
} from "@kontor/contract/templates/job-offer";
import { previewEmailTemplate, saveEmailTemplate } from "@kontor/contract/templates/templates";
import { beforeAll, expect, test } from "vitest";

import { openFileWorld } from "../testing/harness.ts";
import { addTestOrganization } from "../testing/organization-forms.ts";

const world = await openFileWorld();
const platform = await world.signIn("platform");
let acme: { tenant_id: number; company_id: number };

beforeAll(async () => {
  const { tenant_id, company_id } = await addTestOrganization(platform, { name: "Acme Limited" });
  acme = { tenant_id, company_id };
});

const idOf = (label: string) => templateKinds.find((kind) => kind.label === label)?.id ?? 0;
const save = (path: typeof acme, body: object, id: number) =>
  platform.attempt(saveEmailTemplate.organization, { params: { ...path, id }, body });

test.for([
  ["password_reset", "code", "<p>{{code}} {{reset_link}}</p>"],
  ["password_reset", "reset_link", "<p>{{code}} {{reset_link}}</p>"],
  ["user_registration", "invite_link", "<p>{{invite_link}}</p>"],
] as const)(
  "the mail %s keeps {{%s}} out of its subject, which others see",
  async ([label, secret, body]) => {
    const draft = { subject: `Take {{ ${secret} }}`, body };
    const replies = [
      await save(acme, draft, idOf(label)),
      await platform.attempt(previewEmailTemplate.platform, {
        params: { id: idOf(label) },
        body: draft,
      }),
    ];
    for (const { status, problem } of replies) {
      expect([status, problem.code]).toEqual([422, "placeholder_secret"]);
      expect(problem.errors).toEqual([
        {
          path: "subject",
          message: `Others can see the subject of a mail, but only the receiver may see {{${secret}}}. Move it to the body.`,
        },
      ]);
    }
    expect((await save(acme, { subject: "Hello", body }, idOf(label))).status).toBe(200);
  },
);

test.for(["<", "&", "<p>"])("a body of nothing but %s is refused", async (piece) => {
  const body = piece.repeat(Math.floor(99_000 / piece.length));
  const id = idOf("wallet_deposit");
  const reply = await platform.attempt(previewEmailTemplate.platform, {
    params: { id },
    body: { body },
  });
  expect([reply.status, reply.problem.code]).toEqual([422, "body_too_intricate"]);
  const table = `<p>a &amp; b</p>`.repeat(4000);
  expect((await save(acme, { subject: "Long", body: table }, id)).status).toBe(200);
});

test("a letter of too many elements is neither saved nor rendered", async () => {
  const body = "<p>x".repeat(5_000);
  const draft = { params: acme, body: { body } };
  const replies = [
    await platform.attempt(previewJobOfferTemplate.organization, draft),
    await platform.attempt(printJobOfferTemplate.organization, draft),
  ];
  for (const { status, problem } of replies) {
    expect([status, problem.code]).toEqual([422, "body_too_intricate"]);
  }
});
