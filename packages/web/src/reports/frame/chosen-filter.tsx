import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";

import classes from "./frame.module.css";

type ChosenFilterProps = {
  /** The value of the filter: "Cash and bank". */
  label: string;
  /** The label of the other values: "groups". */
  all: string;
  onClear: () => void;
};

/** A filter that was set by a link and has no field, with a button to clear it. */
export function ChosenFilter({ label, all, onClear }: ChosenFilterProps) {
  return (
    <Button
      className={classes.chosen}
      variant="default"
      rightSection={<IconX size={16} aria-hidden />}
      aria-label={`Show all ${all}, not ${label} alone`}
      onClick={onClear}
    >
      {label}
    </Button>
  );
}
