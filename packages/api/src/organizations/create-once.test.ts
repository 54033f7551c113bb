import { createOrganization } from "@kontor/contract/organizations/organizations";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

import { exactlyOne } from "../platform/database/rows.ts";
import { untilLocked } from "../testing/eventually.ts";
import { openFileWorld, type Reply } from "../testing/harness.ts";
import { picture } from "../testing/images.ts";
import {
  organizationForm,
  organizationText,
  type OrganizationText,
} from "../testing/organization-forms.ts";

const world = await openFileWorld();
const admin = await world.signIn("platform");
const logo = await picture({ width: 1000, height: 800 });

/** Runs a statement that counts. */
async function count(statement: ReturnType<typeof sql<{ n: number }>>): Promise<number> {
  const { rows } = await world.database.transaction((tx) => statement.execute(tx));
  return exactlyOne(rows).n;
}

const organizationsWith = (code: string) =>
  count(sql`select count(*)::int as n from tenants where code = ${code}`);
const files = () => count(sql`select count(*)::int as n from files`);

function tryWith(text: OrganizationText): Promise<Reply> {
  return admin.attempt(createOrganization, {
    body: organizationForm(organizationText(text), logo),
  });
}

describe("one code, one organization", () => {
  it("refuses a taken code at the field", async () => {
    expect((await tryWith({ code: "taken-code" })).status).toBe(201);
    const { status, problem } = await tryWith({ code: "taken-code" });
    expect(status).toBe(409);
    expect(problem.code).toBe("code_taken");
    expect(problem.errors).toEqual([
      {
        path: "code",
        message: "The code taken-code is taken by another organization. Choose another.",
      },
    ]);
  });

  it("accepts one of five concurrent requests and leaves nothing of the others", async () => {
    const before = await files();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => tryWith({ code: "raced-code" })),
    );
    const statuses = replies.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([201, 409, 409, 409, 409]);
    for (const { problem } of replies.filter(({ status }) => status === 409)) {
      expect(problem.errors?.[0]?.path).toBe("code");
    }
    expect(await organizationsWith("raced-code")).toBe(1);
    expect((await files()) - before).toBe(2);
  });
});

describe("the same submit again", () => {
  it("creates one organization and returns the same response", async () => {
    const text = organizationText({ code: "sent-twice" });
    const send = () =>
      admin.attempt(createOrganization, {
        body: organizationForm(text, logo),
        key: "submit-sent-twice",
      });
    const [first, second] = [await send(), await send()];
    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(await organizationsWith("sent-twice")).toBe(1);
  });

  it("creates one organization for a double click", async () => {
    const text = organizationText({ code: "clicked-twice" });
    const send = () =>
      admin.attempt(createOrganization, {
        body: organizationForm(text, logo),
        key: "submit-clicked-twice",
      });
    const replies = await Promise.all([send(), send(), send()]);
    for (const { status, problem } of replies) {
      expect([201, 409]).toContain(status);
      expect(status === 201 || problem.code === "idempotency_in_flight").toBe(true);
    }
    expect(replies.some(({ status }) => status === 201)).toBe(true);
    expect(await organizationsWith("clicked-twice")).toBe(1);
    expect((await send()).status).toBe(201);
  });

  it("refuses the same key with another logo", async () => {
    const text = organizationText({ code: "other-logo" });
    const send = (file: Buffer) =>
      admin.attempt(createOrganization, {
        body: organizationForm(text, file),
        key: "submit-other-logo",
      });
    expect((await send(logo)).status).toBe(201);
    const reply = await send(await picture({ color: "#ff0000" }));
    expect(reply.status).toBe(422);
    expect(reply.problem.code).toBe("idempotency_key_reused");
  });

  it("forgets the key of a refused submit, so that it can be corrected", async () => {
    const key = "submit-corrected";
    const send = (code: string) =>
      admin.attempt(createOrganization, {
        body: organizationForm(organizationText({ code }), logo),
        key,
      });
    expect((await tryWith({ code: "held-code" })).status).toBe(201);
    expect((await send("held-code")).status).toBe(409);
    expect((await send("corrected-code")).status).toBe(201);
  });

  it("creates one organization when the connection is lost before the response", async () => {
    const headers = {
      authorization: `Bearer ${admin.token}`,
      "idempotency-key": "submit-lost-connection",
    };
    const text = organizationText({ code: "lost-connection" });
    const lost = new AbortController();
    const submit = () =>
      fetch(`${world.url}/api/organizations`, {
        method: "POST",
        headers,
        body: organizationForm(text, logo),
        signal: lost.signal,
      });
    // Another transaction holds the code and then rolls back, so that the submit is still being
    // processed when the connection is lost.
    const taken = world.database.transaction(async (tx) => {
      await sql`insert into tenants (code, name, email, created_at)
        values ('lost-connection', 'Given up', 'given-up@example.com', now())`.execute(tx);
      const first = submit();
      first.catch(() => undefined);
      await untilLocked(world.database);
      lost.abort();
      await expect(first).rejects.toThrow("aborted");
      throw new Error("given up");
    });
    await expect(taken).rejects.toThrow("given up");
    const again = () =>
      admin.attempt(createOrganization, {
        body: organizationForm(text, logo),
        key: "submit-lost-connection",
      });
    await expect.poll(async () => (await again()).status).toBe(201);
    expect(await organizationsWith("lost-connection")).toBe(1);
  });
});
