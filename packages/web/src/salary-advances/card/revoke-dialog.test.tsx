import { revokeApproval } from "@kontor/contract/salary-advances/decisions";
import { screen, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { queryClient } from "../../platform/query-client.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage } from "../../testing/questions.ts";
import {
  answerCard,
  approvedAdvance,
  sentTransfer,
} from "../../testing/samples/salary-advances.ts";
import { memberOf } from "../../testing/users.ts";

const page = "/app/salary-advances/7/9/61";
const owner = memberOf(7, "salary-advances.read", "salary-advances.decide");
const reader = memberOf(7, "salary-advances.read");

describe("a revoked approval", () => {
  const waiting = () =>
    approvedAdvance({
      obstacle: { code: "employee_leaving", missing: null, message: "It is not sent: she leaves." },
    });

  test("becomes REJECTED with the reason, and still shows who had approved", async ({
    api,
    open,
  }) => {
    const change = answerCard(api, waiting());
    api.on(revokeApproval, ({ reason }) =>
      change(
        approvedAdvance({
          status: "REJECTED",
          revocation: { by: "Musa Owner", at: new Date("2026-03-12T10:00:00Z"), reason },
        }),
      ),
    );
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Revoke Approval" }));
    const modal = await findDialog("Revoke Approval");
    await user.click(modal.getByRole("button", { name: "Revoke Approval" }));
    expect(await modal.findByText("Enter why the approval is revoked.")).toBeVisible();
    await fillField(user, modal.getByLabelText("Reason"), "She leaves in April");
    await expectAccessible();
    await user.click(modal.getByRole("button", { name: "Revoke Approval" }));
    await expectMessage("Approval revoked successfully..");
    expect(api.calls(revokeApproval)[0]?.input).toMatchObject({
      tenant_id: 7,
      company_id: 9,
      id: 61,
      reason: "She leaves in April",
    });
    const decided = within(await screen.findByRole("region", { name: "Decision" }));
    expect(await decided.findByText("Musa Owner")).toBeVisible();
    expect(decided.getByText("Ngozi Hr")).toBeVisible();
    expect(decided.getByText("She leaves in April")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Revoke Approval" })).toBeNull();
  });

  const overtaking: [string, Parameters<typeof approvedAdvance>[0], string][] = [
    [
      "revoked by somebody else",
      {
        status: "REJECTED",
        revocation: {
          by: "Musa Owner",
          at: new Date("2026-03-12T10:00:00Z"),
          reason: "She leaves",
        },
      },
      "Musa Owner revoked the approval on 12 Mar 2026, 11:00.",
    ],
    ["sent", { transfers: [sentTransfer] }, "The money is on its way to the employee."],
    [
      "paid",
      { status: "PAID", paid_at: new Date("2026-03-12T10:00:00Z") },
      "The money reached the employee on 12 Mar 2026, 11:00.",
    ],
  ];

  for (const [what, more, sentence] of overtaking) {
    test(`keeps a reason that is being typed when it is ${what}`, async ({ api, open }) => {
      const change = answerCard(api, waiting());
      const user = open(page, { as: owner });
      await user.click(await screen.findByRole("button", { name: "Revoke Approval" }));
      const modal = await findDialog("Revoke Approval");
      await fillField(user, modal.getByLabelText("Reason"), "She leaves in April");
      change(approvedAdvance(more));
      await queryClient.invalidateQueries();
      expect(await modal.findByRole("alert")).toHaveTextContent(sentence);
      expect(modal.getByLabelText("Reason")).toHaveValue("She leaves in April");
      expect(modal.getByRole("button", { name: "Revoke Approval" })).toBeDisabled();
    });
  }

  test("cannot be revoked while the money is on its way", async ({ api, open }) => {
    answerCard(api, approvedAdvance({ transfers: [sentTransfer] }));
    open(page, { as: owner });
    expect(
      await screen.findByText("The money is on its way. This page updates automatically."),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: "Revoke Approval" })).toBeNull();
  });

  test("cannot be revoked by users who may only read", async ({ api, open }) => {
    answerCard(api, waiting());
    open(page, { as: reader });
    expect(await screen.findByText("It is not sent: she leaves.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Revoke Approval" })).toBeNull();
  });
});
