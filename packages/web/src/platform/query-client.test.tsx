import { listEmployees } from "@kontor/contract/employees/employees";
import { countNotifications } from "@kontor/contract/notifications/notifications";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { listPortalAdvances } from "@kontor/contract/portal/advances";
import { getSalaryAdvance } from "@kontor/contract/salary-advances/advances";
import { getMe } from "@kontor/contract/session/session";
import { QueryObserver } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, onTestFinished, vi } from "vitest";

import { test } from "../testing/page-test.tsx";
import { loseConnection, refuse } from "../testing/refusal.ts";
import { listedEmployee } from "../testing/samples/employees.ts";
import { listedOrganization } from "../testing/samples/organizations.ts";
import { answerPortal, portalAdvance } from "../testing/samples/portal.ts";
import { answerCard, approvedAdvance, sentTransfer } from "../testing/samples/salary-advances.ts";
import { administrator } from "../testing/users.ts";
import { ApiProblem, NoResponse } from "./api-problem.ts";
import { setOutage } from "./connection.ts";
import { queryClient } from "./query-client.ts";

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

test("what failed to load while the connection was lost loads when it is back, without the user", async ({
  api,
  open,
}) => {
  api.on(listEmployees, loseConnection);
  api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
  open("/app/employees");
  await screen.findByText("This list could not be loaded.");
  await screen.findByText(/^The server cannot be reached/);
  api.on(listEmployees, () => ({ data: [listedEmployee()], total: 1 }));
  const asked = api.calls(countNotifications).length;
  await act(() => vi.advanceTimersByTimeAsync(5000));
  await waitFor(() => expect(api.calls(countNotifications).length).toBeGreaterThan(asked));
  expect(await screen.findByRole("link", { name: /Ada/ })).toBeVisible();
  expect(api.calls(listEmployees).at(-1)?.headers.get("x-unattended")).toBe("yes");
});

test("what failed to load without the database loads when it is back, without the user", async ({
  api,
  open,
}) => {
  api.on(listEmployees, () => refuse("database_unreadable"));
  const logged = vi.spyOn(globalThis, "reportError").mockReturnValue(undefined);
  onTestFinished(() => logged.mockRestore());
  open("/app/employees");
  api.on(getMe, () => refuse("database_unreadable"));
  expect(await screen.findByText("This list could not be loaded.")).toBeVisible();
  expect(await screen.findByText(/^The database cannot be reached\. What you typed/)).toBeVisible();
  // The screen loads the user too, and must stay mounted meanwhile.
  const asked = () => api.calls(getMe).length + api.calls(listEmployees).length;
  const before = asked();
  await act(() => new Promise((resolve) => void setTimeout(resolve, 500)));
  expect(asked()).toBe(before);
  api.on(listEmployees, () => ({ data: [listedEmployee()], total: 1 }));
  api.signIn(administrator);
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(await screen.findByRole("link", { name: /Ada/ })).toBeVisible();
  expect(screen.queryByText(/What you typed is still here/)).toBeNull();
});

describe("a query that failed", () => {
  /** Shows a query and loses the connection. @returns its calls, and a way to get it back. */
  async function showFailing(error: Error) {
    vi.useRealTimers();
    // No wait before the reload.
    const random = vi.spyOn(Math, "random").mockReturnValue(0);
    onTestFinished(() => random.mockRestore());
    const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
    const load = vi.fn<() => Promise<string>>().mockRejectedValue(error);
    const observer = new QueryObserver(queryClient, {
      queryKey: ["shown"],
      queryFn: load,
      retry: false,
    });
    onTestFinished(observer.subscribe(() => undefined));
    const comeBack = async () => {
      setOutage("server");
      setOutage(null);
      await settle();
    };
    await settle();
    return { load, comeBack, settle };
  }

  test("is left alone when the server refused it", async () => {
    const refused = new ApiProblem(500, "internal", "Something failed.");
    const { load, comeBack } = await showFailing(refused);
    await comeBack();
    expect(load).toHaveBeenCalledOnce();
  });

  test("is not loaded without end when it alone gets no response", async () => {
    const { load, comeBack } = await showFailing(new NoResponse());
    for (let time = 0; time < 10; time += 1) await comeBack();
    expect(load).toHaveBeenCalledTimes(1 + 4);
  });

  test("is loaded again at each later loss, once it has got a response", async () => {
    const { load, comeBack } = await showFailing(new NoResponse());
    for (let time = 0; time < 4; time += 1) await comeBack();
    load.mockResolvedValueOnce("shown");
    await queryClient.refetchQueries({ queryKey: ["shown"] });
    await queryClient.refetchQueries({ queryKey: ["shown"] });
    const before = load.mock.calls.length;
    await comeBack();
    expect(load).toHaveBeenCalledTimes(before + 1);
  });

  test("waits while the connection is lost again", async () => {
    const { load, comeBack, settle } = await showFailing(new NoResponse());
    setOutage("server");
    setOutage(null);
    setOutage("server");
    await settle();
    expect(load).toHaveBeenCalledOnce();
    await comeBack();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
