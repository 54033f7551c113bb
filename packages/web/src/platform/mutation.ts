import type { DataOf, Endpoint } from "@kontor/contract/endpoint";
import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";

import { isOvertaken } from "./api-problem.ts";
import { call, type CallInput } from "./api.ts";
import {
  fingerprintOf,
  inMemory,
  settleSubmit,
  submitKeyFor,
  type OpenSubmitPlace,
} from "./submit-key.ts";

export type Submit<E> = {
  input: CallInput<E>;
  /** Image files of a multipart endpoint, by field name. */
  files?: Readonly<Record<string, File>>;
  /**
   * Where a form's draft keeps the submit that got no response, so that a resumed draft is sent with
   * the key of that submit. Without it the key lasts as long as the screen.
   */
  submits?: OpenSubmitPlace;
};

/**
 * A call that changes something. It sends the Idempotency-Key if the endpoint takes one. After
 * success it invalidates the queries below the key prefixes, and those that aggregate over all
 * features (`meta.sumsUp`). Callers await `mutateAsync` and pass no callbacks, which would replace
 * this one.
 */
export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  outdated: readonly QueryKey[],
) {
  const client = useQueryClient();
  const [ofScreen] = useState(inMemory);
  // The fingerprint has the input, and the device does not store a password or personal numbers.
  const placeOf = ({ submits }: Submit<E>) =>
    submits === undefined || endpoint.confidential ? ofScreen : submits;
  return useMutation<DataOf<E>, Error, Submit<E>>({
    mutationFn: (submit) =>
      call(endpoint, submit.input, {
        files: submit.files,
        idempotencyKey: endpoint.idempotent
          ? submitKeyFor(
              placeOf(submit),
              fingerprintOf([endpoint.method, endpoint.path, submit.input, submit.files]),
            )
          : undefined,
      }),
    onSettled: (_data, error, submit) => settleSubmit(placeOf(submit), error),
    onSuccess: async () => {
      const ofAll = client.invalidateQueries({
        predicate: ({ meta }) => meta?.["sumsUp"] === true,
      });
      await Promise.all([
        ofAll,
        ...outdated.map((queryKey) => client.invalidateQueries({ queryKey })),
      ]);
    },
  });
}

/**
 * A call that changes a record on which several users work. If it is refused because another user
 * was first (409, or 404), it reloads the record. The screen then shows the other user's change and
 * keeps everything typed.
 *
 * @param shown the key prefixes of the queries that show the record.
 * @returns the call; it throws what `call` throws.
 */
export function useContestedMutation<E extends Endpoint>(
  endpoint: E,
  outdated: readonly QueryKey[],
  shown: readonly QueryKey[],
) {
  const client = useQueryClient();
  const { mutateAsync } = useEndpointMutation(endpoint, outdated);
  return async (input: CallInput<E>, submits?: OpenSubmitPlace): Promise<DataOf<E>> => {
    try {
      return await mutateAsync({ input, ...(submits && { submits }) });
    } catch (error) {
      if (isOvertaken(error)) {
        await Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey })));
      }
      throw error;
    }
  };
}
