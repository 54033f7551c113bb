import * as matchers from "@testing-library/jest-dom/matchers";
import { configure, getConfig, prettyDOM } from "@testing-library/react";
import { expect } from "vitest";

import { completeBrowser } from "./browser.ts";

expect.extend(matchers);
completeBrowser();
// Screens load them with their first such field, below which nothing opens before.
await import("../ui/date/calendar.tsx");
await import("../ui/select/choice-list.tsx");

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
