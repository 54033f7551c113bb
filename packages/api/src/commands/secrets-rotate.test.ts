import { changeBankAccount } from "@kontor/contract/employees/bank";
import { getEmployee, saveStatutory } from "@kontor/contract/employees/employees";
import * as imports from "@kontor/contract/employees/imports";
import type { Endpoint } from "@kontor/contract/endpoint";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { buildApp } from "../app.ts";
import { checkImports } from "../employees/imports/check.ts";
import { personalNumbers } from "../employees/records/personal-numbers.ts";
import { keyIds, readSecret, seal } from "../platform/configuration/secrets.ts";
import { withOwnerClient } from "../platform/database/database.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import { parseEnvironment, type Environment } from "../platform/environment.ts";
import { setTenant } from "../platform/scope.ts";
import { runCommandFile } from "../testing/command.ts";
import { openStaff, pathOf } from "../testing/employees.ts";
import { addressOf, openFileWorld, secretKey } from "../testing/harness.ts";
import { wholeDatabase } from "../testing/whole-database.ts";

const oldKey = secretKey;
const newKey = "cd".repeat(32);
const onlyNew = parseEnvironment({ NODE_ENV: "test", KONTOR_SECRET_KEY: newKey });

const world = await openFileWorld();
const staff = await openStaff(world);

const rotate = (variables: Record<string, string> = {}) =>
  runCommandFile("secrets-rotate", [], {
    DATABASE_URL: world.ownerUrl,
    KONTOR_SECRET_KEY: newKey,
    KONTOR_SECRET_KEY_OLD: oldKey,
    ...variables,
  });

/** The prefix of texts encrypted with the old key. */
const oldSeals = () => seal(world.environment, "any", "text").split(".", 2).join(".");

async function numbersOf(id: number) {
  return world.database.transaction(async (tx) => {
    await setTenant(tx, staff.home.tenant_id);
    const { rows } = await sql<{ nin_sealed: string; nin_hash: Buffer; account: string }>`
      select nin_sealed, nin_hash, account_number_sealed as account from employees
      where tenant_id = ${staff.home.tenant_id} and id = ${id}`.execute(tx);
    return exactlyOne(rows);
  });
}

async function uploadImport(nin: string) {
  const file = new FormData();
  const lines = `Staff No,Surname,First Name,Date Employed,NIN\r\nROT-9,Bello,Musa,2026-02-01,${nin}`;
  file.append("file", new Blob([lines]), "staff.csv");
  const { hr, home } = staff;
  const one = await hr.call(imports.uploadEmployeeImport, { params: home.path, body: file });
  await checkImports({ ...world, log: { error: () => expect.fail("the import failed") } });
  return one;
}

