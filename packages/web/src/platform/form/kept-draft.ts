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
  /**
   * Names the screen and its record, and the shape of the value: change it when the shape changes. Null keeps
   * nothing.
   */
  screen: string | null;
  value: Value;
  /** There is something that would be lost. */
  touched: boolean;
};

/** What a form has of its draft: what was found, and what becomes of it. */
export type Kept<Value> = {
  /** What was found when the screen opened, until it is taken or discarded. */
  found: KeptDraft<Value> | null;
  /** The found draft is on the screen now. */
  taken: () => void;
  discard: () => void;
  /** What was written has been saved or given up; what is written after it is kept again. */
  forget: () => void;
};

/**
 * Keeps what is being written on this device, so that it outlives a reload, a crash and the end of the
 * session; a logout of the user and {@link Kept.forget} remove it.
 */
export function useKeptDraft<Value>(options: KeptDraftOptions<Value>): Kept<Value> {
  const { screen, value, touched } = options;
  const key = screen === null ? null : draftKey(screen);
  const [opened] = useState(() => ({ key, draft: key === null ? null : stored<Value>(key) }));
  const [offered, setOffered] = useState(true);
  const [saved, setSaved] = useState<Value | null>(null);
  useEffect(() => {
    if (key === null || !touched || value === saved) return undefined;
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
    // Of another record, or of what has been saved meanwhile, it is no draft any more.
    found: offered && key === opened.key ? opened.draft : null,
    taken: () => setOffered(false),
    discard: () => {
      setOffered(false);
      remove();
    },
    forget: () => {
      setOffered(false);
      setSaved(value);
      remove();
    },
  };
}
