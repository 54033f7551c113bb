import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";

import { Refusal } from "../refusal.ts";

/** An uploaded file, held in memory, up to the route's size limit. */
export type Upload = { filename: string; bytes: Buffer };

/** The parts of a multipart body. */
type Form = { fields: Record<string, string>; files: Record<string, Upload> };

/** The maximum size of an uploaded file, in bytes: 15 MB. */
export const maxUploadBytes = 15 * 1024 * 1024;

/**
 * Reads a multipart body: text fields and the named files. An empty file field counts as absent.
 *
 * @throws Refusal `unsupported_media_type` or `malformed`; `file_too_large` and `file_expected` at
 * the field of the file.
 */
export async function readMultipart(
  request: FastifyRequest,
  names: readonly string[],
): Promise<Form> {
  if (!request.isMultipart())
    throw new Refusal("unsupported_media_type", { expected: "multipart/form-data" });
  // Waiting for a client that disconnected before reading began would never end.
  if (request.raw.destroyed) throw new Refusal("malformed", { reason: "it broke off." });
  const form: Form = { fields: {}, files: {} };
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") addField(form, part.fieldname, String(part.value), names);
      else await addFile(form, part, names);
    }
  } catch (error) {
    if (error instanceof Refusal || (error instanceof Error && "code" in error)) throw error;
    // The parser's own errors have no code: a part without an end, an invalid header.
    throw new Refusal("malformed", { reason: "the form is not complete." }, { cause: error });
  }
  return form;
}

function addField(form: Form, name: string, value: string, fileNames: readonly string[]): void {
  if (fileNames.includes(name)) {
    if (value !== "") throw Refusal.at(name, "file_expected");
    return;
  }
  if (Object.hasOwn(form.fields, name)) {
    throw new Refusal("malformed", { reason: `the field ${name} came twice.` });
  }
  form.fields[name] = value;
}

async function addFile(
  form: Form,
  part: MultipartFile,
  fileNames: readonly string[],
): Promise<void> {
  const bytes = await readFile(part);
  if (!fileNames.includes(part.fieldname)) {
    throw new Refusal("malformed", { reason: `there is no file field called ${part.fieldname}.` });
  }
  if (Object.hasOwn(form.files, part.fieldname)) {
    throw new Refusal("malformed", { reason: `the file ${part.fieldname} came twice.` });
  }
  if (bytes.length > 0) form.files[part.fieldname] = { filename: part.filename, bytes };
}

async function readFile(part: MultipartFile): Promise<Buffer> {
  try {
    return await part.toBuffer();
  } catch (error) {
    if (part.file.truncated) throw Refusal.at(part.fieldname, "file_too_large", { limit: "15 MB" });
    throw error;
  }
}
