import * as matchers from "@testing-library/jest-dom/matchers";
import { configure, getConfig, prettyDOM } from "@testing-library/react";
import React from "react";
import { expect } from "vitest";

import { completeBrowser } from "./browser.ts";

expect.extend(matchers);
/** A count that is always beyond the limit. */
const uncounted = { get: () => Number.MAX_SAFE_INTEGER, set: () => {} };

/**
 * Spares React the stack of each element's owner, which it takes in development for 10,000 elements a second
 * and which no test reads: a seventh of the time of the page tests. A React that counts them no longer is
 * left as it is.
 */
function forgetOwners(): void {
  const name = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";
  const internals: unknown = Reflect.get(React, name);
  if (typeof internals !== "object" || internals === null) return;
  if (!("recentlyCreatedOwnerStacks" in internals)) return;
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", uncounted);
}

completeBrowser();
forgetOwners();
// Screens load it for their first date field, which cannot be typed into before.
await import("../ui/date/calendar-date-input.tsx");

/** What the page says, without drawings and styles. */
function isRead(node: Node): boolean {
  return !["svg", "style"].includes(node.nodeName.toLowerCase());
}

/** While a test waits for something, its absence is expected: only the last error is shown. */
function isWaiting(): boolean {
  return Reflect.get(getConfig(), "_disableExpensiveErrorDiagnostics") === true;
}

configure({
  // A loaded machine may take its time; a passing test never waits so long.
  asyncUtilTimeout: 45_000,
  getElementError: (message, container) => {
    if (isWaiting()) return new Error(message ?? "");
    const main = container.querySelector("main") ?? container;
    const page = prettyDOM(main, 6000, { highlight: false, filterNode: isRead });
    return new Error(`${message ?? ""}\n${page || ""}`);
  },
});
