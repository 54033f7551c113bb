import { draftKey, storeOnDevice } from "../session.ts";

/**
 * The draft that a screen without a form stored with {@link writePlainDraft}; null when there is
 * none or it cannot be read.
 */
export function readPlainDraft(screen: string): unknown {
  const key = draftKey(screen);
  try {
    return JSON.parse((key && localStorage.getItem(key)) ?? "null") as unknown;
  } catch {
    return null;
  }
}

/**
 * Stores what the user of a screen without a form would lose on a reload, until they log out; null
 * removes it. On a device without space it is not stored.
 *
 * @param screen names the screen, its record and the shape of the value.
 */
export function writePlainDraft(screen: string, value: object | null): void {
  storeOnDevice(draftKey(screen), value && JSON.stringify(value));
}

/** Calls the listener when another tab has changed what is stored on this device. */
export function onStoredByOtherTab(listener: () => void): void {
  window.addEventListener("storage", listener);
}
