import { me } from "@kontor/contract/session/session";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";

import { test } from "../../testing/page-test.tsx";
import { answer, dialog, expectSignedOut } from "../../testing/questions.ts";

const minute = 60_000;

/** The app has not been used for this long. */
const idle = (minutes: number) =>
  localStorage.setItem("kontor:last-use", String(Date.now() - minutes * minute));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("asks before an idle session ends, and continues on a yes", async ({ api, open }) => {
  const user = open("/app/dashboard");
  await screen.findByRole("heading", { name: "Dashboard" });
  idle(27);
  vi.advanceTimersByTime(20_000);
  expect(screen.queryByRole("dialog")).toBeNull();
  idle(28.5);
  vi.advanceTimersByTime(20_000);
  await dialog("Stay signed in?");
  const calls = api.calls(me).length;
  await answer(user, "Stay signed in?", "Yes");
  await waitFor(() => expect(api.calls(me).length).toBe(calls + 1));
  expect(api.calls(me).at(-1)?.headers.get("x-unattended")).toBeNull();
});

test("closes when the session has ended", async ({ api, open }) => {
  open("/app/dashboard");
  await screen.findByRole("heading", { name: "Dashboard" });
  api.endSession();
  idle(31);
  vi.advanceTimersByTime(20_000);
  await expectSignedOut();
  expect(api.calls(me).at(-1)?.headers.get("x-unattended")).toBe("yes");
});
