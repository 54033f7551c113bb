import { kobo, type Kobo } from "@kontor/books/money";
import type { Pay } from "@kontor/payroll/pay/rate";

/** Components of pay as stored in JSON: kobo as texts. */
export type StoredPay = Readonly<Record<keyof Pay, string>>;

/** An amount stored in JSON. */
export function amountFrom(text: string): Kobo {
  return kobo(BigInt(text));
}

/** Converts stored pay: its components from texts to kobo a month. */
export function payFrom({ basic, housing, transport, other }: StoredPay): Pay {
  return {
    basic: amountFrom(basic),
    housing: amountFrom(housing),
    transport: amountFrom(transport),
    other: amountFrom(other),
  };
}

/** Replaces each bigint at any depth by its text, because JSON has no integers of this size. */
function withTexts(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(withTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withTexts(part)]));
}

/** The JSON to store, with amounts as texts. */
export function asJson(value: unknown): string {
  return JSON.stringify(withTexts(value));
}
