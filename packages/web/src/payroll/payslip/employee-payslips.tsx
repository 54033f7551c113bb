import { formatDate } from "@kontor/contract/format";
import { listEmployeePayslips } from "@kontor/contract/payroll/payslips";
import { monthName } from "@kontor/payroll/month";
import { IconReceipt2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { permanentRefusalOf } from "../../platform/api-problem.ts";
import { useListSearch } from "../../platform/list-search.ts";
import { Money } from "../../ui/money.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import {
  employeePayslipsQuery,
  type EmployeePayslip,
  type RunPath,
  type RunStatus,
} from "../data.ts";
import { payslipLink } from "../links.ts";
import { PayslipChip } from "../payslip-status.tsx";
import { RunStatusChip } from "../run-status.tsx";
import { signedText } from "../signed-money.tsx";
import { downloadPayslip } from "./download-payslip.ts";
import { PayCorrections } from "./pay-corrections.tsx";

import classes from "./payslip.module.css";

/** The payslips of one employee in all runs, the latest first, each with a link to its page. */
export function EmployeePayslips({ employee }: { employee: RunPath }) {
  const { tenant_id, company_id, id } = employee;
  const view = useListSearch(listEmployeePayslips, {}, { keepScroll: true });
  const payslips = useQuery(employeePayslipsQuery({ tenant_id, company_id, id, ...view.input }));
  // If the organization has the module switched off, a sentence says so.
  const off = permanentRefusalOf(payslips.error);
  const runOf = ({ run }: EmployeePayslip): RunPath => ({ tenant_id, company_id, id: run.id });
  return (
    <Panel title="Payslips">
      <div className={classes.stack}>
        <PayCorrections employee={employee} />
        <DataTable
          label="Payslips"
          columns={columns}
          rows={off === null ? payslips.data?.data : []}
          rowKey={(payslip) => payslip.id}
          rowName={({ period, title }) => [monthName(period), title].filter(Boolean).join(", ")}
          rowTone={({ excluded, run }) =>
            excluded || run.status === "REVERSED" ? "quiet" : undefined
          }
          open={(payslip) => payslipLink(runOf(payslip), payslip)}
          actions={(payslip) => [
            {
              label: "Download PDF",
              onClick: () => void downloadPayslip({ ...runOf(payslip), payslip_id: payslip.id }),
            },
          ]}
          loading={payslips.isFetching && (payslips.isPending || payslips.isPlaceholderData)}
          failed={payslips.isError && off === null}
          error={payslips.error}
          onRetry={() => void payslips.refetch()}
          paging={{ ...view.place, total: payslips.data?.meta.total ?? 0 }}
          empty={
            <EmptyState icon={<IconReceipt2 size={22} />} text={off ?? "There are no payslips yet"}>
              {off === null && "Payslips appear here once a payroll run has been calculated."}
            </EmptyState>
          }
        />
      </div>
    </Panel>
  );
}

const columns: readonly Column<EmployeePayslip>[] = [
  {
    key: "period",
    header: "Period",
    phone: "what",
    opens: true,
    wrap: true,
    cell: ({ period, title }) => (
      <>
        {monthName(period)}
        {title !== "" && <span className={classes.runTitle}>{title}</span>}
      </>
    ),
  },
  { key: "run", header: "Run", phone: "detail", cell: ({ run }) => run.number },
  {
    key: "payday",
    header: "Payday",
    kind: "day",
    phone: "none",
    cell: ({ payday }) => formatDate(payday),
  },
  {
    key: "gross",
    header: "Gross",
    align: "end",
    phone: "none",
    cell: ({ gross }) => signedText(gross),
  },
  {
    key: "deductions",
    header: "Deductions",
    align: "end",
    phone: "none",
    cell: ({ deductions }) =>
      deductions.negative ? (
        signedText(deductions)
      ) : (
        <Money amount={deductions.amount} dashForZero />
      ),
  },
  {
    key: "net",
    header: "Net",
    align: "end",
    phone: "amount",
    cell: ({ net }) => <strong>{signedText(net)}</strong>,
  },
  {
    key: "status",
    header: "Status",
    phone: "end",
    cell: (payslip) => <PayslipStage payslip={payslip} />,
  },
];

/**
 * The statuses of a run that are shown on its payslips: they are not paid yet, or were reversed.
 */
const shownRunStatuses: ReadonlySet<RunStatus> = new Set(["DRAFT", "PENDING_APPROVAL", "REVERSED"]);

function PayslipStage({ payslip }: { payslip: EmployeePayslip }) {
  const { run, excluded, payment } = payslip;
  if (!excluded && (payment === null || shownRunStatuses.has(run.status))) {
    return <RunStatusChip status={run.status} />;
  }
  return <PayslipChip payslip={payslip} />;
}
