import { cashFlowsOf, type AccountClass, type CashFlow } from "@kontor/books/account-code";
import { cashFlowNames } from "@kontor/contract/accounting/groups";
import type { ComponentProps } from "react";

import { ChoiceSelect } from "../../ui/select/choice-select.tsx";

type CashFlowSelectProps = Omit<
  ComponentProps<typeof ChoiceSelect<CashFlow>>,
  "data" | "label" | "description"
> & {
  accountClass: AccountClass;
  /** Whether the group holds the Funding account, which makes it cash for good. */
  fixed?: boolean;
};

/** What the ledgers of a group are in the statement of cash flows. */
export function CashFlowSelect({ accountClass, fixed, disabled, ...rest }: CashFlowSelectProps) {
  return (
    <ChoiceSelect
      {...rest}
      label="In the Cash Flow"
      description={
        fixed === true
          ? "This group holds the Funding account, so it is always cash."
          : "Investing: equipment, other long-term assets. Financing: loans, capital, dividends."
      }
      disabled={disabled === true || fixed === true}
      data={cashFlowsOf(accountClass).map((value) => ({ value, label: cashFlowNames[value] }))}
    />
  );
}
