import { test as base } from "@playwright/test";

/**
 * The address of the application for each worker: of the servers that tools/e2e.ts requests, or of
 * one that is already running, for example by `npm start`.
 */
export const serverUrls = (process.env["KONTOR_E2E_URLS"] ?? "http://127.0.0.1:3000").split(" ");

/**
 * A test whose pages belong to its worker's own server, so that no two concurrent tests share a
 * database.
 */
export const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed.
  baseURL: async ({}, use, { parallelIndex }) => use(serverUrls[parallelIndex]),
});
