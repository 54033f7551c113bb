import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv("PROD", true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

const screens = [
  { path: "/app/things/add", scripts: ["assets/form-1.js", "assets/add-2.js"] },
  { path: "/app/things/$id", scripts: ["assets/form-1.js", "assets/thing-3.js"] },
];

const list = "/screens.json";

/** Responds with the list of files, and with files. */
function stubFiles() {
  const fetch = vi.fn<(url: string) => Promise<Response>>(async (url) =>
    url === list ? Response.json(screens) : new Response("export {};"),
  );
  vi.stubGlobal("fetch", fetch);
  return { fetch, fetched: () => fetch.mock.calls.map(([url]) => url) };
}

test("preloads the files of a screen together, each once", async () => {
  const { fetched } = stubFiles();
  const { preloadScreen, preloadScreenList } = await import("./screen-files.ts");
  preloadScreen("/app/first");
  preloadScreenList();
  preloadScreenList();
  preloadScreen("/app/things/add");
  await vi.waitFor(() =>
    expect(fetched()).toEqual([list, "/assets/form-1.js", "/assets/add-2.js"]),
  );
  preloadScreen("/app/things/7");
  preloadScreen("/app/nothing");
  await vi.waitFor(() => expect(fetched().slice(3)).toEqual(["/assets/thing-3.js"]));
});

test("leaves the first screen to the page, which lists its files", async () => {
  const { fetch } = stubFiles();
  const { nextScreenScripts, preloadScreen } = await import("./screen-files.ts");
  preloadScreen("/app/things/7");
  expect(await nextScreenScripts()()).toEqual([]);
  expect(fetch).not.toHaveBeenCalled();
});

test("requests the list again when the connection was lost, and does without a list of the server's", async () => {
  const { fetch, fetched } = stubFiles();
  fetch.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const { nextScreenScripts, preloadScreen } = await import("./screen-files.ts");
  preloadScreen("/app/first");
  preloadScreen("/app/things/7");
  const files = nextScreenScripts();
  preloadScreen("/app/things/add");
  await expect(files()).rejects.toThrow("Failed to fetch");
  expect(await files()).toEqual(["assets/form-1.js", "assets/thing-3.js"]);
  expect(fetched().filter((url) => url === list)).toHaveLength(2);
  vi.resetModules();
  fetch.mockResolvedValueOnce(new Response("", { status: 404 }));
  const again = await import("./screen-files.ts");
  again.preloadScreen("/app/first");
  again.preloadScreen("/app/things/7");
  expect(await again.nextScreenScripts()()).toEqual([]);
});
