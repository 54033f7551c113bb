import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { lazyComponent } from "./lazy-component.ts";
import { loadModule, useLoadFailure } from "./load-module.ts";

/** What the server returns for the page: this version's script, another version's, or nothing. */
let served: string | null;
const ownScript = "/assets/index-1.js";

function Reason() {
  return <output>{useLoadFailure() ?? "all here"}</output>;
}

/** An import that fails a number of times, and counts its calls. */
function failing(times: number) {
  return vi.fn<() => Promise<{ Component: () => string }>>(async () => {
    if (failing.count++ < times) throw new TypeError("Failed to fetch dynamically imported module");
    return { Component: () => "the component" };
  });
}
failing.count = 0;

/** Advances the clock and runs the timers that are due. */
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  failing.count = 0;
  served = ownScript;
  sessionStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal(
    "fetch",
    vi.fn<() => Promise<Response>>(async () => {
      if (served === null) throw new TypeError("Failed to fetch");
      return new Response(`<script type="module" crossorigin src="${served}"></script>`);
    }),
  );
  const script = document.createElement("script");
  script.setAttribute("type", "module");
  script.setAttribute("src", ownScript);
  document.head.append(script);
});
afterEach(async () => {
  cleanup();
  document.head.querySelector("script")?.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a component that cannot be loaded leaves the page in place and loads once the network is back", async () => {
  served = null;
  const load = failing(1);
  const Component = lazyComponent(load, "Component");
  render(
    <>
      <p>what is being written</p>
      <Reason />
      <Suspense fallback="loading">
        <Component />
      </Suspense>
    </>,
  );
  await advance(0);
  expect(screen.getByText("what is being written")).toBeVisible();
  expect(screen.getByText("unreachable")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(await vi.waitFor(() => screen.getByText("the component"))).toBeVisible();
  expect(screen.getByText("all here")).toBeVisible();
});

test("is requested again without a network event", async () => {
  served = null;
  const load = failing(2);
  const module = loadModule(load);
  await advance(10_000);
  expect((await module).Component()).toBe("the component");
  expect(load).toHaveBeenCalledTimes(3);
});

test("is requested until it loads while a proxy answers for the server", async () => {
  vi.stubGlobal("fetch", async () => new Response("<h1>502 Bad Gateway</h1>", { status: 502 }));
  render(<Reason />);
  const load = failing(5);
  const module = loadModule(load);
  await advance(0);
  expect(screen.getByText("unreachable")).toBeVisible();
  await advance(20_000);
  expect((await module).Component()).toBe("the component");
  expect(load).toHaveBeenCalledTimes(6);
});

test("a page of an earlier version tells the user, and is not reloaded while it has unsaved input", async () => {
  served = "/assets/index-2.js";
  const keep = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  window.addEventListener("beforeunload", keep);
  render(<Reason />);
  const load = failing(1);
  const module = loadModule(load);
  await advance(0);
  expect(screen.getByText("replaced")).toBeVisible();
  expect(keep).toHaveBeenCalledTimes(1);
  window.removeEventListener("beforeunload", keep);
  await advance(3_000);
  await module;
  expect(screen.getByText("all here")).toBeVisible();
});

test("code that the browser refuses is reported, and the page is not reloaded while it has unsaved input", async () => {
  const keep = (event: Event) => event.preventDefault();
  window.addEventListener("beforeunload", keep);
  render(<Reason />);
  const load = failing(9);
  void loadModule(load).catch(() => undefined);
  await advance(0);
  expect(screen.getByText("all here")).toBeVisible();
  await advance(6_000);
  expect(screen.getByText("refused")).toBeVisible();
  await advance(6_000);
  expect(load).toHaveBeenCalledTimes(5);
  expect(sessionStorage.getItem("code_reloaded_at")).toBeNull();
  window.removeEventListener("beforeunload", keep);
});

test("code that is still refused after a reload of the page is broken", async () => {
  sessionStorage.setItem("code_reloaded_at", String(Date.now() - 50_000));
  render(<Reason />);
  const load = failing(5);
  const end = loadModule(load).catch((error: unknown) => error);
  await advance(10_000);
  expect(await end).toBeInstanceOf(TypeError);
  expect(load).toHaveBeenCalledTimes(3);
  expect(screen.getByText("all here")).toBeVisible();
});

test("a component that has been loaded before is shown immediately", async () => {
  const Component = lazyComponent(failing(0), "Component");
  await Component.load();
  render(
    <Suspense fallback="loading">
      <Component />
    </Suspense>,
  );
  expect(screen.getByText("the component")).toBeVisible();
});
