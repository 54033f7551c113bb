import { useEffect, useEffectEvent, useRef, useState } from "react";

import { now } from "../clock.ts";
import { isOfPortal, portalDraftKey } from "../portal-session.ts";
import { draftKey, keepOnDevice } from "../session.ts";
import { inMemory, type OpenSubmit, type OpenSubmitPlace } from "../submit-key.ts";

/** The key of a screen's draft. Users and employees have separate sessions, and so separate drafts. */
function keyOf(screen: string | null): string | null {
  if (screen === null) return null;
  return isOfPortal(window.location.pathname) ? portalDraftKey(screen) : draftKey(screen);
}

/** The unsaved input of a screen, and when it was last changed. */
export type StoredDraft<Value> = {
  value: Value;
  at: Date;
  /** An older draft that was neither taken nor discarded before this one was started. */
  earlier: StoredDraft<Value> | null;
  /** Its last submit, if that got no response; it may have been carried out. */
  submit: OpenSubmit | null;
};

/** Whether both would be stored as the same text. Some screens make their value anew each time. */
function isSame(value: unknown, other: unknown): boolean {
  return value === other || JSON.stringify(value, write) === JSON.stringify(other, write);
}

/** Input is stored this many milliseconds after the last keystroke. */
const pause = 300;

const write = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? { kobo: String(value) } : value;

function read(_key: string, value: unknown): unknown {
  const fields = typeof value === "object" && value !== null ? Object.keys(value) : [];
  if (fields.length !== 1 || fields[0] !== "kobo") return value;
  return BigInt((value as { kobo: string }).kobo);
}

/** A draft in the format that is stored on the device. */
type Written<Value> = {
  value: Value;
  at: string;
  earlier?: Written<Value> | null;
  submit?: OpenSubmit | null;
};

function fromDevice<Value>(written: Written<Value>): StoredDraft<Value> {
  const { value, at, earlier, submit } = written;
  return {
    value,
    at: new Date(at),
    earlier: earlier ? fromDevice(earlier) : null,
    submit: submit ?? null,
  };
}

/** The draft of a screen on this device; null when there is none or it cannot be read. */
function stored<Value>(key: string): StoredDraft<Value> | null {
  try {
    return fromDevice(JSON.parse(localStorage.getItem(key) ?? "null", read) as Written<Value>);
  } catch {
    return null;
  }
}

/**
 * Stores the draft of a screen; null removes it. On a device without space the form still asks
 * before the user leaves.
 */
function store<Value>(key: string, draft: StoredDraft<Value> | null): void {
  keepOnDevice(key, draft && JSON.stringify(draft, write));
}

type DraftOptions<Value> = {
  /**
   * Names the screen, its record and the shape of the value. Change it when the shape changes. Null
   * stores nothing.
   */
  screen: string | null;
  value: Value;
  /** Whether there is input that could be lost. */
  touched: boolean;
  /**
   * Every visit starts a new record. A stored draft belongs to another record: it is offered until
   * the user types, is then set aside, and is offered again after this record is saved.
   */
  several?: boolean;
};

/** The stored draft of a form, and the actions on it. */
export type DraftActions<Value> = {
  /** The draft on offer: the one stored when the screen opened, until it is taken or discarded. */
  found: StoredDraft<Value> | null;
  /** Called when the stored draft has been put into the form. */
  taken: () => void;
  discard: () => void;
  /** Called when the draft has been saved or discarded. Later input is stored again. */
  forget: () => void;
  /** Keeps the submit of the input on the screen that got no response, for the mutation. */
  submits: OpenSubmitPlace;
};

/**
 * Stores unsaved input on this device, so that it survives a reload, a crash and the end of the
 * session. {@link DraftActions.forget} or the user's logout removes it.
 */
export function useStoredDraft<Value>(options: DraftOptions<Value>): DraftActions<Value> {
  const { screen, value, touched, several = false } = options;
  const key = keyOf(screen);
  const [opened] = useState(key);
  const [offered, setOffered] = useState(() => (key === null ? null : stored<Value>(key)));
  const [aside, setAside] = useState<StoredDraft<Value> | null>(null);
  const [saved, setSaved] = useState<Value | null>(null);
  const earlier = several ? (offered ?? aside) : null;
  const unstored = useRef<(() => void) | null>(null);
  // The submit of the input on the screen that got no response.
  const [open] = useState(inMemory);
  useEffect(() => {
    unstored.current = null;
    if (key === null || !touched || isSame(value, saved)) return undefined;
    const keep = () => {
      unstored.current = null;
      store(key, { value, at: now(), earlier, submit: open.read() });
    };
    unstored.current = keep;
    const timer = setTimeout(keep, pause);
    // When the tab is closed or hidden, the draft is stored immediately.
    window.addEventListener("pagehide", keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", keep);
    };
  }, [key, value, touched, saved, earlier, open]);
  // A submit right after the last keystroke may find the session ended, which closes the screen.
  // After a logout there is no key any more, and nothing is stored.
  const keepLast = useEffectEvent(() => {
    if (key !== null && keyOf(screen) === key) unstored.current?.();
  });
  useEffect(() => () => keepLast(), []);
  const submits = useOpenSubmit(open, screen, { value, earlier });
  const leave = (draft: StoredDraft<Value> | null) => {
    unstored.current = null;
    if (key !== null) store(key, draft);
  };
  return {
    // Input of another record, or input that was saved meanwhile, is no longer a draft.
    found: key === opened && !(several && touched) ? offered : null,
    taken: () => {
      open.write(offered?.submit ?? null);
      setAside(offered?.earlier ?? null);
      setOffered(null);
    },
    discard: () => {
      setOffered(offered?.earlier ?? null);
      leave(offered?.earlier ?? null);
    },
    forget: () => {
      open.write(null);
      setOffered(null);
      setSaved(value);
      leave(earlier);
    },
    submits,
  };
}

/**
 * Keeps a submit with the draft. The draft is stored with it at once, even if its values are those
 * that the form proposed: the submit may have been carried out.
 */
function useOpenSubmit<Value>(
  open: OpenSubmitPlace,
  screen: string | null,
  draft: Pick<StoredDraft<Value>, "value" | "earlier">,
): OpenSubmitPlace {
  const key = keyOf(screen);
  const last = useRef(draft);
  useEffect(() => {
    last.current = draft;
  });
  return {
    read: open.read,
    write: (submit) => {
      open.write(submit);
      // After a logout nothing is stored.
      if (key === null || keyOf(screen) !== key) return;
      store(key, { ...last.current, at: now(), submit });
    },
  };
}
