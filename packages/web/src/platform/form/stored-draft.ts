import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";

import { now } from "../clock.ts";
import { isPortalPath, portalDraftKey } from "../portal-session.ts";
import { draftKey, storeOnDevice } from "../session.ts";
import { memorySubmitStore, type PendingSubmit, type PendingSubmitStore } from "../submit-key.ts";

/** The key of a screen's draft. Users and employees have separate sessions, and so separate drafts. */
function deviceKeyOf(screen: string | null): string | null {
  if (screen === null) return null;
  return isPortalPath(window.location.pathname) ? portalDraftKey(screen) : draftKey(screen);
}

/** The unsaved input of a screen, and when it was last changed. */
export type StoredDraft<Value> = {
  /** The form that wrote it: one visit of a screen in one window. */
  writer: string;
  value: Value;
  at: Date;
  /** An older draft of the screen, or one of another window, which is kept beside this one. */
  earlier: StoredDraft<Value> | null;
  /** Its last submit, if that got no response; it may have been carried out. */
  submit: PendingSubmit | null;
};

/** Whether both would be stored as the same text. Some screens create a new value on each render. */
function isSameJson(value: unknown, other: unknown): boolean {
  return (
    value === other ||
    JSON.stringify(value, replaceBigints) === JSON.stringify(other, replaceBigints)
  );
}

/** Input is stored this many milliseconds after the last keystroke. */
const storeDelay = 300;

const replaceBigints = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? { kobo: String(value) } : value;

function reviveBigints(_key: string, value: unknown): unknown {
  const fields = typeof value === "object" && value !== null ? Object.keys(value) : [];
  if (fields.length !== 1 || fields[0] !== "kobo") return value;
  return BigInt((value as { kobo: string }).kobo);
}

/** A draft in the format that is stored on the device. */
type DraftRecord<Value> = {
  writer?: string;
  value: Value;
  at: string;
  earlier?: DraftRecord<Value> | null;
  submit?: PendingSubmit | null;
};

function parseDraft<Value>(written: DraftRecord<Value>): StoredDraft<Value> {
  const { writer = "", value, at, earlier, submit } = written;
  return {
    writer,
    value,
    at: new Date(at),
    earlier: earlier ? parseDraft(earlier) : null,
    submit: submit ?? null,
  };
}

/** The draft of a screen on this device; null when there is none or it cannot be read. */
function readDraft<Value>(key: string): StoredDraft<Value> | null {
  try {
    return parseDraft(
      JSON.parse(localStorage.getItem(key) ?? "null", reviveBigints) as DraftRecord<Value>,
    );
  } catch {
    return null;
  }
}

/**
 * Stores the draft of a screen; null removes it. On a device without space the form still asks
 * before the user leaves.
 */
function writeDraft<Value>(key: string, draft: StoredDraft<Value> | null): void {
  storeOnDevice(key, draft && JSON.stringify(draft, replaceBigints));
}

/** The drafts of a screen without those of some writers. */
function withoutWriters<Value>(
  draft: StoredDraft<Value> | null,
  writers: ReadonlySet<string>,
): StoredDraft<Value> | null {
  if (draft === null) return null;
  const earlier = withoutWriters(draft.earlier, writers);
  return writers.has(draft.writer) ? earlier : { ...draft, earlier };
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
  submits: PendingSubmitStore;
};

/**
 * Stores unsaved input on this device, so that it survives a reload, a crash and the end of the
 * session. {@link DraftActions.forget} or the user's logout removes it.
 */
export function useStoredDraft<Value>(options: DraftOptions<Value>): DraftActions<Value> {
  const { screen, value, touched, several = false } = options;
  const key = deviceKeyOf(screen);
  const [opened] = useState(key);
  const [offered, setOffered] = useState(() => (key === null ? null : readDraft<Value>(key)));
  const [saved, setSaved] = useState<Value | null>(null);
  const [writer] = useState(() => crypto.randomUUID());
  // Whose drafts the input on the screen replaces. Other windows, and drafts that were neither taken
  // nor discarded, keep theirs.
  const [replaced] = useState(() => new Set<string>([writer]));
  const unstored = useRef<(() => void) | null>(null);
  // The submit of the input on the screen that got no response.
  const [open] = useState(memorySubmitStore);
  const storeDraft = useDraftWriter<Value>(writer, replaced);
  useEffect(() => {
    unstored.current = null;
    if (key === null || !touched || isSameJson(value, saved)) return undefined;
    const storeNow = () => {
      unstored.current = null;
      storeDraft(key, value, open.read());
    };
    unstored.current = storeNow;
    const timer = setTimeout(storeNow, storeDelay);
    // When the tab is closed or hidden, the draft is stored immediately.
    window.addEventListener("pagehide", storeNow);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", storeNow);
    };
  }, [key, value, touched, saved, open, storeDraft]);
  // If a submit right after the last keystroke finds the session ended, the screen closes before
  // the timer fires. After a logout there is no key, and nothing is stored.
  const storeLast = useEffectEvent(() => {
    if (key !== null && deviceKeyOf(screen) === key) unstored.current?.();
  });
  useEffect(() => () => storeLast(), []);
  const submits = usePendingSubmitStore(open, screen, value, storeDraft);
  /** Removes drafts. @returns the newest one that is left. */
  const remove = (writers: ReadonlySet<string>): StoredDraft<Value> | null => {
    unstored.current = null;
    if (key === null) return null;
    const left = withoutWriters(readDraft<Value>(key), writers);
    writeDraft(key, left);
    return left;
  };
  return {
    // Input of another record, or input that was saved meanwhile, is no longer a draft.
    found: key === opened && !(several && touched) ? offered : null,
    taken: () => {
      open.write(offered?.submit ?? null);
      if (offered) replaced.add(offered.writer);
      setOffered(null);
    },
    discard: () => {
      const left = remove(new Set([offered?.writer ?? writer]));
      setOffered(withoutWriters(left, replaced));
    },
    forget: () => {
      open.write(null);
      setOffered(null);
      setSaved(value);
      remove(replaced);
      // Other drafts of the replaced version are obsolete.
      if (!several && key !== null) writeDraft(key, null);
    },
    submits,
  };
}

type WriteDraft<Value> = (key: string, value: Value, submit: PendingSubmit | null) => void;

/** Stores the draft of a writer in place of its last one, beside those of others. */
function useDraftWriter<Value>(writer: string, replaced: ReadonlySet<string>): WriteDraft<Value> {
  return useCallback(
    (key, value, submit) => {
      const earlier = withoutWriters(readDraft<Value>(key), replaced);
      writeDraft(key, { writer, value, at: now(), earlier, submit });
    },
    [writer, replaced],
  );
}

/**
 * Keeps a submit with the draft. The draft is stored with it at once, even if its values are those
 * that the form proposed: the submit may have been carried out.
 */
function usePendingSubmitStore<Value>(
  open: PendingSubmitStore,
  screen: string | null,
  value: Value,
  storeDraft: WriteDraft<Value>,
): PendingSubmitStore {
  const key = deviceKeyOf(screen);
  const last = useRef(value);
  useEffect(() => {
    last.current = value;
  });
  return {
    read: open.read,
    write: (submit) => {
      open.write(submit);
      // After a logout nothing is stored.
      if (key === null || deviceKeyOf(screen) !== key) return;
      storeDraft(key, last.current, submit);
    },
  };
}
