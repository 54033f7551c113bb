import { VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";

import { ButtonLink } from "../../ui/button-link.tsx";
import { Page } from "../../ui/page/page.tsx";
import { UnavailableRecord } from "../../ui/record/unavailable-record.tsx";
import { isCalculating, runQuery, type PayrollRun } from "../data.ts";
import { PaymentPanel } from "../steps/payment-panel.tsx";
import { CalculationPanel } from "./calculation-panel.tsx";
import { ChangesNotice } from "./changes-notice.tsx";
import { HistoryPanel } from "./history-panel.tsx";
import { NextStep } from "./next-step.tsx";
import { PayslipsPanel } from "./payslips-panel.tsx";
import { PostingPanel } from "./posting-panel.tsx";
import { RunHead } from "./run-head.tsx";
import { TotalsPanel } from "./totals-panel.tsx";
import { VariancePanel } from "./variance-panel.tsx";
import { hasManyWarnings, WarningsPanel } from "./warnings-panel.tsx";

import classes from "./run.module.css";

const route = getRouteApi("/app/payroll/$tenant_id/$company_id/$id");
const listPath = "/app/payroll";

/** One payroll run: its amounts, why they differ, what blocks it, and who acts next. */
export function RunPage() {
  const { tenant_id, company_id, id } = route.useParams();
  const path = { tenant_id: Number(tenant_id), company_id: Number(company_id), id: Number(id) };
  const query = useQuery(runQuery(path));
  if (query.data) return <OpenRun key={`${tenant_id}/${id}`} run={query.data} />;
  return (
    <UnavailableRecord title="Payroll Run" what="The payroll run" backTo={listPath} query={query}>
      <ButtonLink to={listPath} variant="default" size="xs">
        To the payroll runs
      </ButtonLink>
    </UnavailableRecord>
  );
}

function OpenRun({ run }: { run: PayrollRun }) {
  const calculating = isCalculating(run);
  const calculated = run.calculation.state === "DONE";
  const [awaited, setAwaited] = useState(calculating);
  if (calculating && !awaited) setAwaited(true);
  return (
    <Page title={`Payroll ${run.number}`} backTo={listPath}>
      {/* The progress disappears when it ends, so the end is announced separately for screen readers. */}
      <VisuallyHidden role="status">
        {awaited && calculated && "The payslips are calculated."}
      </VisuallyHidden>
      <RunHead run={run} />
      {!calculated && <CalculationPanel run={run} />}
      <ChangesNotice run={run} />
      {!calculating && <NextStep run={run} />}
      {calculated && <PaymentPanel run={run} />}
      {calculated && (
        <>
          <div className={classes.columns} data-stacked={hasManyWarnings(run) || undefined}>
            <VariancePanel run={run} />
            <WarningsPanel run={run} />
          </div>
          <PayslipsPanel run={run} />
        </>
      )}
      <div className={classes.thirds}>
        {calculated && (
          <>
            <TotalsPanel run={run} />
            <PostingPanel run={run} />
          </>
        )}
        <HistoryPanel run={run} />
      </div>
    </Page>
  );
}
