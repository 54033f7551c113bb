import { storeOnDevice } from "../../platform/session.ts";
import { createStore, useStore } from "../../platform/store.ts";

const storageKey = "chart_folded";

/** The folded groups: those listed, or all except those listed. */
type Folded = { all: boolean; groups: readonly number[] };

const foldedStore = createStore(parseFolded(localStorage.getItem(storageKey) ?? ""));

function parseFolded(text: string): Folded {
  const parts = text.split("-").filter((part) => part !== "");
  return {
    all: parts[0] === "all",
    groups: parts.map(Number).filter((id) => Number.isSafeInteger(id)),
  };
}

/** The folded groups in the form of the contract's query; undefined if none is folded. */
function formatFolded({ all, groups }: Folded): string | undefined {
  return [...(all ? ["all"] : []), ...groups].join("-") || undefined;
}

/** The maximum number of groups remembered individually. */
const maxGroups = 300;

function saveFolded(folded: Folded): void {
  const stored = { ...folded, groups: folded.groups.slice(-maxGroups) };
  storeOnDevice(storageKey, formatFolded(stored) ?? null);
  foldedStore.set(stored);
}

/** Which groups of the chart are folded, remembered on this device. */
export function useFoldedGroups() {
  const folded = useStore(foldedStore);
  return {
    /** For the query of the chart. */
    query: formatFolded(folded),
    isFolded: (id: number) => folded.all !== folded.groups.includes(id),
    toggle: (id: number) =>
      saveFolded({
        all: folded.all,
        groups: folded.groups.includes(id)
          ? folded.groups.filter((each) => each !== id)
          : [...folded.groups, id],
      }),
    foldAll: (all: boolean) => saveFolded({ all, groups: [] }),
  };
}
