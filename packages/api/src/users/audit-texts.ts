import { kobo } from "@kontor/books/money";
import { fromSigned } from "@kontor/books/side";
import { formatBalance, formatMoney } from "@kontor/contract/format";

/** How amounts that the log stores as digits of kobo are displayed, by action and field. */
const amounts: Readonly<Record<string, Readonly<Record<string, (digits: bigint) => string>>>> = {
  "ledger.added": { op_balance: (digits) => formatMoney(kobo(digits)) },
  "ledger.changed": { op_balance: (digits) => formatMoney(kobo(digits)) },
  "bank.reconciled": {
    balance: (digits) => {
      const { amount, side } = fromSigned(digits);
      return formatBalance(amount, side);
    },
  },
};

/**
 * A value of the log's details as displayed, with amounts in naira; null for an empty value.
 *
 * @param field the name of the value among the details of an action.
 */
export function detailText(action: string, field: string, value: unknown): string | null {
  const shown = amounts[action]?.[field];
  return textOf(value, (text) =>
    shown !== undefined && /^-?\d+$/.test(text) ? shown(BigInt(text)) : text,
  );
}

/** `brand_color` as displayed: "brand color". */
export function fieldLabel(name: string): string {
  return name.replaceAll("_", " ");
}

/** A part of a fact as displayed within a line: a code such as `NOT_FOUND` as "not found". */
function partName(name: string): string {
  return fieldLabel(/^[A-Z_]+$/.test(name) ? name.toLowerCase() : name);
}

function textOf(value: unknown, shown: (text: string) => string): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (Array.isArray(value)) {
    return value.map((part: unknown) => textOf(part, shown) ?? "").join(", ");
  }
  if (typeof value === "string") return shown(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object") {
    return partsOf(value)
      .map(([name, part]) => `${partName(name)} ${textOf(part, shown) ?? "–"}`)
      .join(", ");
  }
  return JSON.stringify(value);
}

/** The parts of a value. The database sorts them by length, which would put "to" before "from". */
function partsOf(value: object): [string, unknown][] {
  const parts = Object.entries(value) as [string, unknown][];
  return "from" in value && "to" in value
    ? parts.toSorted(([one], [other]) => Number(other === "from") - Number(one === "from"))
    : parts;
}
