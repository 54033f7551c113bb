import { cancelExit, suspendEmployee } from "@kontor/contract/employees/leaving";
import { formatDate } from "@kontor/contract/format";
import { Button, Group } from "@mantine/core";
import { Suspense, useState, type ReactNode } from "react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";
import { useHasPermission } from "../../session/data.ts";
import { Panel } from "../../ui/page/panel.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import {
  pathOf,
  useEmployeeChange,
  useEmployeeReturn,
  type Employee,
  type EmployeeTabProps,
} from "../data.ts";
import { exitReasonLabels } from "../employee-texts.ts";
import { Fact, Facts } from "../facts.tsx";
import { SettlementPanel } from "./settlement-panel.tsx";

const ExitDialog = lazyComponent(() => import("./exit-dialog.tsx"), "ExitDialog");
const ReturnDialog = lazyComponent(() => import("./return-dialog.tsx"), "ReturnDialog");
const SuspendDialog = lazyComponent(() => import("./suspend-dialog.tsx"), "SuspendDialog");

type OpenDialog = "exit" | "return" | "suspend" | null;

type LeavingTabProps = EmployeeTabProps & {
  /** What payroll still has to settle, shown in the dialog that edits the end. */
  toSettle: ReactNode;
};

/** Suspends, ends and resumes an employment, and shows what is still owed. */
export function LeavingTab({ employee, toSettle }: LeavingTabProps) {
  const { exit, past_employments } = employee;
  const maySeePay = useHasPermission("employees.pay.read");
  const [open, setOpen] = useState<OpenDialog>(null);
  const onExited = () => setOpen(null);
  return (
    <>
      {exit ? (
        <ExitPanel employee={employee} onOpen={setOpen} />
      ) : (
        <EmployedPanel employee={employee} onOpen={setOpen} />
      )}
      {exit && maySeePay && <SettlementPanel employee={employee} />}
      {past_employments.length > 0 && (
        <Panel title="Previous Employments">
          <DataTable
            label="Previous Employments"
            columns={columns}
            rows={past_employments}
            rowKey={({ start_date }) => start_date}
            loading={false}
            empty="None"
          />
        </Panel>
      )}
      <Suspense>
        {open === "exit" && (
          <ExitDialog employee={employee} toSettle={toSettle} onExited={onExited} />
        )}
        {open === "return" && <ReturnDialog employee={employee} onExited={onExited} />}
        {open === "suspend" && <SuspendDialog employee={employee} onExited={onExited} />}
      </Suspense>
    </>
  );
}

type PanelProps = EmployeeTabProps & { onOpen: (dialog: OpenDialog) => void };

function EmployedPanel({ employee, onOpen }: PanelProps) {
  const mayWrite = useHasPermission("employees.write");
  const resume = useResume(employee);
  const suspended = employee.status === "SUSPENDED";
  return (
    <Panel
      title="Employment"
      about={
        suspended
          ? "Suspended: payroll leaves the employee out until the suspension ends."
          : "No end of employment has been entered."
      }
      aside={
        mayWrite && (
          <Group gap="xs">
            {suspended ? (
              <Button size="xs" variant="default" onClick={() => void resume()}>
                End Suspension
              </Button>
            ) : (
              <Button size="xs" variant="default" onClick={() => onOpen("suspend")}>
                Suspend
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => onOpen("exit")}>
              End Employment
            </Button>
          </Group>
        )
      }
    >
      <Facts>
        <Fact label="Start Date">{formatDate(employee.job.start_date)}</Fact>
        <Fact label="Status">{employee.status}</Fact>
      </Facts>
    </Panel>
  );
}

function ExitPanel({ employee, onOpen }: PanelProps) {
  const { exit, job, status } = employee;
  const mayWrite = useHasPermission("employees.write");
  // Every change sends all owed items, so only users who may see them may change the end.
  const mayChange = useHasPermission("employees.pay.read") && mayWrite;
  const undo = useCancelExit(employee);
  if (!exit) return null;
  return (
    <Panel
      title="End of Employment"
      about={status === "EXITED" ? "The employee has left." : "The employee is leaving."}
      aside={
        mayWrite && (
          <Group gap="xs">
            {mayChange && (
              <Button size="xs" variant="default" onClick={() => onOpen("exit")}>
                Edit
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => void undo()}>
              Undo
            </Button>
            {status === "EXITED" && (
              <Button size="xs" onClick={() => onOpen("return")}>
                Employ Again
              </Button>
            )}
          </Group>
        )
      }
    >
      <Facts>
        <Fact label="Start Date">{formatDate(job.start_date)}</Fact>
        <Fact label="Last Day">{formatDate(exit.exit_date)}</Fact>
        <Fact label="Reason">{exitReasonLabels[exit.reason]}</Fact>
        <Fact label="Note">{exit.note}</Fact>
      </Facts>
    </Panel>
  );
}

function useResume(employee: Employee) {
  const { mutateAsync } = useEmployeeChange(suspendEmployee);
  return async () => {
    if (!(await confirm("End the suspension?", "Payroll will include the employee again."))) return;
    const input = { ...pathOf(employee), suspended: false, version: employee.version };
    if (await succeeds(mutateAsync({ input }))) notifySuccess("Suspension ended successfully..");
  };
}

function useCancelExit(employee: Employee) {
  const { mutateAsync } = useEmployeeReturn(cancelExit);
  return async () => {
    const detail =
      "Use this if the end of employment was entered by mistake. The amounts owed are removed too.";
    if (!(await confirm("Undo the end of employment?", detail))) return;
    const input = { ...pathOf(employee), version: employee.version };
    if (await succeeds(mutateAsync({ input }))) {
      notifySuccess("End of employment undone successfully..");
    }
  };
}

const columns: readonly Column<Employee["past_employments"][number]>[] = [
  {
    key: "dates",
    header: "Employed",
    phone: "what",
    cell: ({ start_date, exit_date }) => `${formatDate(start_date)} to ${formatDate(exit_date)}`,
  },
  {
    key: "reason",
    header: "Reason",
    phone: "end",
    cell: ({ reason }) => exitReasonLabels[reason],
  },
  { key: "note", header: "Note", phone: "detail", wrap: true, cell: ({ note }) => note || "–" },
];
