import { monthName } from "@kontor/payroll/month";
import { IconReceipt } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { moduleOffSentence, payslipsQuery } from "../data.ts";
import { HeadlineAmount } from "../headline-amount.tsx";
import { noPayslipsText, paymentSentence } from "./payslip-texts.ts";

import classes from "./payslips.module.css";

/** The latest payslip, with a link to all. */
export function PayslipsPanel() {
  const latest = useQuery(payslipsQuery({ page: 1, per_page: 1 }));
  const closed = moduleOffSentence(latest.error);
  if (closed !== null) return <Notice>{closed}</Notice>;
  return (
    <Panel
      title="Payslips"
      aside={
        (latest.data?.meta.total ?? 0) > 1 && (
          <TextLink to="/portal/payslips" className={classes.all}>
            All payslips
          </TextLink>
        )
      }
    >
      <Loaded query={latest} what="Your payslips">
        {({ data: [payslip] }) =>
          payslip === undefined ? (
            <EmptyState text={noPayslipsText} />
          ) : (
            <HeadlineAmount
              label={`Net pay for ${monthName(payslip.period)}`}
              amount={payslip.net}
              action={
                <ButtonLink
                  to="/portal/payslips/$payslip_id"
                  params={{ payslip_id: String(payslip.id) }}
                  variant="default"
                  size="md"
                  leftSection={<IconReceipt size={20} aria-hidden />}
                >
                  See the payslip
                </ButtonLink>
              }
            >
              {paymentSentence(payslip)}
            </HeadlineAmount>
          )
        }
      </Loaded>
    </Panel>
  );
}
