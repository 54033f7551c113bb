import type { DataOf, Endpoint } from "@kontor/contract/endpoint";
import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";

import { call, type CallInput } from "./api.ts";
import { createSubmitKey, fingerprintOf } from "./submit-key.ts";

export type Submit<E> = {
  input: CallInput<E>;
  /** Image files of a multipart endpoint, by field name. */
  files?: Readonly<Record<string, File>>;
};

/**
 * A call that changes something. It sends the Idempotency-Key where the endpoint takes one and, when
 * done, marks what the key prefixes cover as out of date. Callers hand over no callbacks, so that
 * none can switch this off: they await `mutateAsync` and go on from there.
 */
export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  outdated: readonly QueryKey[],
) {
  const client = useQueryClient();
  const [submitKey] = useState(() => createSubmitKey());
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
      await Promise.all(outdated.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
