import { sum, ZERO, type Kobo } from "@kontor/books/money";
import { formatDate, formatMoney, formatNet } from "@kontor/contract/format";
import { signedKobo } from "@kontor/contract/payroll/runs";
import { getPortalPayslipPdf, overpaidTaxSentence } from "@kontor/contract/portal/payslips";
import { monthName } from "@kontor/payroll/month";
import { signedAmount } from "@kontor/payroll/payslip/line";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";

import { ApiProblem } from "../../platform/api-problem.ts";
import { callFile } from "../../platform/api.ts";
import { succeeds } from "../../platform/mutation.ts";
import { saveFile } from "../../platform/save-file.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { usePageTitle } from "../../ui/page/page-title.ts";
import { Panel } from "../../ui/page/panel.tsx";
import { Remark } from "../../ui/record/remarks.tsx";
import { moduleOffSentence, payslipQuery, type PortalPayslip } from "../data.ts";
import { Detail, Details } from "../details.tsx";
import { HeadlineAmount } from "../headline-amount.tsx";
import { BackLink, Title } from "../title.tsx";
import { paymentSentence } from "./payslip-texts.ts";

import classes from "./payslips.module.css";

const route = getRouteApi("/portal/payslips/$payslip_id");

/** One payslip: earnings, deductions with reasons, net pay, and the year to date. */
export function PayslipPage() {
  const id = Number(route.useParams().payslip_id);
  const query = useQuery(payslipQuery(id));
  const { data, error } = query;
  usePageTitle(data ? `Payslip for ${monthName(data.period)}` : "Payslip");
  const closed = moduleOffSentence(error);
  const missing = error instanceof ApiProblem && error.status === 404;
  return (
    <>
      <BackLink to="/portal/payslips">All payslips</BackLink>
      {closed !== null ? (
        <Notice>{closed}</Notice>
      ) : missing ? (
        <EmptyState text="This payslip was not found among yours." />
      ) : (
        <Loaded query={query} what="The payslip">
          {(payslip) => <PayslipContent payslip={payslip} />}
        </Loaded>
      )}
    </>
  );
}

function PayslipContent({ payslip }: { payslip: PortalPayslip }) {
  const { period, title, lines, year, year_to_date: paid } = payslip;
  const linesOf = (...kinds: readonly Line["kind"][]) =>
    lines.filter(({ kind, amount }) => kinds.includes(kind) && amount > 0n);
  const benefits = linesOf("benefit", "benefit_correction");
  const owed = lines.filter(({ recovery }) => recovery !== undefined);
  return (
    <>
      <Title about={title}>{monthName(period)}</Title>
      <div className={classes.panels}>
        {payslip.payment === "RETURNED" && <Notice>{paymentSentence(payslip)}</Notice>}
        <NetPay payslip={payslip} />
        <Lines
          title="Earnings"
          lines={linesOf("earning", "reduction")}
          total={["Gross pay", payslip.gross]}
        />
        <Lines
          title="Deductions"
          lines={linesOf("deduction", "refund")}
          total={["Total deductions", signedKobo(payslip.deductions)]}
        />
        {owed.length > 0 && (
          <Panel title="Still to pay back">
            <Figures>
              {owed.map(({ code, label, recovery }) => (
                <Detail key={code} label={label}>
                  {recovery && formatMoney(recovery.left)}
                </Detail>
              ))}
            </Figures>
          </Panel>
        )}
        {benefits.length > 0 && (
          <Lines
            title="Benefits in kind"
            about="What your employer gives you besides money. PAYE taxes it, but it is not paid and not in your gross pay."
            lines={benefits}
            total={["Taxed, not paid", sum(benefits.map(signedAmount))]}
          />
        )}
        <Lines
          title="Paid by your employer in addition"
          lines={linesOf("employer")}
          total={["Employer’s contributions", payslip.employer]}
        />
        <Panel title={`${year} to date`}>
          <Figures>
            <Detail label="Gross">{formatMoney(paid.gross)}</Detail>
            {paid.benefits > 0n && (
              <Detail label="Benefits in kind">{formatMoney(paid.benefits)}</Detail>
            )}
            <Detail label="Taxable">{formatMoney(paid.taxable)}</Detail>
            <Detail label="Pension">{formatMoney(paid.pension)}</Detail>
            <Detail label="NHF">{formatMoney(paid.nhf)}</Detail>
            <Detail label="PAYE">{formatMoney(paid.paye)}</Detail>
            <Detail label="Net">{formatMoney(paid.net)}</Detail>
          </Figures>
          {payslip.tax_overpaid > 0n && (
            <Remark>{overpaidTaxSentence(payslip.tax_overpaid)}</Remark>
          )}
        </Panel>
      </div>
    </>
  );
}

/** A column of amounts. */
function Figures({ children }: { children: ReactNode }) {
  return (
    <div className={classes.figures}>
      <Details>{children}</Details>
    </div>
  );
}

function NetPay({ payslip }: { payslip: PortalPayslip }) {
  const { net, payday, bank_account, staff_no, name, run } = payslip;
  return (
    <Panel title="Net pay" aside={<DownloadButton payslip={payslip} />}>
      <HeadlineAmount amount={net}>
        {payslip.payment === "PAID" && paymentSentence(payslip)}
      </HeadlineAmount>
      <Details>
        {net !== ZERO && <Detail label="Bank account">{bank_account}</Detail>}
        <Detail label="Pay date">{formatDate(payday)}</Detail>
        <Detail label="Employee">{name}</Detail>
        <Detail label="Staff number">{staff_no}</Detail>
        <Detail label="Payroll run">{run}</Detail>
      </Details>
    </Panel>
  );
}

function DownloadButton({ payslip: { id } }: { payslip: PortalPayslip }) {
  const [loading, setLoading] = useState(false);
  const save = async () => {
    setLoading(true);
    await succeeds(callFile(getPortalPayslipPdf, { id }).then(saveFile));
    setLoading(false);
  };
  return (
    <Button
      size="sm"
      loading={loading}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => void save()}
    >
      Download PDF
    </Button>
  );
}

type Line = PortalPayslip["lines"][number];

type LinesProps = {
  title: string;
  about?: string;
  lines: readonly Line[];
  total: readonly [string, Kobo];
};

/** Lines with their total; each shows its calculation on request. */
function Lines({ title, about, lines, total: [sumOf, amount] }: LinesProps) {
  return (
    <Panel title={title} about={about}>
      <ul className={classes.lines} aria-label={title}>
        {lines.map((line) => (
          <li key={line.code}>
            <details>
              <summary className={classes.line}>
                <span>{line.label}</span>
                <span className={classes.figure}>{formatNet(signedAmount(line))}</span>
              </summary>
              <p className={classes.how}>
                {line.arithmetic}
                {line.rule.section !== null && (
                  <span className={classes.section}>{line.rule.section}</span>
                )}
              </p>
            </details>
          </li>
        ))}
      </ul>
      <p className={classes.total}>
        <span>{sumOf}</span>
        <span className={classes.figure}>{formatNet(amount)}</span>
      </p>
    </Panel>
  );
}
