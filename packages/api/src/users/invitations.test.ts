import { createOrganization } from "@kontor/contract/organizations/organizations";
import { getMe } from "@kontor/contract/session/session";
import * as contract from "@kontor/contract/users/users";
import { beforeEach, describe, expect, test } from "vitest";

import { openFileWorld } from "../testing/harness.ts";
import { picture } from "../testing/images.ts";
import { organizationForm, organizationText } from "../testing/organization-forms.ts";
import { openOrganization } from "../testing/organizations.ts";
import {
  addPerson,
  changeOrganizationStatus,
  invitationTokenFor,
  mailsTo,
  type TestPerson,
} from "../testing/people.ts";

const world = await openFileWorld();
const acme = await openOrganization(world, "Acme Limited");
let owner: TestPerson;

beforeEach(async () => {
  owner = await addPerson(world, ["OWNER"], { tenantId: acme.tenant_id, name: "Olu Owner" });
});

let count = 0;
const newEmail = () => `invited-${++count}@example.com`;

test("the administrator of a new organization becomes its owner through the link in the mail", async () => {
  const admin = await world.signIn("platform");
  const email = "manager@new-foods.example";
  const make = async () =>
    admin.call(createOrganization, {
      body: organizationForm(organizationText({ admin_email: email }), await picture()),
    });
  const { tenant_id } = await make();
  const token = await invitationTokenFor(world, email);
  const password = "tapir under seven lamps";
  const signedIn = await world.nobody.call(contract.acceptInvitation, {
    body: { token, name: "Test Manager", password, password_confirmation: password },
  });
  if ("challenge" in signedIn) throw new Error("nobody has a second factor yet");
  const manager = world.callerWith(signedIn.access_token, signedIn.admin_id);
  expect(await manager.call(getMe)).toMatchObject({ tenant_id, roles: ["OWNER"] });
  // An address belongs to one user: the mail announces a second organization, without a link.
  await make();
  const mails = await mailsTo(world, email);
  expect(mails.map(({ label }) => label)).toEqual(["admin_registration", "admin_registration"]);
  expect(mails[1]?.text).not.toContain("/invitation");
});

describe("an invitation", () => {
  const chosen = "tapir under seven lamps";
  const accept = (token: string, fields: object = {}) =>
    world.nobody.attempt(contract.acceptInvitation, {
      body: { token, name: "Ify", password: chosen, password_confirmation: chosen, ...fields },
    });

  async function invited(): Promise<{ id: number; token: string; email: string }> {
    const email = newEmail();
    const { id } = await owner.caller.call(contract.inviteOrganizationUser, {
      params: acme.path,
      body: { name: "Ify", email, roles: ["HR"], password: owner.password },
    });
    return { id, email, token: await invitationTokenFor(world, email) };
  }

  test("works once, also when it is sent twice concurrently", async () => {
    const { token } = await invited();
    const replies = await Promise.all([accept(token), accept(token)]);
    const problems = replies.flatMap(({ problem }) => problem.code ?? []);
    expect(problems).toEqual(["invitation_used"]);
    expect((await accept(token)).problem).toMatchObject({ status: 409, code: "invitation_used" });
    const look = await world.nobody.attempt(contract.openInvitation, { body: { token } });
    expect(look.problem.code).toBe("invitation_used");
  });

  test("expires after 72 hours", async () => {
    const { token } = await invited();
    world.clock.advance(72 * 3_600_000 - 1);
    expect((await world.nobody.attempt(contract.openInvitation, { body: { token } })).status).toBe(
      200,
    );
    world.clock.advance(1);
    expect((await accept(token)).problem).toMatchObject({
      status: 422,
      code: "invitation_expired",
    });
  });

  test("ends when its user is deactivated, or the organization suspended", async () => {
    const { id, token } = await invited();
    await owner.caller.call(contract.deactivateOrganizationUser, { params: { ...acme.path, id } });
    expect((await accept(token)).problem.code).toBe("invitation_unknown");
    const second = await invited();
    await changeOrganizationStatus(world, acme.path, "SUSPENDED");
    expect((await accept(second.token)).problem.code).toBe("invitation_unknown");
    expect((await owner.caller.attempt(getMe)).status).toBe(401);
    await changeOrganizationStatus(world, acme.path, "ACTIVE");
    expect((await accept(second.token)).status).toBe(200);
  });

  test("requires a strong password, typed twice", async () => {
    const { token, email } = await invited();
    for (const [fields, path] of [
      [{ password: "short", password_confirmation: "short" }, "password"],
      [{ password: "password12345", password_confirmation: "password12345" }, "password"],
      [{ password_confirmation: "something else" }, "password_confirmation"],
      [{ name: "" }, "name"],
    ] as const) {
      const reply = await accept(token, fields);
      expect([reply.status, reply.problem.errors?.[0]?.path]).toEqual([422, path]);
    }
    const own = `Adaeze-Okonkwo-${email.length}`;
    const fields = { password: own, password_confirmation: own, name: "Adaeze Okonkwo" };
    const reply = await accept(token, fields);
    expect(reply.problem).toMatchObject({ code: "password_weak" });
    expect((await accept("x".repeat(43))).problem.code).toBe("invitation_unknown");
    expect((await accept(token)).status).toBe(200);
  });
});
