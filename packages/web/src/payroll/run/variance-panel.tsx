import { formatMoney } from "@kontor/contract/format";
import { formatPeople } from "@kontor/contract/payroll/runs";
import { monthName } from "@kontor/payroll/month";
import { SegmentedControl } from "@mantine/core";
import { useState, type CSSProperties } from "react";

import { Panel } from "../../ui/page/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { PayrollRun } from "../data.ts";
import { runLink } from "../links.ts";
import { reasonTexts } from "../payroll-texts.ts";
import { differenceText } from "../signed-money.tsx";
import { amountBefore, layOutWaterfall, toSignedAmount } from "./waterfall.ts";

import classes from "./variance.module.css";

const measures = [
  { value: "net", label: "Net" },
  { value: "gross", label: "Gross" },
  { value: "cost", label: "Cost" },
] as const;
type Measure = (typeof measures)[number]["value"];

/** Why a run differs from the previous one, as a waterfall chart of the reasons. */
export function VariancePanel({ run }: { run: PayrollRun }) {
  const [measure, setMeasure] = useState<Measure>("net");
  const { compared_with, variance, cycle } = run;
  if (compared_with === null) {
    return (
      <Panel title="Change From the Last Run">
        <p className={classes.quiet}>
          {cycle === "REGULAR"
            ? "This is the first regular run, so there is nothing to compare it with."
            : "Off-cycle runs are not compared with other runs."}
        </p>
      </Panel>
    );
  }
  const bars = layOutWaterfall(variance.map((part) => part[measure]));
  const last = { ...run, id: compared_with.id };
  return (
    <Panel
      title="Change From the Last Run"
      about={
        <>
          Against{" "}
          <TextLink {...runLink(last)} underline="always">
            {compared_with.number}
          </TextLink>{" "}
          for {monthName(compared_with.period)}.
        </>
      }
      aside={
        <SegmentedControl
          size="xs"
          aria-label="What is compared"
          data={[...measures]}
          value={measure}
          onChange={setMeasure}
        />
      }
    >
      {variance.length === 0 ? (
        <p className={classes.quiet}>No pay has changed since the last run.</p>
      ) : (
        <VarianceTable run={run} measure={measure} bars={bars} />
      )}
      {variance.length > 0 && measure === "net" && (
        <p className={classes.quiet}>
          {formatMoney(amountBefore(run.totals.net, bars.total))} then,{" "}
          {formatMoney(run.totals.net)} now.
        </p>
      )}
    </Panel>
  );
}

type VarianceTableProps = {
  run: PayrollRun;
  measure: Measure;
  bars: ReturnType<typeof layOutWaterfall>;
};

/** Each reason with its people, its bar and its difference; the sum is the last row. */
function VarianceTable({ run, measure, bars }: VarianceTableProps) {
  return (
    <table className={classes.table} aria-label="Reasons for the difference">
      <thead>
        <tr>
          <th scope="col">Reason</th>
          <th scope="col" aria-hidden />
          <th scope="col" className={classes.amount}>
            Difference
          </th>
        </tr>
      </thead>
      <tbody>
        {run.variance.map((part, index) => {
          const { title, about } = reasonTexts[part.reason];
          return (
            <tr key={part.reason}>
              <th scope="row">
                <span className={classes.reason} title={about}>
                  {part.reason === "leaver" ? (
                    title
                  ) : (
                    <TextLink
                      {...runLink(run)}
                      search={{ reason: part.reason }}
                      hash="payslips"
                      resetScroll={false}
                    >
                      {title}
                    </TextLink>
                  )}
                </span>
                <span className={classes.people}>{formatPeople(part.people)}</span>
              </th>
              <td>
                <Bar {...bars.bars[index]} zero={bars.zero} />
              </td>
              <td className={classes.amount}>{differenceText(part[measure])}</td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">In all</th>
          <td>
            <Bar {...bars.whole} zero={bars.zero} total />
          </td>
          <td className={classes.amount}>{differenceText(toSignedAmount(bars.total))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

type BarProps = {
  start?: number;
  width?: number;
  negative?: boolean;
  zero: number;
  total?: boolean;
};

/** One bar of the chart, with the zero line. */
function Bar({ start = 0, width = 0, negative = false, zero, total = false }: BarProps) {
  const style = {
    "--start": `${start}%`,
    "--width": width === 0 ? "0px" : `max(${width}%, 2px)`,
    "--zero": `${zero}%`,
  } as CSSProperties;
  return (
    <span
      className={classes.bar}
      style={style}
      data-negative={negative || undefined}
      data-total={total || undefined}
      aria-hidden
    />
  );
}
