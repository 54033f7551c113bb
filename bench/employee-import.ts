import { buildApp } from "@kontor/api/app";
import { checkImports } from "@kontor/api/employees/imports/check";
import { systemClock } from "@kontor/api/platform/clock";
import { parseEnvironment } from "@kontor/api/platform/environment";
import { csv } from "@kontor/api/platform/export/csv";
import type { ExportTable } from "@kontor/api/platform/export/export-table";
import { xlsx } from "@kontor/api/platform/export/xlsx";

import {
  addBenchCompany,
  openBenchDatabase,
  openBenchSession,
  openBenchTenant,
} from "./database.ts";
import { median, print, formatRow } from "./timing.ts";

const rows = 10_000;
const rounds = 3;

type Person = { number: number };
const columns: ExportTable<Person>["columns"] = [
  "Staff Number",
  "First Name",
  "Last Name",
  "Email",
  "Phone",
  "Department",
  "Designation",
  "State of Residence",
  "Local Government",
  "Start Date",
  "NIN",
  "Tax ID",
  "RSA PIN",
  "PFA",
  "Bank",
  "Account Number",
  "Basic",
  "Housing",
  "Transport",
].map((header) => ({ header, width: 16, kind: "text", cell: (person) => cellOf(header, person) }));

function cellOf(header: string, { number }: Person): string {
  const digits = (count: number) =>
    String(number * 7919)
      .padStart(count, "0")
      .slice(-count);
  const cells: Readonly<Record<string, string>> = {
    "Staff Number": `EMP-${number}`,
    "First Name": "Ngozi",
    "Last Name": `Okafor ${number}`,
    Email: `person${number}@example.com`,
    Phone: `080${digits(8)}`,
    Department: "Finance",
    Designation: "Accountant",
    "State of Residence": "Lagos",
    "Local Government": "Ikeja",
    "Start Date": "2024-01-01",
    NIN: digits(11),
    "Tax ID": digits(13),
    "RSA PIN": `PEN${digits(12)}`,
    PFA: "Stanbic IBTC Pension Managers",
    Bank: "GTBank",
    "Account Number": digits(10),
    Basic: "250000.00",
    Housing: "75000.00",
    Transport: "50000.00",
  };
  return cells[header] ?? "";
}

/** The imports of an organization, through the calls of the screen. */
type Imports = {
  /** Uploads a file and waits for its check, whose counts must be as expected. */
  preview(file: Blob, expected: Record<string, number>): Promise<Import & { seconds: number }>;
  commit(found: Import): Promise<void>;
  close(): Promise<void>;
};

async function serve(): Promise<Imports> {
  const bench = await openBenchDatabase();
  const { tenantId } = await openBenchTenant(bench.database, "bench", 1);
  const companyId = await addBenchCompany(bench.database, tenantId);
  const token = await openBenchSession(bench.database);
  const environment = parseEnvironment({
    NODE_ENV: "test",
    LOG_LEVEL: "fatal",
    KONTOR_REQUESTS_PER_MINUTE: "100000000",
    KONTOR_SECRET_KEY: "ab".repeat(32),
  });
  const { database } = bench;
  const app = await buildApp({ environment, database, clock: systemClock });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const imports = `${address}/api/organizations/${tenantId}/${companyId}/employee-imports`;
  const call = (method: string, path: string, body?: object) =>
    ask(`${imports}${path}`, token, method, body);
  return {
    preview: async (file, expected) => {
      const form = new FormData();
      form.append("file", file, "staff");
      const begin = performance.now();
      const { id } = await call("POST", "", form);
      await checkImports({ database, environment, clock: systemClock, log: console });
      const seconds = (performance.now() - begin) / 1000;
      const found = await call("GET", `/${id}`);
      const wrong = Object.entries(expected).some(([kind, count]) => found.counts[kind] !== count);
      if (wrong) throw new Error(`the preview says ${JSON.stringify(found)}`);
      return { ...found, seconds };
    },
    commit: async ({ id, version }) => {
      await call("POST", `/${id}/commit`, { version, without_rejected: false });
    },
    close: async () => {
      await app.close();
      await bench.close();
    },
  };
}

async function ask(url: string, token: string, method: string, body?: object): Promise<Import> {
  const form = body instanceof FormData;
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined || form ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  });
  const answered = (await response.json()) as { data: Import };
  if (!response.ok) throw new Error(`${method} ${url} answered ${JSON.stringify(answered)}`);
  return answered.data;
}

/**
 * The preview of a file of 10,000 employees with 19 columns, from the first byte of the upload to
 * the last row checked, first with new employees, then with existing ones; and the import itself.
 *
 * @returns the longest preview in seconds.
 */
export async function benchEmployeeImport(): Promise<number> {
  const files = { CSV: await fileOf(csv), Excel: await fileOf(xlsx) };
  const imports = await serve();
  const measure = async (name: string, expected: Record<string, number>): Promise<number> => {
    const figures: number[] = [];
    for (const file of Object.values(files)) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        times.push((await imports.preview(file, expected)).seconds);
      }
      figures.push(median(times));
    }
    print(formatRow(name, ...figures));
    return Math.max(...figures);
  };
  try {
    print(formatRow("seconds", ...Object.keys(files)));
    const unknown = await measure("preview, all new", { NEW: rows });
    const found = await imports.preview(files.CSV, { NEW: rows });
    const begin = performance.now();
    await imports.commit(found);
    const imported = (performance.now() - begin) / 1000;
    const known = await measure("preview, all there already", { UNCHANGED: rows });
    print(formatRow("import", imported));
    return Math.max(unknown, known);
  } finally {
    await imports.close();
  }
}

type Import = { id: number; version: number; counts: Record<string, number> };

async function fileOf(
  write: (table: ExportTable<Person>) => AsyncIterable<string | Uint8Array>,
): Promise<Blob> {
  const people = Array.from({ length: rows }, (_unused, index) => ({ number: index + 1 }));
  const pieces: BlobPart[] = [];
  const table = {
    title: "Employees",
    facts: [],
    filename: "employees",
    tenantId: null,
    total: rows,
    rows: (async function* () {
      yield people;
    })(),
    columns,
    print: [],
  };
  for await (const piece of write(table)) {
    pieces.push(typeof piece === "string" ? piece : new Uint8Array(piece));
  }
  return new Blob(pieces);
}

if (import.meta.main) {
  print(`the longest preview of ${rows} rows: ${(await benchEmployeeImport()).toFixed(2)} s`);
}
