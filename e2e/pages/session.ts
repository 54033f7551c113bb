import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { expect, type Page } from "@playwright/test";
import type { Result } from "axe-core";

/** The administrator of the demo data, the default user of every browser test. */
export const demoAdministrator = {
  email: "admin@kontor.example",
  password: "demo password 2026",
  name: "Demo Administrator",
};

export type Credentials = { email: string; password: string };
type Session = { access_token: string; user_type: string; is_super: boolean; admin_id: number };

/** The session of each user, shared by all tests of this worker, which has its own server. */
const sessions = new Map<string, Session>();

async function sessionOf(page: Page, { email, password }: Credentials): Promise<Session> {
  const stored = sessions.get(email);
  if (stored) return stored;
  const response = await page.request.post("/api/wire/login", { data: { email, password } });
  expect(response.ok(), await response.text()).toBe(true);
  const { data } = (await response.json()) as { data: Session };
  sessions.set(email, data);
  return data;
}

/** The bearer token of a user, for API calls outside the page. */
export async function tokenOf(page: Page, user: Credentials = demoAdministrator): Promise<string> {
  return (await sessionOf(page, user)).access_token;
}

/**
 * Starts with a session, like a tab that is already signed in. The test opens the page. A page that
 * an earlier test has opened keeps its session.
 */
export async function signIn(page: Page, user: Credentials = demoAdministrator): Promise<void> {
  if (page.url() !== "about:blank") return;
  const { access_token, user_type, is_super, admin_id } = await sessionOf(page, user);
  const items = { token: access_token, user_type, is_super, admin_id };
  await page.addInitScript((session) => {
    // Frames of mails have an opaque origin, and a test may have ended or replaced its session.
    const isApp = location.protocol.startsWith("http") && window === window.top;
    if (!isApp || sessionStorage.length > 0) return;
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, String(value));
  }, items);
}

/** Signs in on the login page, as a user does, and waits for the app. */
export async function signInByForm(page: Page, user: Credentials = demoAdministrator) {
  await page.goto("/login");
  await page.getByLabel("Email").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/app/**");
}

/** The rules of axe with minor or moderate findings, which these tests ignore. */
const lesserRules = [
  "aria-allowed-role",
  "aria-deprecated-role",
  "empty-heading",
  "empty-table-header",
  "focus-order-semantics",
  "form-field-multiple-labels",
  "heading-order",
  "hidden-content",
  "html-xml-lang-mismatch",
  "image-redundant-alt",
  "landmark-banner-is-top-level",
  "landmark-contentinfo-is-top-level",
  "landmark-main-is-top-level",
  "landmark-no-duplicate-banner",
  "landmark-no-duplicate-contentinfo",
  "landmark-no-duplicate-main",
  "landmark-one-main",
  "landmark-unique",
  "meta-viewport",
  "meta-viewport-large",
  "no-autoplay-audio",
  "page-has-heading-one",
  "presentation-role-conflict",
  "region",
  "scope-attr-valid",
  "server-side-image-map",
  "skip-link",
  "table-duplicate-name",
];

/** The minified file, which a browser parses faster. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

const axeOptions = JSON.stringify({
  iframes: false,
  resultTypes: ["violations"],
  rules: Object.fromEntries(lesserRules.map((rule) => [rule, { enabled: false }])),
});

/**
 * Expects that axe finds nothing serious or critical on the current page. It does not look into
 * frames: their sandbox lets no script run, so axe would never finish there.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const isThere = await page.evaluate(async () => {
    // During an animation an element has a temporary colour.
    const passing = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === "running" && effect?.getComputedTiming().iterations !== Infinity,
      );
    await Promise.allSettled(passing.map(({ finished }) => finished));
    return "axe" in window;
  });
  // A page keeps axe until it is reloaded, and parsing axe takes as long as running it.
  if (!isThere) await page.evaluate(axeSource);
  const violations = await page.evaluate<Result[]>(
    `axe.run(${axeOptions}).then(({ violations }) => violations)`,
  );
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
  ).toEqual([]);
}
