import { ApiProblem } from "./api-problem.ts";

export type SubmitKey = {
  keyFor: (fingerprint: string) => string;
  settle: (error: unknown) => void;
};

/** A submit that the server has not answered yet. */
export type OpenSubmit = { fingerprint: string; key: string };

/** Where a submit without an answer outlives the page. */
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

/** A failure of the server or a request still in flight may have been carried out all the same. */
function answersForGood(status: number, code: string): boolean {
  return status < 500 && code !== "idempotency_in_flight";
}

/** Tells one submit's content from another's: kobo and files have no JSON of their own. */
export function fingerprintOf(input: unknown): string {
  return JSON.stringify(input, (_key, value: unknown) => {
    if (typeof value === "bigint") return `${value}n`;
    if (value instanceof File) return [value.name, value.size, value.lastModified];
    return value;
  });
}
