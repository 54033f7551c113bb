import { decideAdvance } from "@kontor/contract/salary-advances/decisions";
import { screen } from "@testing-library/react";
import { describe, expect } from "vitest";

import { queryClient } from "../../platform/query-client.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import {
  answerCard,
  approvedAdvance,
  manualDecision,
  openedAdvance,
} from "../../testing/samples/salary-advances.ts";
import { memberOf } from "../../testing/users.ts";

const page = "/app/salary-advances/7/9/61";
const owner = memberOf(7, "salary-advances.read", "salary-advances.decide");

describe("a rejection", () => {
  test("keeps a reason that is being typed when somebody else decides", async ({ api, open }) => {
    const change = answerCard(api, openedAdvance());
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Reject" }));
    const modal = await findDialog("Reject Salary Advance");
    await fillField(user, modal.getByLabelText("Reason"), "Ask again in April.");
    change(approvedAdvance());
    await queryClient.invalidateQueries();
    expect(await modal.findByRole("alert")).toHaveTextContent(
      "Ngozi Hr approved this request on 10 Mar 2026, 10:00. Nothing is left to do here; you can still copy your reason.",
    );
    expect(modal.getByLabelText("Reason")).toHaveValue("Ask again in April.");
    expect(modal.getByRole("button", { name: "Reject" })).toBeDisabled();
    await user.click(modal.getByRole("button", { name: "Cancel" }));
    await answer(user, "Leave without saving?", "Yes");
    expect(await screen.findByRole("button", { name: "Revoke Approval" })).toBeVisible();
  });

  test("keeps the reason of a rejection that came second", async ({ api, open }) => {
    const change = answerCard(api, openedAdvance());
    api.on(decideAdvance, () => {
      change(
        openedAdvance({ status: "REJECTED", decision: { ...manualDecision, reason: "Too much." } }),
      );
      return refuse("advance_decided", { who: "Ngozi Hr", what: "rejected", when: "10 Mar 2026" });
    });
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Reject" }));
    const modal = await findDialog("Reject Salary Advance");
    await fillField(user, modal.getByLabelText("Reason"), "Ask again in April.");
    await user.click(modal.getByRole("button", { name: "Reject" }));
    expect(await modal.findByRole("alert")).toHaveTextContent(
      "Ngozi Hr rejected this request on 10 Mar 2026, 10:00. Reason: “Too much.” Nothing is left to do here",
    );
    expect(modal.getByLabelText("Reason")).toHaveValue("Ask again in April.");
    await expectAccessible();
  });
});
