import { addSavedView, changeSavedView, deleteSavedView } from "@kontor/contract/users/saved-views";

import type { RawSearch } from "../address.ts";
import { useEndpointMutation } from "../mutation.ts";
import { savedViewsKey, type SavedView } from "./saved-views.ts";

type Search = SavedView["search"];

/** Saves, renames and deletes views, and sets the default view of a list. */
export function useViewChanges() {
  const outdated = [savedViewsKey];
  const add = useEndpointMutation(addSavedView, outdated);
  const change = useEndpointMutation(changeSavedView, outdated);
  const remove = useEndpointMutation(deleteSavedView, outdated);
  return {
    saving: add.isPending || change.isPending || remove.isPending,
    /** @throws what the call throws, for example a refusal of the name. */
    add: (list: string, name: string, current: RawSearch) =>
      add.mutateAsync({
        input: { list, name, search: current as Search, is_default: false },
      }),
    /** @throws what the call throws, for example a refusal of the name. */
    change: ({ id, name, is_default }: Pick<SavedView, "id" | "name" | "is_default">) =>
      change.mutateAsync({ input: { id, name, is_default } }),
    remove: ({ id }: Pick<SavedView, "id">) => remove.mutateAsync({ input: { id } }),
  };
}
