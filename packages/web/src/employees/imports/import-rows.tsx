import {
  exportRejectedRows,
  importRowKinds,
  listEmployeeImportRows,
  type ImportRowKind,
} from "@kontor/contract/employees/imports";
import { formatCount, formatCounted } from "@kontor/contract/format";
import { importFieldTitle } from "@kontor/contract/reference/employee-import-fields";
import { Button, Tabs } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState, type ComponentType } from "react";

import { callFile } from "../../platform/api.ts";
import { useListSearch } from "../../platform/list-search.ts";
import { succeeds } from "../../platform/mutation.ts";
import { saveFile } from "../../platform/save-file.ts";
import { Notice } from "../../ui/page/notice.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { OpenTarget } from "../../ui/table/row-link.tsx";
import { choicesQuery, pathOf } from "../data.ts";
import { newDepartmentSentence } from "../new-department.ts";
import { importRowsQuery, type EmployeeImport, type ImportRow } from "./data.ts";
import { importedText, rejectedSentences, rowKindLabels } from "./import-texts.ts";

import classes from "./imports.module.css";

const lineColumn: Column<ImportRow> = {
  key: "line",
  header: "Line",
  sort: "line",
  width: 64,
  phone: "detail",
  cell: ({ line: number }) => (
    <>
      <span className={classes.onPhone}>Line </span>
      {formatCount(number)}
    </>
  ),
};

const staffNoColumn: Column<ImportRow> = {
  key: "staff_no",
  header: "Staff No.",
  phone: "detail",
  cell: ({ staff_no }) => (staff_no === "" ? <span aria-label="none">–</span> : staff_no),
};

const nameColumn: Column<ImportRow> = {
  key: "name",
  header: "Name",
  phone: "what",
  opens: true,
  cell: (row) => row.name || <span className={classes.unnamed}>No name</span>,
};

type AboutProps = {
  row: ImportRow;
  /** The departments that somebody is in; undefined if the row is not compared with them. */
  departments: readonly string[] | undefined;
};

/** What the last column says depends on the kind of row. */
const abouts: Readonly<
  Record<ImportRowKind, { header: string; About: ComponentType<AboutProps> } | null>
> = {
  NEW: { header: "Fields", About: NewEmployeeFields },
  CHANGED: { header: "Changes", About: Changes },
  UNCHANGED: null,
  REJECTED: { header: "Why", About: Reasons },
};

function lastColumns(
  kind: ImportRowKind,
  departments: AboutProps["departments"],
): readonly Column<ImportRow>[] {
  const about = abouts[kind];
  if (about === null) return [];
  const { header, About } = about;
  return [
    {
      key: "about",
      header,
      phone: "end",
      wrap: true,
      cell: (row) => <About row={row} departments={departments} />,
    },
  ];
}

const emptyTexts: Readonly<Record<ImportRowKind, string>> = {
  NEW: "No employee is new",
  CHANGED: "Nothing is changed",
  UNCHANGED: "No row is unchanged",
  REJECTED: "No row is rejected",
};

/** The tabs in the order of interest: what the import does, then what is wrong. */
const tabOrder = ["NEW", "CHANGED", "REJECTED", "UNCHANGED"] as const;

