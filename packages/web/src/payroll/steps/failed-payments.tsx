import type { InputOf } from "@kontor/contract/endpoint";
import type { listPayslips } from "@kontor/contract/payroll/payslips";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Loaded } from "../../ui/page/loaded.tsx";
import { Sentence } from "../../ui/record/remarks.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { pathOf, payslipsQuery, revisionOf, type ListedPayslip, type PayrollRun } from "../data.ts";
import { payslipLink } from "../links.ts";
import { PayslipChip } from "../payslip-status.tsx";
import { usePayslipActions } from "../payslip/payslip-actions.tsx";
import { signedText } from "../signed-money.tsx";

import classes from "./steps.module.css";

type PayslipSort = InputOf<typeof listPayslips>["sort"];

/** The maximum number listed here; the filter of the payslips shows all. */
const maxShown = 50;

const columns: readonly Column<ListedPayslip>[] = [
  {
    key: "name",
    header: "Name",
    sort: "name",
    phone: "what",
    opens: true,
    wrap: true,
    cell: ({ name }) => name,
  },
  {
    key: "problem",
    header: "Why",
    phone: "detail",
    wrap: true,
    cell: ({ payment_problem }) => payment_problem || "The bank gave no reason.",
  },
  {
    key: "net",
    header: "Net",
    sort: "net",
    kind: "net",
    align: "end",
    phone: "amount",
    cell: ({ net }) => signedText(net),
  },
  {
    key: "state",
    header: "State",
    phone: "end",
    cell: (payslip) => <PayslipChip payslip={payslip} />,
  },
];

/**
 * The failed payments with reasons; each may be paid by other means, or sent again with the others.
 */
export function FailedPayments({ run }: { run: PayrollRun }) {
  const [sort, setSort] = useState<PayslipSort>();
  const input = { ...pathOf(run), show: "failed", sort, per_page: maxShown } as const;
  const failed = useQuery(payslipsQuery(revisionOf(run), input));
  const { actions, dialogs } = usePayslipActions(run);
  return (
    <div className={classes.stack}>
      <Sentence>Correct any wrong bank accounts, then send again. Nobody is paid twice.</Sentence>
      <Loaded query={failed} what="The failed payments">
        {({ data }) => (
          <DataTable
            label="Failed Payments"
            columns={columns}
            rows={data}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            sort={sort}
            onSort={(next) => setSort(next as PayslipSort)}
            open={(payslip) => payslipLink(run, payslip)}
            actions={actions}
            loading={failed.isPlaceholderData}
            empty="No failed payments"
          />
        )}
      </Loaded>
      {dialogs}
    </div>
  );
}
