import { withOwnerClient } from "../platform/database/database.ts";

/** A client that is signed in and posts to the books of the first demo organization. */
export type Bookkeeper = {
  /** Posts a receipt. @returns its number, such as `RCT-000123` */
  post(key?: string): Promise<string>;
  /** The text of a file. */
  file(path: string): Promise<string>;
};

type SignIn = { url: string; email: string; password: string };

/** An unsuccessful response. */
export class FailedResponse extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Signs in to a running Kontor over HTTP, from another process. */
export async function bookkeeperAt({ url, email, password }: SignIn): Promise<Bookkeeper> {
  const signedIn = await send(url, "POST", "/wire/login", { body: { email, password } });
  return bookkeeperWith(url, (signedIn as { access_token: string }).access_token);
}

/** The same with an existing session. */
export async function bookkeeperWith(url: string, token: string): Promise<Bookkeeper> {
  const ledgers = await send(url, "GET", "/ledgers?tenant_id=1", { token });
  const codes = ledgers as { id: number; code: string }[];
  const idOf = (code: string) => codes.find((ledger) => ledger.code === code)?.id ?? 0;
  const receipt = {
    tenant_id: 1,
    entry_type_id: 1,
    entry_date: "2026-03-09",
    narration: "Received",
    items: [
      { dc: "DR", amount: "12.50", ledger_id: idOf("01-01-0002"), narration: "In" },
      { dc: "CR", amount: "12.50", ledger_id: idOf("03-01-0001"), narration: "Out" },
    ],
  };
  return {
    post: async (key) => {
      const request = { token, body: receipt, ...(key === undefined ? {} : { key }) };
      const entry = await send(url, "POST", "/entries", request);
      return (entry as { ent_number: string }).ent_number;
    },
    file: async (path) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${url}/api${path}`, { headers });
      if (!response.ok) throw new FailedResponse(response.status, await response.text());
      return response.text();
    },
  };
}

async function send(
  url: string,
  method: string,
  path: string,
  { token, body, key }: { token?: string; body?: object; key?: string },
): Promise<unknown> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { data, message } = (await response.json()) as { data: unknown; message?: string };
  if (!response.ok) {
    throw new FailedResponse(response.status, `${method} ${path}: ${response.status} ${message}`);
  }
  return data;
}

/** The number in the display name of an entry: 123 for `RCT-000123`. */
export function counterOf(number: string): number {
  return Number(/\d+$/.exec(number)?.[0]);
}

/** The numbers of the receipts in a database, of the organization whose books it keeps, in order. */
export async function receiptsOf(url: string): Promise<number[]> {
  return withOwnerClient(url, async (owner) => {
    await owner.query("select set_config('app.reads_all', 'on', false)");
    const { rows } = await owner.query<{ number: bigint }>(
      "select number from entries where tenant_id = 1 and entry_type_id = 1 order by number",
    );
    return rows.map(({ number }) => Number(number));
  });
}
