import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

/** The URLs that the page has preloaded. */
const fetchedAhead = () =>
  [...document.head.querySelectorAll("link[rel='modulepreload']")].map((link) =>
    link.getAttribute("href"),
  );

const screens = [
  { path: "/app/things/add", scripts: ["assets/form-1.js", "assets/add-2.js"] },
  { path: "/app/things/$id", scripts: ["assets/form-1.js", "assets/thing-3.js"] },
];

test("preloads the files of a screen together, each once, when the list is loaded", async () => {
  vi.stubEnv("PROD", true);
  const fetch = vi.fn<() => Promise<Response>>(async () => Response.json(screens));
  vi.stubGlobal("fetch", fetch);
  const { fetchFilesOf, learnFiles } = await import("./screen-files.ts");
  fetchFilesOf("/app/things/7");
  expect(fetchedAhead()).toEqual([]);
  learnFiles();
  learnFiles();
  await vi.waitFor(() => {
    fetchFilesOf("/app/things/add");
    expect(fetchedAhead()).toEqual(["/assets/form-1.js", "/assets/add-2.js"]);
  });
  fetchFilesOf("/app/things/7");
  fetchFilesOf("/app/nothing");
  expect(fetchedAhead().slice(2)).toEqual(["/assets/thing-3.js"]);
  expect(fetch).toHaveBeenCalledOnce();
});
