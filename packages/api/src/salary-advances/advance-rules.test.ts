import { advanceRules, termsPlaceholders } from "@kontor/contract/salary-advances/advance-rules";
import { unknownPlaceholders } from "@kontor/contract/templates/placeholders";
import { afterEach, describe, expect, test } from "vitest";

import { openFileWorld } from "../testing/harness.ts";
import { openTwoOrganizations, type TestOrganization } from "../testing/organizations.ts";

const world = await openFileWorld();
const { acme, other, platform, staff, insider } = await openTwoOrganizations(world);

afterEach(async () => {
  await platform.call(advanceRules.reset.platform);
  for (const { path } of [acme, other])
    await platform.call(advanceRules.reset.organization, { params: path });
});

const rules = {
  max_percentage: 40,
  interest_rate: 12.5,
  terms: "<p>{{company_name}} lends {{max_percentage}}% at {{interest_rate}}%.</p>",
  auto_approval: 1,
};

const read = ({ path }: TestOrganization) =>
  staff.call(advanceRules.get.organization, { params: path });
const save = ({ path }: TestOrganization, body: object = {}) =>
  platform.attempt(advanceRules.save.organization, { params: path, body: { ...rules, ...body } });
const saved = async (organization: TestOrganization, body: object = {}) =>
  platform.call(advanceRules.save.organization, {
    params: organization.path,
    body: { ...rules, ...body },
  });

