import type { Endpoint } from "@kontor/contract/endpoint";
import { organizationRoleNames, type Role } from "@kontor/contract/reference/roles";
import { login, getMe } from "@kontor/contract/session/session";
import * as contract from "@kontor/contract/users/users";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";

import { download, factsIn } from "../testing/files.ts";
import { openFileWorld, type Caller } from "../testing/harness.ts";
import { openOrganization } from "../testing/organizations.ts";
import { addPerson, invitationTokenFor, mailsTo, type TestPerson } from "../testing/people.ts";

const world = await openFileWorld();
const acme = await openOrganization(world, "Acme Limited");
const other = await openOrganization(world, "Other Limited");
let admin: TestPerson;
let owner: TestPerson;
let stranger: TestPerson;

beforeEach(async () => {
  admin = await addPerson(world, ["ADMINISTRATOR"], { name: "Ada Obi" });
  stranger = await addPerson(world, ["OWNER"], { tenantId: other.tenant_id });
  owner = await addPerson(world, ["OWNER"], { tenantId: acme.tenant_id, name: "Olu Owner" });
});

let count = 0;
const newEmail = () => `new-${++count}@example.com`;

/** The two owners of users: the acting user, the endpoints and the path. */
const owners = {
  "the platform": () => ({
    actor: admin,
    params: {},
    role: "VIEWER" as Role,
    guard: "ADMINISTRATOR" as Role,
    tenantId: null,
    invite: contract.invitePlatformUser,
    roles: contract.changePlatformRoles,
    list: contract.listPlatformUsers,
    get: contract.getPlatformUser,
    deactivate: contract.deactivatePlatformUser,
    reactivate: contract.reactivatePlatformUser,
    resend: contract.resendPlatformInvitation,
  }),
  "an organization": () => ({
    actor: owner,
    params: acme.path,
    role: "BOOKKEEPER" as Role,
    guard: "OWNER" as Role,
    tenantId: acme.tenant_id,
    invite: contract.inviteOrganizationUser,
    roles: contract.changeOrganizationRoles,
    list: contract.listOrganizationUsers,
    get: contract.getOrganizationUser,
    deactivate: contract.deactivateOrganizationUser,
    reactivate: contract.reactivateOrganizationUser,
    resend: contract.resendOrganizationInvitation,
  }),
};
const kinds = Object.keys(owners) as (keyof typeof owners)[];

async function auditOf(subject: string) {
  const { rows } = await world.database.transaction(async (tx) => {
    await sql`select set_config('app.reads_all', 'on', true)`.execute(tx);
    return sql<{ action: string; actor_id: number; detail: object; ip: string; tenant_id: number }>`
      select action, actor_id, detail, ip, tenant_id from audit_log where subject = ${subject}
      order by id`.execute(tx);
  });
  return rows;
}

