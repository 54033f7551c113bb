import type { DataOf, Endpoint } from "@kontor/contract/endpoint";
import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";

import { ApiProblem } from "./api-problem.ts";
import { call, type CallInput } from "./api.ts";
import { draftKey } from "./session.ts";
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
 * A call that changes something. It sends the Idempotency-Key where the endpoint takes one and,
 * when done, marks the queries below the key prefixes as outdated, and those that sum up what all
 * features have (`meta.sumsUp`). Callers pass no callbacks, which would replace this one: they await
 * `mutateAsync` instead.
 *
 * @param options.draft names what is written as a draft of this device, from which it may be sent
 *   again after a reload: it then has the key of the submit that got no answer.
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
 * A call that changes a record on which several people work. Refused because somebody else was
 * there first (409, or 404), it reloads the record, so that the screen shows their change while
 * everything typed stays.
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
      if (error instanceof ApiProblem && (error.status === 409 || error.status === 404)) {
        await Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey })));
      }
      throw error;
    }
  };
}

/** The storage of an open submit beside its draft, removed with it. */
function placeOf(draft: string): OpenSubmitPlace {
  const key = draftKey(`${draft}:submit`);
  return {
    read: () => JSON.parse((key && localStorage.getItem(key)) ?? "null") as OpenSubmit | null,
    write: (submit) => {
      if (key === null) return;
      if (submit === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(submit));
    },
  };
}
