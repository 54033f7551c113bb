import { formatMoney } from "@kontor/contract/format";
import { monthName } from "@kontor/payroll/month";
import { Button } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { usePageTitle } from "../../ui/page/page-title.ts";
import { Panel } from "../../ui/page/panel.tsx";
import { moduleOffSentence, payslipsQuery, type PortalPayslipItem } from "../data.ts";
import { BackLink, Title } from "../title.tsx";
import { noPayslipsText, paymentSentence } from "./payslip-texts.ts";

import classes from "./payslips.module.css";

/** The number of payslips shown at first, and added by each click: those of a year. */
const perClick = 12;
/** The maximum number of payslips shown, which is the most that the call returns. */
const maxShown = 96;

/** The employee's own payslips by month, latest first. */
export function PayslipsPage() {
  usePageTitle("Payslips");
  const [shown, setShown] = useState(perClick);
  const list = useQuery(payslipsQuery({ page: 1, per_page: shown }));
  const closed = moduleOffSentence(list.error);
  return (
    <>
      <BackLink to="/portal">Back</BackLink>
      <Title>Payslips</Title>
      {closed !== null ? (
        <Notice>{closed}</Notice>
      ) : (
        <Loaded query={list} what="Your payslips">
          {({ data, meta }) =>
            data.length === 0 ? (
              <Panel title="Your payslips">
                <EmptyState text={noPayslipsText} />
              </Panel>
            ) : (
              <div className={classes.years}>
                {groupByYear(data).map(({ year, payslips }) => (
                  <Panel key={year} title={year}>
                    <ul className={classes.list}>
                      {payslips.map((payslip) => (
                        <li key={payslip.id}>
                          <Row payslip={payslip} />
                        </li>
                      ))}
                    </ul>
                  </Panel>
                ))}
                {meta.total > data.length && shown < maxShown && (
                  <Button
                    variant="default"
                    fullWidth
                    loading={list.isFetching}
                    onClick={() => setShown(Math.min(maxShown, shown + perClick))}
                  >
                    Show older payslips
                  </Button>
                )}
              </div>
            )
          }
        </Loaded>
      )}
    </>
  );
}

/** Groups payslips by year in their order. */
function groupByYear(payslips: readonly PortalPayslipItem[]) {
  const years = new Map<string, PortalPayslipItem[]>();
  for (const payslip of payslips) {
    const year = payslip.period.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), payslip]);
  }
  return [...years].map(([year, ofYear]) => ({ year, payslips: ofYear }));
}

function Row({ payslip }: { payslip: PortalPayslipItem }) {
  const { id, period, title, net } = payslip;
  return (
    <Link
      to="/portal/payslips/$payslip_id"
      params={{ payslip_id: String(id) }}
      className={classes.row}
    >
      <span className={classes.month}>
        {monthName(period)}
        {title !== "" && <span className={classes.name}>{title}</span>}
      </span>
      <span className={classes.net}>{formatMoney(net)}</span>
      <span className={classes.label}>{paymentSentence(payslip)}</span>
      <IconChevronRight className={classes.arrow} size={18} aria-hidden />
    </Link>
  );
}