describe.for(kinds)("the users of %s", (kind) => {
  test("are invited, and set name and password through the mailed link", async () => {
    const { actor, params, invite, role, tenantId, get } = owners[kind]();
    const email = newEmail();
    const user = await actor.caller.call(invite, {
      params,
      body: {
        name: "Ify Eze",
        email: ` ${email.toUpperCase()} `,
        roles: [role],
        password: actor.password,
      },
    });
    expect(user).toMatchObject({
      name: "Ify Eze",
      email,
      roles: [role],
      status: "INVITED",
      second_factor: false,
      last_signed_in_at: null,
      invitation_expires_at: new Date(world.clock.now().getTime() + 72 * 3_600_000),
    });
    const [mail] = await mailsTo(world, email);
    expect(mail).toMatchObject({ label: "user_registration", expires_at: expect.any(Date) });
    const token = await invitationTokenFor(world, email);
    expect(await world.nobody.call(contract.openInvitation, { body: { token } })).toEqual({
      name: "Ify Eze",
      email,
      organization: tenantId === null ? null : "Acme Limited",
      roles: [role],
      expires_at: user.invitation_expires_at,
    });
    const early = await world.nobody.attempt(login, { body: { email, password: "x" } });
    expect(early.problem.code).toBe("sign_in_failed");
    const chosen = "tapir under seven lamps";
    const signedIn = await world.nobody.call(contract.acceptInvitation, {
      body: { token, name: "Ifeoma Eze", password: chosen, password_confirmation: chosen },
    });
    if ("challenge" in signedIn) throw new Error("nobody has a second factor yet");
    const caller = world.callerWith(signedIn.access_token, user.id);
    expect(await caller.call(getMe)).toMatchObject({
      id: user.id,
      name: "Ifeoma Eze",
      roles: [role],
      tenant_id: tenantId,
      tenant_name: tenantId === null ? null : "Acme Limited",
      company_id: tenantId === null ? null : acme.company_id,
    });
    await world.login(email, chosen);
    expect(await actor.caller.call(get, { params: { ...params, id: user.id } })).toMatchObject({
      status: "ACTIVE",
      invitation_expires_at: null,
      last_signed_in_at: world.clock.now(),
    });
    expect(await auditOf(`user:${user.id}`)).toMatchObject([
      { action: "user.invited", actor_id: actor.id, tenant_id: tenantId, ip: "127.0.0.1" },
      { action: "session.refused", actor_id: null, detail: { reason: "password" } },
      { action: "invitation.accepted", actor_id: user.id, tenant_id: tenantId },
      { action: "session.opened" },
      { action: "session.opened" },
    ]);
  });

  test("are listed with search, filters, order and pages", async () => {
    const { actor, params, role, tenantId, list } = owners[kind]();
    const mark = `Zq${++count}x`;
    const people: TestPerson[] = [];
    for (const name of [`${mark} Bee`, `${mark} Ant`, `${mark} Cat 100%`]) {
      people.push(await addPerson(world, [role], { tenantId, name }));
    }
    const found = async (query: object) => {
      const { data, meta } = await actor.caller.list(list, {
        params,
        query: { search: mark, ...query },
      });
      return [meta.total, data.map(({ name }) => name.replace(`${mark} `, ""))];
    };
    expect(await found({})).toEqual([3, ["Ant", "Bee", "Cat 100%"]]);
    expect(await found({ sort: "-name", per_page: 2 })).toEqual([3, ["Cat 100%", "Bee"]]);
    expect(await found({ per_page: 2, page: 2 })).toEqual([3, ["Cat 100%"]]);
    expect(await found({ search: "100%" })).toEqual([1, ["Cat 100%"]]);
    expect(await found({ search: people[0]?.email })).toEqual([1, ["Bee"]]);
    expect(await found({ role })).toEqual([3, ["Ant", "Bee", "Cat 100%"]]);
    expect(await found({ role: "VIEWER", status: "DEACTIVATED" })).toEqual([0, []]);
    for (const sort of contract.userSorts) {
      const { data } = await actor.caller.list(list, { params, query: { search: mark, sort } });
      const turned = { search: mark, sort: `-${sort}` };
      const down = await actor.caller.list(list, { params, query: turned });
      expect([sort, down.data.map(({ id }) => id)]).toEqual([
        sort,
        data.map(({ id }) => id).toReversed(),
      ]);
    }
    const everyone = await actor.caller.list(list, { params, query: { per_page: 100 } });
    expect(everyone.data.map(({ email }) => email)).not.toContain(stranger.email);
  });

  test("get other roles, which apply from their next request", async () => {
    const { actor, params, role, tenantId, roles } = owners[kind]();
    const person = await addPerson(world, [role], { tenantId, name: "Chi Ude" });
    const before = await person.caller.call(getMe);
    expect(before.permissions).not.toContain("payroll.approve");
    const wanted: Role[] = tenantId === null ? ["REVIEWER"] : ["OWNER", "HR"];
    const changed = await actor.caller.call(roles, {
      params: { ...params, id: person.id },
      body: { roles: wanted, version: 1, password: actor.password },
    });
    expect(changed).toMatchObject({ roles: wanted, version: 2 });
    const after = await person.caller.call(getMe);
    expect(after.permissions).toContain("payroll.approve");
    expect(await auditOf(`user:${person.id}`)).toContainEqual(
      expect.objectContaining({
        action: "user.roles_changed",
        actor_id: actor.id,
        detail: { changes: { roles: { from: [role], to: wanted } } },
      }),
    );
    const notice = (await mailsTo(world, actor.email)).at(-1);
    expect(notice?.label).toBe("security_notice");
    expect(notice?.subject).toContain(`The roles of Chi Ude (${person.email}) were changed`);
    expect(notice?.text).toContain("127.0.0.1");
    const late = await actor.caller.attempt(roles, {
      params: { ...params, id: person.id },
      body: { roles: [role], version: 1, password: actor.password },
    });
    expect(late.problem).toMatchObject({ status: 409, code: "changed_meanwhile" });
  });

  test("are deactivated, which ends their sessions, and reactivated", async () => {
    const { actor, params, role, tenantId, deactivate, reactivate } = owners[kind]();
    const person = await addPerson(world, [role], { tenantId });
    const wire = { params: { ...params, id: person.id } };
    expect(await actor.caller.call(deactivate, wire)).toMatchObject({ status: "DEACTIVATED" });
    expect((await person.caller.attempt(getMe)).status).toBe(401);
    const { email, password } = person;
    const refused = await world.nobody.attempt(login, { body: { email, password } });
    expect(refused.problem.code).toBe("sign_in_failed");
    expect(await actor.caller.call(deactivate, wire)).toMatchObject({ status: "DEACTIVATED" });
    const body = { password: actor.password };
    expect(await actor.caller.call(reactivate, { ...wire, body })).toMatchObject({
      status: "ACTIVE",
    });
    expect((await person.caller.attempt(getMe)).status).toBe(401);
    await world.login(email, password);
  });

  test("are changed only with the actor's own password", async () => {
    const { actor, params, role, tenantId, invite, roles, reactivate } = owners[kind]();
    const person = await addPerson(world, [role], { tenantId });
    const attempts: [Endpoint, object, object][] = [
      [invite, params, { name: "X", email: newEmail(), roles: [role] }],
      [roles, { ...params, id: person.id }, { roles: ["VIEWER"], version: 1 }],
      [reactivate, { ...params, id: person.id }, {}],
    ];
    for (const [endpoint, path, fields] of attempts) {
      for (const [password, code, at] of [
        [undefined, "validation_failed", "password"],
        ["not the password", "password_wrong", "password"],
      ]) {
        const reply = await actor.caller.attempt(endpoint, {
          params: path,
          body: { ...fields, password },
        });
        expect([reply.status, reply.problem.code]).toEqual([422, code]);
        expect(reply.problem.errors?.[0]?.path).toBe(at);
      }
    }
    const { waits } = world.clock;
    expect(waits.slice(-2).every((pause) => pause >= 250)).toBe(true);
  });

  test("refuse bad input with a sentence at the field", async () => {
    const { actor, params, role, tenantId, invite, roles } = owners[kind]();
    const foreignRole = tenantId === null ? "OWNER" : "ADMINISTRATOR";
    const good = { name: "Ify", email: newEmail(), roles: [role], password: actor.password };
    for (const [wrong, path] of [
      [{ name: " " }, "name"],
      [{ email: "nobody" }, "email"],
      [{ roles: [] }, "roles"],
      [{ roles: [role, role] }, "roles"],
      [{ roles: [foreignRole] }, "roles.0"],
      [{ extra: 1 }, "extra"],
    ] as const) {
      const reply = await actor.caller.attempt(invite, { params, body: { ...good, ...wrong } });
      expect(reply.status).toBe(422);
      expect(reply.problem.errors?.map((error) => error.path)).toEqual([path]);
    }
    const taken = await actor.caller.attempt(invite, {
      params,
      body: { ...good, email: stranger.email },
    });
    expect(taken.problem).toMatchObject({ status: 409, code: "email_taken" });
    const missing = await actor.caller.attempt(roles, {
      params: { ...params, id: stranger.id },
      body: { roles: [role], version: 1, password: actor.password },
    });
    expect(missing.problem).toMatchObject({ status: 404, code: "not_found" });
  });

  test("are invited again while they have no password", async () => {
    const { actor, params, role, invite, resend, deactivate } = owners[kind]();
    const email = newEmail();
    const user = await actor.caller.call(invite, {
      params,
      body: { name: "Ify", email, roles: [role], password: actor.password },
    });
    const wire = { params: { ...params, id: user.id } };
    const first = await invitationTokenFor(world, email);
    world.clock.advance(3_600_000);
    const admitted = await addPerson(world, [owners[kind]().guard], {
      tenantId: owners[kind]().tenantId,
    });
    const again = await admitted.caller.call(resend, wire);
    expect(again.invitation_expires_at?.getTime()).toBe(
      world.clock.now().getTime() + 72 * 3_600_000,
    );
    const second = await invitationTokenFor(world, email);
    const look = (token: string) =>
      world.nobody.attempt(contract.openInvitation, { body: { token } });
    expect((await look(first)).problem.code).toBe("invitation_unknown");
    expect((await look(second)).status).toBe(200);
    const needless = await admitted.caller.attempt(resend, {
      params: { ...params, id: admitted.id },
    });
    expect(needless.problem).toMatchObject({ status: 409, code: "invitation_needless" });
    await admitted.caller.call(deactivate, wire);
    expect((await admitted.caller.attempt(resend, wire)).problem.code).toBe("user_deactivated");
    expect((await look(second)).problem.code).toBe("invitation_unknown");
  });
});

