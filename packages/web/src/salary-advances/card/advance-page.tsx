import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";

import { ButtonLink } from "../../ui/button-link.tsx";
import { Page } from "../../ui/page/page.tsx";
import { UnavailableRecord } from "../../ui/record/unavailable-record.tsx";
import { advanceQuery, isInTransit, type SalaryAdvance } from "../data.ts";
import { AdvanceHead } from "./advance-head.tsx";
import { DecisionPanel } from "./decision-panel.tsx";
import { HistoryPanel } from "./history-panel.tsx";
import { LimitPanel, WalletPanel } from "./limit-panel.tsx";
import { PaymentPanel } from "./payment-panel.tsx";
import { PlanPanel } from "./plan-panel.tsx";
import { RepaymentPanel } from "./repayment-panel.tsx";
import { TermsPanel } from "./terms-panel.tsx";

import classes from "./card.module.css";

const route = getRouteApi("/app/salary-advances/$tenant_id/$company_id/$id");
const listPath = "/app/salary-advances";

/** One salary advance: everything needed to decide, and its history. */
export function AdvancePage() {
  const { tenant_id, company_id, id } = route.useParams();
  const path = { tenant_id: Number(tenant_id), company_id: Number(company_id), id: Number(id) };
  const query = useQuery(advanceQuery(path));
  if (query.data) return <OpenAdvance key={id} advance={query.data} />;
  return (
    <UnavailableRecord
      title="Salary Advance"
      what="The salary advance"
      backTo={listPath}
      query={query}
    >
      <ButtonLink to={listPath} variant="default" size="xs">
        To the salary advances
      </ButtonLink>
    </UnavailableRecord>
  );
}

/**
 * The wide column has the facts for a decision; the side column has the decision and what follows
 * from it.
 */
function OpenAdvance({ advance }: { advance: SalaryAdvance }) {
  const { status, transfers, paid_at, allocations } = advance;
  const waitsForMoney = status === "PENDING" || (status === "APPROVED" && !isInTransit(advance));
  const isRepaid = paid_at !== null || allocations.length > 0;
  return (
    <Page title={`Advance ${advance.number}`} backTo={listPath}>
      <AdvanceHead advance={advance} />
      <div className={classes.columns}>
        <div className={classes.side}>
          <DecisionPanel advance={advance} />
          {(status === "APPROVED" || transfers.length > 0) && <PaymentPanel advance={advance} />}
          {advance.wallet && waitsForMoney && (
            <WalletPanel amount={advance.amount} wallet={advance.wallet} />
          )}
        </div>
        <div className={classes.main}>
          {isRepaid && <RepaymentPanel advance={advance} />}
          {advance.limit && <LimitPanel advance={advance} limit={advance.limit} />}
          <PlanPanel advance={advance} />
          <HistoryPanel advance={advance} />
          <TermsPanel advance={advance} />
        </div>
      </div>
    </Page>
  );
}
