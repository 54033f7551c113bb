import { execFile } from "node:child_process";
import { access, constants, readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

import { root, runProcess } from "./processes.ts";

const execute = promisify(execFile);

/** Environment variables that configure the browser to use. */
const variables = ["KONTOR_BROWSER", "CHROME_PATH"] as const;

/** The headless shell comes first, since it renders at less cost. */
const commands = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const playwright = join(root, "node_modules/@playwright/test/cli.js");

/** There is no browser and none could be installed. The message says what to do. */
export class NoBrowser extends Error {}

/** The possible paths of a browser, the preferred ones first. They need not exist. */
export function browserCandidates(env: Readonly<Record<string, string | undefined>>): string[] {
  const folders = [...(env["PATH"] ?? "").split(delimiter), "/usr/bin", "/snap/bin"];
  const paths = folders
    .filter((folder) => folder !== "")
    .flatMap((folder) => commands.map((name) => join(folder, name)));
  return [...new Set([...paths, ...applications])];
}

/**
 * Finds an installed browser that starts: the one that KONTOR_BROWSER or CHROME_PATH names, else a
 * Chromium or Chrome of the system, else the one that Playwright installed earlier.
 *
 * @throws NoBrowser when a variable names a browser that does not start.
 */
export async function findBrowser(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string | undefined> {
  for (const variable of variables) {
    const named = env[variable];
    if (!named) continue;
    if (await starts(named)) return named;
    throw new NoBrowser(`${variable} is "${named}", which does not start as a browser.`);
  }
  for (const path of browserCandidates(env)) {
    if (await starts(path)) return path;
  }
  const own = await playwrightBrowser();
  return own !== undefined && (await starts(own)) ? own : undefined;
}

/**
 * Installs a browser on a machine that has none: from Playwright, or else as a package of Debian or
 * Ubuntu, which requires root.
 *
 * @throws NoBrowser when neither way works.
 */
export async function getBrowser(): Promise<string> {
  const isRoot = process.getuid?.() === 0;
  const hasPackages = isRoot && (await isDebian());
  console.log("No browser was found. Getting Chromium from Playwright …");
  // The libraries that the browser needs are system packages, which only root may install.
  const withLibraries = hasPackages ? ["--with-deps"] : [];
  await runProcess(process.execPath, [playwright, "install", ...withLibraries, "chromium"]);
  const own = await findBrowser();
  if (own !== undefined) return own;
  if (hasPackages) {
    console.log("That did not work. Getting Chromium from the packages of the system …");
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await runProcess("apt-get", ["update"], { env });
    const packages = ["chromium-headless-shell", "chromium"];
    for (const name of packages) {
      const status = await runProcess(
        "apt-get",
        ["install", "-y", "--no-install-recommends", name],
        {
          env,
        },
      );
      if (status === 0) break;
    }
    const installed = await findBrowser();
    if (installed !== undefined) return installed;
  }
  throw new NoBrowser(
    "The browser tests need Chromium or Chrome. Install one, or name it in KONTOR_BROWSER.",
  );
}

/** Whether a path is a browser with all its libraries: printing its version loads them all. */
async function starts(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    const { stdout } = await execute(path, ["--version"], { timeout: 20_000 });
    return /chrom/i.test(stdout);
  } catch {
    return false;
  }
}

/** The path of Playwright's own Chromium, whether it is installed or not. */
async function playwrightBrowser(): Promise<string | undefined> {
  try {
    const expression = 'require("@playwright/test").chromium.executablePath()';
    // Run inside e2e, whose manifest declares Playwright.
    const { stdout } = await execute(process.execPath, ["-p", expression], {
      cwd: join(root, "e2e"),
    });
    return stdout.trim();
  } catch {
    return undefined;
  }
}

async function isDebian(): Promise<boolean> {
  const release = await readFile("/etc/os-release", "utf8").catch(() => "");
  return /^ID(?:_LIKE)?=.*\b(?:debian|ubuntu)\b/m.test(release);
}
