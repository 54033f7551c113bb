import { getMe } from "@kontor/contract/session/session";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";

import { test } from "../../testing/page-test.tsx";
import { answer, findDialog, expectSignedOut } from "../../testing/questions.ts";
import { answerPortal } from "../../testing/samples/portal.ts";

const minute = 60_000;

/** Sets the last activity to this many minutes ago. */
const idle = (minutes: number) =>
  localStorage.setItem("kontor:last-use", String(Date.now() - minutes * minute));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("asks before an idle session ends, and continues after Yes", async ({ api, open }) => {
  const user = open("/app/dashboard");
  await screen.findByRole("heading", { name: "Dashboard" });
  idle(27);
  vi.advanceTimersByTime(20_000);
  expect(screen.queryByRole("dialog")).toBeNull();
  idle(28.5);
  vi.advanceTimersByTime(20_000);
  await findDialog("Stay signed in?");
  const calls = api.calls(getMe).length;
  await answer(user, "Stay signed in?", "Yes");
  await waitFor(() => expect(api.calls(getMe).length).toBe(calls + 1));
  expect(api.calls(getMe).at(-1)?.headers.get("x-unattended")).toBeNull();
});

test("extends the session of a user who types for a long time without a call", async ({
  api,
  open,
}) => {
  const user = open("/app/dashboard");
  await screen.findByRole("heading", { name: "Dashboard" });
  const calls = api.calls(getMe).length;
  await user.keyboard("x");
  idle(29);
  vi.advanceTimersByTime(20_000);
  await waitFor(() => expect(api.calls(getMe).length).toBe(calls + 1));
  expect(api.calls(getMe).at(-1)?.headers.get("x-unattended")).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("does not ask again after Cancel, and restores the focus", async ({ api, open }) => {
  const user = open("/app/dashboard");
  await screen.findByRole("heading", { name: "Dashboard" });
  const button = screen.getByRole("button", { name: "Find anything" });
  button.focus();
  const calls = api.calls(getMe).length;
  idle(28.5);
  vi.advanceTimersByTime(20_000);
  await answer(user, "Stay signed in?", "Cancel");
  await waitFor(() => expect(button).toHaveFocus());
  vi.advanceTimersByTime(60_000);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(api.calls(getMe).length).toBe(calls);
});

test("closes when the session has ended", async ({ api, open }) => {
  open("/app/dashboard");
  await screen.findByRole("heading", { name: "Dashboard" });
  api.endSession();
  idle(31);
  vi.advanceTimersByTime(20_000);
  await expectSignedOut();
  expect(api.calls(getMe).at(-1)?.headers.get("x-unattended")).toBe("yes");
});

test("takes use of the portal for no use of the app", async ({ api, open }) => {
  answerPortal(api);
  idle(27);
  const used = localStorage.getItem("kontor:last-use");
  open("/portal", { inPortal: true });
  await screen.findByRole("heading", { name: "Hello Ada" });
  expect(localStorage.getItem("kontor:last-use")).toBe(used);
});
