import { addEntry } from "@kontor/contract/accounting/entries";
import { listGroups } from "@kontor/contract/accounting/groups";
import { getOrganization, listOrganizations } from "@kontor/contract/organizations/organizations";
import { setOrganizationStatus } from "@kontor/contract/organizations/status";
import { portalMe } from "@kontor/contract/portal/session";
import { login, getMe } from "@kontor/contract/session/session";
import { auditInWords, auditTitle, listOrganizationAudit } from "@kontor/contract/users/audit";
import {
  inviteOrganizationUser,
  listOrganizationUsers,
  resendOrganizationInvitation,
} from "@kontor/contract/users/users";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";

import { receiptBody } from "../testing/books.ts";
import { openFileWorld } from "../testing/harness.ts";
import { openOrganization, type TestOrganization } from "../testing/organizations.ts";
import { addPerson, mailsTo, testPassword, type TestPerson } from "../testing/people.ts";
import { openPortalFor } from "../testing/portal.ts";

const world = await openFileWorld();
const { caller: administrator } = await addPerson(world, ["ADMINISTRATOR"]);
let acme: TestOrganization;
let owner: TestPerson;

beforeEach(async () => {
  acme = await openOrganization(world, "Acme Limited");
  owner = await addPerson(world, ["OWNER"], { tenantId: acme.tenant_id, name: "Ada Obi" });
});

const set = (body: object, { caller = administrator, path = acme.path, key = "" } = {}) =>
  caller.attempt(setOrganizationStatus, {
    params: path,
    body: { password: testPassword, ...body },
    ...(key === "" ? {} : { key }),
  });
const suspend = (reason = "Unpaid fees") => set({ status: "SUSPENDED", reason });
const resume = (reason?: string) => set({ status: "ACTIVE", reason });
const status = async () =>
  (await administrator.call(getOrganization, { params: acme.path })).status;
const signIn = () =>
  world.nobody.attempt(login, { body: { email: owner.email, password: testPassword } });

/** The changes of the status in the audit log of the organization, oldest first. */
async function recorded() {
  const { data } = await administrator.list(listOrganizationAudit, {
    params: acme.path,
    query: { subject: `organization:${acme.tenant_id}`, kind: "organizations" },
  });
  return data.map((item) => [auditTitle(item.action), auditInWords(item)]).toReversed();
}

