import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type * as Files from "./files.ts";

/** The module remembers its requests, so each test loads its own copy. */
let files: typeof Files;
const fetched = vi.fn<(url: string) => Promise<Response>>();
beforeEach(async () => {
  fetched.mockReset().mockImplementation(async () => new Response("export {};"));
  vi.stubGlobal("fetch", fetched);
  vi.resetModules();
  files = await import("./files.ts");
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

const stylesheets = () => [...document.head.querySelectorAll("link")];
const settle = (event: "load" | "error") => stylesheets().at(-1)?.dispatchEvent(new Event(event));

/** A dynamic import that records whether it was called. */
const importing = () => vi.fn<() => Promise<string>>(async () => "the module");

test("a module is imported once all of its files are loaded, each requested once", async () => {
  const load = importing();
  const module = files.importWithFiles(load, ["assets/form-1.js", "assets/form-2.css"]);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledExactlyOnceWith("/assets/form-1.js"));
  expect(stylesheets().map((link) => link.getAttribute("href"))).toEqual(["/assets/form-2.css"]);
  expect(load).not.toHaveBeenCalled();
  settle("load");
  expect(await module).toBe("the module");
  await files.importWithFiles(load, ["assets/form-1.js", "assets/form-2.css"]);
  expect(fetched).toHaveBeenCalledOnce();
  expect(stylesheets()).toHaveLength(1);
});

test("a script that failed is requested again, and until then nothing is imported", async () => {
  const load = importing();
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  fetched.mockResolvedValueOnce(new Response("Bad Gateway", { status: 502 }));
  const attempt = () => files.importWithFiles(load, ["assets/form-1.js"]);
  await expect(attempt()).rejects.toThrow("Failed to fetch");
  await expect(attempt()).rejects.toThrow("/assets/form-1.js cannot be loaded.");
  expect(load).not.toHaveBeenCalled();
  expect(await attempt()).toBe("the module");
});

test("a stylesheet that failed is requested again, and until then nothing is imported", async () => {
  const load = importing();
  const failed = files.importWithFiles(load, ["assets/form-2.css"]);
  settle("error");
  await expect(failed).rejects.toThrow("/assets/form-2.css cannot be loaded.");
  expect(stylesheets()).toEqual([]);
  expect(load).not.toHaveBeenCalled();
  const module = files.importWithFiles(load, ["assets/form-2.css"]);
  settle("load");
  expect(await module).toBe("the module");
});

test("files that the page lists are left to it, unless a stylesheet of it has failed", async () => {
  const listed = [
    { rel: "modulepreload", href: "/assets/app-1.js", rules: 0 },
    { rel: "stylesheet", href: "/assets/app-2.css", rules: 1 },
    { rel: "stylesheet", href: "/assets/failed-3.css", rules: 0 },
  ];
  for (const { rel, href, rules } of listed) {
    const link = document.createElement("link");
    Object.assign(link, { rel });
    link.setAttribute("href", href);
    Object.defineProperty(link, "sheet", { value: { cssRules: Array.from({ length: rules }) } });
    document.head.append(link);
  }
  await files.requestFile("assets/app-1.js");
  await files.requestFile("assets/app-2.css");
  expect(stylesheets()).toHaveLength(3);
  expect(fetched).not.toHaveBeenCalled();
  void files.requestFile("assets/failed-3.css");
  expect(stylesheets().at(3)?.getAttribute("href")).toBe("/assets/failed-3.css");
});

test("a stylesheet whose rules the browser refuses because there was no network is requested again", () => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.setAttribute("href", "/assets/app-2.css");
  const refused = {
    get cssRules(): CSSRuleList {
      throw new DOMException("Cannot access rules", "SecurityError");
    },
  };
  Object.defineProperty(link, "sheet", { value: refused });
  document.head.append(link);
  void files.requestFile("assets/app-2.css");
  expect(stylesheets()).toHaveLength(2);
});
