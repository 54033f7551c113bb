import { createHash } from "node:crypto";

/** A strong ETag of a JSON response: equal bytes have equal ETags, in every process. */
export function etagOf(body: unknown): string {
  return `"${createHash("sha256").update(JSON.stringify(body)).digest("base64url").slice(0, 32)}"`;
}

/**
 * Whether an `If-None-Match` header contains the ETag. A proxy that compresses a response marks its
 * ETag as weak (`W/`), which means the same content.
 */
export function isKnown(etag: string, header: string | undefined): boolean {
  const tags = (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag);
}
