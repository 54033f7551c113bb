import { printMoney, type Kobo } from "@kontor/books/money";
import { lagosOffset } from "@kontor/contract/format";

import type { ExportColumn, ExportTable } from "./export-table.ts";
import { zip } from "./zip.ts";

/**
 * The largest amount that a cell stores as a number, in kobo. Spreadsheet programs show 15 digits
 * and then zeros, so ₦9,999,999,999,999.99 is the last amount that they show to the kobo. It is
 * below the 2^53 kobo up to which a double is exact. Larger amounts are written as text with all
 * their digits: the spreadsheet does not add them up, but none is wrong by a few kobo.
 */
const largestNumber = 999_999_999_999_999n;

/** Indexes into `cellXfs` below; `strong` is the bold variant. */
const styles = {
  text: { usual: 0, strong: 1 },
  date: { usual: 2, strong: 3 },
  moment: { usual: 4, strong: 5 },
  amount: { usual: 6, strong: 7 },
  count: { usual: 8, strong: 9 },
  percent: { usual: 14, strong: 15 },
} as const satisfies Record<ExportColumn<never>["kind"], { usual: number; strong: number }>;
/** Text that is indented once or twice; no indented name is nested deeper. */
const indented = {
  usual: [styles.text.usual, 16, 18],
  strong: [styles.text.strong, 17, 19],
} as const;
const titleStyle = 10;
const factsStyle = 11;
const headStyle = 12;
const headStyleAtEnd = 13;

const declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Rows above those of the list: title, subject, and column headings. */
const headRows = 3;

/**
 * Writes a list as an Excel workbook while its rows are read, so memory does not grow with its
 * length: one sheet, with inline strings. The column headings stay visible and are printed on each
 * page.
 */
export function xlsx<Row>(table: ExportTable<Row>): AsyncGenerator<Uint8Array> {
  const sheetName = escaped(table.title.replaceAll(/[[\]:*?/\\]/g, " ").slice(0, 31));
  return zip([
    {
      name: "[Content_Types].xml",
      content: [
        `${declaration}<Types xmlns="${packages}/content-types">` +
          `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
          `<Default Extension="xml" ContentType="application/xml"/>` +
          `<Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/>` +
          `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/>` +
          `<Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
      ],
    },
    { name: "_rels/.rels", content: [relations(["officeDocument", "xl/workbook.xml"])] },
    {
      name: "xl/workbook.xml",
      content: [
        `${declaration}<workbook xmlns="${main}" xmlns:r="${office}">` +
          `<sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets>` +
          `<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">` +
          `'${sheetName.replaceAll("'", "''")}'!$${headRows}:$${headRows}</definedName></definedNames></workbook>`,
      ],
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: [relations(["worksheet", "worksheets/sheet1.xml"], ["styles", "styles.xml"])],
    },
    { name: "xl/styles.xml", content: [stylesXml] },
    { name: "xl/worksheets/sheet1.xml", content: sheetXml(table) },
  ]);
}

