import { maxTaxBands } from "@kontor/contract/payroll/rehearsal";
import { ActionIcon, Button, Input } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { MoneyInput } from "../../ui/form/money-input.tsx";
import { PercentInput } from "../settings/field-parts.tsx";
import { addBand, type TypedBand } from "./terms-values.ts";

import classes from "./rehearsal.module.css";

type BandFieldsProps = {
  value: TypedBand[];
  onChange: (bands: TypedBand[]) => void;
  error?: ReactNode;
};

/** The bands of the yearly income, lowest first; the last one has no upper limit. */
export function BandFields({ value, onChange, error }: BandFieldsProps) {
  const change = (index: number, part: Partial<TypedBand>) =>
    onChange(value.map((band, each) => (each === index ? { ...band, ...part } : band)));
  return (
    <div className={classes.bands} role="group" aria-label="Bands of income tax">
      {value.map(({ width, rate }, index) => {
        const last = index === value.length - 1;
        const number = index + 1;
        return (
          // A band has no name; its position identifies it.
          <div key={index} className={classes.band}>
            {last ? (
              <div className={classes.rest}>Remaining income</div>
            ) : (
              <MoneyInput
                aria-label={`Width of Band ${number}`}
                value={width}
                onChange={(next) => change(index, { width: next })}
              />
            )}
            <PercentInput
              aria-label={`Rate of Band ${number}`}
              value={rate}
              onChange={(next) => change(index, { rate: next })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove Band ${number}`}
              disabled={last}
              onClick={() => onChange(value.filter((_band, each) => each !== index))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      {Boolean(error) && <Input.Error role="alert">{error}</Input.Error>}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={15} aria-hidden />}
        disabled={value.length >= maxTaxBands}
        onClick={() => onChange(addBand(value))}
      >
        Add Band
      </Button>
    </div>
  );
}
