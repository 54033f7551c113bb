import { ApiProblem } from "./api-problem.ts";

export type SubmitKey = {
  keyFor: (fingerprint: string) => string;
  settle: (error: unknown) => void;
};

/** A submit without a response so far. */
export type OpenSubmit = { fingerprint: string; key: string };

/** Stores a submit without a response, so that it outlives the page. */
export type OpenSubmitPlace = {
  read: () => OpenSubmit | null;
  write: (submit: OpenSubmit | null) => void;
};

/** Stores nothing beyond the page. */
const nowhere: OpenSubmitPlace = { read: () => null, write: () => {} };

/**
 * Creates the Idempotency-Key of submits. The same content keeps its key until the server has
 * responded, so that pressing Submit again after a lost connection cannot do the work twice. A
 * success, a refusal or other content starts a new key.
 *
 * @param place stores the submit for a form that can be resumed after a reload.
 */
export function createSubmitKey(
  newKey: () => string = () => crypto.randomUUID(),
  place: OpenSubmitPlace = nowhere,
): SubmitKey {
  let open = place.read();
  return {
    keyFor: (fingerprint) => {
      if (open?.fingerprint !== fingerprint) {
        open = { fingerprint, key: newKey() };
        place.write(open);
      }
      return open.key;
    },
    settle: (error) => {
      const undecided =
        error !== null &&
        !(error instanceof ApiProblem && answersForGood(error.status, error.code));
      if (undecided) return;
      open = null;
      place.write(null);
    },
  };
}

/**
 * Whether a response settles a submit. A request that failed at the server or is still in flight
 * may have been carried out.
 */
function answersForGood(status: number, code: string): boolean {
  return status < 500 && code !== "idempotency_in_flight";
}

/** A text that identifies the content of a submit, since bigints and files have no JSON form. */
export function fingerprintOf(input: unknown): string {
  return JSON.stringify(input, (_key, value: unknown) => {
    if (typeof value === "bigint") return `${value}n`;
    if (value instanceof File) return [value.name, value.size, value.lastModified];
    return value;
  });
}
