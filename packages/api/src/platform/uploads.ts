import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";

import { Failure } from "./failure.ts";

/** One uploaded file, whole, in memory; the ceiling of the route bounds it. */
export type Upload = { filename: string; bytes: Buffer };

/** The largest file of an upload, in bytes: 15 MB. */
export const uploadCeiling = 15 * 1024 * 1024;

/**
 * Reads a multipart body: text fields and the named files. A file field that is left empty counts as absent.
 *
 * @throws Failure `unsupported_media_type` or `malformed`; `file_too_large` and `file_expected` at the
 *   field of the file.
 */
export async function readMultipart(
  request: FastifyRequest,
  names: readonly string[],
): Promise<{ fields: Record<string, string>; files: Record<string, Upload> }> {
  if (!request.isMultipart())
    throw new Failure("unsupported_media_type", { expected: "multipart/form-data" });
  const fields: Record<string, string> = {};
  const files: Record<string, Upload> = {};
  for await (const part of request.parts()) {
    if (part.type === "field") {
      if (names.includes(part.fieldname)) {
        if (part.value !== "") throw Failure.at(part.fieldname, "file_expected");
        continue;
      }
      if (Object.hasOwn(fields, part.fieldname)) {
        throw new Failure("malformed", { reason: `the field ${part.fieldname} came twice.` });
      }
      fields[part.fieldname] = String(part.value);
    } else {
      const bytes = await readFile(part);
      if (!names.includes(part.fieldname)) {
        throw new Failure("malformed", {
          reason: `there is no file field called ${part.fieldname}.`,
        });
      }
      if (bytes.length > 0) files[part.fieldname] = { filename: part.filename, bytes };
    }
  }
  return { fields, files };
}

async function readFile(part: MultipartFile): Promise<Buffer> {
  try {
    return await part.toBuffer();
  } catch (error) {
    if (part.file.truncated) throw Failure.at(part.fieldname, "file_too_large", { limit: "15 MB" });
    throw error;
  }
}
