import { test as base } from "@playwright/test";

/**
 * Where the application answers, an address for each worker: of the servers that tools/e2e.ts asks for, or
 * of one that somebody started, such as the one of `npm start`.
 */
export const urls = (process.env["KONTOR_E2E_URLS"] ?? "http://127.0.0.1:3000").split(" ");

/** A test whose pages are those of its worker's own server, so that no two tests at once share a database. */
export const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed.
  baseURL: async ({}, use, { parallelIndex }) => use(urls[parallelIndex]),
});
