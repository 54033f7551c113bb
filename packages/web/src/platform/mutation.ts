import type { DataOf, Endpoint } from "@kontor/contract/endpoint";
import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";

import { ApiProblem, fieldErrorsOf, NoResponse } from "./api-problem.ts";
import { call, type CallInput } from "./api.ts";
import { notifyError } from "./message/notify.tsx";
import { onSessionEnd } from "./session.ts";
import {
  memorySubmitStore,
  isKeyReused,
  isSubmitUnanswered,
  settleSubmit,
  submitSubjectOf,
  submitKeyFor,
  type PendingSubmitStore,
} from "./submit-key.ts";

export type Submit<E> = {
  input: CallInput<E>;
  /** Image files of a multipart endpoint, by field name. */
  files?: Readonly<Record<string, File>>;
  /**
   * Where a form's draft keeps the submit that got no response, so that a resumed draft is sent with
   * the key of that submit. Without it the key lasts as long as the screen.
   */
  submits?: PendingSubmitStore;
};

/** How long the banner of a lost connection stays before the reload may remove it, in milliseconds. */
const bannerReadingTime = 4000;

/**
 * Reloads what a call may have changed, if it failed without a response. The reload removes the
 * banner that reports the failure, so it is delayed until the user can have read it, and is
 * skipped if the session ends before.
 */
export function reloadAfterNoResponse(error: unknown, reload: () => unknown): void {
  if (!(error instanceof NoResponse)) return;
  const timer = setTimeout(() => {
    stopListening();
    reload();
  }, bannerReadingTime);
  const stopListening = onSessionEnd(() => {
    stopListening();
    clearTimeout(timer);
  });
}

/**
 * A call that changes something. It sends the Idempotency-Key if the endpoint takes one. After
 * success it invalidates the queries below the key prefixes, and those that aggregate over all
 * features (`meta.sumsUp`). It also does so when what is shown is outdated, because another user
 * was first (409, or 404), or may be, because there was no response. Callers await `mutateAsync`
 * and pass no callbacks, which would replace this one.
 *
 * @param options.contested makes `mutateAsync` throw only once the queries are reloaded, if another
 *   user was first.
 * @param options.keep stores the response, before any query is reloaded that depends on it.
 */
export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  outdated: readonly QueryKey[],
  { contested = false, keep }: { contested?: boolean; keep?: (data: DataOf<E>) => void } = {},
) {
  const client = useQueryClient();
  const reload = async () => {
    const ofAll = client.invalidateQueries({
      predicate: ({ meta }) => meta?.["sumsUp"] === true,
    });
    await Promise.all([
      ofAll,
      ...outdated.map((queryKey) => client.invalidateQueries({ queryKey })),
    ]);
  };
  const [ofScreen] = useState(memorySubmitStore);
  const placeOf = ({ submits = ofScreen }: Submit<E>) => submits;
  return useMutation<DataOf<E>, Error, Submit<E>>({
    mutationFn: (submit) =>
      call(endpoint, submit.input, {
        files: submit.files,
        idempotencyKey: endpoint.idempotent
          ? submitKeyFor(
              placeOf(submit),
              submitSubjectOf(endpoint, submit.input),
              submit.submits !== undefined,
            )
          : undefined,
      }),
    onSettled: (_data, error, submit) => settleSubmit(placeOf(submit), error),
    onSuccess: (data) => {
      keep?.(data);
      return reload();
    },
    onError: async (error) => {
      if (isSubmitUnanswered(error)) notifyError(error.message);
      // A call with a key can safely be sent again, and its response then shows the outcome.
      if (endpoint.idempotent !== true) reloadAfterNoResponse(error, reload);
      if (!isConflict(error) && !isKeyReused(error)) return;
      const reloaded = reload();
      if (contested) await reloaded;
    },
  });
}

/**
 * A call that changes a record on which several users work. If it is refused because another user
 * was first, it throws only when the record is reloaded. The screen then shows the other user's
 * change and keeps everything typed.
 *
 * @returns the call; it throws what `call` throws.
 */
export function useConcurrentMutation<E extends Endpoint>(
  endpoint: E,
  outdated: readonly QueryKey[],
) {
  const { mutateAsync } = useEndpointMutation(endpoint, outdated, { contested: true });
  return (input: CallInput<E>, submits?: PendingSubmitStore): Promise<DataOf<E>> =>
    mutateAsync({ input, ...(submits && { submits }) });
}

/** Whether a change was refused because another user acted first, so that what is shown is outdated. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 409 || error.status === 404);
}

/**
 * Awaits a change that has no form to show a refusal at. The message has already been shown.
 *
 * @returns whether the change was made.
 * @throws anything that a call does not throw.
 */
export async function succeeds(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    fieldErrorsOf(error);
    return false;
  }
}
