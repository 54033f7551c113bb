import { useEffect, useState } from "react";

import { now } from "../clock.ts";
import { draftKey } from "../session.ts";

/** What was being written on a screen, and when it was last changed. */
export type KeptDraft<Value> = { value: Value; at: Date };

/** Typing is kept this many milliseconds after the last key. */
const pause = 300;

const write = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? { kobo: String(value) } : value;

function read(_key: string, value: unknown): unknown {
  const fields = typeof value === "object" && value !== null ? Object.keys(value) : [];
  if (fields.length !== 1 || fields[0] !== "kobo") return value;
  return BigInt((value as { kobo: string }).kobo);
}

/** What this device has of a screen; null when there is nothing, or nothing that can be read any more. */
function stored<Value>(key: string): KeptDraft<Value> | null {
  try {
    const { value, at } = JSON.parse(localStorage.getItem(key) ?? "null", read) as {
      value: Value;
      at: string;
    };
    return { value, at: new Date(at) };
  } catch {
    return null;
  }
}

function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify({ value, at: now().toISOString() }, write));
  } catch {
    // The device has no room for it; the form asks before it is left all the same.
  }
}

type KeptDraftOptions<Value> = {
  /** Names the screen and its record, and the shape of the value: change it when the shape changes. */
  screen: string;
  value: Value;
  /** There is something that would be lost. */
  touched: boolean;
};

/**
 * Keeps what is being written on this device, so that it outlives a reload, a crash and the end of the
 * session; a logout of the user and {@link forget} remove it.
 *
 * @returns what was found when the screen opened, until it is taken or discarded.
 */
export function useKeptDraft<Value>({ screen, value, touched }: KeptDraftOptions<Value>) {
  const [key] = useState(() => draftKey(screen));
  const [found, setFound] = useState(() => (key === null ? null : stored<Value>(key)));
  const [saved, setSaved] = useState(false);
  useEffect(() => {
    if (key === null || !touched || saved) return undefined;
    const keep = () => store(key, value);
    const timer = setTimeout(keep, pause);
    // A tab that is closed or put aside does not wait for the pause.
    window.addEventListener("pagehide", keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", keep);
    };
  }, [key, value, touched, saved]);
  const remove = () => {
    if (key !== null) localStorage.removeItem(key);
  };
  return {
    found,
    /** The found draft is on the screen now. */
    taken: () => setFound(null),
    discard: () => {
      setFound(null);
      remove();
    },
    /** What was written has been saved or given up. */
    forget: () => {
      setSaved(true);
      remove();
    },
  };
}
