import { SegmentedControl } from "@mantine/core";

import { RecordedFilter } from "../recorded-filter.tsx";

import classes from "./statement.module.css";

type StatementMomentProps = {
  recorded: string | undefined;
  asItIs: boolean;
  onChange: (change: {
    recorded_up_to?: string | undefined;
    as_it_is?: boolean | undefined;
  }) => void;
};

/** The moment as of which a statement is shown, or since which its lines are marked. */
export function StatementMoment({ recorded, asItIs, onChange }: StatementMomentProps) {
  return (
    <>
      <RecordedFilter
        recorded={recorded}
        onChange={(next) =>
          onChange({ recorded_up_to: next, ...(next === undefined && { as_it_is: undefined }) })
        }
      />
      {recorded !== undefined && (
        <SegmentedControl
          className={classes.asItIs}
          aria-label="Which books"
          value={asItIs ? "now" : "then"}
          onChange={(value) => onChange({ as_it_is: value === "now" || undefined })}
          data={[
            { value: "then", label: "As it was" },
            { value: "now", label: "As it is, marked" },
          ]}
        />
      )}
    </>
  );
}
