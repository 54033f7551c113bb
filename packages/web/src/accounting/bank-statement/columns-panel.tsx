import {
  statementFieldName,
  statementFields,
  type StatementField,
} from "@kontor/contract/reference/statement-columns";
import { Button } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";

import { FormActions } from "../../ui/form/form-actions.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { ColumnFields, isRepeated } from "../../ui/upload/column-fields.tsx";
import type { ComparedStatement } from "./data.ts";

import classes from "./bank-statement.module.css";

type Fields = readonly (StatementField | null)[];

type ColumnsPanelProps = {
  compared: ComparedStatement;
  /** Why the chosen columns were refused. */
  problem: string | null;
  busy: boolean;
  onSet: (columns: Fields) => void;
  /** Cancels; undefined while the columns still have to be chosen. */
  onCancel: (() => void) | undefined;
};

/** What each column of the file holds: recognized by its title, or chosen here. */
export function ColumnsPanel({ compared, problem, busy, onSet, onCancel }: ColumnsPanelProps) {
  const [fields, setFields] = useState<Fields>(compared.columns.map(({ field }) => field));
  const twice = fields.some((field) => isRepeated(fields, field));
  const missing = missingIn(fields);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSet(fields);
  };
  return (
    <Panel
      title="Columns"
      about={`Choose what each column holds. The titles were found in row ${compared.title_line} of the file.`}
    >
      <form noValidate className={classes.columnsForm} onSubmit={submit}>
        <ColumnFields
          columns={compared.columns}
          fields={fields}
          offered={statementFields.map((field) => ({
            value: field,
            label: statementFieldName(field),
          }))}
          repeated="Another column holds this too."
          onChange={setFields}
        />
        {(missing ?? problem) !== null && (
          <p className={classes.failed} role="alert">
            {missing ?? problem}
          </p>
        )}
        <FormActions>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={busy} disabled={missing !== null || twice}>
            Compare
          </Button>
        </FormActions>
      </form>
    </Panel>
  );
}

/** What is missing in the chosen columns, as a sentence; null if nothing is. */
function missingIn(fields: Fields): string | null {
  const hasParts = fields.includes("debit") || fields.includes("credit");
  if (!fields.includes("date")) return "Choose the column with the date of the transaction.";
  if (hasParts && fields.includes("amount")) {
    return "Choose either the columns of debits and credits, or one of amounts.";
  }
  if (!hasParts && !fields.includes("amount")) {
    return "Choose the columns of debits and credits, or one of amounts.";
  }
  return null;
}
