import { createHmac } from "node:crypto";

import pg from "pg";

import { idleTransactionTimeout, statementTimeout } from "./limited-client.ts";

/**
 * The role with the privileges of requests. It cannot log in; the login of requests is a member of
 * it.
 */
const requestRole = "kontor_app";

/**
 * Settings of every connection of the login. They are stored with the login, because a pooler does
 * not pass options on.
 */
const settings: Readonly<Record<string, string>> = {
  TimeZone: "UTC",
  statement_timeout: `${statementTimeout}ms`,
  idle_in_transaction_session_timeout: `${idleTransactionTimeout}ms`,
};

/** SQLSTATEs: insufficient privilege, a wrong password, and no such role. */
const notAllowed = "42501";
const loginRefused: ReadonlySet<string> = new Set(["28P01", "28000"]);
/** The errors when two sessions change a role of the server at the same moment. */
const concurrentChange: ReadonlySet<string> = new Set(["XX000", "42710", "23505"]);
const tries = 5;

/** The login of requests cannot be set up; the message says what to do. */
export class LoginMissing extends Error {}

/**
 * A password derived from another one and a role's name, so that several processes and commands
 * agree on it without sharing a file.
 */
export function derivedPassword(secret: string, role: string): string {
  return createHmac("sha256", secret).update(`kontor ${role}`).digest("base64url");
}

/**
 * The address for requests to an owner's database: the same server, with a login whose name and
 * password are derived from the owner's.
 *
 * @throws LoginMissing when the owner's address has no password to derive from.
 */
export function requestsUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  if (url.username === "" || url.password === "") {
    throw new LoginMissing(
      "DATABASE_URL has no user with a password from which to derive the login of requests. " +
        "Give that login its own address in DATABASE_REQUESTS_URL.",
    );
  }
  const login = `${decodeURIComponent(url.username)}_requests`;
  url.password = derivedPassword(decodeURIComponent(url.password), login);
  url.username = login;
  return url.href;
}

export type DatabaseUrls = {
  /** Connects as the owner of the schema, for migrations. */
  ownerUrl: string;
  /** Connects as a login without the owner's privileges, for requests. */
  requestsUrl: string;
};

/**
 * Ensures, as the owner, what requests need: the role, the privileges that the migrations granted
 * it, and the login. At most starts all of it exists; after a restore on another server all of it
 * may be missing.
 *
 * @throws LoginMissing when the owner may not create the login, saying what an administrator has to
 * run.
 */
export async function ensureRights(addresses: DatabaseUrls): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ensureOnce(addresses);
    } catch (error) {
      const again = error instanceof pg.DatabaseError && concurrentChange.has(error.code ?? "");
      if (!again || attempt === tries) throw error;
    }
  }
}

async function ensureOnce({ ownerUrl, requestsUrl }: DatabaseUrls): Promise<void> {
  const url = new URL(requestsUrl);
  const login = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  const owner = new pg.Client({ connectionString: ownerUrl });
  owner.on("error", () => undefined);
  await owner.connect();
  try {
    await owner.query("begin");
    // Several processes may start at once; conflicts with those on other databases of the server
    // are retried above.
    await owner.query("select pg_advisory_xact_lock(hashtextextended('kontor roles', 0))");
    await ensureRole(owner);
    await ensureLogin(owner, login, password);
    await owner.query("commit");
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === notAllowed) {
      const isDerived = requestsUrl === derivedUrlOf(ownerUrl);
      throw new LoginMissing(instructions(login, isDerived, error.message), { cause: error });
    }
    throw error;
  } finally {
    await owner.end();
  }
  // A login with a derived password gets a new one when the owner's changes.
  if (requestsUrl === derivedUrlOf(ownerUrl) && !(await acceptsLogin(requestsUrl))) {
    await setPassword(ownerUrl, login, password);
  }
}

/** @throws LoginMissing when the owner may not, because somebody else created the login. */
async function setPassword(ownerUrl: string, login: string, password: string): Promise<void> {
  try {
    await withClient(ownerUrl, (client) =>
      client.query(`alter role ${quotedName(login)} password ${client.escapeLiteral(password)}`),
    );
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== notAllowed) throw error;
    throw new LoginMissing(
      `The login ${login} has a password of its own, which the owner may not change. ` +
        "Give its address in DATABASE_REQUESTS_URL.",
      { cause: error },
    );
  }
}

/**
 * Grants the role of requests access to the rows of a schema that another library created as the
 * owner.
 */