function relations(...targets: readonly (readonly [kind: string, target: string])[]): string {
  const lines = targets.map(
    ([kind, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/${kind}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${packages}/relationships">${lines.join("")}</Relationships>`;
}

async function* sheetXml<Row>(table: ExportTable<Row>): AsyncGenerator<string> {
  const { columns, rows, strong } = table;
  const letters = columns.map((_column, index) => columnLetters(index));
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const heading = table.facts.map(([name, value]) => `${name}: ${value}`).join(" · ");
  const heads = columns.map(({ header, kind }, index) => {
    const style =
      kind === "amount" || kind === "percent" || kind === "count" ? headStyleAtEnd : headStyle;
    return textCell(`${letters[index]}${headRows}`, style, header);
  });
  yield (
    `${declaration}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` +
      `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${headRows}" topLeftCell="A${headRows + 1}"` +
      ` activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
      `<cols>${widths.join("")}</cols><sheetData>` +
      `<row r="1">${textCell("A1", titleStyle, table.title)}</row>` +
      `<row r="2">${textCell("A2", factsStyle, heading)}</row>` +
      `<row r="${headRows}">${heads.join("")}</row>`
  );
  let number = headRows;
  for await (const batch of rows) {
    // One growing string, because an array of its many pieces would take more memory.
    let lines = "";
    for (const row of batch) {
      number++;
      const weight = strong?.(row) === true ? "strong" : "usual";
      lines += `<row r="${number}">`;
      for (const [index, column] of columns.entries()) {
        lines += cellOf(column, row, { place: `${letters[index]}${number}`, weight });
      }
      lines += "</row>";
    }
    yield lines;
  }
  yield (
    `</sheetData><pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>` +
      `<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>` +
      `<headerFooter><oddFooter>&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter></worksheet>`
  );
}

/** "A" to "Z", then "AA". */
function columnLetters(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : `${columnLetters(Math.floor(index / 26) - 1)}${last}`;
}

function cellOf<Row>(
  column: ExportColumn<Row>,
  row: Row,
  { place, weight }: { place: string; weight: "usual" | "strong" },
): string {
  const style = styles[column.kind][weight];
  const number = (value: number | string | null) =>
    value === null ? "" : `<c r="${place}" s="${style}"><v>${value}</v></c>`;
  switch (column.kind) {
    case "text": {
      const text = column.cell(row);
      if (text === null || text === "") return "";
      return textCell(place, indented[weight][column.indent?.(row) ?? 0] ?? style, text);
    }
    case "date": {
      const date = column.cell(row);
      return number(date && dayNumber(new Date(`${date}T00:00:00Z`)));
    }
    case "moment": {
      const moment = column.cell(row);
      return number(moment && dayNumber(new Date(moment.getTime() + lagosOffset)));
    }
    case "percent":
    case "amount": {
      const amount = column.cell(row);
      if (amount !== null && isTooLarge(amount)) return textCell(place, style, printMoney(amount));
      // The digits are written unchanged: no amount passes through a float here.
      return number(amount === null ? null : printMoney(amount));
    }
    case "count":
      break;
  }
  return number(column.cell(row));
}

function isTooLarge(amount: Kobo): boolean {
  return amount > largestNumber || amount < -largestNumber;
}

/**
 * A moment as a spreadsheet's day number, with the time as a fraction of a day: 1 January 1970 is
 * 25569. Since Lotus 1-2-3, spreadsheets count a 29 February 1900 that never existed, as day 60, so
 * earlier days have a number one lower.
 */
function dayNumber(date: Date): number {
  const days = date.getTime() / (24 * 60 * 60 * 1000) + 25_569;
  return days < 61 ? days - 1 : days;
}

/** A text cell, whatever its content looks like: `=1+1` is never evaluated. */
function textCell(place: string, style: number, text: string): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Most texts need no change; checking for that takes a tenth of the time of escaping. */
// oxlint-disable-next-line no-control-regex
const special = /[&<>"_\u0000-\u001f\ud800-\udfff\ufffe\uffff]/;

/**
 * Escapes text for XML. Characters that XML does not allow are written in the spreadsheet notation,
 * `_x0001_`; text that looks like that notation is escaped.
 */
function escaped(text: string): string {
  if (!special.test(text)) return text;
  return (
    text
      .toWellFormed()
      .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/gu, (character) => {
        const code = character.codePointAt(0) ?? 0;
        return `_x${code.toString(16).toUpperCase().padStart(4, "0")}_`;
      })
      .replaceAll(/[&<>"]/g, (character) => entities[character] ?? "")
  );
}

const dateFormat = 164;
const momentFormat = 165;
const nairaFormat = 166;
const countFormat = 3;
/** Two decimals, one of the built-in formats. */
const percentFormat = 4;

/** The regular and bold style of a kind of cell. */
function cellStyles(format: number, alignment: string): string {
  const weights = [0, 1].map(
    (font) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"` +
      ` applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment${alignment} vertical="top"/></xf>`,
  );
  return weights.join("");
}

const atEnd = ` horizontal="right"`;

const stylesXml =
  `${declaration}<styleSheet xmlns="${main}"><numFmts count="3">` +
  `<numFmt numFmtId="${dateFormat}" formatCode="dd\\ mmm\\ yyyy"/>` +
  `<numFmt numFmtId="${momentFormat}" formatCode="dd\\ mmm\\ yyyy\\ hh:mm"/>` +
  `<numFmt numFmtId="${nairaFormat}" formatCode="&quot;₦&quot;#,##0.00"/></numFmts>` +
  `<fonts count="4">` +
  `<font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>` +
  `<font><b/><sz val="14"/><name val="Calibri"/></font>` +
  `<font><sz val="11"/><color rgb="FF5B6675"/><name val="Calibri"/></font></fonts>` +
  // The first two fills are reserved by the format.
  `<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>` +
  `<fill><patternFill patternType="solid"><fgColor rgb="FFEEF1F6"/></patternFill></fill></fills>` +
  `<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>` +
  `<border><left/><right/><top/><bottom style="thin"><color rgb="FF8F9BAC"/></bottom><diagonal/></border></borders>` +
  `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
  `<cellXfs count="20">` +
  cellStyles(0, "") +
  cellStyles(dateFormat, ` horizontal="left"`) +
  cellStyles(momentFormat, ` horizontal="left"`) +
  cellStyles(nairaFormat, atEnd) +
  cellStyles(countFormat, atEnd) +
  `<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/>` +
  `<xf numFmtId="0" fontId="3" fillId="0" borderId="0" xfId="0" applyFont="1"/>` +
  ["", `<alignment${atEnd}/>`]
    .map(
      (alignment) =>
        `<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1"` +
        ` applyBorder="1" applyAlignment="1">${alignment}</xf>`,
    )
    .join("") +
  cellStyles(percentFormat, atEnd) +
  cellStyles(0, ` horizontal="left" indent="2"`) +
  cellStyles(0, ` horizontal="left" indent="4"`) +
  `</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
