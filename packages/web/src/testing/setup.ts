import * as matchers from "@testing-library/jest-dom/matchers";
import { configure, prettyDOM } from "@testing-library/react";
import { expect } from "vitest";

import { completeBrowser } from "./browser.ts";

expect.extend(matchers);
completeBrowser();

/** What the page says, without drawings and styles. */
function isRead(node: Node): boolean {
  return !["svg", "style"].includes(node.nodeName.toLowerCase());
}

configure({
  // A loaded machine may take its time; a passing test never waits so long.
  asyncUtilTimeout: 15_000,
  getElementError: (message, container) => {
    const main = container.querySelector("main") ?? container;
    const page = prettyDOM(main, 6000, { highlight: false, filterNode: isRead });
    return new Error(`${message ?? ""}\n${page || ""}`);
  },
});
