import { getFinancials } from "@kontor/contract/funding/funding";
import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";

import { queryClient } from "../../platform/query-client.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog } from "../../testing/questions.ts";
import { financials } from "../../testing/samples/funding.ts";
import { answerRun, openedRun, walletWith } from "../../testing/samples/payroll.ts";
import { staffWith } from "../../testing/users.ts";

test("a deposit that is being entered stays when somebody else covers the shortfall", async ({
  api,
  open,
}) => {
  const run = openedRun({ status: "PENDING_DISBURSEMENT", version: 4 });
  const change = answerRun(api, { ...run, wallet: walletWith(200_000_00n, 750_000_00n) });
  api.on(getFinancials, () => ({ data: financials(), total: 1 }));
  const user = open("/app/payroll/7/9/31", {
    as: staffWith("payroll.read", "funding.read", "funding.write"),
  });
  await user.click(await screen.findByRole("button", { name: "Fund Account" }));
  const modal = await findDialog("Deposit Funds Acme Corporation");
  await fillField(user, modal.getByLabelText("Amount"), "800000");
  change({ ...run, wallet: walletWith(950_000_00n, 0n) });
  await queryClient.invalidateQueries();
  expect(await screen.findByText(/^The wallet covers it/)).toBeInTheDocument();
  expect(modal.getByLabelText("Amount")).toHaveValue("800000");
  await user.click(modal.getByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: "Yes" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Fund Account" })).toBeNull());
});
