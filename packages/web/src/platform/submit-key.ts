import { ApiProblem } from "./api-problem.ts";

/** A submit without a response so far. */
export type OpenSubmit = { fingerprint: string; key: string };

/** Keeps the submit without a response: beside the draft of a form, or as long as a screen is open. */
export type OpenSubmitPlace = {
  read: () => OpenSubmit | null;
  write: (submit: OpenSubmit | null) => void;
};

/** Keeps it in memory. */
export function inMemory(): OpenSubmitPlace {
  let open: OpenSubmit | null = null;
  return {
    read: () => open,
    write: (submit) => {
      open = submit;
    },
  };
}

/**
 * The Idempotency-Key of a submit. The same content keeps its key until the server has responded,
 * so that pressing Submit again after a lost connection cannot do the work twice. A success, a
 * refusal or other content starts a new key.
 */
export function submitKeyFor(
  place: OpenSubmitPlace,
  fingerprint: string,
  newKey: () => string = () => crypto.randomUUID(),
): string {
  const open = place.read();
  if (open?.fingerprint === fingerprint) return open.key;
  const key = newKey();
  place.write({ fingerprint, key });
  return key;
}

/** Notes the outcome of a submit: null for a success, else what the call threw. */
export function settleSubmit(place: OpenSubmitPlace, error: unknown): void {
  const undecided =
    error !== null && !(error instanceof ApiProblem && answersForGood(error.status, error.code));
  if (!undecided) place.write(null);
}

/** Refusals that come before the server looks at the key: sign in again, or wait. */
const beforeTheKey: readonly number[] = [401, 403, 429];

/**
 * Whether a response settles a submit. A request that failed at the server or is still in flight
 * may have been carried out; and so may an earlier attempt, when this one was not looked at.
 */
function answersForGood(status: number, code: string): boolean {
  return status < 500 && code !== "idempotency_in_flight" && !beforeTheKey.includes(status);
}

/** A text that identifies the content of a submit, since bigints and files have no JSON form. */
export function fingerprintOf(input: unknown): string {
  return JSON.stringify(input, (_key, value: unknown) => {
    if (typeof value === "bigint") return `${value}n`;
    if (value instanceof File) return [value.name, value.size, value.lastModified];
    return value;
  });
}
