import { ChoiceSelect } from "../select/choice-select.tsx";

import classes from "./column-fields.module.css";

type ColumnFieldsProps<Field extends string> = {
  /** The columns of the file in order; an example is empty if there is none. */
  columns: readonly { title: string; example: string }[];
  /** What each column holds; null for one that is left out. */
  fields: readonly (Field | null)[];
  offered: readonly { value: Field; label: string }[];
  /** What is said at each of several columns that hold the same. */
  repeated: string;
  nothingFoundMessage?: string;
  onChange: (fields: (Field | null)[]) => void;
};

/** Whether several columns hold this field. */
export function isRepeated<Field>(fields: readonly (Field | null)[], field: Field | null): boolean {
  return field !== null && fields.filter((each) => each === field).length > 1;
}

/** The columns of an uploaded file, with what each holds. */
export function ColumnFields<Field extends string>(props: ColumnFieldsProps<Field>) {
  const { columns, fields, offered, repeated, nothingFoundMessage, onChange } = props;
  return (
    <ul className={classes.columns}>
      {columns.map(({ title, example }, index) => (
        // Two columns may have the same title, but positions are unique and fixed.
        <li key={index} className={classes.column}>
          <div className={classes.title}>
            <span>{title}</span>
            {example !== "" && <span className={classes.example}>such as “{example}”</span>}
          </div>
          <ChoiceSelect
            aria-label={title}
            placeholder="Leave out"
            clearable
            clearButtonProps={{ "aria-label": `Leave out ${title}` }}
            nothingFoundMessage={nothingFoundMessage}
            data={offered}
            value={fields[index] ?? null}
            error={isRepeated(fields, fields[index] ?? null) ? repeated : undefined}
            onChange={(value: Field | null) => onChange(fields.with(index, value))}
          />
        </li>
      ))}
    </ul>
  );
}