/** The planned or actual effect of the rows, by kind. */
export function ImportRows({ file }: { file: EmployeeImport }) {
  const view = useListSearch(listEmployeeImportRows, {}, { keepScroll: true });
  const first = tabOrder.find((each) => file.counts[each] > 0) ?? "NEW";
  const kind = view.input.kind ?? first;
  const rejected = file.counts.REJECTED;
  return (
    <>
      {rejected > 0 && <RejectedNotice file={file} />}
      <Tabs
        value={kind}
        keepMounted={false}
        onChange={(key) => view.show({ kind: importRowKinds.find((each) => each === key) })}
      >
        <Tabs.List aria-label="Rows" className={classes.tabs}>
          {importRowKinds.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {rowKindLabels[each]}{" "}
              <span className={classes.count}>{formatCount(file.counts[each])}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={kind} pt="md">
          <KindRows file={file} kind={kind} view={view} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

type KindRowsProps = {
  file: EmployeeImport;
  kind: ImportRowKind;
  view: ReturnType<typeof useListSearch<typeof listEmployeeImportRows>>;
};

function KindRows({ file, kind, view }: KindRowsProps) {
  const rows = useQuery(importRowsQuery({ ...pathOf(file), ...view.input, kind }, file));
  const departments = useDepartments(file);
  return (
    <DataTable
      label={`${rowKindLabels[kind]} rows`}
      columns={[lineColumn, staffNoColumn, nameColumn, ...lastColumns(kind, departments)]}
      rows={rows.data?.data}
      rowKey={(row) => row.line}
      rowName={(row) => row.name}
      open={(row) => employeeLink(file, row)}
      loading={rows.isFetching && (rows.isPending || rows.isPlaceholderData)}
      failed={rows.isError}
      error={rows.error}
      onRetry={() => void rows.refetch()}
      empty={emptyTexts[kind]}
      sort={view.place.sort}
      onSort={view.place.onSort}
      paging={{ ...view.place, total: rows.data?.meta.total ?? 0 }}
    />
  );
}

/** The departments that somebody is in, for a file that is not imported yet and names departments. */
function useDepartments({ tenant_id, company_id, status, columns }: EmployeeImport) {
  const names = columns.some(({ field }) => field === "department");
  const query = useQuery({
    ...choicesQuery({ tenant_id, company_id }),
    enabled: names && status === "READY",
  });
  return status === "READY" ? query.data?.departments : undefined;
}

/** Points out a department that nobody is in yet, before it splits another one in two. */
function NewDepartment({ row: { changes }, departments }: AboutProps) {
  const name = changes.find(({ field }) => field === "department")?.to ?? "";
  const sentence = newDepartmentSentence(name, departments, `the department “${name}”`);
  return sentence === undefined ? null : <p className={classes.warning}>{sentence}</p>;
}

/** The employee's page, if the employee exists already. */
function employeeLink(
  { tenant_id }: EmployeeImport,
  { employee_id }: ImportRow,
): OpenTarget | null {
  if (employee_id === null) return null;
  return {
    to: "/app/employees/$tenant_id/$employee_id",
    params: { tenant_id: String(tenant_id), employee_id: String(employee_id) },
  };
}

/** The fields of a new employee in the file, without the name. */
function NewEmployeeFields({ row, departments }: AboutProps) {
  const shown = row.changes.filter(({ field }) => field !== "first_name" && field !== "last_name");
  return (
    <div className={classes.about}>
      <dl className={classes.filled}>
        {shown.map(({ field, to }) => (
          <div key={field}>
            <dt>{importFieldTitle(field)}:</dt> <dd>{to !== null && importedText(field, to)}</dd>
          </div>
        ))}
      </dl>
      <NewDepartment row={row} departments={departments} />
    </div>
  );
}

/** The old and new values, cell by cell. */
function Changes({ row, departments }: AboutProps) {
  const { changes, bank_change } = row;
  return (
    <div className={classes.about}>
      <ul className={classes.changes}>
        {changes.map(({ field, from, to }) => (
          <li key={field}>
            <span className={classes.field}>{importFieldTitle(field)}:</span>{" "}
            {from !== null && (
              <>
                <del>{importedText(field, from)}</del>{" "}
                <span className={classes.field} role="img" aria-label="changed to">
                  →
                </span>{" "}
              </>
            )}
            <ins>{to === null ? "removed" : importedText(field, to)}</ins>
          </li>
        ))}
      </ul>
      <NewDepartment row={row} departments={departments} />
      {bank_change && (
        <p className={classes.note}>The new bank account must be confirmed by a second person.</p>
      )}
    </div>
  );
}

function Reasons({ row: { reasons } }: AboutProps) {
  return (
    <ul className={`${classes.about} ${classes.reasons}`}>
      {reasons.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}

/** Instructions for rows that cannot be imported. */
function RejectedNotice({ file }: { file: EmployeeImport }) {
  const [loading, setLoading] = useState(false);
  const { REJECTED } = file.counts;
  const download = async () => {
    setLoading(true);
    await succeeds(callFile(exportRejectedRows, pathOf(file)).then(saveFile));
    setLoading(false);
  };
  return (
    <Notice title={`${formatCounted(REJECTED, "row")} ${REJECTED === 1 ? "is" : "are"} rejected`}>
      <p className={classes.noticeText}>{rejectedSentences(file)}</p>
      <Button
        size="xs"
        variant="default"
        loading={loading}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void download()}
      >
        Download rejected rows
      </Button>
    </Notice>
  );
}
