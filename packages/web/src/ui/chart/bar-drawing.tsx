import "@mantine/charts/styles.layer.css";
import { displayKobo, ZERO, type Kobo } from "@kontor/books/money";
import { formatShortMoney } from "@kontor/contract/format";
import { BarChart } from "@mantine/charts";
import { useElementSize } from "@mantine/hooks";
import type { LinkProps } from "@tanstack/react-router";
import { Text } from "recharts";

import { axisLabelLayout, axisLabelHeight } from "./axis-labels.ts";
import { chartColor } from "./chart-colors.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";

import classes from "./chart.module.css";

/**
 * One position on the axis: "Mar 2026" with an amount for each series, in the order of the series.
 */
export type BarGroup = {
  label: string;
  amounts: readonly Kobo[];
  /** The drill-down of each amount, in the order of the series; null for none. */
  behind?: readonly (LinkProps | null)[];
  /** The drill-down of the sum of a stack. */
  behindSum?: LinkProps | null;
};

type DrawnBars = { series: readonly string[]; groups: readonly BarGroup[]; stacked: boolean };
type BarDrawingProps = DrawnBars & {
  /** Called with the drill-down of a clicked bar. */
  onOpen: (target: LinkProps) => void;
  /** Each group has its name on the axis. */
  named: boolean;
};

/** The drawing of a `BarChart`. Only `BarChart` imports it, on demand. */
export function BarDrawing({ series, groups, stacked, named, onOpen }: BarDrawingProps) {
  const { ref, width } = useElementSize();
  // Bar lengths are floats of kobo. Displayed amounts, also in the tooltip, are exact.
  const data = groups.map(({ label, amounts }, index) => ({
    label,
    index,
    ...Object.fromEntries(amounts.map((amount, place) => [`s${place}`, Number(amount)])),
  }));
  return (
    <BarChart
      ref={ref}
      className={classes.drawing}
      h="100%"
      data={data}
      dataKey="label"
      series={series.map((label, index) => ({
        name: `s${index}`,
        label,
        color: chartColor(index),
      }))}
      type={stacked ? "stacked" : "default"}
      // Negative amounts are stacked below the axis and do not shorten the bars above it.
      barChartProps={{ stackOffset: "sign", barGap: 2 }}
      maxBarWidth={28}
      // The table of figures has the same links, for the keyboard.
      barProps={({ name }) => {
        const place = Number(name.slice(1));
        const behind = (index: number) => groups[index]?.behind?.[place] ?? null;
        if (!groups.some((_group, index) => behind(index) !== null)) return {};
        return {
          style: { cursor: "pointer" },
          onClick: (_bar, index) => {
            const target = behind(index);
            if (target !== null) onOpen(target);
          },
        };
      }}
      accessibilityLayer={false}
      tickLine="none"
      gridAxis="x"
      strokeDasharray="3 4"
      xAxisProps={
        named
          ? {
              interval: 0,
              height: axisLabelHeight(
                groups.map(({ label }) => label),
                width - amountAxisWidth,
              ),
              tick: GroupLabel,
            }
          : // Where there is no room for all labels, they are left out at equal distances.
            { interval: "equidistantPreserveStart" }
      }
      yAxisProps={{
        width: amountAxisWidth,
        tickFormatter: (value: number) => formatShortMoney(displayKobo(BigInt(Math.round(value)))),
      }}
      tooltipProps={{ content: tooltipContent({ series, groups, stacked }) }}
    />
  );
}

type GroupLabelProps = {
  x: number | string;
  y: number | string;
  /** The width of the axis. */
  width?: number | string | undefined;
  index: number;
  payload: { value?: unknown };
  visibleTicksCount: number;
};

/** The width of the axis of amounts, in pixels. */
const amountAxisWidth = 62;

/**
 * The name of a group below its bars, on at most two lines and truncated if longer; see {@link
 * axisLabelLayout}.
 */
function GroupLabel({ x, y, width, index, payload, visibleTicksCount }: GroupLabelProps) {
  const names = axisLabelLayout(Number(width ?? 0), visibleTicksCount);
  if (names === null || index % names.each !== 0) return null;
  return (
    <Text
      {...{ x, y }}
      width={names.room}
      maxLines={2}
      breakAll={false}
      textAnchor="middle"
      verticalAnchor="start"
      fontSize={12}
      fill="var(--chart-text-color, var(--mantine-color-dimmed))"
    >
      {String(payload.value)}
    </Text>
  );
}

/** The tooltip for the position under the pointer. */
function tooltipContent({ series, groups, stacked }: DrawnBars) {
  return ({ payload }: { payload?: readonly { payload?: unknown }[] }) => {
    const place = payload?.[0]?.payload as { index: number } | undefined;
    const group = place && groups[place.index];
    if (!group) return null;
    const lines = series.map((name, index) => ({
      name,
      color: chartColor(index),
      amount: group.amounts[index] ?? ZERO,
    }));
    return <ChartTooltip title={group.label} lines={lines} total={stacked} />;
  };
}
