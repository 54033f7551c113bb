/** A fact in the heading of a printout: "Period", "01 Mar 2026 to 31 Mar 2026". */
export type Fact = readonly [name: string, value: string];

/** A filter as a fact; empty when it is not set. */
export function fact(name: string, value: string | null | undefined): readonly Fact[] {
  return value === undefined || value === null || value === "" ? [] : [[name, value]];
}
