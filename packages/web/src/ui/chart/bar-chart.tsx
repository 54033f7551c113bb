import { ZERO } from "@kontor/books/money";
import { Button, Table, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";

import { lazyPart } from "../../platform/part/lazy-part.ts";
import { NetMoney } from "../money.tsx";
import { Scroller } from "../scroller.tsx";
import { BehindFigure } from "../text-link.tsx";
import type { BarGroup } from "./bar-drawing.tsx";
import { chartColor } from "./chart-colors.ts";
import { shownTotal } from "./shown-total.ts";
import { useInView } from "./use-in-view.ts";

import classes from "./chart.module.css";

const BarDrawing = lazyPart(() => import("./bar-drawing.tsx"), "BarDrawing");

export type BarChartProps = {
  /** What it shows, for those who cannot see it: "Money in and out by month". */
  label: string;
  /** The title of the axis, as the head of the first column of the table: "Month". */
  axis: string;
  /** Names of the series: "Money in", "Money out". Each has a colour by its place. */
  series: readonly string[];
  groups: readonly BarGroup[];
  /** The series are stacked, and the table adds them up. */
  stacked?: boolean;
  /** Each group, such as an organization, has its name on the axis, shortened where need be. */
  named?: boolean;
  /** The text when every amount is zero. */
  empty: string;
};

/**
 * Amounts as bars, side by side or stacked, with the same figures as a table: read to those who cannot see
 * the drawing, printed below it, and shown to everybody who asks.
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
        <Figures {...{ label, axis, series, groups, stacked }} />
      </div>
    </figure>
  );
}

function Figures(props: Omit<BarChartProps, "empty" | "named">) {
  const { label, axis, series, groups, stacked } = props;
  return (
    <Scroller label={label} className={classes.scroller}>
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
                  <BehindFigure target={amounts[index] === ZERO ? null : behind?.[index]}>
                    <NetMoney amount={amounts[index] ?? ZERO} />
                  </BehindFigure>
                </Table.Td>
              ))}
              {stacked && (
                <Table.Td className={classes.amount}>
                  <BehindFigure target={shownTotal(amounts) === ZERO ? null : behindSum}>
                    <NetMoney strong amount={shownTotal(amounts)} />
                  </BehindFigure>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroller>
  );
}
