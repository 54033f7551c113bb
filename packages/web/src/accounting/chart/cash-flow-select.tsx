import {
  cashFlowsOf,
  suggestedCashFlow,
  type AccountClass,
  type CashFlow,
} from "@kontor/books/account-code";
import { cashFlowNames } from "@kontor/contract/accounting/groups";
import type { ComponentProps } from "react";

import { ChoiceSelect } from "../../ui/select/choice-select.tsx";

type CashFlowSelectProps = Omit<
  ComponentProps<typeof ChoiceSelect<CashFlow>>,
  "data" | "label" | "description"
> & {
  accountClass: AccountClass;
  /** The name of the group, on which the suggestion depends. */
  groupName: string;
  /** Whether the group holds the Funding account, so that it is always cash. */
  fixed?: boolean;
};

/** Chooses the section of a group's ledgers in the statement of cash flows. */
export function CashFlowSelect(props: CashFlowSelectProps) {
  const { accountClass, groupName, fixed, disabled, ...rest } = props;
  const suggested = suggestedCashFlow(accountClass, groupName);
  const differs = rest.value !== suggested && disabled !== true;
  return (
    <ChoiceSelect
      {...rest}
      label="In the Cash Flow"
      description={
        fixed === true
          ? "This group holds the Funding account, so it is always cash."
          : `Investing: equipment, other long-term assets. Financing: loans, capital, dividends.${
              differs ? ` The name suggests: ${cashFlowNames[suggested]}.` : ""
            }`
      }
      disabled={disabled === true || fixed === true}
      data={cashFlowsOf(accountClass).map((value) => ({ value, label: cashFlowNames[value] }))}
    />
  );
}
