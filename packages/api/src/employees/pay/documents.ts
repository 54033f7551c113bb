import { maxEvidenceBytes, type getEmployeeDocument } from "@kontor/contract/employees/pay";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";

import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import type { Files } from "../../platform/http/request.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import { employeeRowAt } from "../records/employee.ts";

export type Evidence = { filename: string; media_type: string; bytes: Buffer };

/** The first bytes of each allowed kind of file; the file name is not trusted. */
const signatures: readonly (readonly [mediaType: string, fits: (bytes: Buffer) => boolean])[] = [
  ["application/pdf", (bytes) => bytes.subarray(0, 1024).includes("%PDF-")],
  ["image/png", (bytes) => bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))],
  ["image/jpeg", (bytes) => bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))],
  [
    "image/webp",
    (bytes) =>
      bytes.subarray(0, 4).toString("latin1") === "RIFF" &&
      bytes.subarray(8, 12).toString("latin1") === "WEBP",
  ],
];

/**
 * The evidence of an upload, if any. @throws Refusal `file_too_large`, `evidence_invalid` at
 * `evidence`
 */
export function prepareEvidence({ evidence }: Files): Promise<Evidence | undefined> {
  if (evidence === undefined) return Promise.resolve(undefined);
  if (evidence.bytes.length > maxEvidenceBytes) {
    throw Refusal.at("evidence", "file_too_large", { limit: "5 MB" });
  }
  const found = signatures.find(([, fits]) => fits(evidence.bytes));
  if (found === undefined) throw Refusal.at("evidence", "evidence_invalid");
  const filename = evidence.filename.slice(-150) || "evidence";
  return Promise.resolve({ filename, media_type: found[0], bytes: evidence.bytes });
}

/** Stores evidence of an employee. @returns its id. */
export async function insertDocument(
  { tx, clock, actor }: Context,
  employee: { tenant_id: number; id: number },
  { filename, media_type, bytes }: Evidence,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into employee_documents (tenant_id, employee_id, filename, media_type, bytes, created_at, created_by)
    values (${employee.tenant_id}, ${employee.id}, ${filename}, ${media_type}, ${bytes}, ${clock.now()},
      ${actor.user_id})
    returning id`.execute(tx);
  return exactlyOne(rows).id;
}

/**
 * Evidence as it was uploaded. It is sent as a download and never shown in the page. @throws
 * Refusal `not_found`
 */
export async function documentOf(
  context: Context,
  input: InputOf<typeof getEmployeeDocument>,
): Promise<FileResponse> {
  const { row } = await employeeRowAt(context, input);
  const { rows } = await sql<Evidence>`
    select filename, media_type, bytes from employee_documents
    where tenant_id = ${row.tenant_id} and employee_id = ${row.id} and id = ${input.document_id}`.execute(
    context.tx,
  );
  const document = atMostOne(rows);
  if (document === undefined) throw notFound("The document");
  const { filename, media_type, bytes: content } = document;
  return { filename, media_type, content };
}
