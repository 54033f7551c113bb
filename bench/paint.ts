import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startKontor, type RunningKontor } from "@kontor/api/testing/process";
import { findBrowser } from "@kontor/tools/browser";
import { chromium, type Browser, type Page } from "@playwright/test";

import { endOnInterrupt } from "./interrupt.ts";
import { median, print } from "./timing.ts";

const rounds = 5;

/** A mid-range phone on a slow mobile network, with Lighthouse's parameters. */
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: "en-GB",
  timezoneId: "Africa/Lagos",
} as const;
const slowdown = 4;
const network = {
  offline: false,
  /** The latency of a request in milliseconds, in addition to its transfer. */
  latency: 150,
  /** Bytes a second: 1.6 Mbit. */
  downloadThroughput: 200_000,
  uploadThroughput: 94_000,
};

/**
 * Goals: seconds to the largest paint, milliseconds to the next paint after a touch, layout shift.
 */
const interactionGoal = 150;
const shiftGoal = 0.02;

type Screen = {
  name: string;
  address: string;
  /** The goal for the largest paint, in seconds. */
  goal: number;
  signedIn: boolean;
  /** The selector of an element that exists once the screen is complete. */
  ready: string;
  touch: (page: Page) => Promise<unknown>;
};

const openMenu = (page: Page) => page.getByRole("button", { name: "Open menu" }).tap();

const screens: readonly Screen[] = [
  {
    name: "login",
    address: "/login",
    goal: 1.4,
    signedIn: false,
    ready: "button[type=submit]",
    touch: (page) => page.getByRole("button", { name: "Sign In" }).tap(),
  },
  {
    name: "organizations",
    address: "/app/organizations",
    goal: 2,
    signedIn: true,
    ready: "tbody tr",
    touch: openMenu,
  },
  {
    name: "chart of accounts",
    address: "/app/chart-accounts",
    goal: 2.4,
    signedIn: true,
    ready: "tbody tr",
    touch: openMenu,
  },
];

/**
 * `paint`, `rows` and `interaction` in milliseconds; `largest` describes the painted element by its
 * tag and first words.
 */
type Figures = {
  paint: number;
  largest: string;
  rows: number;
  shift: number;
  interaction: number;
};

/**
 * Measures each page on a throttled phone with an empty cache: the time of the largest paint, the
 * layout shift, and the time from a touch to the next paint. Requires a built web.
 */
export async function benchPaint(): Promise<void> {
  const executablePath = await findBrowser();
  if (executablePath === undefined) {
    print("left out: there is no browser; KONTOR_BROWSER names one");
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "kontor-bench-paint-"));
  const kontor = await startKontor(folder);
  const stopped = endOnInterrupt(async () => void (await kontor.stop()));
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const session = await signIn(kontor);
    const measured = new Map(screens.map(({ name }) => [name, [] as Figures[]]));
    for (let round = 0; round < rounds; round++) {
      for (const screen of screens) {
        measured.get(screen.name)?.push(await measure(browser, kontor.url, screen, session));
      }
    }
    for (const { name, goal } of screens) {
      const figures = measured.get(name) ?? [];
      const of = (figure: Exclude<keyof Figures, "largest">) =>
        median(figures.map((each) => each[figure]));
      print(
        `${name}: largest paint ${(of("paint") / 1000).toFixed(2)} s (goal ≤ ${goal}; ${figures[0]?.largest ?? "nothing"}), ` +
          `all there after ${(of("rows") / 1000).toFixed(2)} s, ` +
          `layout shift ${of("shift").toFixed(3)} (goal ≤ ${shiftGoal}), ` +
          `a touch to its paint ${of("interaction").toFixed(0)} ms (goal ≤ ${interactionGoal})`,
      );
    }
  } finally {
    await browser.close();
    await kontor.stop();
    stopped();
    await rm(folder, { recursive: true, force: true });
  }
}

type Session = Readonly<Record<string, unknown>>;

async function signIn({ url, email, password }: RunningKontor): Promise<Session> {
  const response = await fetch(`${url}/api/wire/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`the sign-in answered ${response.status}`);
  const { data } = (await response.json()) as { data: Session };
  const { access_token: token, user_type, is_super, admin_id } = data;
  return { token, user_type, is_super, admin_id };
}

/** The page's own records of its paints. */
type PaintFigures = Omit<Figures, "rows">;

/**
 * Opens a screen in a new browser profile, touches it once, and reads the records of its paints.
 */
async function measure(
  browser: Browser,
  url: string,
  screen: Screen,
  session: Session,
): Promise<Figures> {
  const context = await browser.newContext(phone);
  try {
    await context.addInitScript(observePaints);
    if (screen.signedIn) {
      await context.addInitScript((items) => {
        for (const [key, value] of Object.entries(items))
          sessionStorage.setItem(key, String(value));
      }, session);
    }
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", network);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.goto(url + screen.address, { waitUntil: "commit" });
    // Not through the driver, which would first load a program of its own into the measured page.
    const there = await devtools.send("Runtime.evaluate", {
      expression: `(${timeUntilExists.toString()})(${JSON.stringify(screen.ready)})`,
      awaitPromise: true,
    });
    const rows = Number(there.result.value);
    // Waits for late content, such as a font or a badge, so that its layout shift is counted.
    await page.waitForLoadState("networkidle");
    await screen.touch(page);
    const touched = await page.waitForFunction(() => {
      const seen = Reflect.get(window, "seen") as PaintFigures;
      return seen.interaction > 0 ? seen : null;
    });
    return { ...((await touched.jsonValue()) as PaintFigures), rows };
  } finally {
    await context.close();
  }
}

/** Runs in the page. @returns when an element first exists, in milliseconds. */
function timeUntilExists(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () =>
      document.querySelector(selector) === null
        ? requestAnimationFrame(look)
        : resolve(performance.now());
    look();
  });
}

/**
 * Runs in the page. After the first touch, a paint no longer counts as the largest, nor a shift as
 * unexpected.
 */
function observePaints(): void {
  const seen: PaintFigures = { paint: 0, largest: "", shift: 0, interaction: 0 };
  Object.assign(window, { seen });
  type Entry = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    interactionId?: number;
    element?: Element | null;
  };
  const takes: Record<string, (entry: Entry) => void> = {
    "largest-contentful-paint": ({ startTime, element }) => {
      seen.paint = startTime;
      seen.largest = `${element?.tagName ?? ""} ${element?.textContent?.slice(0, 40) ?? ""}`.trim();
    },
    "layout-shift": ({ value, hadRecentInput }) => {
      if (!hadRecentInput) seen.shift += value;
    },
    event: ({ interactionId, duration }) => {
      if (interactionId) seen.interaction = Math.max(seen.interaction, duration);
    },
  };
  for (const [type, take] of Object.entries(takes)) {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as Entry);
    });
    observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  }
}
