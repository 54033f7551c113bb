import { abs, kobo } from "@kontor/books/money";
import { formatMoment, formatMoney } from "@kontor/contract/format";
import { monthName } from "@kontor/payroll/month";
import { signedAmount } from "@kontor/payroll/payslip/line";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";

import { useHasPermission } from "../../session/data.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { InitialsAvatar } from "../../ui/initials-avatar.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { Calculation, CalculationLine } from "../../ui/record/calculation.tsx";
import { Figure, Figures } from "../../ui/record/figures.tsx";
import { RecordHead } from "../../ui/record/record-head.tsx";
import { Sentence } from "../../ui/record/remarks.tsx";
import { UnavailableRecord } from "../../ui/record/unavailable-record.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import {
  payslipQuery,
  runQuery,
  type PayrollRun,
  type Payslip,
  type RunPath,
  type SignedAmount,
} from "../data.ts";
import { runLink } from "../links.ts";
import { warningSentences, warningTitles } from "../payroll-texts.ts";
import { PayslipChip } from "../payslip-status.tsx";
import { RunStatusChip } from "../run-status.tsx";
import { signedText } from "../signed-money.tsx";
import { LinesPanel } from "./lines-panel.tsx";
import { usePayslipActions } from "./payslip-actions.tsx";
import { PayslipVariance } from "./payslip-variance.tsx";
import { TransfersPanel } from "./transfers-panel.tsx";

import classes from "./payslip.module.css";

const route = getRouteApi("/app/payroll/$tenant_id/$company_id/$id/payslips/$payslip_id");

/** Where pay that was not earned or is recovered, such as unpaid leave, is in the register and the entry. */
const unearnedAbout =
  "Amounts in brackets have no column or ledger of their own: the payroll register and the books show less basic, housing, transport or other pay.";

/** One payslip: each line with its rule, inputs and arithmetic. */
export function PayslipPage() {
  const { tenant_id, company_id, id, payslip_id } = route.useParams();
  const path = { tenant_id: Number(tenant_id), company_id: Number(company_id), id: Number(id) };
  const run = useQuery(runQuery(path));
  const payslip = useQuery(payslipQuery({ ...path, payslip_id: Number(payslip_id) }));
  const back = `/app/payroll/${tenant_id}/${company_id}/${id}`;
  if (payslip.data && run.data) {
    return (
      <OpenPayslip key={payslip_id} run={run.data} path={path} payslip={payslip.data} back={back} />
    );
  }
  const both = {
    error: payslip.error ?? run.error,
    isFetching: payslip.isFetching || run.isFetching,
    refetch: () => Promise.all([payslip.refetch(), run.refetch()]),
  };
  return (
    <UnavailableRecord title="Payslip" what="The payslip" backTo={back} query={both}>
      <ButtonLink {...runLink(path)} variant="default" size="xs">
        To the payroll run
      </ButtonLink>
    </UnavailableRecord>
  );
}

type OpenPayslipProps = { run: PayrollRun; path: RunPath; payslip: Payslip; back: string };

function OpenPayslip({ run, payslip, back }: OpenPayslipProps) {
  const { period, lines } = payslip;
  const linesOf = (...kinds: readonly Payslip["lines"][number]["kind"][]) =>
    lines.filter(({ kind }) => kinds.includes(kind));
  return (
    <Page title={`Payslip ${monthName(period)}`} backTo={back}>
      <Head run={run} payslip={payslip} />
      {payslip.excluded && <ExclusionNotice run={run} payslip={payslip} />}
      <Warnings payslip={payslip} />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <LinesPanel
            title="Earnings"
            about={linesOf("reduction").length > 0 ? unearnedAbout : undefined}
            lines={linesOf("earning", "reduction")}
            total={{ label: "Gross", amount: payslip.gross }}
            empty="No earnings."
          />
          <LinesPanel
            title="Deductions"
            lines={linesOf("deduction", "refund")}
            total={{ label: "Deductions", amount: payslip.deductions }}
            empty="Nothing is deducted."
          />
          <LinesPanel
            title="Employer’s Contributions"
            about="Paid on top of gross pay, not deducted from it."
            lines={linesOf("employer")}
            total={{ label: "Employer", amount: { amount: payslip.employer, negative: false } }}
            empty="No employer contributions."
          />
          <BenefitsPanel lines={linesOf("benefit", "benefit_correction")} />
        </div>
        <div className={classes.stack}>
          <PayslipVariance run={run} payslip={payslip} />
          <YearToDate payslip={payslip} />
          <TransfersPanel run={run} payslip={payslip} />
        </div>
      </div>
    </Page>
  );
}

/** Benefits in kind, where there are any: they only raise the tax. */
function BenefitsPanel({ lines }: { lines: Payslip["lines"] }) {
  if (lines.length === 0) return null;
  const amount = netOfLines(lines);
  return (
    <LinesPanel
      title="Benefits in Kind"
      about="Given besides money: taxed by PAYE, but not paid and not in gross."
      lines={lines}
      total={{ label: "Taxed, not paid", amount }}
      empty=""
    />
  );
}

