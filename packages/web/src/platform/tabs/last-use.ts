import { now } from "../clock.ts";
import { keepOnDevice, onSessionEnd } from "../session.ts";

/** The time of the app's last use in any tab of this browser, in milliseconds since 1970. */
const key = "kontor:last-use";
/** The shortest interval between two writes of it, in milliseconds. */
const grain = 5_000;

/** Records a successful request that a user caused. */
export function noteUse(): void {
  const moment = now().getTime();
  if (moment - lastUse() >= grain) keepOnDevice(key, String(moment));
}

/** Milliseconds since the last use; zero if that is unknown. */
export function idleFor(): number {
  const used = lastUse();
  return used === 0 ? 0 : now().getTime() - used;
}

function lastUse(): number {
  return Number(localStorage.getItem(key) ?? 0);
}

onSessionEnd(() => localStorage.removeItem(key));