describe("a suspension", () => {
  test("shuts out users and employees until the organization is resumed", async () => {
    const employee = await openPortalFor(world, acme, "A-1");
    expect((await owner.caller.attempt(getMe)).status).toBe(200);
    expect((await employee.attempt(portalMe)).status).toBe(200);

    const reply = await suspend();
    expect([reply.status, reply.body]).toMatchObject([
      200,
      {
        data: {
          ...acme.path,
          status: "SUSPENDED",
          suspended_at: world.clock.now().toISOString(),
          suspension_reason: "Unpaid fees",
        },
      },
    ]);
    for (const caller of [owner.caller, employee]) {
      const refused = await caller.attempt(caller === employee ? portalMe : getMe);
      expect([refused.status, refused.problem.code]).toEqual([401, "session_missing"]);
    }
    expect((await signIn()).problem.code).toBe("sign_in_failed");

    const resumed = { status: "ACTIVE", suspended_at: null, suspension_reason: "" };
    expect(await resume("Paid")).toMatchObject({ status: 200, body: { data: resumed } });
    expect((await owner.caller.attempt(getMe)).status).toBe(401);
    expect((await employee.attempt(portalMe)).status).toBe(401);
    expect((await signIn()).status).toBe(200);
  });

  test("refuses to invite users, whose link would be refused, until it ends", async () => {
    const invite = (email: string) =>
      administrator.attempt(inviteOrganizationUser, {
        params: acme.path,
        body: { name: "Bola Ade", email, roles: ["HR"], password: testPassword },
      });
    const before = await invite("bola@example.com");
    expect(before.status).toBe(201);
    const { data } = await administrator.list(listOrganizationUsers, { params: acme.path });
    const bola = data.find(({ email }) => email === "bola@example.com");
    await suspend();
    const again = () =>
      administrator.attempt(resendOrganizationInvitation, {
        params: { ...acme.path, id: bola?.id ?? 0 },
      });
    for (const refused of [await invite("chidi@example.com"), await again()]) {
      expect([refused.status, refused.problem.code]).toEqual([
        409,
        "invitation_organization_suspended",
      ]);
      expect(refused.problem.message).toContain("Acme Limited is suspended");
    }
    expect(await mailsTo(world, "chidi@example.com")).toEqual([]);
    await resume();
    expect((await again()).status).toBe(200);
    expect((await invite("chidi@example.com")).status).toBe(201);
  });

  test("leaves the books to the platform's staff", async () => {
    await suspend();
    const accountant = await world.signIn("staff");
    const query = { tenant_id: acme.tenant_id };
    expect((await accountant.list(listGroups, { query })).meta.total).toBeGreaterThan(0);
    const { bank_clearing, other_pay } = acme.ledgers;
    const body = receiptBody(bank_clearing, other_pay, "25.00", query);
    expect((await accountant.attempt(addEntry, { body })).status).toBe(201);
    const { data } = await accountant.list(listOrganizations, { query });
    expect(data.map(({ status: listed }) => listed)).toEqual(["SUSPENDED"]);
  });

  test("is recorded with its reason, as its end is", async () => {
    await suspend("Fees unpaid since May");
    await resume("Paid");
    await suspend("Again");
    await resume();
    expect(await recorded()).toEqual([
      ["Organization suspended", "Status: Suspended (was Active); Reason: Fees unpaid since May"],
      ["Organization resumed", "Status: Active (was Suspended); Reason: Paid"],
      ["Organization suspended", "Status: Suspended (was Active); Reason: Again"],
      ["Organization resumed", "Status: Active (was Suspended)"],
    ]);
  });

  test("is mailed to the owners and the super admin in the platform's name", async () => {
    const colleague = await addPerson(world, ["OWNER", "HR"], { tenantId: acme.tenant_id });
    const clerk = await addPerson(world, ["BOOKKEEPER"], { tenantId: acme.tenant_id });
    const former = await addPerson(world, ["OWNER"], { tenantId: acme.tenant_id });
    await world.database.transaction((tx) =>
      sql`update users set deactivated = true where id = ${former.id}`.execute(tx),
    );
    await world.database.transaction((tx) =>
      sql`delete from mails where to_email = 'admin@example.com'`.execute(tx),
    );
    await suspend("Fees <b>unpaid</b>");
    await resume();
    for (const email of [owner.email, colleague.email, "admin@example.com"]) {
      const [first, second, ...others] = await mailsTo(world, email);
      expect(others).toEqual([]);
      expect([first?.label, first?.subject]).toEqual([
        "organization_status",
        "Acme Limited is suspended",
      ]);
      expect(first?.text).toContain("Reason: Fees <b>unpaid</b>");
      expect(first?.text).toContain("its users cannot sign in");
      expect(first?.text).not.toContain("support@example.com");
      expect(second?.subject).toBe("Acme Limited is no longer suspended");
      expect(second?.text).not.toContain("Reason");
    }
    for (const { email } of [clerk, former]) expect(await mailsTo(world, email)).toEqual([]);
  });

  test("is mailed once to a super admin who is an owner", async () => {
    await world.database.transaction((tx) =>
      sql`update users set email = 'admin@example.com' where id = ${owner.id}`.execute(tx),
    );
    const before = await mailsTo(world, "admin@example.com");
    await suspend();
    expect(await mailsTo(world, "admin@example.com")).toHaveLength(before.length + 1);
  });

  test("changes and records nothing when the organization is suspended already", async () => {
    expect((await resume("Not suspended")).status).toBe(200);
    await suspend("Unpaid fees");
    const again = await suspend("Clicked on another screen");
    expect([again.status, again.body]).toMatchObject([
      200,
      { data: { status: "SUSPENDED", suspension_reason: "Unpaid fees" } },
    ]);
    expect(await recorded()).toHaveLength(1);
    expect(await mailsTo(world, owner.email)).toHaveLength(1);
  });

  test("happens once for concurrent requests, and for one that is sent again", async () => {
    const body = { status: "SUSPENDED", reason: "Unpaid fees" };
    const key = `suspend-${acme.tenant_id}`;
    const replies = [
      ...(await Promise.all([suspend(), suspend(), suspend()])),
      await set(body, { key }),
      await set(body, { key }),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200]);
    expect(await recorded()).toHaveLength(1);
  });
});

describe("a change of the status is refused", () => {
  test.for([
    [{ status: "SUSPENDED" }, "reason", "Enter why the organization is suspended."],
    [{ status: "SUSPENDED", reason: " " }, "reason", "Enter why the organization is suspended."],
    [{ status: "SUSPENDED", reason: "x".repeat(301) }, "reason", "Use at most 300 characters."],
    [{ status: "ACTIVE", reason: "x".repeat(301) }, "reason", "Use at most 300 characters."],
    [{ status: "CLOSED", reason: "Unknown" }, "status", "Choose ACTIVE or SUSPENDED."],
    [{ reason: "None" }, "status", "Choose ACTIVE or SUSPENDED."],
    [{ status: "ACTIVE", password: "" }, "password", "Enter your password."],
    [
      { status: "SUSPENDED", reason: "Unpaid fees", password: "somebody else's password" },
      "password",
      "This is not your password. Try again.",
    ],
  ] as const)("for %j at %s", async ([body, path, message]) => {
    const { status: code, problem } = await set(body);
    expect(code).toBe(422);
    expect(problem.errors).toMatchObject([{ path, message }]);
    expect(await status()).toBe("ACTIVE");
  });

  test("to everybody but the platform's administrators", async () => {
    const body = { status: "SUSPENDED", reason: "Unpaid fees" };
    expect((await set(body, { caller: world.nobody })).status).toBe(401);
    const staff = await world.signInAs(["ACCOUNTANT", "REVIEWER", "VIEWER"]);
    for (const caller of [owner.caller, staff]) {
      const { status: code, problem } = await set(body, { caller });
      expect([code, problem.code]).toEqual([403, "forbidden"]);
    }
    expect(await status()).toBe("ACTIVE");
  });

  test("for an unknown organization, and for a company of another", async () => {
    const other = await openOrganization(world, "Other Limited");
    const body = { status: "SUSPENDED", reason: "Unpaid fees" };
    const { tenant_id } = acme;
    for (const path of [
      { ...acme.path, tenant_id: 999_999 },
      { tenant_id, company_id: other.company_id },
    ]) {
      const { status: code, problem } = await set(body, { path });
      expect([code, problem.code]).toEqual([404, "not_found"]);
    }
    expect(await status()).toBe("ACTIVE");
  });
});
