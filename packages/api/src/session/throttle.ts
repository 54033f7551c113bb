import { createHash } from "node:crypto";

import ipaddr from "ipaddr.js";
import { sql } from "kysely";

import type { PublicContext } from "../platform/http/serve.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Tx } from "../platform/scope.ts";

/** The time without a failure after which the count starts again, in milliseconds: one hour. */
const failureWindow = 60 * 60 * 1000;

type Policy = {
  /** The number of failures before the first delay. */
  free: number;
  /** The first delay and the longest, in milliseconds; each is twice the previous one. */
  first: number;
  longest: number;
};

const policies = {
  account: { free: 0, first: 250, longest: 8000 },
  // A whole office may share one address, and some of its people mistype.
  address: { free: 10, first: 250, longest: 8000 },
} as const satisfies Record<string, Policy>;

/**
 * The maximum number of attempts that may wait concurrently in this process: for one account from
 * one network, so that guessing one account does not delay the rest of an office; and from one
 * network for all accounts.
 */
const maxWaiting = { account: 20, network: 400 };
const waiting = new Map<string, number>();

/** The kinds of secrets: an account has a counter for each, an address one for all. */
const attemptKinds = [
  "sign-in",
  "reset-mail",
  "reset-code",
  "second-factor",
  "password",
  "portal-mail",
  "portal-code",
] as const;
export type AttemptKind = (typeof attemptKinds)[number];

/** The parts of the caller's context that throttling needs. */
export type ThrottledCaller = Pick<PublicContext, "database" | "clock" | "ip">;

export type Attempt = {
  /** The hashes under which the two counters are stored. */
  account: Buffer;
  address: Buffer;
  /** Earlier failed attempts for the account. */
  earlier: number;
};

/** The delay before the next attempt after a number of failures, in milliseconds. */
export function delayAfter(failures: number, { free, first, longest }: Policy): number {
  const counted = failures - free;
  return counted <= 0 ? 0 : Math.min(longest, first * 2 ** (counted - 1));
}

/**
 * Counts an attempt as failed and then delays it, longer with each failure of the account and the
 * address. It is counted first, in a separate transaction, so that concurrent attempts each wait
 * longer than the previous one, and a failure outlives its error response. Nobody is ever locked
 * out: every attempt gets a response after its delay, and `clearAttempts` removes it from the count
 * when it succeeded.
 *
 * @param device a device that signed in to the account before: it has its own count and queue, so
 * that strangers cannot lock out the right password.
 * @returns the argument for `clearAttempts`.
 * @throws Refusal `too_many_requests` when too many attempts from the same network are waiting,
 * because waiting in parallel would defeat the delays.
 */
export async function throttle(
  context: ThrottledCaller,
  attempted: AttemptKind,
  email: string,
  device?: string,
): Promise<Attempt> {
  const account = keyHash(attempted, device === undefined ? email : `${email}\0${device}`);
  const address = keyHash("address", networkOf(context.ip));
  const now = context.clock.now();
  const windowStart = new Date(now.getTime() - failureWindow);
  const { rows } = await context.database.transaction((tx) =>
    sql<{ key_hash: Buffer; failures: number }>`
      insert into sign_in_failures as f (key_hash, failures, last_failed_at)
      values (${account}, 1, ${now}), (${address}, 1, ${now})
      on conflict (key_hash) do update set last_failed_at = ${now},
        failures = case when f.last_failed_at < ${windowStart} then 1 else f.failures + 1 end
      returning key_hash, failures`.execute(tx),
  );
  const earlier = (key: Buffer): number =>
    (rows.find(({ key_hash }) => key_hash.equals(key))?.failures ?? 1) - 1;
  const delay = Math.max(
    delayAfter(earlier(account), policies.account),
    device === undefined ? delayAfter(earlier(address), policies.address) : 0,
  );
  if (delay > 0) {
    const network = address.toString("hex");
    const queues = new Map([[`${account.toString("hex")} ${network}`, maxWaiting.account]]);
    if (device === undefined) queues.set(network, maxWaiting.network);
    await waitInQueues(context, queues, delay);
  }
  return { account, address, earlier: earlier(account) };
}

/** @param queues the keys of the queues to join, with their limits. */
async function waitInQueues(
  context: ThrottledCaller,
  queues: ReadonlyMap<string, number>,
  delay: number,
): Promise<void> {
  if (queues.entries().some(([queue, most]) => (waiting.get(queue) ?? 0) >= most)) {
    const seconds = Math.ceil(delay / 1000);
    throw new Refusal("too_many_requests", { seconds: String(seconds) }, { retryAfter: seconds });
  }
  for (const queue of queues.keys()) waiting.set(queue, (waiting.get(queue) ?? 0) + 1);
  try {
    await context.clock.sleep(delay);
  } finally {
    for (const queue of queues.keys()) {
      const left = (waiting.get(queue) ?? 1) - 1;
      if (left === 0) waiting.delete(queue);
      else waiting.set(queue, left);
    }
  }
}

/**
 * The minimum time of a response about an address, in milliseconds, so that its duration reveals
 * nothing.
 */
export const minResponseTime = 500;

/**
 * Minutes between two mails with a code to one address, so that nobody can flood a mailbox or
 * generate ever new codes to guess at. The delay grows from one to eight minutes, less than the
 * lifetime of a code.
 */
export function minutesBetweenMails({ earlier }: Pick<Attempt, "earlier">): number {
  return earlier === 0 ? 0 : Math.min(8, 2 ** (earlier - 1));
}

/** Undoes the count of `throttle`: the account's count starts again, the address's is as before. */
export async function clearAttempts(
  tx: Tx,
  attempt: Pick<Attempt, "account" | "address">,
): Promise<void> {
  await sql`delete from sign_in_failures where key_hash = ${attempt.account}`.execute(tx);
  await sql`update sign_in_failures set failures = greatest(failures - 1, 0)
    where key_hash = ${attempt.address}`.execute(tx);
}

/** Resets all counters of an account, for a user who has just proved to own its mailbox. */
export async function clearAccountAttempts(tx: Tx, email: string): Promise<void> {
  const keys = attemptKinds.map((attempted) => keyHash(attempted, email));
  await sql`delete from sign_in_failures where key_hash = any (${keys})`.execute(tx);
}

/** The key is hashed, so that a password typed into the email field is not stored. */
function keyHash(kind: string, value: string): Buffer {
  return createHash("sha256").update(`${kind}\0${value}`).digest();
}

/**
 * The network of an address. An IPv4 address is one household or office; with IPv6 each household
 * has a whole /64.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.map((part, at) => (at < 4 ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/64`;
}
