import * as matchers from "@testing-library/jest-dom/matchers";
import { configure, getConfig, prettyDOM } from "@testing-library/react";
import { expect } from "vitest";

import { stubBrowserApis } from "./browser.ts";

expect.extend(matchers);
stubBrowserApis();
// Screens load these with their first such field; until then nothing opens below a field.
await import("../ui/date/calendar.tsx");
await import("../ui/select/choice-list.tsx");

/** Whether a node has text of the page, and not drawings or styles. */
function isPageContent(node: Node): boolean {
  return !["svg", "style"].includes(node.nodeName.toLowerCase());
}

/** Whether a test polls for an element. Meanwhile it may be absent, and only the last error counts. */
function isPolling(): boolean {
  return Reflect.get(getConfig(), "_disableExpensiveErrorDiagnostics") === true;
}

configure({
  // A loaded machine may be slow. A passing test never waits this long.
  asyncUtilTimeout: 45_000,
  getElementError: (message, container) => {
    if (isPolling()) return new Error(message ?? "");
    const main = container.querySelector("main") ?? container;
    const page = prettyDOM(main, 6000, { highlight: false, filterNode: isPageContent });
    return new Error(`${message ?? ""}\n${page || ""}`);
  },
});
