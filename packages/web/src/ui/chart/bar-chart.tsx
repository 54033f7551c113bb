import { ZERO } from "@kontor/books/money";
import { Button, Table, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { NetMoney } from "../money.tsx";
import { Scroller } from "../scroller.tsx";
import { DrillDownLink } from "../text-link.tsx";
import type { BarGroup } from "./bar-drawing.tsx";
import { chartColor } from "./chart-colors.ts";
import { sumAmounts } from "./sum-amounts.ts";
import { useInView } from "./use-in-view.ts";

import classes from "./chart.module.css";

const BarDrawing = lazyComponent(() => import("./bar-drawing.tsx"), "BarDrawing");

export type BarChartProps = {
  /** The accessible name of the chart: "Money in and out by month". */
  label: string;
  /** The title of the axis and the header of the table's first column: "Month". */
  axis: string;
  /** Names of the series: "Money in", "Money out". The position of a series sets its colour. */
  series: readonly string[];
  groups: readonly BarGroup[];
  /** The series are stacked, and the table has their sums. */
  stacked?: boolean;
  /** Each group, such as an organization, has its name on the axis, shortened if necessary. */
  named?: boolean;
  /** The text shown when every amount is zero. */
  empty: string;
};

/**
 * Amounts as bars, side by side or stacked. The same figures are a table: read by screen readers,
 * printed below the chart, and shown on request.
 */
export function BarChart(props: BarChartProps) {
  const { label, axis, series, groups, stacked = false, named = false, empty } = props;
  const [frame, inView] = useInView();
  const [figures, setFigures] = useState(false);
  const navigate = useNavigate();
  if (!groups.some(({ amounts }) => amounts.some((amount) => amount !== 0n))) {
    return <Text className={classes.empty}>{empty}</Text>;
  }
  return (
    <figure className={classes.chart} aria-label={label}>
      <ul className={classes.legend} aria-hidden>
        {series.map((name, index) => (
          <li key={name} className={classes.key}>
            <span className={classes.swatch} style={{ background: chartColor(index) }} />
            {name}
          </li>
        ))}
      </ul>
      <div ref={frame} className={classes.bars} aria-hidden>
        {inView && (
          <Suspense fallback={null}>
            <BarDrawing
              {...{ series, groups, stacked, named }}
              onOpen={(target) => void navigate(target)}
            />
          </Suspense>
        )}
      </div>
      <div className={classes.figuresToggle}>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={figures}
          onClick={() => setFigures(!figures)}
        >
          {figures ? "Hide figures" : "Show figures"}
        </Button>
      </div>
      <div className={classes.figures} data-shown={figures || undefined}>
        {figures ? (
          <Scroller label={label} className={classes.scroller}>
            <Figures {...{ label, axis, series, groups, stacked }} />
          </Scroller>
        ) : (
          <Figures {...{ label, axis, series, groups, stacked }} hidden />
        )}
      </div>
    </figure>
  );
}

type FiguresProps = Omit<BarChartProps, "empty" | "named"> & {
  /** Only screen readers find the table. The Tab key passes its links, which nobody would see. */
  hidden?: boolean;
};

function Figures(props: FiguresProps) {
  const { label, axis, series, groups, stacked, hidden } = props;
  return (
    <Table aria-label={label} className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{axis}</Table.Th>
          {[...series, ...(stacked ? ["Total"] : [])].map((name) => (
            <Table.Th key={name} scope="col" className={classes.amount}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map(({ label: of, amounts, behind, behindSum }) => (
          <Table.Tr key={of}>
            <Table.Th scope="row">{of}</Table.Th>
            {series.map((name, index) => (
              <Table.Td key={name} className={classes.amount}>
                <DrillDownLink
                  skipped={hidden}
                  target={amounts[index] === ZERO ? null : behind?.[index]}
                >
                  <NetMoney amount={amounts[index] ?? ZERO} />
                </DrillDownLink>
              </Table.Td>
            ))}
            {stacked && (
              <Table.Td className={classes.amount}>
                <DrillDownLink
                  skipped={hidden}
                  target={sumAmounts(amounts) === ZERO ? null : behindSum}
                >
                  <NetMoney strong amount={sumAmounts(amounts)} />
                </DrillDownLink>
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