test("every secret is encrypted with the new key, found by its new fingerprint, and can be decrypted without the old key", async () => {
  const { hr, add, home } = staff;
  const employee = await add("ROT-1", { nin: "12312312312" });
  const params = pathOf(employee);
  await hr.call(changeBankAccount, {
    params,
    body: { bank_code: "011", account_number: "0000014579", account_name: "Ada Okafor" },
  });
  await world.database.transaction((tx) =>
    sql`insert into platform_secrets (name, sealed, last_four, updated_at)
      values ('bank.secret_key', ${seal(world.environment, "bank.secret_key", "sk_live_0123456789")}, '6789', now())`.execute(
      tx,
    ),
  );
  await world.database.transaction((tx) =>
    sql`insert into second_factors (user_id, sealed_secret, confirmed_at)
      values (${hr.user_id}, ${seal(world.environment, `second_factor.${hr.user_id}`, "KEY")}, now())`.execute(
      tx,
    ),
  );
  const waiting = await uploadImport("98798798798");
  const before = await numbersOf(employee.id);
  expect(await wholeDatabase(world)).toContain(oldSeals());

  const { code, output, errors } = await rotate();
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  expect(output).toMatch(/^\d+ texts were re-encrypted\.\nNothing needs the old key any more/);
  expect(await wholeDatabase(world)).not.toContain(oldSeals());
  expect((await rotate()).output).toMatch(/^0 texts were re-encrypted/);

  const numbers = personalNumbers(onlyNew, home.tenant_id);
  const after = await numbersOf(employee.id);
  expect(numbers.open("nin", after.nin_sealed)).toBe("12312312312");
  expect(numbers.open("account_number", after.account)).toBe("0000014579");
  expect(after.nin_hash).toEqual(numbers.fingerprint("nin", "12312312312"));
  expect(after.nin_hash).not.toEqual(before.nin_hash);
  const secret = await world.database.transaction((tx) =>
    readSecret(tx, onlyNew, "bank.secret_key"),
  );
  expect(secret).toBe("sk_live_0123456789");

  // A server with only the new key works, including the waiting import and the uniqueness of
  // numbers.
  await world.database.transaction((tx) => sql`delete from second_factors`.execute(tx));
  const app = await buildApp({ ...world, environment: onlyNew });
  onTestFinished(() => app.close());
  const ask = (endpoint: Endpoint, path: object, payload?: object) =>
    app.inject({
      method: endpoint.method,
      url: `/api${addressOf(endpoint, path)}`,
      headers: { authorization: `Bearer ${hr.token}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const place = { ...home.path, id: waiting.id };
  const ready = await ask(imports.getEmployeeImport, place);
  const { version, status } = ready.json<{ data: { version: number; status: string } }>().data;
  expect(status).toBe("READY");
  const committed = await ask(imports.commitEmployeeImport, place, {
    version,
    without_rejected: false,
  });
  expect(committed.json()).toMatchObject({ data: { status: "COMMITTED" } });
  const shown = (await ask(getEmployee, params)).json<{ data: { version: number } }>();
  const taken = await ask(saveStatutory, params, {
    version: shown.data.version,
    nin: "98798798798",
  });
  expect(taken.json()).toMatchObject({ code: "number_taken" });
});

test("every column of encrypted texts is covered by the rotation", async () => {
  const { rows } = await withOwnerClient(world.ownerUrl, (owner) =>
    owner.query<{ place: string }>(`
      select c.table_name || '.' || c.column_name as place from information_schema.columns c
      where c.table_schema = 'public' and c.column_name like '%sealed%' order by 1`),
  );
  // A column that is added here must also be added to `secrets:rotate`.
  expect(rows.map(({ place }) => place)).toEqual([
    "bank_account_changes.account_number_sealed",
    "employee_import_pieces.sealed",
    "employee_import_rows.sealed",
    "employees.account_number_sealed",
    "employees.nin_sealed",
    "employees.rsa_pin_sealed",
    "employees.tax_id_sealed",
    "mails.via_sealed",
    "payslips.account_number_sealed",
    "platform_secrets.sealed",
    "second_factors.sealed_secret",
    "transfers.account_number_sealed",
  ]);
});

test("names the variables that it needs", async () => {
  const alone = await rotate({ KONTOR_SECRET_KEY_OLD: "" });
  expect(alone).toMatchObject({ code: 2, output: "" });
  expect(alone.errors).toContain("KONTOR_SECRET_KEY_OLD");
});

test("leaves what neither key reads, names it, and re-encrypts everything else", async () => {
  const secret = (environment: Environment, name: string) =>
    world.database.transaction((tx) =>
      sql`insert into platform_secrets (name, sealed, last_four, updated_at)
        values (${name}, ${seal(environment, name, "sk_live_0123456789")}, '6789', now())
        on conflict (name) do update set sealed = excluded.sealed`.execute(tx),
    );
  const lost = parseEnvironment({ NODE_ENV: "test", KONTOR_SECRET_KEY: "ef".repeat(32) });
  await secret(lost, "bank.secret_key");
  await secret(world.environment, "mail.password");
  const sealed = async () => {
    const { rows } = await world.database.statement((db) =>
      sql<{ name: string; key: string }>`
        select name, split_part(sealed, '.', 2) as key from platform_secrets order by name`.execute(
        db,
      ),
    );
    return rows;
  };
  const { code, output, errors } = await rotate();
  expect({ code, errors }).toEqual({ code: 1, errors: "" });
  const lostKey = keyIds(lost).current;
  expect(output).toContain(
    `1 text was encrypted in platform_secrets.sealed with the key ${lostKey}.\n`,
  );
  expect(output).not.toContain("Nothing needs the old key");
  expect(await sealed()).toEqual([
    { name: "bank.secret_key", key: lostKey },
    { name: "mail.password", key: keyIds(onlyNew).current },
  ]);

  // A run with two keys that nothing was encrypted with changes nothing.
  const strange = await rotate({
    KONTOR_SECRET_KEY: "01".repeat(32),
    KONTOR_SECRET_KEY_OLD: "02".repeat(32),
  });
  expect(strange).toMatchObject({ code: 1, errors: "" });
  expect(strange.output).toMatch(/^0 texts were re-encrypted/);

  const found = await rotate({ KONTOR_SECRET_KEY_OLD: "ef".repeat(32) });
  expect(found).toMatchObject({ code: 0, errors: "" });
});
