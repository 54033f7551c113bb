import { screen } from "@testing-library/react";
import { expect } from "vitest";

import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog } from "../../testing/questions.ts";
import { answerEmployee } from "../../testing/samples/employees.ts";

const hint = "Nobody is in this department yet. Did you mean “Finance”?";

test("a department that nobody is in yet is pointed out, for its spelling", async ({
  api,
  open,
}) => {
  answerEmployee(api);
  const user = open("/app/employees/7/21");
  await user.click(await screen.findByRole("button", { name: "Edit Job" }));
  const form = await findDialog("Edit Job");
  const department = form.getByLabelText("Department");
  await fillField(user, department, "Finanse");
  expect(department).toHaveAccessibleDescription(hint);
  await fillField(user, department, "Finance");
  expect(department).not.toHaveAccessibleDescription(hint);
});
