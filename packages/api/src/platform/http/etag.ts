import { createHash } from "node:crypto";

/** A strong ETag of a JSON response: the same bytes have the same one, in every process. */
export function etagOf(body: unknown): string {
  return `"${createHash("sha256").update(JSON.stringify(body)).digest("base64url").slice(0, 32)}"`;
}

/**
 * Whether an `If-None-Match` header holds the ETag. A proxy that compresses an answer marks its ETag
 * as weak (`W/`), which says the same content.
 */
export function isKnown(etag: string, header: string | undefined): boolean {
  const tags = (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag);
}
