import { Table, Text } from "@mantine/core";
import type { LinkProps } from "@tanstack/react-router";
import { Suspense, useMemo } from "react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { NetMoney } from "../money.tsx";
import { DrillDownLink } from "../text-link.tsx";
import { pieSlices, formatShare, type Slice } from "./slices.ts";
import { sumAmounts } from "./sum-amounts.ts";
import { useInView } from "./use-in-view.ts";

import classes from "./chart.module.css";

const PieDrawing = lazyComponent(() => import("./pie-drawing.tsx"), "PieDrawing");

type PieChartProps = {
  /** The accessible name of the chart: "Costs of this year by group". */
  label: string;
  /** What a slice is, for the header of the first column: "Group". */
  parts: string;
  slices: readonly Slice[];
  /** A link to the rows that add up to the total. */
  behind?: LinkProps;
  /** The text shown when there are no slices. */
  empty: string;
};

/**
 * A pie chart of the parts of a whole. Its legend is the table of the same figures, which is always
 * visible.
 */
export function PieChart({ label, parts, slices, behind, empty }: PieChartProps) {
  const [frame, inView] = useInView();
  const drawn = useMemo(() => pieSlices(slices), [slices]);
  if (drawn.length === 0) return <Text className={classes.empty}>{empty}</Text>;
  const total = sumAmounts(drawn.map(({ amount }) => amount));
  return (
    <figure className={classes.pie} aria-label={label}>
      <div ref={frame} className={classes.circle} aria-hidden>
        {inView && (
          <Suspense fallback={null}>
            <PieDrawing slices={drawn} />
          </Suspense>
        )}
      </div>
      <Table aria-label={label} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{parts}</Table.Th>
            <Table.Th scope="col" className={classes.amount}>
              Amount
            </Table.Th>
            <Table.Th scope="col" className={classes.amount}>
              Share
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {drawn.map(({ label: name, amount, color, share, behind: slice }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" className={classes.part}>
                <span className={classes.swatch} style={{ background: color }} />
                {name}
              </Table.Th>
              <Table.Td className={classes.amount}>
                <DrillDownLink target={slice}>
                  <NetMoney amount={amount} />
                </DrillDownLink>
              </Table.Td>
              <Table.Td className={classes.amount}>
                {share === null ? "–" : formatShare(share)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">Total</Table.Th>
            <Table.Td className={classes.amount}>
              <DrillDownLink target={behind}>
                <NetMoney strong amount={total} />
              </DrillDownLink>
            </Table.Td>
            <Table.Td />
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </figure>
  );
}
