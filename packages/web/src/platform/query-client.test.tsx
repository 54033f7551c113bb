import { listPortalAdvances } from "@kontor/contract/portal/advances";
import { getSalaryAdvance } from "@kontor/contract/salary-advances/advances";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";

import { test } from "../testing/page-test.tsx";
import { answerPortal, portalAdvance } from "../testing/samples/portal.ts";
import { answerCard, approvedAdvance, sentTransfer } from "../testing/samples/salary-advances.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("waiting for the money of an advance does not keep a portal session alive", async ({
  api,
  open,
}) => {
  answerPortal(api);
  api.on(listPortalAdvances, () => ({ data: [portalAdvance({ status: "APPROVED" })], total: 1 }));
  open("/portal", { inPortal: true });
  await screen.findByText(/^Approved\. The money will be sent/);
  const sent = () =>
    api.calls(listPortalAdvances).map(({ headers }) => headers.get("x-unattended"));
  expect(sent()).toEqual([null]);
  vi.advanceTimersByTime(5000);
  await waitFor(() => expect(sent()).toEqual([null, "yes"]));
});

test("waiting for a transfer does not keep a session alive", async ({ api, open }) => {
  answerCard(api, approvedAdvance({ transfers: [sentTransfer] }));
  open("/app/salary-advances/7/9/61");
  await screen.findByText("The money is on its way. This page updates automatically.");
  const sent = () => api.calls(getSalaryAdvance).map(({ headers }) => headers.get("x-unattended"));
  expect(sent()).toEqual([null]);
  vi.advanceTimersByTime(3000);
  await waitFor(() => expect(sent()).toEqual([null, "yes"]));
});
