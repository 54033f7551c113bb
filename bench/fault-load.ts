import { randomUUID } from "node:crypto";

import { openDatabase, type Database } from "@kontor/api/platform/database/database";
import { openDatabaseServerToRead } from "@kontor/api/platform/database/database-server";
import { parseEnvironment } from "@kontor/api/platform/environment";
import { setTenant } from "@kontor/api/platform/scope";
import { startKontor, type RunningKontor } from "@kontor/api/testing/process";
import { sql } from "kysely";

/** Two ledgers of one organization, to which every entry of a campaign is posted. */
type Ledger = { id: number; tenant_id: number };

/** A Kontor in a separate data folder, and the results of a campaign's requests. */
export type Campaign = {
  folder: string;
  kontor: RunningKontor;
  token: string;
  ledgers: readonly [Ledger, Ledger];
  /** Keys of entries that were answered 201. */
  acknowledged: Set<string>;
  /** Keys without a response, or with 503: it is unknown whether they were committed. */
  unknown: Set<string>;
};

/** Why requests got no response, the latest last. */
export const campaignFaults: string[] = [];

/** The number of concurrent posters. */
const posterCount = 8;
const demoVariables = { KONTOR_DEMO: "brief", KONTOR_REQUESTS_PER_MINUTE: "100000000" };

/** Starts a Kontor on a folder, and finds the ledgers to post to. */
export async function openCampaign(folder: string): Promise<Campaign> {
  const kontor = await startKontor(folder, 0, demoVariables);
  const { email, password, url } = kontor;
  const signedIn = await fetch(`${url}/api/wire/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { data } = (await signedIn.json()) as { data: { access_token: string } };
  const token = data.access_token;
  const found = await fetch(`${url}/api/ledgers?search=0001`, { headers: headersOf(token) });
  const { data: all } = (await found.json()) as { data: Ledger[] };
  const [debit, credit] = all.filter(({ tenant_id }) => tenant_id === all[0]?.tenant_id);
  if (debit === undefined || credit === undefined) throw new Error("the demo has no two ledgers");
  const keys = { acknowledged: new Set<string>(), unknown: new Set<string>() };
  return { folder, kontor, token, ledgers: [debit, credit], ...keys };
}

/** Restarts the Kontor of a campaign on the data that the last one left. */
export async function restartKontor(campaign: Campaign): Promise<void> {
  campaign.kontor = await startKontor(campaign.folder, 0, demoVariables);
}

function headersOf(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, "content-type": "application/json" };
}

/** Sends one entry whose narration is its key. @returns the status; 0 when there was no response */
export async function postEntry(
  { token, ledgers, acknowledged, unknown }: Campaign,
  url: string,
  key: string,
): Promise<number> {
  const [debit, credit] = ledgers;
  const item = { amount: "1.00", narration: "Under load" };
  const body = {
    tenant_id: debit.tenant_id,
    entry_type_id: 4,
    narration: key,
    items: [
      { dc: "DR", ledger_id: debit.id, ...item },
      { dc: "CR", ledger_id: credit.id, ...item },
    ],
  };
  try {
    const response = await fetch(`${url}/api/entries`, {
      method: "POST",
      headers: { ...headersOf(token), "idempotency-key": key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    await response.text();
    if (response.status === 201) {
      acknowledged.add(key);
      unknown.delete(key);
    } else {
      unknown.add(key);
    }
    return response.status;
  } catch (error) {
    unknown.add(key);
    campaignFaults.push(String((error as Error).cause ?? error));
    return 0;
  }
}

/** Posts from several connections until a response is not as expected, or the time is over. */
export async function runUnderLoad(
  campaign: Campaign,
  urlOf: () => string | undefined,
  fault: () => Promise<void>,
): Promise<number[]> {
  const load = { isOver: false };
  const refused: number[] = [];
  const poster = async (): Promise<void> => {
    while (!load.isOver) {
      const url = urlOf();
      const status = url === undefined ? 0 : await postEntry(campaign, url, randomUUID());
      if (status === 201) continue;
      refused.push(status);
      return;
    }
  };
  const all = Array.from({ length: posterCount }, poster);
  await fault();
  load.isOver = true;
  await Promise.all(all);
  return refused;
}

/** Sends requests with an unknown outcome again with the same keys until each is acknowledged. */
export async function resendUnknown(campaign: Campaign, url = campaign.kontor.url): Promise<void> {
  const giveUp = performance.now() + 60_000;
  while (campaign.unknown.size > 0) {
    for (const key of campaign.unknown) await postEntry(campaign, url, key);
    if (performance.now() > giveUp) throw new Error(`${campaign.unknown.size} were never answered`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The addresses of the database of a campaign while its Kontor runs. */
export async function databaseUrlsOf({
  folder,
}: Campaign): Promise<{ ownerUrl: string; requestsUrl: string }> {
  const environment = parseEnvironment({ KONTOR_DATA: folder });
  const { ownerUrl, requestsUrl } = await openDatabaseServerToRead(environment, {
    log: () => undefined,
    onExit: () => undefined,
  });
  return { ownerUrl, requestsUrl };
}

/** The acknowledged entries that the books lack or have twice. */
export async function countLostAndDoubled(
  campaign: Campaign,
): Promise<{ lost: number; doubled: number }> {
  const { requestsUrl: url } = await databaseUrlsOf(campaign);
  const database: Database = openDatabase({ url, connections: 1, onError: () => undefined });
  try {
    const tenantId = campaign.ledgers[0].tenant_id;
    const stored = await database.transaction(async (tx) => {
      await setTenant(tx, tenantId);
      const { rows } = await sql<{ narration: string; entries: number }>`
        select narration, count(*)::int as entries from entries
        where tenant_id = ${tenantId} group by narration`.execute(tx);
      return new Map(rows.map(({ narration, entries }) => [narration, entries]));
    });
    const keys = [...campaign.acknowledged];
    const lost = keys.filter((key) => !stored.has(key)).length;
    return { lost, doubled: keys.filter((key) => (stored.get(key) ?? 0) > 1).length };
  } finally {
    await database.close();
  }
}

/** Whether all books agree, according to the product's own check. */
export async function booksAgree({ kontor, token }: Campaign): Promise<boolean> {
  const response = await fetch(`${kontor.url}/api/books/check`, { headers: headersOf(token) });
  const { data } = (await response.json()) as { data: { agree: boolean } };
  return data.agree;
}
