import { mapEmployeeImport } from "@kontor/contract/employees/imports";
import { expect, test } from "vitest";

import { openStaff } from "../../testing/employees.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { importsOf, type TestImport } from "../../testing/imports.ts";

const world = await openFileWorld();
const staff = await openStaff(world);
const imports = importsOf(world, staff);

const fieldsOf = ({ columns }: Pick<TestImport, "columns">) => columns.map(({ field }) => field);

test("a repeated column that was left out does not leave out the column of the next file", async () => {
  const head = "Staff No,Surname,First Name,Date Employed,Phone";
  const twice = await imports.upload(
    [`${head},Phone`, "COL-1,Okafor,Ada,2026-01-05,0803 123 4567,0803 765 4321"].join("\n"),
  );
  const fields = ["staff_no", "last_name", "first_name", "start_date", "phone"];
  expect(fieldsOf(twice)).toEqual([...fields, null]);
  const map = (chosen: readonly (string | null)[], { version }: Pick<TestImport, "version">) =>
    staff.hr.call(mapEmployeeImport, {
      params: imports.pathOf(twice),
      body: { version, fields: chosen },
    });
  const mapped = await map([...fields, null], twice);
  const next = [head, "COL-2,Okafor,Ada,2026-01-05,0803 123 4567"].join("\n");
  expect(fieldsOf(await imports.upload(next))).toEqual(fields);
  // The second column may be the assigned one.
  const other = await map([...fields.slice(0, -1), null, "phone"], mapped);
  expect(fieldsOf(await imports.upload(next))).toEqual(fields);
  // A column that nobody assigned stays left out.
  await map([...fields.slice(0, -1), null, null], other);
  expect(fieldsOf(await imports.upload(next))).toEqual([...fields.slice(0, -1), null]);
});
