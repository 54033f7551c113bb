import { describe, expect, test } from "vitest";

import { cellPadding, gapsBefore, layOutColumns, type ColumnText } from "./pdf-columns.ts";
import { contentWidth } from "./pdf.ts";

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
  return layOutColumns(columns, false).widths;
}

describe("the columns of a PDF", () => {
  test("are as wide as their content, and leave the rest to names", () => {
    const [, small = 0] = widthsOf(name("Bank charges"), amounts("₦1,250.00"));
    const [rest = 0, large = 0] = widthsOf(name("Bank charges"), amounts("₦999,999,999,999.99"));
    // The name takes the remaining width of the page.
    expect(rest + large).toBeCloseTo(contentWidth(false) - 4 * cellPadding);
    // In Roboto the first amount is 38 points wide and the second 78.
    expect(small).toBeGreaterThan(38);
    expect(small).toBeLessThan(46);
    expect(large).toBeGreaterThan(78);
    const [, bold = 0] = widthsOf(name("Bank charges"), amounts("₦999,999,999,999.99", true));
    expect(bold).toBeGreaterThan(large);
  });

  test("are never narrower than their header, and text is no wider than described", () => {
    const [, empty] = widthsOf(name("Rent"), code(""));
    expect(empty).toBeGreaterThan(16);
    expect(widthsOf(name("Rent"), code("W".repeat(40)))[1]).toBe(64);
    // Without a flexible column the rest is shared equally, up to the margins.
    expect(widthsOf(code("01"), code("02"))).toEqual([241.5, 241.5]);
  });

  test("that wrap get the width that they need before others get more, and fill the page together", () => {
    const [short = 0, long = 0] = widthsOf(name("Rent"), name("Sales to distributors ".repeat(8)));
    expect(short).toBeLessThan(60);
    expect(short + long).toBeCloseTo(contentWidth(false) - 4 * cellPadding);
    const [first, second] = widthsOf(name("W".repeat(200)), name("W".repeat(300)));
    expect(first).toBe(second);
  });

  test("of an empty list are as wide as above rows", () => {
    const columns = [code(""), name(""), amounts("")].map((each) => ({ ...each, cells: [] }));
    const [of = 0, , amount = 0] = widthsOf(...columns);
    expect([of, amount]).toEqual([64, 92]);
    const many = Array.from({ length: 12 }, () => ({ ...amounts(""), cells: [] }));
    const { widths, landscape, size } = layOutColumns(many, false);
    expect({ landscape, size }).toEqual({ landscape: false, size: 8 });
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(
      contentWidth(false) - 24 * cellPadding + 0.01,
    );
  });

  test("keep a text apart from the figures before it", () => {
    expect(gapsBefore([amounts(""), code(""), amounts(""), amounts(""), name("")])).toEqual([
      0, 8, 0, 0, 8,
    ]);
  });

  test("that are too many turn the page, then shrink the text", () => {
    const of = (count: number) =>
      layOutColumns(
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
