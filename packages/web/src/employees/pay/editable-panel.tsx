import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { Suspense, useState, type ReactNode } from "react";

import { useHasPermission } from "../../session/data.ts";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { RowAction } from "../../ui/table/row-actions.tsx";

type EditablePanelProps<Row> = {
  title: string;
  about: string;
  query: UseQueryResult<readonly Row[]>;
  /** The subject of the sentences about loading: "The items". */
  what: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => number;
  rowName: (row: Row) => string;
  empty: string;
  /** The label of the button that adds a row: "Add Item". */
  add: string;
  /**
   * Whether a row cannot be edited here, because it follows from something else; when left out, all
   * rows can.
   */
  fixed?: (row: Row) => boolean;
  /** Removes the row after a confirmation. */
  onRemove: (row: Row) => Promise<void>;
  /** The dialog that edits a row, or adds one (null). */
  renderDialog: (row: Row | null, onExited: () => void) => ReactNode;
};

/** A part of an employee's pay: a table whose rows are added, edited and removed one by one. */
export function EditablePanel<Row>(props: EditablePanelProps<Row>) {
  const { title, about, what, columns, rowKey, rowName, empty, add } = props;
  const mayWrite = useHasPermission("employees.pay.write");
  const [open, setOpen] = useState<{ row: Row | null } | null>(null);
  const actions = (row: Row): RowAction[] =>
    props.fixed?.(row) === true
      ? []
      : [
          {
            label: "Edit",
            icon: <IconPencil size={16} aria-hidden />,
            onClick: () => setOpen({ row }),
          },
          {
            label: "Remove",
            icon: <IconTrash size={16} aria-hidden />,
            danger: true,
            onClick: () => void props.onRemove(row),
          },
        ];
  return (
    <Panel
      title={title}
      about={about}
      aside={
        mayWrite && (
          <OpenDialogButton
            size="xs"
            variant="default"
            icon={<IconPlus size={16} aria-hidden />}
            onOpen={() => setOpen({ row: null })}
          >
            {add}
          </OpenDialogButton>
        )
      }
    >
      <Loaded query={props.query} what={what}>
        {(loaded) => (
          <DataTable
            label={title}
            columns={columns}
            rows={loaded}
            rowKey={rowKey}
            rowName={rowName}
            loading={false}
            empty={empty}
            {...(mayWrite ? { actions } : {})}
          />
        )}
      </Loaded>
      <Suspense>{open && props.renderDialog(open.row, () => setOpen(null))}</Suspense>
    </Panel>
  );
}
