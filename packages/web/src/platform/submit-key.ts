import { ApiProblem } from "./api-problem.ts";
import { now } from "./clock.ts";

/** A submit without a response so far. */
export type PendingSubmit = {
  /** What it was for: {@link submitSubjectOf} its call. */
  subject: string;
  key: string;
  /** When it was first sent, in milliseconds since 1970. */
  at: number;
  /** Whether it was sent again after an attempt without a response. */
  again?: boolean;
};

/** Keeps the submit without a response: beside the draft of a form, or as long as a screen is open. */
export type PendingSubmitStore = {
  read: () => PendingSubmit | null;
  write: (submit: PendingSubmit | null) => void;
};

/** A store in memory. */
export function memorySubmitStore(): PendingSubmitStore {
  let open: PendingSubmit | null = null;
  return {
    read: () => open,
    write: (submit) => {
      open = submit;
    },
  };
}

/** The error code of a submit that is not sent because the outcome of the previous one is unknown. */
const submitUnanswered = "submit_unanswered";

/** Whether a submit was not sent because the outcome of the previous one is unknown. */
export function isSubmitUnanswered(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.code === submitUnanswered;
}

/** Whether a submit was refused because the previous one, with other content, was carried out. */
export function isKeyReused(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === "idempotency_key_reused";
}

/** How long the server is certain to know a key, in milliseconds; it deletes keys after 48 hours. */
const keyLifetime = 47 * 3_600_000;

/** Whether the server still knows the key of a submit, and so its outcome. */
export function isKeyValid({ at }: PendingSubmit): boolean {
  return now().getTime() - at < keyLifetime;
}

/**
 * The Idempotency-Key of a submit. It stays the same until the server has responded, also when the
 * content is changed meanwhile: the server responds to the same content as it did then, carries out
 * other content only if the earlier one was not carried out, and never carries out both. A success,
 * or a refusal without such an earlier attempt, starts a new key.
 *
 * Keys belong to an organization, so the server does not recognize one that was sent for another.
 *
 * @param subject what the call is for: {@link submitSubjectOf} it.
 * @param ofForm all submits of the place are of one form, so a submit for another subject replaces
 *   the one without a response.
 * @throws ApiProblem {@link isSubmitUnanswered}, once, when a form's earlier submit cannot be recognized.
 */
export function submitKeyFor(
  place: PendingSubmitStore,
  subject: string,
  ofForm: boolean,
  newKey: () => string = () => crypto.randomUUID(),
): string {
  const open = place.read();
  if (open?.subject === subject && isKeyValid(open)) {
    place.write({ ...open, again: true });
    return open.key;
  }
  if (open && ofForm) {
    throw new ApiProblem(
      409,
      submitUnanswered,
      "Your earlier submit got no response, so it may have been carried out, with what you had chosen then. Find out whether it was before you submit again.",
    );
  }
  const key = newKey();
  place.write({ subject, key, at: now().getTime() });
  return key;
}

/** Records the outcome of a submit: null for a success, else what the call threw. */
export function settleSubmit(place: PendingSubmitStore, error: unknown): void {
  if (error === null || settlesSubmit(error, place.read()?.again === true)) place.write(null);
}

/**
 * Whether a response settles a submit. A request that failed at the server or is still in flight
 * may have been carried out. After an attempt without a response, a refusal says nothing about that
 * attempt, unless it is about the key: most refusals, such as of a field or of the session, come
 * before the server looks at the key.
 *
 * @param again whether an earlier attempt got no response.
 */
function settlesSubmit(error: unknown, again: boolean): boolean {
  if (!(error instanceof ApiProblem)) return false;
  const { status, code } = error;
  if (isSubmitUnanswered(error) || isKeyReused(error)) return true;
  return status < 500 && code !== "idempotency_in_flight" && !again;
}

/**
 * What a call is for: its endpoint, what its path names, and its organization.
 *
 * @param input the input of the call, an object.
 */
export function submitSubjectOf(
  { method, path }: { method: string; path: string },
  input: unknown,
): string {
  const fields = input as Readonly<Record<string, unknown>>;
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => fields[name]);
  return [method, path, ...named, fields["tenant_id"]].join(" ");
}
