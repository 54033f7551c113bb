import { createHash } from "node:crypto";

import ipaddr from "ipaddr.js";
import { sql } from "kysely";

import type { PublicContext } from "../platform/http/serve.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Tx } from "../platform/scope.ts";

/** After so many milliseconds without a failure the count starts again: one hour. */
const memory = 60 * 60 * 1000;

type Policy = {
  /** Failures that cost nothing yet. */
  free: number;
  /** The first pause and the longest, in milliseconds; each is twice the one before. */
  first: number;
  longest: number;
};

const policies = {
  account: { free: 0, first: 250, longest: 8000 },
  // A whole office may come from one address, and some of its people mistype.
  address: { free: 10, first: 250, longest: 8000 },
} as const satisfies Record<string, Policy>;

/**
 * Attempts that may wait at the same time in this process: for one account from one network, so that who
 * guesses at one keeps nobody else of an office waiting, and from one network for all accounts.
 */
const mostWaiting = { account: 20, network: 400 };
const waiting = new Map<string, number>();

/** What is tried: each has counters of its own for an account; an address has one for all. */
const attempts = [
  "sign-in",
  "reset-mail",
  "reset-code",
  "second-factor",
  "password",
  "portal-mail",
  "portal-code",
] as const;
export type Attempted = (typeof attempts)[number];

/** What holding back needs to know of who asks. */
export type Asking = Pick<PublicContext, "database" | "clock" | "ip">;

export type Attempt = {
  /** The hashes under which the two counters are kept. */
  account: Buffer;
  address: Buffer;
  /** Attempts for the account before this one that nobody forgave. */
  earlier: number;
};

/** Milliseconds that the next attempt waits after so many failures. */
export function pauseAfter(failures: number, { free, first, longest }: Policy): number {
  const counted = failures - free;
  return counted <= 0 ? 0 : Math.min(longest, first * 2 ** (counted - 1));
}

/**
 * Counts an attempt as failed and then makes it wait: the longer, the more failures the account and the
 * address have. It is counted first, in a transaction of its own, so that attempts side by side each
 * wait longer than the one before, and so that a failure outlives its error response. Nobody is ever
 * locked out: whoever waits gets a response, and `forgive` takes the count back when it was right.
 *
 * @param device from which somebody signed in to the account before: it has a count and a line of its own, so
 *   that no crowd of strangers keeps the right password out.
 * @returns what to hand to `forgive`.
 * @throws Refusal `too_many_requests` when a crowd from the same network is waiting already for the account, or
 *   waiting side by side would make the pauses worth nothing.
 */
export async function throttle(
  context: Asking,
  attempted: Attempted,
  email: string,
  device?: string,
): Promise<Attempt> {
  const account = keyHash(attempted, device === undefined ? email : `${email}\0${device}`);
  const address = keyHash("address", networkOf(context.ip));
  const now = context.clock.now();
  const forgotten = new Date(now.getTime() - memory);
  const { rows } = await context.database.transaction((tx) =>
    sql<{ key_hash: Buffer; failures: number }>`
      insert into sign_in_failures as f (key_hash, failures, last_failed_at)
      values (${account}, 1, ${now}), (${address}, 1, ${now})
      on conflict (key_hash) do update set last_failed_at = ${now},
        failures = case when f.last_failed_at < ${forgotten} then 1 else f.failures + 1 end
      returning key_hash, failures`.execute(tx),
  );
  const earlier = (key: Buffer): number =>
    (rows.find(({ key_hash }) => key_hash.equals(key))?.failures ?? 1) - 1;
  const pause = Math.max(
    pauseAfter(earlier(account), policies.account),
    device === undefined ? pauseAfter(earlier(address), policies.address) : 0,
  );
  if (pause > 0) {
    const network = address.toString("hex");
    const lines = new Map([[`${account.toString("hex")} ${network}`, mostWaiting.account]]);
    if (device === undefined) lines.set(network, mostWaiting.network);
    await waitInLine(context, lines, pause);
  }
  return { account, address, earlier: earlier(account) };
}

/** @param lines the lines to stand in, with how many each may hold. */
async function waitInLine(
  context: Asking,
  lines: ReadonlyMap<string, number>,
  pause: number,
): Promise<void> {
  if (lines.entries().some(([line, most]) => (waiting.get(line) ?? 0) >= most)) {
    const seconds = Math.ceil(pause / 1000);
    throw new Refusal("too_many_requests", { seconds: String(seconds) }, { retryAfter: seconds });
  }
  for (const line of lines.keys()) waiting.set(line, (waiting.get(line) ?? 0) + 1);
  try {
    await context.clock.sleep(pause);
  } finally {
    for (const line of lines.keys()) {
      const left = (waiting.get(line) ?? 1) - 1;
      if (left === 0) waiting.delete(line);
      else waiting.set(line, left);
    }
  }
}

/**
 * Minutes that lie between two mails with a code to one address: nobody can fill a mailbox, nor draw ever
 * new codes to guess at. The pause grows from one to eight, which is less than a code works.
 */
export function minutesBetweenMails({ earlier }: Pick<Attempt, "earlier">): number {
  return earlier === 0 ? 0 : Math.min(8, 2 ** (earlier - 1));
}

/** Takes back what `throttle` counted: the account starts again, the address is as it was before. */
export async function forgive(
  tx: Tx,
  attempt: Pick<Attempt, "account" | "address">,
): Promise<void> {
  await sql`delete from sign_in_failures where key_hash = ${attempt.account}`.execute(tx);
  await sql`update sign_in_failures set failures = greatest(failures - 1, 0)
    where key_hash = ${attempt.address}`.execute(tx);
}

/** Lets an account start again in every way, for somebody who has just proved to hold its mailbox. */
export async function forgiveAccount(tx: Tx, email: string): Promise<void> {
  const keys = attempts.map((attempted) => keyHash(attempted, email));
  await sql`delete from sign_in_failures where key_hash = any (${keys})`.execute(tx);
}

/** The key is hashed, so that a password typed into the email field is not kept. */
function keyHash(kind: string, value: string): Buffer {
  return createHash("sha256").update(`${kind}\0${value}`).digest();
}

/**
 * The network that an address counts for: an IPv4 address is one household or office, while of IPv6 each
 * household has a whole /64 to choose from.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.map((part, at) => (at < 4 ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/64`;
}
