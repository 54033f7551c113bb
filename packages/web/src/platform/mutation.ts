import type { DataOf, Endpoint } from "@kontor/contract/endpoint";
import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";

import { isOvertaken } from "./api-problem.ts";
import { call, type CallInput } from "./api.ts";
import { draftKey, keepOnDevice } from "./session.ts";
import {
  createSubmitKey,
  fingerprintOf,
  type OpenSubmit,
  type OpenSubmitPlace,
} from "./submit-key.ts";

export type Submit<E> = {
  input: CallInput<E>;
  /** Image files of a multipart endpoint, by field name. */
  files?: Readonly<Record<string, File>>;
};

/**
 * A call that changes something. It sends the Idempotency-Key if the endpoint takes one. After
 * success it invalidates the queries below the key prefixes, and those that aggregate over all
 * features (`meta.sumsUp`). Callers await `mutateAsync` and pass no callbacks, which would replace
 * this one.
 *
 * @param options.draft names the input's draft on this device. After a reload the draft can be
 *   submitted again, with the key of the submit that got no response.
 */
export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  outdated: readonly QueryKey[],
  { draft }: { draft?: string } = {},
) {
  const client = useQueryClient();
  const [submitKey] = useState(() =>
    createSubmitKey(undefined, draft === undefined ? undefined : placeOf(draft)),
  );
  return useMutation<DataOf<E>, Error, Submit<E>>({
    mutationFn: ({ input, files }) =>
      call(endpoint, input, {
        files,
        idempotencyKey: endpoint.idempotent
          ? submitKey.keyFor(fingerprintOf([input, files]))
          : undefined,
      }),
    onSettled: (_data, error) => submitKey.settle(error),
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
  return async (input: CallInput<E>): Promise<DataOf<E>> => {
    try {
      return await mutateAsync({ input });
    } catch (error) {
      if (isOvertaken(error)) {
        await Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey })));
      }
      throw error;
    }
  };
}

/** Stores a pending submit beside its draft, and removes it with the draft. */
function placeOf(draft: string): OpenSubmitPlace {
  const key = draftKey(`${draft}:submit`);
  return {
    read: () => JSON.parse((key && localStorage.getItem(key)) ?? "null") as OpenSubmit | null,
    write: (submit) => keepOnDevice(key, submit && JSON.stringify(submit)),
  };
}
