import { leaveEmployment } from "@kontor/contract/employees/leaving";
import { exitReasons, type ExitReason } from "@kontor/contract/reference/employees";
import { Select, Textarea } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";

import { notifySuccess } from "../../platform/message/notify.tsx";
import { useHasPermission } from "../../session/data.ts";
import { DateInput } from "../../ui/date/date-input.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { useEditDialog } from "../../ui/form/form-dialog.tsx";
import { NotLoaded } from "../../ui/page/not-loaded.tsx";
import {
  employeeQuery,
  pathOf,
  settlementQuery,
  useEmployeeChange,
  type Employee,
  type PayItem,
} from "../data.ts";
import { exitReasonLabels } from "../employee-texts.ts";
import { SectionDialog, type EmployeeDialogProps } from "../section-edit.tsx";
import { owedItemsProblem, OwedItems, type OwedItem } from "./owed-items.tsx";

type ExitValues = {
  exit_date: string | null;
  reason: ExitReason | null;
  note: string;
  owed: readonly OwedItem[];
};

const reasons = exitReasons.map((value) => ({ value, label: exitReasonLabels[value] }));

const titles = { end: "End Employment", edit: "Edit End of Employment" } as const;

type ExitDialogProps = EmployeeDialogProps & {
  /** What payroll still has to settle of an employment that has ended. */
  toSettle: ReactNode;
};

/**
 * Ends an employment, or edits its end. The owed items are loaded first, because every change sends
 * all of them.
 */
export function ExitDialog(props: ExitDialogProps) {
  const { employee } = props;
  // The state when the dialog opened. After saving, the employee has left while the dialog is still
  // closing, and its title must not change.
  const [ended] = useState(employee.exit !== null);
  const maySeePay = useHasPermission("employees.pay.read");
  const settlement = useQuery({
    ...settlementQuery(pathOf(employee)),
    enabled: ended && maySeePay,
  });
  if (!ended) return <ExitForm {...props} title={titles.end} toSettle={null} owed={[]} />;
  if (settlement.data) {
    return <ExitForm {...props} title={titles.edit} owed={settlement.data.owed} />;
  }
  return (
    <Dialog opened title={titles.edit} onClose={props.onExited} onExited={props.onExited}>
      <NotLoaded
        what="What is owed"
        failed={settlement.isError && !settlement.isFetching}
        error={settlement.error}
        onRetry={() => void settlement.refetch()}
      />
    </Dialog>
  );
}

/** The end of an employment as it is saved, with what is still owed. */
type Ending = {
  exit: Employee["exit"];
  owed: readonly OwedItem[];
  version: number;
};

/** The owed items in the order in which they are saved, numbered, for the form also adds some. */
function numbered(owed: readonly Omit<OwedItem, "id">[]): OwedItem[] {
  return owed.map(({ name, kind, amount, taxable }, at) => ({
    id: at + 1,
    name,
    kind,
    amount,
    taxable,
  }));
}

/** Loads the end as it is saved now. */
function useReload(employee: Employee) {
  const client = useQueryClient();
  const path = pathOf(employee);
  return async (): Promise<Ending> => {
    // The employee first: if the amounts are changed in between, the version is an old one, and the
    // next save is refused again.
    const { exit, version } = await client.fetchQuery({ ...employeeQuery(path), staleTime: 0 });
    if (exit === null) return { exit, version, owed: [] };
    const { owed } = await client.fetchQuery({ ...settlementQuery(path), staleTime: 0 });
    return { exit, version, owed: numbered(owed) };
  };
}

function ExitForm({
  employee,
  onExited,
  title,
  owed,
  toSettle,
}: ExitDialogProps & { title: string; owed: readonly PayItem[] }) {
  const { mutateAsync } = useEmployeeChange(leaveEmployment);
  const section = useEditDialog<Ending, ExitValues>({
    name: "exit",
    draft: `${employee.tenant_id}:${employee.id}`,
    loaded: { exit: employee.exit, version: employee.version, owed: numbered(owed) },
    valuesOf: ({ exit, owed: items }) => ({
      exit_date: exit?.exit_date ?? null,
      reason: exit?.reason ?? null,
      note: exit?.note ?? "",
      owed: items,
    }),
    schemas: leaveEmployment.body.pick({ exit_date: true, reason: true, note: true }).shape,
    rules: { owed: owedItemsProblem },
    reload: useReload(employee),
    save: async ({ exit_date, reason, note, owed: items }, { version }) => {
      const saved = await mutateAsync({
        input: {
          ...pathOf(employee),
          exit_date: exit_date ?? "",
          reason: reason ?? "OTHER",
          note,
          owed: items.flatMap(({ name, kind, amount, taxable }) =>
            typeof amount === "bigint" ? [{ name, kind, amount, taxable }] : [],
          ),
          version,
        },
      });
      return { exit: saved.exit, version: saved.version, owed: items };
    },
    onSaved: () => notifySuccess("End of employment saved successfully.."),
  });
  const { form, fieldProps } = section;
  return (
    <SectionDialog section={section} title={title} submit="Submit" onExited={onExited}>
      {toSettle}
      <FieldGrid>
        <DateInput
          {...fieldProps("exit_date")}
          label="Last Day"
          description="The last day of work, past or future."
          required
          withAsterisk={false}
          data-autofocus
        />
        <Select
          {...fieldProps("reason")}
          label="Reason"
          description="As shown in letters and lists."
          placeholder="Choose a reason"
          data={reasons}
          required
          withAsterisk={false}
        />
        <div data-wide>
          <Textarea {...fieldProps("note")} label="Note" autosize minRows={2} maxRows={5} />
        </div>
        <div data-wide>
          <OwedItems
            items={form.values.owed}
            error={form.errors["owed"]}
            onChange={(items) => form.setFieldValue("owed", items)}
          />
        </div>
      </FieldGrid>
    </SectionDialog>
  );
}
