import { ApiProblem } from "./api-problem.ts";

export type SubmitKey = {
  keyFor: (fingerprint: string) => string;
  settle: (error: unknown) => void;
};

/** A submit without a response yet. */
export type OpenSubmit = { fingerprint: string; key: string };

/** Storage in which a submit without a response outlives the page. */
export type OpenSubmitPlace = {
  read: () => OpenSubmit | null;
  write: (submit: OpenSubmit | null) => void;
};

/** The page's own memory. */
const nowhere: OpenSubmitPlace = { read: () => null, write: () => {} };

/**
 * Allots the Idempotency-Key of submits. The same content keeps its key until the server has answered,
 * so that pressing Submit again after a lost connection cannot do the work twice; a success, a refusal
 * or other content starts a new one.
 *
 * @param place for what is taken up again after a reload.
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

/** A request that failed at the server or is still in flight may have been carried out. */
function answersForGood(status: number, code: string): boolean {
  return status < 500 && code !== "idempotency_in_flight";
}

/** Compares the content of submits, since bigint and files have no JSON form. */
export function fingerprintOf(input: unknown): string {
  return JSON.stringify(input, (_key, value: unknown) => {
    if (typeof value === "bigint") return `${value}n`;
    if (value instanceof File) return [value.name, value.size, value.lastModified];
    return value;
  });
}
