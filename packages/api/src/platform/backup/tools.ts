import { spawn } from "node:child_process";
import { access, constants, readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** A backup or a restore is not possible; the message says what to do. */
export class BackupError extends Error {}

/** Where operating systems install the PostgreSQL programs; a star matches a version. */
const usualFolders = [
  "/usr/lib/postgresql/*/bin",
  "/usr/pgsql-*/bin",
  "/opt/homebrew/opt/postgresql@*/bin",
  "/usr/local/opt/postgresql@*/bin",
  "/Applications/Postgres.app/Contents/Versions/*/bin",
  "C:\\Program Files\\PostgreSQL\\*\\bin",
];

export type ToolSearch = {
  /** The folder that the operator configured; when set, no other is searched. */
  folder: string | undefined;
  /** The folders of PATH, in its format. */
  path: string | undefined;
};

/**
 * Finds the folder of PostgreSQL's client programs for a server: of the same version, or else of
 * the lowest newer one. A program can read servers of its own version or older, never newer ones.
 *
 * @param major version of the server, such as 15.
 * @throws BackupError when there is none, saying what to install.
 */
export async function findTools(major: number, search: ToolSearch): Promise<string> {
  const folders = search.folder === undefined ? await candidates(search.path) : [search.folder];
  const found: { folder: string; version: number }[] = [];
  for (const folder of folders) {
    const version = await versionIn(folder);
    if (version !== undefined && version >= major) found.push({ folder, version });
  }
  const best = found.toSorted((one, other) => one.version - other.version)[0];
  if (best === undefined) throw new BackupError(whatToInstall(major, search.folder));
  return best.folder;
}

function whatToInstall(major: number, folder: string | undefined): string {
  const where = folder === undefined ? "on this machine" : `in ${folder}`;
  return (
    `The server is PostgreSQL ${major}, and there is no pg_dump and pg_restore of version ${major} or newer ${where}. ` +
    `Install them (Debian and Ubuntu: postgresql-client-${major} from https://apt.postgresql.org; ` +
    `Fedora and Red Hat: postgresql${major}; macOS: brew install postgresql@${major}), ` +
    "or name their folder in KONTOR_POSTGRES_TOOLS."
  );
}

async function candidates(path: string | undefined): Promise<string[]> {
  const usual = await Promise.all(usualFolders.map(expand));
  return [...(path ?? "").split(delimiter).filter((folder) => folder !== ""), ...usual.flat()];
}

/** The folders that match a pattern with one star. */
async function expand(pattern: string): Promise<string[]> {
  const [before = "", after = ""] = pattern.split("*");
  const cut = Math.max(before.lastIndexOf("/"), before.lastIndexOf("\\")) + 1;
  const [parent, prefix] = [before.slice(0, cut), before.slice(cut)];
  const names = await readdir(parent).catch(() => []);
  return names.filter((name) => name.startsWith(prefix)).map((name) => parent + name + after);
}

/** The major version of the programs in a folder; undefined when one of them is missing. */
async function versionIn(folder: string): Promise<number | undefined> {
  try {
    for (const name of ["pg_dump", "pg_restore"]) {
      await access(join(folder, programFile(name)), constants.X_OK);
    }
    const { output } = await runProgram(join(folder, programFile("pg_dump")), ["--version"], {});
    return Number(/ (\d+)/.exec(output)?.[1]);
  } catch {
    return undefined;
  }
}

function programFile(name: string): string {
  return process.platform === "win32" ? `${name}.exe` : name;
}

/**
 * Runs a program of a folder.
 *
 * @param stopping ends the program.
 * @returns its output.
 * @throws BackupError with its output when it fails, or when it was stopped.
 */
export async function runTool(
  folder: string,
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  stopping?: AbortSignal,
): Promise<string> {
  const file = join(folder, programFile(name));
  const { code, output, errors } = await runProgram(file, args, environment, stopping);
  if (stopping?.aborted === true) throw new BackupError(`${name} was interrupted.`);
  if (code !== 0) throw new BackupError(`${name} failed:\n${(errors || output).trim()}`);
  return output;
}

type ProgramResult = { code: number | null; output: string; errors: string };

/**
 * The program gets only this part of the environment: variables such as PGDATABASE would redirect
 * it.
 */
function runProgram(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  stopping?: AbortSignal,
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      env: { LC_ALL: "C", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    let output = "";
    let errors = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    const end = () => void child.kill();
    if (stopping?.aborted === true) end();
    stopping?.addEventListener("abort", end);
    // A restore that went on by itself would leave a database that nobody has checked.
    process.once("exit", end);
    child.once("error", reject);
    child.once("close", (code) => {
      process.off("exit", end);
      stopping?.removeEventListener("abort", end);
      resolve({ code, output, errors });
    });
  });
}

/**
 * The address of a database for PostgreSQL's own programs. The password is passed in the
 * environment, because every user of a machine can read the arguments of programs.
 *
 * @param options server settings of the connection, such as `-c app.reads_all=on`.
 */
export function addressForTools(
  url: string,
  options: string,
): { address: string; environment: Record<string, string> } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  const given = address.searchParams.get("options");
  address.searchParams.set("options", given === null ? options : `${given} ${options}`);
  // The programs read a plus sign in an address literally.
  address.search = address.search.replaceAll("+", "%20");
  return { address: address.href, environment: password === "" ? {} : { PGPASSWORD: password } };
}
