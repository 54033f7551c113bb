import { ApiProblem } from "./api-problem.ts";
import { now } from "./clock.ts";

/** A submit without a response so far. */
export type OpenSubmit = {
  /** What it was for: {@link subjectOf} its call. */
  subject: string;
  key: string;
  /** When it was first sent, in milliseconds since 1970. */
  at: number;
  /** Whether it was sent again after an attempt without a response. */
  again?: boolean;
};

/** Keeps the submit without a response: beside the draft of a form, or as long as a screen is open. */
export type OpenSubmitPlace = {
  read: () => OpenSubmit | null;
  write: (submit: OpenSubmit | null) => void;
};

/** A store in memory. */
export function inMemory(): OpenSubmitPlace {
  let open: OpenSubmit | null = null;
  return {
    read: () => open,
    write: (submit) => {
      open = submit;
    },
  };
}

/** The error code of a submit that is not sent because the outcome of the previous one is unknown. */
const unanswered = "submit_unanswered";

/** Whether a submit was not sent because the outcome of the previous one is unknown. */
export function isUnanswered(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.code === unanswered;
}

/** Whether a submit was refused because the previous one, with other content, was carried out. */
export function isReplaced(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === "idempotency_key_reused";
}

/** How long the server is certain to know a key, in milliseconds; it deletes keys after 48 hours. */
const known = 47 * 3_600_000;

/** Whether the server still knows the key of a submit, and so its outcome. */
export function isKnown({ at }: OpenSubmit): boolean {
  return now().getTime() - at < known;
}

/**
 * The Idempotency-Key of a submit. It stays the same until the server has responded, also when the
 * content is changed meanwhile: the server responds to the same content as it did then, carries out
 * other content only if the earlier one was not carried out, and never carries out both. A success,
 * or a refusal without such an earlier attempt, starts a new key.
 *
 * Keys belong to an organization, so the server does not recognize one that was sent for another.
 *
 * @param subject what the call is for: {@link subjectOf} it.
 * @param ofForm all submits of the place are of one form, so a submit for another subject replaces
 *   the one without a response.
 * @throws ApiProblem {@link isUnanswered}, once, when a form's earlier submit cannot be recognized.
 */
export function submitKeyFor(
  place: OpenSubmitPlace,
  subject: string,
  ofForm: boolean,
  newKey: () => string = () => crypto.randomUUID(),
): string {
  const open = place.read();
  if (open?.subject === subject && isKnown(open)) {
    place.write({ ...open, again: true });
    return open.key;
  }
  if (open && ofForm) {
    throw new ApiProblem(
      409,
      unanswered,
      "Your earlier submit got no response, so it may have been carried out, with what you had chosen then. Find out whether it was before you submit again.",
    );
  }
  const key = newKey();
  place.write({ subject, key, at: now().getTime() });
  return key;
}

/** Records the outcome of a submit: null for a success, else what the call threw. */
export function settleSubmit(place: OpenSubmitPlace, error: unknown): void {
  if (error === null || isAnswer(error, place.read()?.again === true)) place.write(null);
}

/**
 * Whether a response settles a submit. A request that failed at the server or is still in flight
 * may have been carried out. After an attempt without a response, a refusal says nothing about that
 * attempt, unless it is about the key: most refusals, such as of a field or of the session, come
 * before the server looks at the key.
 *
 * @param again whether an earlier attempt got no response.
 */
function isAnswer(error: unknown, again: boolean): boolean {
  if (!(error instanceof ApiProblem)) return false;
  const { status, code } = error;
  if (isUnanswered(error) || isReplaced(error)) return true;
  return status < 500 && code !== "idempotency_in_flight" && !again;
}

/**
 * What a call is for: its endpoint, what its path names, and its organization.
 *
 * @param input the input of the call, an object.
 */
export function subjectOf(
  { method, path }: { method: string; path: string },
  input: unknown,
): string {
  const fields = input as Readonly<Record<string, unknown>>;
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => fields[name]);
  return [method, path, ...named, fields["tenant_id"]].join(" ");
}
