import { useEffect, useState } from "react";

import { now } from "../clock.ts";
import { draftKey } from "../session.ts";

/** What was being written on a screen, and when it was last changed. */
export type StoredDraft<Value> = {
  value: Value;
  at: Date;
  /** An older draft that was neither taken nor discarded before this one was begun. */
  earlier: StoredDraft<Value> | null;
};

/** Input is stored this many milliseconds after the last key. */
const pause = 300;

const write = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? { kobo: String(value) } : value;

function read(_key: string, value: unknown): unknown {
  const fields = typeof value === "object" && value !== null ? Object.keys(value) : [];
  if (fields.length !== 1 || fields[0] !== "kobo") return value;
  return BigInt((value as { kobo: string }).kobo);
}

/** A draft as it is written to the device. */
type Written<Value> = { value: Value; at: string; earlier?: Written<Value> | null };

function fromDevice<Value>({ value, at, earlier }: Written<Value>): StoredDraft<Value> {
  return { value, at: new Date(at), earlier: earlier ? fromDevice(earlier) : null };
}

/** The draft of a screen on this device; null when there is none that can be read. */
function stored<Value>(key: string): StoredDraft<Value> | null {
  try {
    return fromDevice(JSON.parse(localStorage.getItem(key) ?? "null", read) as Written<Value>);
  } catch {
    return null;
  }
}

/** Stores the draft of a screen; null removes it. */
function store<Value>(key: string, draft: StoredDraft<Value> | null): void {
  if (draft === null) {
    localStorage.removeItem(key);
    return;
  }
  try {
    localStorage.setItem(key, JSON.stringify(draft, write));
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
  /**
   * Every visit begins another record. A found draft is offered until something is written and then
   * set aside, to be offered again after this record was saved, since it is the draft of another one.
   */
  several?: boolean;
};

/** The draft of a form: what was found, and the actions on it. */
export type DraftActions<Value> = {
  /** The draft on offer: what was found when the screen opened, until it is taken or discarded. */
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
  const { screen, value, touched, several = false } = options;
  const key = screen === null ? null : draftKey(screen);
  const [opened] = useState(key);
  const [offered, setOffered] = useState(() => (key === null ? null : stored<Value>(key)));
  const [aside, setAside] = useState<StoredDraft<Value> | null>(null);
  const [saved, setSaved] = useState<Value | null>(null);
  const earlier = several ? (offered ?? aside) : null;
  useEffect(() => {
    if (key === null || !touched || value === saved) return undefined;
    const keep = () => store(key, { value, at: now(), earlier });
    const timer = setTimeout(keep, pause);
    // When the tab is closed or hidden, the draft is stored at once.
    window.addEventListener("pagehide", keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", keep);
    };
  }, [key, value, touched, saved, earlier]);
  const leave = (draft: StoredDraft<Value> | null) => {
    if (key !== null) store(key, draft);
  };
  return {
    // Input of another record, or saved meanwhile, is no longer a draft.
    found: key === opened && !(several && touched) ? offered : null,
    taken: () => {
      setAside(offered?.earlier ?? null);
      setOffered(null);
    },
    discard: () => {
      setOffered(offered?.earlier ?? null);
      leave(offered?.earlier ?? null);
    },
    forget: () => {
      setOffered(null);
      setSaved(value);
      leave(earlier);
    },
  };
}
