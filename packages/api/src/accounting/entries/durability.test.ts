import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { seededFolder } from "../../testing/data-folder.ts";
import { startKontor, type RunningKontor } from "../../testing/process.ts";

const rounds = 3;
const posters = 8;
/** How long each round posts before the kill, in milliseconds. */
const loadTime = 250;

type Session = { kontor: RunningKontor; headers: Record<string, string> };
type Row = { id: number; tenant_id: number; name: string };

async function signIn(kontor: RunningKontor): Promise<Session> {
  const response = await fetch(`${kontor.url}/api/wire/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: kontor.email, password: kontor.password }),
  });
  const { data } = (await response.json()) as { data: { access_token: string } };
  return {
    kontor,
    headers: { authorization: `Bearer ${data.access_token}`, "content-type": "application/json" },
  };
}

async function read<Data>({ kontor, headers }: Session, path: string): Promise<Data> {
  const response = await fetch(`${kontor.url}/api${path}`, { headers });
  expect(response.status).toBe(200);
  return (await response.json()) as Data;
}

/** Posts an entry whose narration is its key. @returns whether it was acknowledged. */
async function post(
  { kontor, headers }: Session,
  key: string,
  ledgers: readonly Row[],
): Promise<boolean> {
  const [debit, credit] = ledgers;
  const item = { amount: "1.00", narration: "Under load" };
  try {
    const response = await fetch(`${kontor.url}/api/entries`, {
      method: "POST",
      headers: { ...headers, "idempotency-key": key },
      body: JSON.stringify({
        tenant_id: debit?.tenant_id,
        entry_type_id: 4,
        narration: key,
        items: [
          { dc: "DR", ledger_id: debit?.id, ...item },
          { dc: "CR", ledger_id: credit?.id, ...item },
        ],
      }),
    });
    await response.text();
    return response.status === 201;
  } catch {
    // The kill broke the connection, so it is unknown whether the entry was committed.
    return false;
  }
}

test("killing API and database under load loses no acknowledged entry and duplicates none", async () => {
  const dataFolder = await seededFolder();
  const acknowledged = new Set<string>();
  const unknown = new Set<string>();
  let ledgers: Row[] = [];
  for (let round = 0; round < rounds; round++) {
    const kontor = await startKontor(dataFolder);
    const session = await signIn(kontor);
    if (round === 0) {
      const { data } = await read<{ data: Row[] }>(session, "/ledgers?search=0001");
      const tenant = data[0]?.tenant_id;
      ledgers = data.filter((row) => row.tenant_id === tenant).slice(0, 2);
    }
    // Requests in flight at the last kill are sent again with their keys: each must take effect
    // exactly once.
    for (const key of unknown) if (await post(session, key, ledgers)) acknowledged.add(key);
    unknown.clear();
    const until = performance.now() + loadTime;
    const poster = async (): Promise<void> => {
      while (performance.now() < until + 5_000) {
        const key = randomUUID();
        if (await post(session, key, ledgers)) acknowledged.add(key);
        else {
          unknown.add(key);
          return;
        }
      }
    };
    const load = Array.from({ length: posters }, poster);
    await new Promise((resolve) => setTimeout(resolve, loadTime));
    await kontor.kill();
    await Promise.all(load);
  }

  const kontor = await startKontor(dataFolder);
  const session = await signIn(kontor);
  for (const key of unknown) if (await post(session, key, ledgers)) acknowledged.add(key);
  const stored: string[] = [];
  for (let page = 1; ; page++) {
    const query = `tenant_id=${ledgers[0]?.tenant_id}&ledger_id=${ledgers[0]?.id}&per_page=100&page=${page}`;
    const { data } = await read<{ data: { narration: string }[] }>(session, `/entries?${query}`);
    stored.push(...data.map((row) => row.narration));
    if (data.length < 100) break;
  }
  const ours = stored.filter((narration) => /^[0-9a-f-]{36}$/.test(narration));
  expect(ours.length).toBe(new Set(ours).size);
  expect(new Set(ours)).toEqual(acknowledged);
  expect(acknowledged.size).toBeGreaterThan(rounds);
  const books = await read<{ data: { agree: boolean } }>(session, "/books/check");
  expect(books.data).toEqual({ agree: true, faults: [] });
  expect(await kontor.stop()).toBe(0);
}, 180_000);
