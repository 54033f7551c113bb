import { useEffect, useState } from "react";

import { now } from "../clock.ts";
import { draftKey } from "../session.ts";

/** What was being written on a screen, and when it was last changed. */
export type StoredDraft<Value> = { value: Value; at: Date };

/** Input is stored this many milliseconds after the last key. */
const pause = 300;

const write = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? { kobo: String(value) } : value;

function read(_key: string, value: unknown): unknown {
  const fields = typeof value === "object" && value !== null ? Object.keys(value) : [];
  if (fields.length !== 1 || fields[0] !== "kobo") return value;
  return BigInt((value as { kobo: string }).kobo);
}

/** The draft of a screen on this device; null when there is none that can be read. */
function stored<Value>(key: string): StoredDraft<Value> | null {
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
    // The device has no room for it; the form still asks before it is left.
  }
}

type DraftOptions<Value> = {
  /**
   * Names the screen, its record, and the shape of the value: change it when the shape changes.
   * Null stores nothing.
   */
  screen: string | null;
  value: Value;
  /** There is something that would be lost. */
  touched: boolean;
};

/** The draft of a form: what was found, and the actions on it. */
export type DraftActions<Value> = {
  /** What was found when the screen opened, until it is taken or discarded. */
  found: StoredDraft<Value> | null;
  /** The found draft is on the screen now. */
  taken: () => void;
  discard: () => void;
  /** The draft has been saved or discarded; later input is stored again. */
  forget: () => void;
};

/**
 * Stores unsaved input on this device, so that it outlives a reload, a crash and the end of the
 * session; a logout of the user and {@link DraftActions.forget} remove it.
 */
export function useStoredDraft<Value>(options: DraftOptions<Value>): DraftActions<Value> {
  const { screen, value, touched } = options;
  const key = screen === null ? null : draftKey(screen);
  const [opened] = useState(() => ({ key, draft: key === null ? null : stored<Value>(key) }));
  const [offered, setOffered] = useState(true);
  const [saved, setSaved] = useState<Value | null>(null);
  useEffect(() => {
    if (key === null || !touched || value === saved) return undefined;
    const keep = () => store(key, value);
    const timer = setTimeout(keep, pause);
    // When the tab is closed or hidden, the draft is stored at once.
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
    // Input of another record, or saved meanwhile, is no longer a draft.
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
