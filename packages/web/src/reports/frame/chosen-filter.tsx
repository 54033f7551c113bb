import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";

import classes from "./frame.module.css";

type ChosenFilterProps = {
  /** What alone is shown: "Cash and bank". */
  label: string;
  /** What there is besides: "groups". */
  all: string;
  onClear: () => void;
};

/** A filter that a link has set and no field offers, with the way to take it away. */
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
