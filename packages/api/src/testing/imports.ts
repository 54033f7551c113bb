import * as contract from "@kontor/contract/employees/imports";
import type { DataOf } from "@kontor/contract/endpoint";
import { expect } from "vitest";

import { checkImports } from "../employees/imports/check.ts";
import type { Staff } from "./employees.ts";
import type { Caller, World } from "./harness.ts";

export type TestImport = DataOf<typeof contract.getEmployeeImport>;
type Uploaded = DataOf<typeof contract.uploadEmployeeImport>;
type Path = Pick<TestImport, "tenant_id" | "company_id" | "id">;

/** A file as an upload form sends it. */
export function importForm(content: string | Uint8Array, filename = "staff.csv"): FormData {
  const body = new FormData();
  const part = typeof content === "string" ? content : new Uint8Array(content);
  body.append("file", new Blob([part]), filename);
  return body;
}

const pathOf = ({ tenant_id, company_id, id }: Path): Path => ({ tenant_id, company_id, id });

/** Steps of an import of employees, by the HR user. */
export function importsOf(world: World, { hr, home }: Pick<Staff, "hr" | "home">) {
  const upload = (
    content: string | Uint8Array,
    filename = "staff.csv",
    caller: Caller = hr,
  ): Promise<Uploaded> =>
    caller.call(contract.uploadEmployeeImport, {
      params: home.path,
      body: importForm(content, filename),
    });
  const check = () =>
    checkImports({
      database: world.database,
      environment: world.environment,
      clock: world.clock,
      log: {
        error: (detail: object, message: string) =>
          expect.fail(`${message}: ${JSON.stringify(detail)}`),
      },
    });
  const load = (one: Path): Promise<TestImport> =>
    hr.call(contract.getEmployeeImport, { params: pathOf(one) });
  return {
    pathOf,
    upload,
    check,
    load,
    /** Uploads a file of lines and checks it. */
    checked: async (...lines: readonly string[]): Promise<TestImport> => {
      const one = await upload(lines.join("\r\n"));
      await check();
      return load(one);
    },
    rowsOf: async (one: Path, query: object = {}) =>
      (await hr.list(contract.listEmployeeImportRows, { params: pathOf(one), query })).data,
    commit: (one: Path & Pick<TestImport, "version">, without_rejected = false) =>
      hr.attempt(contract.commitEmployeeImport, {
        params: pathOf(one),
        body: { version: one.version, without_rejected },
      }),
    undo: (one: Path) => hr.attempt(contract.undoEmployeeImport, { params: pathOf(one) }),
  };
}
