import { zipSync, strToU8 } from "fflate";
import { describe, expect, it } from "vitest";

import { amountOfCell, dateOfCell, monthOfCell, textOfCell } from "./cells.ts";
import { readAnySheet } from "./read-any.ts";
import { prepareSheet } from "./sheet-in-worker.ts";
import { SheetProblem } from "./table.ts";

const read = (bytes: Buffer | string) => readAnySheet(Buffer.from(bytes), "employees");

async function refusal(bytes: Buffer): Promise<string> {
  const outcome = await readAnySheet(bytes, "employees").catch((error: unknown) => error);
  return outcome instanceof SheetProblem ? outcome.code : `no refusal: ${JSON.stringify(outcome)}`;
}

const text = "Staff No,First Name,Department\r\nE-1,Zoë,Café\r\n";
const zoe = [{ line: 2, cells: ["E-1", "Zoë", "Café"] }];

/** A workbook whose first sheet contains this XML as its data. */
function workbook(sheetData: string, more: Record<string, Uint8Array> = {}): Buffer {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const rels = "http://schemas.openxmlformats.org/package/2006/relationships";
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`;
  const files = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": `<Relationships xmlns="${rels}">${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Staff" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${rels}">${relation("rId1", "worksheet", "worksheets/sheet1.xml")}${relation("rId2", "styles", "styles.xml")}</Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${sheetData}</sheetData></worksheet>`,
  };
  const packed = Object.fromEntries(
    Object.entries(files).map(([name, content]) => [name, strToU8(content)]),
  );
  return Buffer.from(zipSync({ ...packed, ...more }, { level: 1 }));
}
const cell = (place: string, value: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const titles = `<row r="1">${cell("A1", "Staff No")}${cell("B1", "Start Date")}${cell("C1", "Account Number")}</row>`;

describe("delimited text is read", () => {
  it.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16 as Excel saves it", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["UTF-16 without a mark", Buffer.from(text, "utf16le")],
    ["big-endian UTF-16", Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
    ["Windows-1252", Buffer.from(text, "latin1")],
    ["semicolons", Buffer.from(text.replaceAll(",", ";"))],
    ["tabs", Buffer.from(text.replaceAll(",", "\t"))],
    ["lines of other systems", Buffer.from(text.replaceAll("\r\n", "\n"))],
  ])("in %s", async (_what, bytes) => {
    const sheet = await read(bytes);
    expect(sheet.titles).toEqual(["Staff No", "First Name", "Department"]);
    expect(sheet.rows).toEqual(zoe);
  });

  it("below a title, past empty lines, with quotes, emoji and right-to-left text", async () => {
    const sheet = await read(
      `Staff list of Demo Foods,,\n\nStaff No,First Name,Department\n\nE-1,"Ada, ""Chief""",عائشة 🎉\n`,
    );
    expect(sheet.rows).toEqual([{ line: 5, cells: ["E-1", 'Ada, "Chief"', "عائشة 🎉"] }]);
  });

  it("with a hundred columns, even if its rows use fewer", async () => {
    const wide = Array.from({ length: 100 }, (_unused, index) => `C${index}`).join(",");
    const sheet = await read(`${wide}\n1,2\n`);
    expect([sheet.titles.length, sheet.rows[0]?.cells.length]).toEqual([100, 100]);
  });
});

describe("a workbook is read", () => {
  it("with its dates, numbers, values of formulas, and merged cells", async () => {
    const sheet = await read(
      workbook(
        `${titles}<row r="2">${cell("A2", "E-1")}<c r="B2" s="1"><v>46027</v></c><c r="C2"><v>123456789</v></c></row>` +
          `<row r="3"><c r="A3" t="str"><f>"E-"&amp;2</f><v>E-2</v></c><c r="B3"><v>46027</v></c></row>` +
          `<row r="5">${cell("B5", "below a merged cell")}</row>`,
      ),
    );
    expect(sheet.rows).toEqual([
      { line: 2, cells: ["E-1", "2026-01-05", 123_456_789] },
      { line: 3, cells: ["E-2", 46_027, null] },
      { line: 5, cells: [null, "below a merged cell", null] },
    ]);
  });

  it.each([
    [1, "1900-01-01"],
    [59, "1900-02-28"],
    [60, 60],
    [61, "1900-03-01"],
  ])("with day %s as %s, despite the 29 February 1900 that did not exist", async (serial, day) => {
    const row = `<row r="2"><c r="B2" s="1"><v>${serial}</v></c></row>`;
    const sheet = await read(workbook(titles + row));
    expect(sheet.rows[0]?.cells[1]).toBe(day);
  });
});

describe("each kind of unreadable file has its own refusal", () => {
  const many = (count: number) => `Staff No\n${"E-1\n".repeat(count)}`;
  it.each([
    ["a PDF, whatever it is called", Buffer.from("%PDF-1.7 ..."), "sheet_is_pdf"],
    ["an old workbook", Buffer.from("d0cf11e0a1b11ae100", "hex"), "sheet_is_old_excel"],
    ["a web page called .xls", "<html><table><tr><td>1</td></tr></table>", "sheet_is_web_page"],
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "sheet_is_other"],
    ["another archive", Buffer.from(zipSync({ "a.txt": strToU8("hello") })), "sheet_is_other"],
    ["half a workbook", workbook(titles).subarray(0, 300), "sheet_broken"],
    ["titles alone", "Staff No,First Name\r\n\r\n", "sheet_empty"],
    ["nothing", "\r\n", "sheet_empty"],
    ["200,000 rows", many(200_000), "sheet_too_long"],
    ["20,001 rows", many(20_001), "sheet_too_long"],
    ["201 columns", `${"a,".repeat(200)}a\n${"1,".repeat(200)}1\n`, "sheet_too_wide"],
  ])("%s", async (_what, bytes, code) => {
    expect(await refusal(Buffer.from(bytes))).toBe(code);
  });

  it("a workbook of 200,000 rows", async () => {
    expect(await refusal(workbook(titles + "<row></row>".repeat(200_000)))).toBe("sheet_too_long");
  });

  it("a small workbook that unpacks to a very large one", async () => {
    const bomb = workbook(titles, { "xl/media/image1.bin": new Uint8Array(81 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await refusal(bomb)).toBe("sheet_too_large");
  });
});

describe("an upload is read in a worker thread", () => {
  const upload = (bytes: Buffer) =>
    prepareSheet("employees")({ file: { filename: "staff.csv", bytes } });

  it("and keeps its file name", async () => {
    const sheet = {
      filename: "staff.csv",
      titles: ["Staff No", "First Name", "Department"],
      titleLine: 1,
      rows: zoe,
    };
    expect(await upload(Buffer.from(text))).toEqual(sheet);
    expect(
      (await upload(workbook(`${titles}<row r="2">${cell("A2", "E-1")}</row>`))).rows,
    ).toHaveLength(1);
  });

  it("and is refused at its field", async () => {
    await expect(prepareSheet("employees")({})).rejects.toMatchObject({ code: "sheet_missing" });
    const large = upload(Buffer.alloc(10 * 1024 * 1024 + 1));
    await expect(large).rejects.toMatchObject({ code: "file_too_large" });
    const pdf = upload(Buffer.from("%PDF-1.7"));
    await expect(pdf).rejects.toMatchObject({ code: "sheet_is_pdf", errors: [{ path: "file" }] });
  });
});

describe("cells", () => {
  it.each([
    ["2026-03-31", "2026-03-31"],
    ["31/03/2026", "2026-03-31"],
    ["3/4/2026", "2026-04-03"],
    ["31.03.2026", "2026-03-31"],
    ["31-Mar-2026", "2026-03-31"],
    ["1st March, 2026", "2026-03-01"],
    ["2026-03-31T00:00:00", "2026-03-31"],
    [46_112, "2026-03-31"],
    ["46112", "2026-03-31"],
    [59, "1900-02-28"],
    [60, undefined],
    [61, "1900-03-01"],
    [1, "1900-01-01"],
    ["12/31/2026", undefined],
    ["31/03/26", undefined],
    ["30/02/2026", undefined],
    ["soon", undefined],
    [-1, undefined],
  ])("%s is the day %s", (value, day) => {
    expect(dateOfCell(value)).toBe(day);
  });

  it.each([
    ["March 2026", "2026-03"],
    ["mar. 2026", "2026-03"],
    // Excel saves a month like this in a CSV file.
    ["Mar-26", "2026-03"],
    ["03/2026", "2026-03"],
    ["2026-3", "2026-03"],
    ["31/03/2026", "2026-03"],
    ["2026-03-01", "2026-03"],
    [46_082, "2026-03"],
    ["26-Mar", undefined],
    ["13/2026", undefined],
    ["March", undefined],
    ["2026", undefined],
    ["", undefined],
  ])("%s is in the month %s", (value, month) => {
    expect(monthOfCell(value)).toBe(month);
  });

  it.each([
    ["250,000.00", "250000.00"],
    ["₦ 1,250", "1250.00"],
    ["NGN 5", "5.00"],
    [250_000, "250000.00"],
    [0.1 + 0.2, "0.30"],
    [1.005, undefined],
    ["-5", undefined],
    [-5, undefined],
    ["a lot", undefined],
  ])("%s is the amount %s", (value, amount) => {
    expect(amountOfCell(value)).toBe(amount);
  });

  it("are one line of text", () => {
    expect([
      textOfCell(" a\n\tb\u00a0c "),
      textOfCell(1_234_567_890_123),
      textOfCell(null),
    ]).toEqual(["a b c", "1234567890123", ""]);
  });
});