export async function grantRequestAccess(ownerUrl: string, schema: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query("begin");
    // Two processes that start together would change the same rows of the catalogue, so the second
    // one waits.
    await client.query("select pg_advisory_xact_lock(hashtextextended('kontor roles', 0))");
    const { rowCount } = await client.query(
      `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = $1 and c.relkind in ('r', 'p')
         and not has_table_privilege('${requestRole}', c.oid, 'delete') limit 1`,
      [schema],
    );
    if (rowCount !== 0) {
      const where = quotedName(schema);
      await client.query(`grant usage on schema ${where} to ${requestRole}`);
      await client.query(
        `grant select, insert, update, delete on all tables in schema ${where} to ${requestRole}`,
      );
    }
    await client.query("commit");
  });
}

function derivedUrlOf(ownerUrl: string): string | undefined {
  const { username, password } = new URL(ownerUrl);
  return username === "" || password === "" ? undefined : requestsUrlOf(ownerUrl);
}

async function ensureRole(owner: pg.Client): Promise<void> {
  if (!(await hasRole(owner, requestRole))) {
    await owner.query(`create role ${requestRole} nologin nosuperuser nobypassrls`);
  }
  const { rows } = await owner.query<Right>(`
    select kind, object, part, privilege from kept_rights
    except select kind, object, part, privilege from rights_of_requests`);
  for (const right of rows) await owner.query(grantOf(right));
  const { rows: doors } = await owner.query<{ object: string }>(
    "select object from kept_rights where kind = 'function'",
  );
  if (rows.length > 0) {
    for (const { object } of doors) {
      await owner.query(`revoke execute on function ${object} from public`);
    }
  }
}

type Right = { kind: string; object: string; part: string; privilege: string };

function grantOf({ kind, object, part, privilege }: Right): string {
  // The names are already quoted by the catalogue.
  const what = kind === "column" ? `table ${object}` : `${kind} ${object}`;
  const columns = kind === "column" ? ` (${part})` : "";
  return `grant ${privilege}${columns} on ${what} to ${requestRole}`;
}

async function ensureLogin(owner: pg.Client, login: string, password: string): Promise<void> {
  await refusePowerfulLogin(owner, login);
  if (!(await hasRole(owner, login))) {
    const secret = password === "" ? "" : ` password ${owner.escapeLiteral(password)}`;
    await owner.query(
      `create role ${quotedName(login)} login nosuperuser nobypassrls nocreaterole nocreatedb${secret}`,
    );
  }
  const { rows: member } = await owner.query<{ is: boolean }>(
    `select pg_has_role($1, '${requestRole}', 'usage') as is`,
    [login],
  );
  if (member[0]?.is !== true) await owner.query(`grant ${requestRole} to ${quotedName(login)}`);
  const { rows } = await owner.query<{ rolconfig: string[] | null }>(
    "select rolconfig from pg_roles where rolname = $1",
    [login],
  );
  const present = rows[0]?.rolconfig ?? [];
  for (const [setting, value] of Object.entries(settings)) {
    if (present.includes(`${setting}=${value}`)) continue;
    await owner.query(`alter role ${quotedName(login)} set ${setting} = '${value}'`);
  }
}

/**
 * Refuses a login of an administrator before its settings are changed, because the time limits of
 * requests would interrupt other work of that login.
 *
 * @throws LoginMissing
 */
async function refusePowerfulLogin(owner: pg.Client, login: string): Promise<void> {
  const { rowCount } = await owner.query(
    `select from pg_roles where rolname = $1 and (rolsuper or rolbypassrls or rolcreaterole
       or pg_has_role(rolname, current_user, 'member'))`,
    [login],
  );
  if (rowCount === 0) return;
  throw new LoginMissing(
    `Requests must not be served as ${login}, whom no policy would hold back. ` +
      "Name a login for requests alone in DATABASE_REQUESTS_URL; it is created if it is missing.",
  );
}

async function hasRole(client: pg.Client, role: string): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [role]);
  return rowCount === 1;
}

function quotedName(role: string): string {
  return pg.escapeIdentifier(role);
}

/** @param isDerived whether the expected password is derived, so that no chosen one would match it. */
function instructions(login: string, isDerived: boolean, why: string): string {
  const set = Object.entries(settings)
    .map(([setting, value]) => `  alter role ${quotedName(login)} set ${setting} = '${value}';`)
    .join("\n");
  return (
    `The login ${login}, by which requests are served, is not ready (${why}). ` +
    `Have an administrator of the server run:\n` +
    `  create role ${quotedName(login)} login password '...';  -- where it is missing\n` +
    `  grant ${requestRole} to ${quotedName(login)};\n${set}` +
    (isDerived ? "\nThen give its address, with that password, in DATABASE_REQUESTS_URL." : "")
  );
}

async function acceptsLogin(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query("select 1"));
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && loginRefused.has(error.code ?? "")) return false;
    throw error;
  }
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
