import { now } from "../clock.ts";
import { storeOnDevice, onSessionEnd } from "../session.ts";

/** The time of the app's last use in any tab of this browser, in milliseconds since 1970. */
const key = "kontor:last-use";
/** The shortest interval between two writes of it, in milliseconds. */
const minWriteInterval = 5_000;

/** Records a successful request that a user caused. */
export function recordActivity(): void {
  const moment = now().getTime();
  if (moment - lastActivity() >= minWriteInterval) storeOnDevice(key, String(moment));
}

/** Milliseconds since the last use; zero if that is unknown. */
export function idleTime(): number {
  const used = lastActivity();
  return used === 0 ? 0 : now().getTime() - used;
}

function lastActivity(): number {
  return Number(localStorage.getItem(key) ?? 0);
}

onSessionEnd(() => localStorage.removeItem(key));
