import { getLiterals, literalKeys } from "@kontor/contract/literals";
import { describe, expect, it } from "vitest";

import { openFileWorld } from "../testing/harness.ts";

const world = await openFileWorld();
const admin = await world.signIn("platform");

describe("wire/get-lit", () => {
  it("returns every list when none is named", async () => {
    const all = await admin.call(getLiterals);
    expect(Object.keys(all).toSorted()).toEqual([...literalKeys].toSorted());
    expect(all.states).toHaveLength(37);
    expect(all.states?.flatMap((state) => state.local_governments)).toHaveLength(774);
    expect(all.entry_types?.[0]).toEqual({
      id: 1,
      name: "receipt",
      label: "Receipt",
      prefix: "RCT",
      system: false,
    });
    expect(all.statuses).toEqual({
      organization: ["ACTIVE", "SUSPENDED"],
      salary_advance: ["PENDING", "APPROVED", "REJECTED", "PAID"],
      transaction: ["COMPLETED", "PENDING", "PROCESSING", "FAILED", "REVERSED"],
    });
    expect(all.template_labels).toContainEqual({
      id: 3,
      label: "admin_registration",
      title: "Admin Registration",
    });
    expect(all.brand_colors).toEqual({
      default: "#004AAD",
      presets: ["#004AAD", "#0c768a", "#5733FF", "#E63946", "#7f28Ea", "#264653", "#1f7a2e"],
    });
  });

  it("returns the named lists and accepts the legacy token", async () => {
    const some = await admin.call(getLiterals, {
      body: { keys: ["brand_colors", "states"], token: "legacy" },
    });
    expect(Object.keys(some).toSorted()).toEqual(["brand_colors", "states"]);
    expect(await admin.call(getLiterals, { body: { keys: [] } })).toEqual({});
  });

  it("responds 304 to a client that has the same lists", async () => {
    const keys = ["states"];
    const first = await admin.attempt(getLiterals, { body: { keys } });
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{32}"$/);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    const ask = (header: string, body: object = { keys }) =>
      admin.send("POST", "/wire/get-lit", body, { "if-none-match": header });
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const known = await ask(header);
      expect([known.status, known.body]).toEqual([304, ""]);
      expect(known.headers.get("etag")).toBe(etag);
    }
    expect((await ask(`"other"`)).status).toBe(200);
    const others = await ask(etag, { keys: ["entry_types"] });
    expect(others.status).toBe(200);
    expect(others.headers.get("etag")).not.toBe(etag);
  });

  it("is open to every signed-in user", async () => {
    const staff = await world.signIn("staff");
    expect((await staff.call(getLiterals, { body: { keys: ["states"] } })).states).toHaveLength(37);
    expect((await world.nobody.attempt(getLiterals)).status).toBe(401);
    const known = await world.nobody.send("POST", "/wire/get-lit", {}, { "if-none-match": "*" });
    expect(known.status).toBe(401);
  });

  it.each([
    ["keys.0", { keys: ["cities"] }],
    ["keys", { keys: "states" }],
    ["keys", { keys: Array.from({ length: 6 }, () => "states") }],
    ["since", { since: 1 }],
  ])("refuses %s in %j", async (path, body) => {
    const { status, problem } = await admin.attempt(getLiterals, { body });
    expect([status, problem.errors?.[0]?.path]).toEqual([422, path]);
  });
});
