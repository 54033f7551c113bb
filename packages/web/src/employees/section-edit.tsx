import { useQueryClient } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import type { z } from "zod";

import type { FieldRules } from "../platform/form/contract-form.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { EditDialog, useEditDialog } from "../ui/form/form-dialog.tsx";
import { employeeQuery, pathOf, type Employee } from "./data.ts";

/** The props of every dialog about an employee. */
export type EmployeeDialogProps = {
  employee: Employee;
  /** Called after the dialog has disappeared, whether anything was saved or not. */
  onExited: () => void;
};

type SectionEdit<Values> = {
  /** Distinguishes its fields from those of other forms on the page. */
  name: string;
  employee: Employee;
  valuesOf: (employee: Employee) => Values;
  schemas: { readonly [Field in keyof Values]?: z.ZodType };
  rules?: FieldRules<Values>;
  /** Saves the values over the version that the edit began with. */
  save: (values: Values, version: number) => Promise<Employee>;
  /** The message after saving. */
  done: string;
  /** False for a form with personal numbers, which must not be stored on a device. */
  keepsDraft?: boolean;
};

/** A form in a dialog that edits one section of an employee. */
export function useSectionEdit<Values extends Record<string, unknown>>(
  options: SectionEdit<Values>,
) {
  const { name, employee, valuesOf, schemas, rules, save, done, keepsDraft = true } = options;
  const client = useQueryClient();
  return useEditDialog<Employee, Values>({
    name,
    draft: keepsDraft ? `${employee.tenant_id}:${employee.id}` : null,
    loaded: employee,
    valuesOf,
    schemas,
    ...(rules ? { rules } : {}),
    reload: () => client.fetchQuery({ ...employeeQuery(pathOf(employee)), staleTime: 0 }),
    save: (values, { version }) => save(values, version),
    onSaved: () => notifySuccess(done),
  });
}

type SectionDialogProps = {
  /** The result of `useSectionEdit`. */
  section: ComponentProps<typeof EditDialog>["edit"];
  title: string;
  submit?: string;
  onExited: () => void;
  children: ReactNode;
};

/** The dialog around such a form. */
export function SectionDialog(props: SectionDialogProps) {
  const { section, title, submit = "Save", onExited, children } = props;
  return (
    <EditDialog
      onExited={onExited}
      title={title}
      edit={section}
      what="this employee"
      submit={submit}
    >
      {children}
    </EditDialog>
  );
}
