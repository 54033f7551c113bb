import {
  onSessionEnd,
  onSessionStart,
  readSession,
  expireSession,
  startSession,
  type SignIn,
} from "../session.ts";

/**
 * The messages about the session between tabs of one browser. Each tab has its own copy of the
 * session.
 */
type TabMessage =
  | { type: "ask" }
  | { type: "session"; session: SignIn }
  | { type: "end"; access_token: string };

/** All signed-in tabs hold this shared lock, so that a new tab can detect whether one exists. */
const lockName = "kontor-session";

/**
 * How long a new tab waits for a response, in milliseconds. If another tab is known to be signed
 * in, it waits as long as a busy machine may take. If the browser cannot tell, because it has no
 * locks or the page has no TLS, it waits briefly.
 */
const answerTimeouts = { known: 10_000, unknown: 150 } as const;

type Locks = Pick<LockManager, "query" | "request">;

let channel: BroadcastChannel | null = null;
let isRequested = false;

// A broadcast channel reaches only this origin; the rule is about windows.

// oxlint-disable-next-line unicorn/require-post-message-target-origin
const broadcast = (note: TabMessage): void => channel?.postMessage(note);

const joinListeners = new Set<() => void>();

/**
 * Takes the session over when another tab signs in, then calls the listener. @returns a function
 * that stops waiting for one.
 */
export function onSiblingSignIn(listener: () => void): () => void {
  joinListeners.add(listener);
  return () => joinListeners.delete(listener);
}

function announceSession(): void {
  const session = readSession();
  if (session !== null) broadcast({ type: "session", session });
}

function adoptSession(session: SignIn): void {
  if (joinListeners.size === 0) return;
  startSession(session);
  for (const listener of joinListeners) listener();
}

/**
 * Sends the session of this tab to new tabs that ask for it, and a new session to tabs that wait at
 * the sign-in. Ends the session in all tabs that share it.
 */
export function shareSession(): void {
  channel = new BroadcastChannel("kontor-session");
  channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    const session = readSession();
    if (session === null) {
      if (data.type === "session") adoptSession(data.session);
      return;
    }
    if (data.type === "ask") broadcast({ type: "session", session });
    if (data.type === "end" && data.access_token === session.access_token) {
      expireSession(window.location);
    }
  });
  const lock = signedInLock(locksOfBrowser());
  if (readSession() !== null) lock.acquire();
  onSessionStart(() => {
    lock.acquire();
    announceSession();
  });
  onSessionEnd((access_token) => {
    lock.release();
    if (access_token !== null) broadcast({ type: "end", access_token });
  });
}

/**
 * Signs a new tab in when another tab of the browser is signed in. It asks only once, so that a
 * user who signs out here does not continue as somebody else.
 */
export async function adoptSiblingSession(): Promise<void> {
  const siblings = channel;
  if (siblings === null || isRequested) return;
  isRequested = true;
  const wait = await answerTimeout(locksOfBrowser());
  if (wait === 0) return;
  const session = await new Promise<SignIn | null>((resolve) => {
    const onNote = ({ data }: MessageEvent<TabMessage>) => {
      if (data.type === "session") settle(data.session);
      // The tab that would have responded has just signed out.
      if (data.type === "end") settle(null);
    };
    const settle = (answer: SignIn | null) => {
      clearTimeout(timer);
      siblings.removeEventListener("message", onNote);
      resolve(answer);
    };
    const timer = setTimeout(() => settle(null), wait);
    siblings.addEventListener("message", onNote);
    broadcast({ type: "ask" });
  });
  if (session !== null) startSession(session);
}

/** The browser's locks; undefined in older browsers and on a page without TLS. */
function locksOfBrowser(): Locks | undefined {
  return (navigator as { locks?: Locks }).locks;
}

/**
 * How long to wait for a response, in milliseconds; zero when no other tab is signed in.
 *
 * @internal
 */
export async function answerTimeout(locks: Locks | undefined): Promise<number> {
  if (locks === undefined) return answerTimeouts.unknown;
  try {
    const { held = [] } = await locks.query();
    return held.some(({ name }) => name === lockName) ? answerTimeouts.known : 0;
  } catch {
    return answerTimeouts.unknown;
  }
}

/**
 * Holds the lock while this tab is signed in. The browser releases the lock of a tab that closes or
 * crashes.
 *
 * @internal
 */
export function signedInLock(locks: Locks | undefined): {
  acquire: () => void;
  release: () => void;
} {
  let releaseLock: (() => void) | null = null;
  const release = () => {
    releaseLock?.();
    releaseLock = null;
  };
  const acquire = () => {
    if (releaseLock !== null || locks === undefined) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    releaseLock = resolve;
    // If the lock is refused, new tabs that know of no other tab still ask this one, and wait
    // briefly.
    locks.request(lockName, { mode: "shared" }, () => promise).catch(() => undefined);
  };
  return { acquire, release };
}
