import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";

import classes from "./frame.module.css";

type ChosenFilterProps = {
  /** The value of the filter, such as "Cash and bank". */
  label: string;
  /** The name of all values, such as "groups". */
  all: string;
  onClear: () => void;
};

/** A filter that a link has set and that has no field, with a button to clear it. */
export function ChosenFilter({ label, all, onClear }: ChosenFilterProps) {
  return (
    <Button
      className={classes.chosen}
      classNames={{ label: classes.chosenLabel ?? "" }}
      title={label}
      variant="default"
      rightSection={<IconX size={16} aria-hidden />}
      aria-label={`Show all ${all}, not only ${label}`}
      onClick={onClear}
    >
      {label}
    </Button>
  );
}
