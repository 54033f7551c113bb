import { Button } from "@mantine/core";

import classes from "./bank.module.css";

type NameAtBankProps = {
  /** The holder's name at the bank. */
  known: string;
  /** The name in the form. */
  entered: string;
  onUse: (name: string) => void;
};

/** The holder's name at the bank, with a button that puts it into the form. */
export function NameAtBank({ known, entered, onUse }: NameAtBankProps) {
  return (
    <p className={classes.known}>
      <span>
        Account name at the bank: <strong>{known}</strong>
      </span>
      {entered.trim() !== known && (
        <Button size="compact-xs" variant="default" onClick={() => onUse(known)}>
          Use This Name
        </Button>
      )}
    </p>
  );
}
