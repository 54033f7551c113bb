import { formatMoney } from "@kontor/contract/format";
import { IconCash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { ineligibilitySentence } from "../salary-advances/eligibility-texts.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Loaded } from "../ui/page/loaded.tsx";
import { Notice } from "../ui/page/notice.tsx";
import { Panel } from "../ui/page/panel.tsx";
import { moduleOffSentence, offerQuery } from "./data.ts";
import { HeadlineAmount } from "./headline-amount.tsx";

import classes from "./advances.module.css";

/** How much the employee may request, why, and a link to do so. */
export function AdvancePanel() {
  const offer = useQuery(offerQuery());
  const closed = moduleOffSentence(offer.error);
  if (closed !== null) return <Notice>{closed}</Notice>;
  return (
    <Panel title="Salary advance">
      <Loaded query={offer} what="What you can ask for">
        {({ ineligible, available, max_percentage, gross_monthly, others }) =>
          ineligible.length > 0 ? (
            <Notice title="You cannot ask for an advance now">
              <ul className={classes.sentences}>
                {ineligible.map((reason) => (
                  <li key={reason}>{ineligibilitySentence(reason, "employee")}</li>
                ))}
              </ul>
            </Notice>
          ) : (
            <HeadlineAmount
              label="You can ask for up to"
              amount={available}
              action={
                <ButtonLink
                  to="/portal/ask"
                  size="md"
                  leftSection={<IconCash size={20} aria-hidden />}
                >
                  Ask for an advance
                </ButtonLink>
              }
            >
              {gross_monthly !== null && (
                <>
                  {max_percentage}% of your monthly gross pay of {formatMoney(gross_monthly)}
                  {others > 0n && `, less ${formatMoney(others)} of other advances`}
                </>
              )}
            </HeadlineAmount>
          )
        }
      </Loaded>
    </Panel>
  );
}
