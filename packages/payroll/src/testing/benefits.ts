import { ZERO } from "@kontor/books/money";

import type { Benefit } from "../pay/benefit.ts";
import { naira } from "./payslip-inputs.ts";

/** A car that cost ₦24m, which an employee has had for years: 5% is ₦1.2m a year, ₦100,000 a month. */
export function car(changes: Partial<Benefit> = {}): Benefit {
  return {
    key: "1",
    label: "Official car",
    kind: "ASSET",
    value: naira(24_000_000),
    paid: ZERO,
    from: "2020-01-01",
    to: null,
    ...changes,
  };
}

/** A flat of a yearly rental value, in naira. @internal for tests */
export function flat(rentalValue: number, changes: Partial<Benefit> = {}): Benefit {
  return car({
    key: "2",
    label: "Flat",
    kind: "HOUSING",
    value: naira(rentalValue),
    ...changes,
  });
}
