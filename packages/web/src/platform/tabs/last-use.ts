import { now } from "../clock.ts";
import { onSessionEnd } from "../session.ts";

/** When the app was last used in any tab of this browser: milliseconds since 1970. */
const key = "kontor:last-use";
/** It is written at most this often, in milliseconds. */
const grain = 5_000;

/** Records a successful request that a user caused. */
export function noteUse(): void {
  const moment = now().getTime();
  if (moment - lastUse() >= grain) localStorage.setItem(key, String(moment));
}

/** Milliseconds since the last use; zero while unknown. */
export function idleFor(): number {
  const used = lastUse();
  return used === 0 ? 0 : now().getTime() - used;
}

function lastUse(): number {
  return Number(localStorage.getItem(key) ?? 0);
}

onSessionEnd(() => localStorage.removeItem(key));