describe("an organization's rules", () => {
  test("are at first the built-in ones: half a salary, without interest, decided by a person", async () => {
    const config = await read(acme);
    expect(config).toMatchObject({
      ...acme.path,
      max_percentage: 50,
      interest_rate: 0,
      auto_approval: 0,
      level: "built_in",
      version: 0,
      updated_at: null,
    });
    expect(unknownPlaceholders(config.terms, termsPlaceholders)).toEqual([]);
    const stored = await saved(acme, { terms: config.terms });
    expect(stored.terms).toBe(config.terms);
  });

  test("can be saved for one organization and read again", async () => {
    const config = await saved(acme);
    expect(config).toMatchObject({
      ...rules,
      level: "organization",
      updated_at: world.clock.now(),
    });
    expect(await read(acme)).toEqual(config);
    expect(await read(other)).toMatchObject({ max_percentage: 50, level: "built_in" });
  });

  test("return to the platform's when reset; resetting twice is harmless", async () => {
    await platform.call(advanceRules.save.platform, {
      body: { ...rules, max_percentage: 30 },
    });
    await saved(acme);
    for (let time = 0; time < 2; time++) {
      const config = await platform.call(advanceRules.reset.organization, {
        params: acme.path,
        body: acme.path,
      });
      expect(config).toMatchObject({ max_percentage: 30, level: "platform", version: 0 });
    }
  });

  test("are not overwritten by an edit of an older version", async () => {
    const first = await saved(acme, { version: 0 });
    const late = await save(acme, { version: 0 });
    expect([late.status, late.problem.code]).toEqual([409, "changed_meanwhile"]);
    const second = await saved(acme, { version: first.version, max_percentage: 45 });
    expect((await save(acme, { version: first.version })).status).toBe(409);
    await platform.call(advanceRules.reset.organization, { params: acme.path });
    expect((await save(acme, { version: second.version })).status).toBe(409);
    // A value reset and saved again has another version than the one shown before.
    const anew = await saved(acme, { version: 0 });
    expect([first.version, second.version]).not.toContain(anew.version);
    expect((await save(acme, { version: second.version })).status).toBe(409);
    expect((await read(acme)).max_percentage).toBe(40);
  });

  test("are saved once when the same form is saved twice concurrently", async () => {
    const replies = await Promise.all(
      [41, 42, 43, 44].map((max_percentage) => save(acme, { max_percentage, version: 0 })),
    );
    expect(replies.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([
      200, 409, 409, 409,
    ]);
  });

  test.for([
    [{ auto_approval: true }, { auto_approval: 1 }],
    [{ auto_approval: false }, { auto_approval: 0 }],
    [{ auto_approval: "1" }, { auto_approval: 1 }],
    [{ auto_approval: undefined }, { auto_approval: 0 }],
    [{ max_percentage: 0 }, { max_percentage: 0 }],
    [{ max_percentage: "200" }, { max_percentage: 200 }],
    [{ interest_rate: 0 }, { interest_rate: 0 }],
    [{ interest_rate: 100 }, { interest_rate: 100 }],
    [{ interest_rate: 0.07 }, { interest_rate: 0.07 }],
    [{ interest_rate: "99.99" }, { interest_rate: 99.99 }],
    [{ interest_rate: 19.99 }, { interest_rate: 19.99 }],
  ])("stores %j as %j", async ([body, stored]) => {
    expect(await saved(acme, body)).toMatchObject(stored ?? {});
  });

  test.for([
    [{ max_percentage: 201 }, "max_percentage", "Give a whole percentage from 0 to 200."],
    [{ max_percentage: -1 }, "max_percentage", "Give a whole percentage from 0 to 200."],
    [{ max_percentage: 12.5 }, "max_percentage", "Give a whole percentage from 0 to 200."],
    [{ max_percentage: "" }, "max_percentage", "Give a whole percentage from 0 to 200."],
    [{ max_percentage: undefined }, "max_percentage", "Give a whole percentage from 0 to 200."],
    [{ max_percentage: null }, "max_percentage", "Give a whole percentage from 0 to 200."],
    [
      { interest_rate: 100.01 },
      "interest_rate",
      "Give a rate from 0 to 100 with at most two decimals.",
    ],
    [
      { interest_rate: -0.01 },
      "interest_rate",
      "Give a rate from 0 to 100 with at most two decimals.",
    ],
    [
      { interest_rate: 1.005 },
      "interest_rate",
      "Give a rate from 0 to 100 with at most two decimals.",
    ],
    [
      { interest_rate: "" },
      "interest_rate",
      "Give a rate from 0 to 100 with at most two decimals.",
    ],
    [
      { interest_rate: undefined },
      "interest_rate",
      "Give a rate from 0 to 100 with at most two decimals.",
    ],
    [{ terms: undefined }, "terms", "Enter the terms."],
    [{ terms: " <p>&nbsp; </p> " }, "terms", "Enter the terms."],
    [{ terms: "<script>pay()</script>" }, "terms", "Enter the terms."],
    [{ terms: "x".repeat(20_001) }, "terms", "Use at most 20000 characters, markup included."],
    [
      { terms: "<p>Pay {{salary}} to {{company_name}}</p>" },
      "terms",
      "There is no placeholder {{salary}} here. Use {{company_name}}, {{max_percentage}}, {{interest_rate}}.",
    ],
    [{ auto_approval: 2 }, "auto_approval", "Choose Yes (1) or No (0)."],
    [{ auto_approval: "yes" }, "auto_approval", "Choose Yes (1) or No (0)."],
    [{ colour: "red" }, "colour", "There is no field called colour here."],
    [
      { company_id: 999_999 },
      "company_id",
      "company_id is not what the address of the request says.",
    ],
  ] as const)("refuses %j", async ([body, path, message]) => {
    const replies = [await save(acme, body)];
    if (!("company_id" in body)) {
      const all = { ...rules, ...body };
      replies.push(await platform.attempt(advanceRules.save.platform, { body: all }));
    }
    for (const reply of replies) {
      expect([reply.status, reply.problem.errors]).toEqual([422, [{ path, message }]]);
    }
    expect((await read(acme)).level).toBe("built_in");
  });

  test("stores terms without scripts or anything else that could run", async () => {
    const { terms } = await saved(acme, {
      terms: `<p onclick="x()">Dear <b>all</b></p><script>x()</script><img src=x onerror=x()>
        <a href="javascript:x()">go</a> <a href="https://example.com/terms">terms</a>
        <h1 style="color:red">{{company_name}}</h1><svg><script>x()</script></svg>`,
    });
    expect(terms).toContain("<p>Dear <strong>all</strong></p>");
    expect(terms).toContain('<a href="https://example.com/terms"');
    expect(terms).toContain("{{company_name}}");
    expect(terms).not.toMatch(/script|onclick|onerror|javascript|<img|<svg|<h1|style=/i);
  });
});

describe("the platform's rules", () => {
  test("apply to organizations without their own, and show the number of others", async () => {
    const before = await platform.call(advanceRules.get.platform);
    expect(before).toMatchObject({ level: "built_in", version: 0, organizations_differing: 0 });
    await saved(other, { max_percentage: 10 });
    const config = await platform.call(advanceRules.save.platform, {
      body: { ...rules, version: before.version },
    });
    expect(config).toMatchObject({ ...rules, level: "platform", organizations_differing: 1 });
    expect(await read(acme)).toMatchObject({ ...rules, level: "platform", version: 0 });
    expect(await read(other)).toMatchObject({ max_percentage: 10, level: "organization" });
    await saved(acme);
    const again = await platform.call(advanceRules.get.platform);
    expect(again.organizations_differing).toBe(1);
    const stale = await platform.attempt(advanceRules.save.platform, {
      body: { ...rules, version: 0 },
    });
    expect([stale.status, stale.problem.code]).toEqual([409, "changed_meanwhile"]);
  });

  test("return to the built-in ones when reset", async () => {
    await platform.call(advanceRules.save.platform, { body: rules });
    expect(await platform.call(advanceRules.reset.platform)).toMatchObject({
      max_percentage: 50,
      level: "built_in",
      version: 0,
      updated_at: null,
    });
  });
});

const organizationCalls = () =>
  [
    [advanceRules.get.organization, { params: acme.path }],
    [advanceRules.save.organization, { params: acme.path, body: rules }],
    [advanceRules.reset.organization, { params: acme.path }],
  ] as const;
const calls = () =>
  [
    ...organizationCalls(),
    [advanceRules.get.platform, {}],
    [advanceRules.save.platform, { body: rules }],
    [advanceRules.reset.platform, {}],
  ] as const;

test("refuses callers without a session", async () => {
  for (const [endpoint, wire] of calls()) {
    expect((await world.nobody.attempt(endpoint, wire)).status).toBe(401);
  }
});

test("staff may read an organization's rules but not change them; its own users may do neither", async () => {
  for (const [endpoint, wire] of calls()) {
    const expected = endpoint === advanceRules.get.organization ? 200 : 403;
    expect((await staff.attempt(endpoint, wire)).status).toBe(expected);
    expect((await insider.attempt(endpoint, wire)).status).toBe(403);
  }
  expect((await read(acme)).level).toBe("built_in");
});

test("answers 404 for an unknown organization and for a company of another organization", async () => {
  for (const [endpoint, wire] of organizationCalls()) {
    const mixed = { tenant_id: acme.tenant_id, company_id: other.company_id };
    for (const params of [mixed, { tenant_id: 999_999, company_id: 1 }]) {
      const reply = await platform.attempt(endpoint, { ...wire, params });
      expect([reply.status, reply.problem.message]).toEqual([
        404,
        "The organization was not found.",
      ]);
    }
  }
});
