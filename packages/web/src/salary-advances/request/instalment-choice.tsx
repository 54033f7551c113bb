import { formatCounted, formatDate } from "@kontor/contract/format";
import { MAX_INSTALMENTS } from "@kontor/payroll/advances/plan";
import { Input } from "@mantine/core";
import { useId, type ReactNode } from "react";

import type { Audience } from "../eligibility-texts.ts";
import { maxInstalments, type AdvanceOffer } from "./offer.ts";

import classes from "./advance-request-form.module.css";

const counts = Array.from({ length: MAX_INSTALMENTS }, (_, index) => index + 1);

type InstalmentChoiceProps = {
  offer: AdvanceOffer;
  to: Audience;
  chosen: number;
  onChoose: (instalments: number) => void;
  error?: ReactNode;
};

/**
 * The choice of the number of monthly instalments. Numbers that end after the last day of work are
 * disabled.
 */
export function InstalmentChoice(props: InstalmentChoiceProps) {
  const { offer, to, chosen, onChoose, error } = props;
  const name = useId();
  const maxCount = maxInstalments(offer);
  const lastDay = to === "employee" ? "Your last day of work is" : "The employee’s last day is";
  return (
    <fieldset className={classes.counts}>
      <legend className={classes.legend}>Monthly instalments</legend>
      <div className={classes.choices}>
        {counts.map((count) => (
          <label key={count} className={classes.choice}>
            <input
              type="radio"
              name={name}
              checked={count === chosen}
              disabled={count > maxCount}
              aria-label={formatCounted(count, "instalment")}
              onChange={() => onChoose(count)}
            />
            <span aria-hidden>{count}</span>
          </label>
        ))}
      </div>
      {offer.exit_date !== null && maxCount < MAX_INSTALMENTS && (
        <p className={classes.note}>
          {lastDay} {formatDate(offer.exit_date)}, so everything must be paid back before then.
        </p>
      )}
      {error && <Input.Error mt={6}>{error}</Input.Error>}
    </fieldset>
  );
}