describe("refusals", () => {
  test("users cannot deactivate their own account, or reset their own second factor", async () => {
    const { actor, deactivate, params } = owners["the platform"]();
    const second = await addPerson(world, ["ADMINISTRATOR"]);
    const own = await second.caller.attempt(deactivate, { params: { ...params, id: second.id } });
    expect(own.problem).toMatchObject({ status: 409, code: "own_account" });
    const reset = await actor.caller.attempt(contract.resetPlatformSecondFactor, {
      params: { id: actor.id },
      body: { password: actor.password },
    });
    expect(reset.problem.code).toBe("own_account");
  });

  test("the other roles of the organization can neither see its users nor invite", async () => {
    for (const role of organizationRoleNames.filter((each) => each !== "OWNER")) {
      const caller: Caller = await world.signInAs([role], acme.tenant_id);
      const list = await caller.attempt(contract.listOrganizationUsers, { params: acme.path });
      expect([role, list.status]).toEqual([role, 403]);
    }
    const ofPlatform = await owner.caller.attempt(contract.listPlatformUsers);
    expect(ofPlatform.status).toBe(403);
  });

  test("an owner cannot reach another organization's users by any path", async () => {
    const foreign = { ...acme.path, id: owner.id };
    const body = { roles: ["VIEWER"], version: 1, password: stranger.password };
    const attempts = [
      await stranger.caller.attempt(contract.listOrganizationUsers, { params: acme.path }),
      await stranger.caller.attempt(contract.getOrganizationUser, { params: foreign }),
      await stranger.caller.attempt(contract.changeOrganizationRoles, { params: foreign, body }),
      await stranger.caller.attempt(contract.changeOrganizationRoles, {
        params: { ...other.path, id: owner.id },
        body,
      }),
      await stranger.caller.attempt(contract.deactivateOrganizationUser, {
        params: { ...other.path, id: owner.id },
      }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  test("an administrator can change an organization's users too", async () => {
    const { data } = await admin.caller.list(contract.listOrganizationUsers, {
      params: acme.path,
      query: { search: owner.email },
    });
    expect(data.map(({ email }) => email)).toContain(owner.email);
    const file = await admin.caller.attempt(contract.exportOrganizationUsers, {
      params: acme.path,
      query: { format: "csv", search: owner.email },
    });
    expect(file.body).toContain("Olu Owner");
    expect(file.headers.get("content-disposition")).toContain("users_");
    const query = { format: "pdf", search: "olu", status: "ACTIVE", role: "OWNER" };
    const { bytes } = await download(world, admin.caller, contract.exportOrganizationUsers, {
      params: acme.path,
      query,
    });
    const facts = { Role: "Owner", Status: "Active", Search: "olu" };
    expect(factsIn(bytes, Object.keys(facts))).toEqual(facts);
  });
});
