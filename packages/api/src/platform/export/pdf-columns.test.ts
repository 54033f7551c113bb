import { describe, expect, test } from "vitest";

import { layColumns, type ColumnText } from "./pdf-columns.ts";

const name = (text: string): ColumnText => ({
  header: "Account",
  width: "*",
  cells: [{ text, strong: false }],
});

const amounts = (text: string, strong = false): ColumnText => ({
  header: "Amount",
  width: 92,
  align: "end",
  cells: [{ text, strong }],
});

const code = (text: string): ColumnText => ({
  header: "Code",
  width: 64,
  cells: [{ text, strong: false }],
});

function widthsOf(...columns: ColumnText[]) {
  return layColumns(columns, false).widths;
}

describe("the columns of a PDF", () => {
  test("are as wide as their content, and leave the rest to names", () => {
    const [, small = 0] = widthsOf(name("Bank charges"), amounts("₦1,250.00"));
    const [rest, large = 0] = widthsOf(name("Bank charges"), amounts("₦999,999,999,999.99"));
    expect(rest).toBe("*");
    // Roboto sets the first in 38 points and the second in 78.
    expect(small).toBeGreaterThan(38);
    expect(small).toBeLessThan(46);
    expect(large).toBeGreaterThan(78);
    const [, bold = 0] = widthsOf(name("Bank charges"), amounts("₦999,999,999,999.99", true));
    expect(bold).toBeGreaterThan(Number(large));
  });

  test("are never narrower than their header, and text is no wider than described", () => {
    const [, empty] = widthsOf(name("Rent"), code(""));
    expect(empty).toBeGreaterThan(16);
    expect(widthsOf(name("Rent"), code("W".repeat(40)))).toEqual(["*", 64]);
    // Where nothing takes the rest it is shared, up to the margins.
    expect(widthsOf(code("01"), code("02"))).toEqual([241.5, 241.5]);
  });

  test("that are too many turn the page, then shrink the text", () => {
    const of = (count: number) =>
      layColumns(
        [
          name("Adébáyọ̀ Olúwaṣeun"),
          ...Array.from({ length: count }, () => amounts("₦1,234,567.00")),
        ],
        false,
      );
    expect(of(3)).toMatchObject({ landscape: false, size: 8 });
    expect(of(7)).toMatchObject({ landscape: true, size: 8 });
    expect(of(11)).toMatchObject({ landscape: true, size: 7 });
    expect(of(20)).toMatchObject({ landscape: true, size: 6 });
  });
});
