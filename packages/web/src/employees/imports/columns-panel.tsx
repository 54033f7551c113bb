import { mapEmployeeImport } from "@kontor/contract/employees/imports";
import { errorSentence } from "@kontor/contract/error-codes";
import {
  importFields,
  importFieldTitle,
  mayImportField,
  type ImportField,
} from "@kontor/contract/reference/employee-import-fields";
import { Button } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";

import { useStoredDraft } from "../../platform/form/stored-draft.ts";
import { useDirtyGuard } from "../../platform/form/use-dirty-guard.ts";
import { succeeds } from "../../platform/mutation.ts";
import { useHasPermission } from "../../session/data.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { ResumeDraftNotice } from "../../ui/form/resume-draft-notice.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { ColumnFields, isRepeated } from "../../ui/upload/column-fields.tsx";
import { pathOf, useEmployeeChange } from "../data.ts";
import type { EmployeeImport, OpenedImport } from "./data.ts";

import classes from "./imports.module.css";

type Fields = readonly (ImportField | null)[];

/** Compares a file with the records again, with its present or changed columns. */
export function useCheckAgain(file: EmployeeImport) {
  const map = useEmployeeChange(mapEmployeeImport);
  const checkAgain = (fields: Fields = file.columns.map(({ field }) => field)) =>
    succeeds(
      map.mutateAsync({
        input: { ...pathOf(file), version: file.version, fields: [...fields] },
      }),
    );
  return { checkAgain, checking: map.isPending };
}

/** The title of a field. A full name is marked, because it does not name new employees. */
function labelOf(field: ImportField): string {
  const title = importFieldTitle(field);
  return field === "full_name" ? `${title} (only compared)` : title;
}

type ColumnsPanelProps = {
  file: OpenedImport;
  /** Called when the columns are set and the rows are being checked. */
  onDone: () => void;
  /** Cancels; left out while the columns still have to be set. */
  onCancel?: () => void;
};

/**
 * The field of each column of the file: guessed from its title, or as set for the previous file.
 */
export function ColumnsPanel({ file, onDone, onCancel }: ColumnsPanelProps) {
  const known = file.columns.map(({ field }) => field);
  const [fields, setFields] = useState<Fields>(known);
  const { checkAgain, checking } = useCheckAgain(file);
  const changed = fields.some((field, index) => field !== known[index]);
  const release = useDirtyGuard(() => changed);
  const draft = useStoredDraft<Fields>({
    screen: `import-columns-1:${file.tenant_id}:${file.id}:${file.version}`,
    value: fields,
    touched: changed,
  });
  const rights = {
    records: useHasPermission("employees.write"),
    pay: useHasPermission("employees.pay.write"),
  };
  const offered = importFields.filter((field) => mayImportField(field, rights));
  const missing = !fields.includes("staff_no");
  const twice = fields.some((field) => isRepeated(fields, field));
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!(await checkAgain(fields))) return;
    release();
    draft.forget();
    onDone();
  };
  return (
    <Panel
      title="Columns"
      about="Match each column of the file to a field. Columns left out are not imported."
    >
      <form noValidate className={classes.columnsForm} onSubmit={(event) => void submit(event)}>
        {draft.found && (
          <ResumeDraftNotice
            what="what the columns hold"
            at={draft.found.at}
            onTake={() => {
              setFields(draft.found?.value ?? fields);
              draft.taken();
            }}
            onDiscard={draft.discard}
          />
        )}
        <ColumnFields
          columns={file.columns.map(({ title }, index) => ({
            title,
            example: file.examples[index] ?? "",
          }))}
          fields={fields}
          offered={offered.map((field) => ({ value: field, label: labelOf(field) }))}
          repeated={errorSentence("import_field_twice")}
          nothingFoundMessage="No field found"
          onChange={setFields}
        />
        {missing && (
          <p className={classes.failed} role="alert">
            {errorSentence("import_needs_staff_no")}
          </p>
        )}
        <FormActions>
          {onCancel && (
            <Button variant="default" disabled={checking} onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={checking} disabled={missing || twice}>
            Check rows
          </Button>
        </FormActions>
      </form>
    </Panel>
  );
}