function netOfLines(lines: Payslip["lines"]): SignedAmount {
  const total = lines.reduce<bigint>((sum, line) => sum + signedAmount(line), 0n);
  return { amount: abs(kobo(total)), negative: total < 0n };
}

type PayslipProps = { run: PayrollRun; payslip: Payslip };

function Head({ run, payslip }: PayslipProps) {
  const { name, staff_no, bank_account, gross, deductions, net } = payslip;
  const { actions, dialogs } = usePayslipActions(run);
  return (
    <>
      <RecordHead
        label="Payslip"
        picture={<InitialsAvatar name={name} size={52} />}
        name={<EmployeeName run={run} payslip={payslip} />}
        chips={<PayslipChip payslip={payslip} />}
        facts={[
          [
            staff_no,
            <>
              <TextLink {...runLink(run)}>{run.number}</TextLink>{" "}
              <RunStatusChip status={run.status} />
            </>,
            bank_account ?? "No bank account",
          ],
        ]}
        actions={actions(payslip).map((action) => (
          <Button
            key={action.label}
            size="xs"
            variant="default"
            onClick={"onClick" in action ? action.onClick : undefined}
          >
            {action.label}
          </Button>
        ))}
      >
        <Figures>
          <Figure label="Gross">{signedText(gross)}</Figure>
          <Figure label="Deductions">
            {deductions.amount > 0n && (deductions.negative ? "+ " : "− ")}
            {formatMoney(deductions.amount)}
          </Figure>
          <Figure label="Net" strong>
            {signedText(net)}
          </Figure>
        </Figures>
      </RecordHead>
      {dialogs}
    </>
  );
}

/** Why nothing is paid, and who decided it, also in a run that was reversed since. */
function ExclusionNotice({ run, payslip: { excluded_reason, exclusion } }: PayslipProps) {
  const kept = exclusion?.kept_from;
  return (
    <p className={classes.leftOut} role="note">
      Excluded from this run: {excluded_reason}
      {exclusion !== null && (
        <span className={classes.decided}>
          {[exclusion.by, formatMoment(exclusion.at)].filter(Boolean).join(", ")}
          {kept && (
            <>
              {", in "}
              <TextLink {...runLink({ ...run, id: kept.id })}>{kept.number}</TextLink>, which was
              reversed
            </>
          )}
        </span>
      )}
    </p>
  );
}

function EmployeeName({ run, payslip }: PayslipProps) {
  const { name, employee_id } = payslip;
  if (!useHasPermission("employees.read")) return name;
  const params = { tenant_id: String(run.tenant_id), employee_id: String(employee_id) };
  return (
    <TextLink to="/app/employees/$tenant_id/$employee_id" params={params} search={{ tab: "pay" }}>
      {name}
    </TextLink>
  );
}

/** The warnings of the payslip by kind, each with its lines or months and its consequence. */
function Warnings({ payslip: { warning_details, lines } }: { payslip: Payslip }) {
  if (warning_details.length === 0) return null;
  const factsOf = ({ line, amount, month }: Payslip["warning_details"][number]) => {
    const about = lines.find((each) => each.code === line)?.label;
    return [about, month && monthName(month), amount && signedText(amount)]
      .filter(Boolean)
      .join(", ");
  };
  return (
    <ul className={classes.warnings} aria-label="Warnings">
      {[...new Set(warning_details.map(({ code }) => code))].map((code) => {
        const alike = warning_details.filter((each) => each.code === code);
        const facts = alike.map(factsOf).filter(Boolean).join("; ");
        const blocks = alike.some((each) => each.blocks);
        return (
          <li key={code} data-blocks={blocks || undefined}>
            {blocks ? (
              <IconAlertTriangle size={18} aria-label="Blocks the run" role="img" />
            ) : (
              <IconInfoCircle size={18} aria-hidden />
            )}
            <Sentence>
              <strong>{warningTitles[code]}</strong>
              {facts !== "" && `: ${facts}`}. {warningSentences[code]}
            </Sentence>
          </li>
        );
      })}
    </ul>
  );
}

function YearToDate({ payslip }: { payslip: Payslip }) {
  const { gross, benefits, taxable, pension, nhf, paye, net } = payslip.year_to_date;
  const sums = [
    ["Gross", gross],
    ...(benefits > 0n ? ([["Benefits in kind", benefits]] as const) : []),
    ["Taxable", taxable],
    ["Pension", pension],
    ["NHF", nhf],
    ["PAYE", paye],
    ["Net", net],
  ] as const;
  return (
    <Panel title="Year to Date" about="With this payslip.">
      <Calculation label="Year to date">
        {sums.map(([label, amount]) => (
          <CalculationLine key={label} label={label} amount={amount} />
        ))}
      </Calculation>
    </Panel>
  );
}
