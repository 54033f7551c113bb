import "@mantine/charts/styles.layer.css";
import { PieChart } from "@mantine/charts";

import { ChartTooltip } from "./chart-tooltip.tsx";
import { formatShare, type PieSlice } from "./slices.ts";

import classes from "./chart.module.css";

/** The drawing of a `PieChart`. Only `PieChart` imports it, on demand. */
export function PieDrawing({ slices }: { slices: readonly PieSlice[] }) {
  const above = slices.filter(({ share }) => share !== null);
  return (
    <PieChart
      className={classes.drawing}
      size={176}
      data={above.map(({ label, amount, color }) => ({
        name: label,
        value: Number(amount),
        color,
      }))}
      // The first slice begins at the top, and the others follow clockwise.
      startAngle={90}
      endAngle={-270}
      strokeColor="var(--kontor-surface)"
      strokeWidth={above.length > 1 ? 2 : 0}
      accessibilityLayer={false}
      // The table beside it has the figures, so Tab skips the hidden drawing.
      pieProps={{ rootTabIndex: -1 }}
      withTooltip
      tooltipProps={{ content: tooltipContent(above) }}
    />
  );
}

/** The tooltip for the slice under the pointer. */
function tooltipContent(slices: readonly PieSlice[]) {
  return ({ payload }: { payload?: readonly { name?: unknown }[] }) => {
    const slice = slices.find(({ label }) => label === payload?.[0]?.name);
    if (!slice) return null;
    const { label, color, amount, share } = slice;
    const line = { name: formatShare(share ?? 0), color, amount };
    return <ChartTooltip title={label} lines={[line]} />;
  };
}
