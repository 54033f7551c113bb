import {
  commitEmployeeImport,
  discardEmployeeImport,
  undoEmployeeImport,
} from "@kontor/contract/employees/imports";
import { formatCounted } from "@kontor/contract/format";

import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";
import { pathOf, useEmployeeChange } from "../data.ts";
import type { EmployeeImport } from "./data.ts";
import { effectOf, writtenNoun } from "./import-texts.ts";

/** The actions on a checked or imported file. Each asks first and shows the outcome. */
export function useImportActions() {
  const commit = useEmployeeChange(commitEmployeeImport);
  const undo = useEmployeeChange(undoEmployeeImport);
  const discard = useEmployeeChange(discardEmployeeImport);
  return {
    /** @throws what the call throws. @returns whether the file was imported. */
    commit: async (file: EmployeeImport): Promise<boolean> => {
      const { counts, version } = file;
      const question = `Import ${formatCounted(counts.NEW + counts.CHANGED, writtenNoun(file))}?`;
      if (!(await confirm(question, importConsequences(file)))) return false;
      const without_rejected = counts.REJECTED > 0;
      await commit.mutateAsync({ input: { ...pathOf(file), version, without_rejected } });
      notifySuccess("Employees imported successfully..");
      return true;
    },
    undo: async (file: EmployeeImport): Promise<void> => {
      const detail =
        "Employees that the import added are removed, and those that it changed are restored. This is possible until one of the records has been used.";
      if (!(await confirm("Undo Import?", detail))) return;
      const done = await succeeds(undo.mutateAsync({ input: pathOf(file) }));
      if (done) notifySuccess("Import undone successfully..");
    },
    /** @returns whether the file was discarded. */
    discard: async (file: EmployeeImport): Promise<boolean> => {
      const detail = "Nothing is imported, and the uploaded file is deleted.";
      if (!(await confirm("Discard this file?", detail))) return false;
      const done = await succeeds(discard.mutateAsync({ input: pathOf(file) }));
      if (done) notifySuccess("File discarded successfully..");
      return done;
    },
    busy: commit.isPending || undo.isPending || discard.isPending,
  };
}

function importConsequences(file: EmployeeImport): string {
  const { counts } = file;
  const sentences = [effectOf(file, "now")];
  if (counts.REJECTED > 0) {
    const be = counts.REJECTED === 1 ? "is" : "are";
    sentences.push(`${formatCounted(counts.REJECTED, "rejected row")} ${be} left out.`);
  }
  sentences.push("You can undo the import until one of the records has been used.");
  return sentences.join(" ");
}
