import { kobo, type Kobo } from "@kontor/books/money";
import type { Pay } from "@kontor/payroll/pay/rate";

/** Components of pay as they are kept in JSON: kobo as texts. */
export type KeptPay = Readonly<Record<keyof Pay, string>>;

/** An amount that is kept in JSON. */
export function amountFrom(text: string): Kobo {
  return kobo(BigInt(text));
}

export function payFrom({ basic, housing, transport, other }: KeptPay): Pay {
  return {
    basic: amountFrom(basic),
    housing: amountFrom(housing),
    transport: amountFrom(transport),
    other: amountFrom(other),
  };
}

/** Amounts in kobo become texts wherever they stand in what is kept as JSON. */
export function asJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "bigint" ? String(part) : part,
  );
}
