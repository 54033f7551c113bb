import { claimRelief, decideRelief, listReliefs } from "@kontor/contract/employees/pay";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { queryClient } from "../../platform/query-client.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage } from "../../testing/questions.ts";
import { loseConnection, refuseAt } from "../../testing/refusal.ts";
import { answerEmployee, relief } from "../../testing/samples/employees.ts";

const reliefsAddress = "/app/employees/7/21?tab=reliefs";
const path = { tenant_id: 7, company_id: 9, id: 21 };

describe("reliefs", () => {
  test("are claimed with their evidence", async ({ api, open }) => {
    answerEmployee(api);
    api.on(listReliefs, () => []);
    api.on(claimRelief, () => relief());
    const user = open(reliefsAddress);
    await user.click(await screen.findByRole("button", { name: "Claim Relief" }));
    const form = await findDialog("Claim Relief");
    await user.click(form.getByRole("button", { name: "Submit" }));
    expect(await form.findByText("Enter at least one amount above 0.00.")).toBeVisible();
    await fillField(user, form.getByLabelText("Rent Paid"), "1,200,000");
    const evidence = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (evidence === null) throw new Error("there is no field for a file");
    const type = "application/pdf";
    const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], "large.pdf", { type });
    await user.upload(evidence, large);
    await user.click(form.getByRole("button", { name: "Submit" }));
    const tooLarge = "This file is larger than 5 MB. Choose a smaller one.";
    expect(await form.findByText(tooLarge)).toBeVisible();
    expect(api.calls(claimRelief)).toHaveLength(0);
    // A file that is dropped on the field, or found under "All files", may be of any kind.
    const invalid = "Choose a PDF or an image (PNG, JPEG or WebP).";
    const letter = new File(["rent"], "rent.docx", { type: "application/msword" });
    await userEvent.setup({ applyAccept: false }).upload(evidence, letter);
    expect(await form.findByText(invalid)).toBeVisible();
    await user.upload(evidence, new File(["%PDF-1.7"], "rent.pdf", { type }));
    expect(form.queryByText(invalid)).toBeNull();
    await expectAccessible();
    api.on(claimRelief, () => refuseAt("evidence", "evidence_invalid"));
    await user.click(form.getByRole("button", { name: "Submit" }));
    expect((await form.findAllByText(invalid))[0]).toBeVisible();
    expect(form.getByLabelText("Rent Paid")).toHaveValue("1,200,000.00");
    await user.upload(evidence, new File(["%PDF-1.7"], "lease.pdf", { type }));
    api.on(claimRelief, () => relief());
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Relief entered successfully..");
    const sent = api.calls(claimRelief).at(-1);
    expect(sent?.input).toMatchObject({ ...path, rent: 120_000_000n, nhis: 0n });
    expect(sent?.files["evidence"]?.name).toBe("lease.pdf");
  });

  test("are rejected by a second person with a reason, and never approved by the first", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(listReliefs, () => [relief(), relief({ id: 82, year: 2025, own_claim: true })]);
    api.on(decideRelief, () => loseConnection());
    const user = open(reliefsAddress);
    expect(
      await screen.findByText("You entered this, so somebody else must approve or reject it."),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Reject" }));
    const form = await findDialog("Reject the Reliefs for 2026");
    await user.click(form.getByRole("button", { name: "Reject" }));
    expect(await form.findByText("Enter the reason.")).toBeVisible();
    await user.click(form.getByLabelText("Reason"));
    await user.paste("x".repeat(302));
    expect(form.getByLabelText("Reason")).toHaveAccessibleDescription(
      "Use at most 300 characters: 2 are too many.",
    );
    await user.clear(form.getByLabelText("Reason"));
    await user.type(form.getByLabelText("Reason"), "The lease {Enter}");
    await user.paste("ended\nin 2025.");
    expect(form.getByLabelText("Reason")).toHaveValue("The lease ended in 2025.");
    await user.click(form.getByRole("button", { name: "Reject" }));
    await waitFor(() => expect(api.calls(decideRelief)).toHaveLength(1));
    await waitFor(() => expect(form.getByRole("button", { name: "Reject" })).toBeEnabled());
    expect(form.getByLabelText("Reason")).toHaveValue("The lease ended in 2025.");
    api.on(decideRelief, () => relief({ status: "REJECTED" }));
    await user.click(form.getByRole("button", { name: "Reject" }));
    await expectMessage("Relief rejected successfully..");
    expect(api.calls(decideRelief).at(-1)?.input).toEqual({
      ...path,
      relief_id: 81,
      approve: false,
      reason: "The lease ended in 2025.",
    });
  });

  test("keep a reason that is being typed when somebody else decides", async ({ api, open }) => {
    answerEmployee(api);
    api.on(listReliefs, () => [relief()]);
    const user = open(reliefsAddress);
    await user.click(await screen.findByRole("button", { name: "Reject" }));
    const form = await findDialog("Reject the Reliefs for 2026");
    await fillField(user, form.getByLabelText("Reason"), "The lease ended.");
    const decided_at = new Date("2026-03-06T09:00:00Z");
    api.on(listReliefs, () => [relief({ status: "APPROVED", decided_at, decided_by: "Musa" })]);
    await queryClient.invalidateQueries();
    expect(await form.findByRole("alert")).toHaveTextContent(
      "Approved by Musa on 06 Mar 2026, 10:00. Nothing is left to do here",
    );
    expect(form.getByLabelText("Reason")).toHaveValue("The lease ended.");
    expect(form.getByRole("button", { name: "Reject" })).toBeDisabled();
  });
});
