import { crc32, inflateRawSync, inflateSync } from "node:zlib";

import type { Endpoint } from "@kontor/contract/endpoint";
import { parse } from "content-disposition";
import { readSheet as readFirstSheet } from "read-excel-file/node";

import { addressOf, type Caller, type World } from "./harness.ts";
import { sendRequest } from "./http-client.ts";

export type Download = { status: number; headers: Headers; filename: string; bytes: Buffer };

/** Downloads a file as a browser does. */
export async function download(
  world: World,
  caller: Caller,
  endpoint: Endpoint,
  wire: { params?: object; query?: object } = {},
): Promise<Download> {
  const path = addressOf(endpoint, wire.params, wire.query);
  const { status, headers, bytes } = await sendRequest(`${world.url}/api${path}`, {
    headers: caller.token === undefined ? {} : { authorization: `Bearer ${caller.token}` },
  });
  const disposition = headers.get("content-disposition") ?? "";
  return { status, headers, filename: parse(disposition).parameters["filename"] ?? "", bytes };
}

/** All yielded pieces, in order. */
export async function collect<Piece>(pieces: AsyncIterable<Piece>): Promise<Piece[]> {
  const collected: Piece[] = [];
  for await (const piece of pieces) collected.push(piece);
  return collected;
}

/** Parses CSV by RFC 4180, without the byte order mark. Throws when it is not well formed. */
export function parseCsv(bytes: Buffer): string[][] {
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const match = field.exec(text);
    if (match === null) throw new Error(`no CSV at ${at}: ${text.slice(at, at + 40)}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The files of a ZIP archive by name, read through its directory, with verified checksums. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, Buffer>();
  let line = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(line) !== 0x02014b50) throw new Error("the directory is broken");
    const [crc, packed, size] = [16, 20, 24].map((at) => archive.readUInt32LE(line + at));
    const nameLength = archive.readUInt16LE(line + 28);
    const offset = archive.readUInt32LE(line + 42);
    const name = archive.toString("utf8", line + 46, line + 46 + nameLength);
    const [names, extras] = [26, 28].map((at) => archive.readUInt16LE(offset + at));
    const start = offset + 30 + (names ?? 0) + (extras ?? 0);
    const bytes = inflateRawSync(archive.subarray(start, start + (packed ?? 0)));
    if (bytes.length !== size || crc32(bytes) !== crc) throw new Error(`${name} is broken`);
    files.set(name, bytes);
    line += 46 + nameLength + archive.readUInt16LE(line + 30) + archive.readUInt16LE(line + 32);
  }
  return files;
}

/**
 * The value that a spreadsheet program reads from a cell; dates and moments are recognized only by
 * their format.
 */
export type SheetValue = string | number | boolean | Date;

/**
 * The cells of the first sheet by their reference, such as `B4`, read by an independent library.
 */
export async function readSheet(workbook: Buffer): Promise<Map<string, SheetValue>> {
  const rows = await readFirstSheet(workbook, 1, { trim: false });
  const cells = rows.flatMap((row, index) =>
    row.map((value, column) => [`${letterOf(column)}${index + 1}`, value] as const),
  );
  return new Map(cells.flatMap(([place, value]) => (isValue(value) ? [[place, value]] : [])));
}

/** "A" for 0; the sheets of the tests have at most 26 columns. */
function letterOf(column: number): string {
  return String.fromCodePoint(65 + column);
}

function isValue(value: unknown): value is SheetValue {
  return ["string", "number", "boolean"].includes(typeof value) || value instanceof Date;
}

/** The named facts above the rows of a list's PDF; undefined for missing ones. */
export function factsIn(pdf: Buffer, names: readonly string[]): Record<string, string | undefined> {
  const lines = pdfText(pdf).split("\n");
  return Object.fromEntries(
    names.map((name) => [name, lines.includes(name) ? lines[lines.indexOf(name) + 1] : undefined]),
  );
}

/**
 * The texts of a PDF, page by page, decoded by its fonts' own tables: a line of a cell or paragraph
 * is a line here. A non-breaking space becomes a plain one.
 */
export function pdfText(pdf: Buffer): string {
  const objects = objectsOf(pdf);
  const all = [...objects.values()];
  const fonts = new Map<string, Map<string, string>>();
  for (const { head } of all) {
    for (const [, name = "", id = ""] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? "")?.[1];
      fonts.set(name, lettersOf(objects.get(table ?? "")?.stream ?? ""));
    }
  }
  const lines: string[] = [];
  for (const { stream } of all.filter((object) => / TJ\b/.test(object.stream))) {
    let font = new Map<string, string>();
    for (const [, name, pieces] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name !== undefined) font = fonts.get(name) ?? new Map<string, string>();
      else lines.push(setText(pieces ?? "", font));
    }
  }
  // Words are positioned one by one, each with the space after it.
  return lines.join("\n").replaceAll(" \n", " ").replaceAll("\u00a0", " ");
}

function setText(pieces: string, font: ReadonlyMap<string, string>): string {
  const glyphs = [...pieces.matchAll(/<([0-9a-f]+)>/g)].flatMap(
    ([, hex = ""]) => hex.match(/.{4}/g) ?? [],
  );
  return glyphs.map((glyph) => font.get(glyph) ?? "\ufffd").join("");
}

function objectsOf(pdf: Buffer): Map<string, { head: string; stream: string }> {
  const objects = new Map<string, { head: string; stream: string }>();
  const text = pdf.toString("latin1");
  const object = /(\d+) 0 obj\n([\s\S]*?)\n(stream\r?\n|endobj)/g;
  for (let found = object.exec(text); found !== null; found = object.exec(text)) {
    const [, id = "", head = "", after] = found;
    const start = object.lastIndex;
    // Compressed bytes may look like anything, so the search for the next object continues after
    // them.
    if (after !== "endobj") object.lastIndex += Number(/\/Length (\d+)/.exec(head)?.[1]);
    const isPacked = head.includes("/FlateDecode") && !head.includes("/Subtype");
    const stream = isPacked ? inflateSync(pdf.subarray(start, object.lastIndex)) : "";
    objects.set(id, { head, stream: stream.toString("latin1") });
  }
  return objects;
}

/** Letters by glyph, from a font's `ToUnicode` table. */
function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  const ranges = table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g);
  for (const [, first = "0", list = ""] of ranges) {
    let glyph = Number.parseInt(first, 16);
    // A glyph may stand for several letters, which are separated by a space: "fi" is <0066 0069>.
    for (const [, hex = ""] of list.matchAll(/<([0-9a-f ]+)>/g)) {
      const units = hex.match(/[0-9a-f]{4}/g) ?? [];
      const text = String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
      letters.set(glyph.toString(16).padStart(4, "0"), text);
      glyph++;
    }
  }
  return letters;
}
