/** Something that stands in the head of a paper: "Period", "01 Mar 2026 to 31 Mar 2026". */
export type Fact = readonly [name: string, value: string];

/** A filter that is set, as a fact; none when it is not. */
export function fact(name: string, value: string | null | undefined): readonly Fact[] {
  return value === undefined || value === null || value === "" ? [] : [[name, value]];
}
