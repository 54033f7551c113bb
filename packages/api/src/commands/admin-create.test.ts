import { login, getMe } from "@kontor/contract/session/session";
import { describe, expect, onTestFinished, test } from "vitest";

import { withOwnerClient } from "../platform/database/database.ts";
import { runCommandFile } from "../testing/command.ts";
import { seededFolder } from "../testing/data-folder.ts";
import { openFileWorld } from "../testing/harness.ts";
import { createEmptyDatabase } from "../testing/test-database.ts";
import { checkPassword, createAdministrator, parseArguments } from "./admin-create.ts";
import { CommandError } from "./command.ts";

const password = "four words in a row";
const world = await openFileWorld();

/** Runs the command in a separate process with this standard input. */
const run = (args: string[], { input = "", environment = {} } = {}) =>
  runCommandFile("admin-create", args, { DATABASE_URL: world.ownerUrl, ...environment }, { input });

const signIn = (email: string, given: string) =>
  world.nobody.attempt(login, { body: { email, password: given } });

describe("npm run admin:create", () => {
  test("adds an administrator with the password from standard input", async () => {
    const args = ["--email", "Ada@Example.com", "--name", "Ada Obi"];
    const { code, output, errors } = await run(args, { input: `${password}\nmore\n` });
    expect({ code, output, errors }).toEqual({
      code: 0,
      output: "ada@example.com can sign in now, as a platform administrator.\n",
      errors: "",
    });
    const session = await world.nobody.call(login, {
      body: { email: "ada@example.com", password },
    });
    expect(session).toMatchObject({ is_super: true, user_type: "platform" });
  });

  test("adds staff with a generated password that is shown once", async () => {
    const args = ["--email", "staff@example.com", "--name", "Staff", "--staff", "--generate"];
    const { code, output } = await run(args);
    expect(code).toBe(0);
    const shown = /^Password, shown only this once: (\S{24})$/m.exec(output)?.[1] ?? "";
    expect((await signIn("staff@example.com", shown)).body).toMatchObject({
      data: { is_super: false, user_type: "staff" },
    });
  });

  test.each([
    ["a missing email", ["--name", "Ada"], "--email: Enter an email address."],
    ["a bad email", ["--email", "ada", "--name", "Ada"], "--email: Enter a valid email address"],
    ["a missing name", ["--email", "a@example.com"], "--name: Enter a name."],
    ["an unknown option", ["--password", "x"], "Unknown option '--password'"],
  ])("explains what is wrong with %s", (_name, args, message) => {
    const parse = () => parseArguments(args);
    expect(parse).toThrow(CommandError);
    expect(parse).toThrow(message);
    expect(parse).toThrow("Usage: npm run admin:create");
  });

  test("explains what is wrong with no password", () => {
    expect(() => checkPassword("")).toThrow("Password: Use at least 12");
  });

  test.each([
    ["an unknown option", ["--password", "x"], "", "Unknown option '--password'"],
    [
      "a short password",
      ["--email", "a@example.com", "--name", "Ada"],
      "too short\n",
      "Password: Use at least 12 characters",
    ],
  ])("exits with 2 on %s, and adds nobody", async (_name, args, input, message) => {
    const { code, output, errors } = await run(args, { input });
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toContain(message);
    expect(errors).not.toMatch(/^\s+at /m);
    expect((await signIn("a@example.com", password)).status).toBe(422);
  });

  test("reports that an address is taken", async () => {
    const args = ["--email", "twice@example.com", "--name", "Ada", "--generate"];
    expect((await run(args)).code).toBe(0);
    const { code, errors } = await run(args);
    expect({ code, errors }).toEqual({
      code: 2,
      errors: "The email twice@example.com already belongs to a user. Choose another.\n",
    });
  });

  test("migrates an empty database to the newest version first", async () => {
    const { ownerUrl } = await createEmptyDatabase();
    const args = ["--email", "first@example.com", "--name", "First", "--generate"];
    const { code } = await run(args, { environment: { DATABASE_URL: ownerUrl } });
    expect(code).toBe(0);
    const { rows } = await withOwnerClient(ownerUrl, (owner) =>
      owner.query<object>("select email, roles from users"),
    );
    expect(rows).toEqual([{ email: "first@example.com", roles: ["ADMINISTRATOR"] }]);
  });

  test("works on the embedded server while no other process uses it", async () => {
    const folder = await seededFolder();
    const environment = { DATABASE_URL: "", KONTOR_DATA: folder };
    const args = ["--email", "ada@example.com", "--name", "Ada", "--generate"];
    expect((await run(args, { environment })).code).toBe(0);
    const again = await run(args, { environment });
    expect(again.code).toBe(2);
    expect(again.errors).toContain("already belongs to a user");
  }, 60_000);

  test("says so when a newer version has changed the database", async () => {
    const newer = (statement: string) =>
      withOwnerClient(world.ownerUrl, (owner) => owner.query(statement)).then(() => undefined);
    await newer("insert into kysely_migration values ('9999-later', '2026-01-01')");
    onTestFinished(() => newer("delete from kysely_migration where name = '9999-later'"));
    const { code, errors } = await run(["--email", "n@example.com", "--name", "N", "--generate"]);
    expect(code).toBe(2);
    expect(errors).toMatch(/^The database was changed by the migration 9999-later/);
  });

  test("names a database that it cannot use", async () => {
    const { code, errors } = await run(["--email", "a@example.com", "--name", "A", "--generate"], {
      environment: { DATABASE_URL: "mysql://localhost" },
    });
    expect(code).toBe(2);
    expect(errors).toContain("DATABASE_URL: give a URL that begins with postgres://");
  });
});

test("a new administrator is in the audit log as the actor", async () => {
  const email = "audited@example.com";
  const id = await createAdministrator(world, {
    email,
    name: "Audited",
    roles: ["ADMINISTRATOR"],
    password,
  });
  const { rows } = await withOwnerClient(world.ownerUrl, async (owner) => {
    await owner.query("select set_config('app.reads_all', 'on', false)");
    return owner.query<object>(
      "select actor_id::int, action, detail, request_id from audit_log where subject = $1",
      [`user:${id}`],
    );
  });
  expect(rows).toEqual([
    {
      actor_id: id,
      action: "user.created",
      detail: {
        changes: {
          name: { from: null, to: "Audited" },
          email: { from: null, to: email },
          roles: { from: null, to: ["ADMINISTRATOR"] },
        },
      },
      request_id: "admin:create",
    },
  ]);
  const { access_token } = await world.login(email, password);
  const reply = await world.nobody.send(getMe.method, getMe.path, undefined, {
    authorization: `Bearer ${access_token}`,
  });
  expect(reply.body).toMatchObject({ data: { email, name: "Audited", user_type: "platform" } });
});
