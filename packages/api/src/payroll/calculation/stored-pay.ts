import { kobo, type Kobo } from "@kontor/books/money";
import type { Pay } from "@kontor/payroll/pay/rate";

/** Components of pay as stored in JSON: kobo as texts. */
export type StoredPay = Readonly<Record<keyof Pay, string>>;

/** An amount stored in JSON. */
export function storedAmount(text: string): Kobo {
  return kobo(BigInt(text));
}

/** Converts stored pay: its components from texts to kobo a month. */
export function payFrom({ basic, housing, transport, other }: StoredPay): Pay {
  return {
    basic: storedAmount(basic),
    housing: storedAmount(housing),
    transport: storedAmount(transport),
    other: storedAmount(other),
  };
}

/** Replaces each bigint at any depth by its text, because JSON has no integers of this size. */
function withBigintsAsText(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(withBigintsAsText);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withBigintsAsText(part)]),
  );
}

/** The JSON to store, with amounts as texts. */
export function jsonOfAmounts(value: unknown): string {
  return JSON.stringify(withBigintsAsText(value));
}
