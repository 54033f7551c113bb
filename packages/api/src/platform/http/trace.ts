import { randomFillSync } from "node:crypto";

/** The trace of a request, by W3C Trace Context (https://www.w3.org/TR/trace-context/). */
export type Trace = {
  /** 32 hex digits, from the caller or generated. */
  trace_id: string;
  /** 16 hex digits, generated for this request. */
  span_id: string;
  /** The caller's span; absent when the trace begins here. */
  parent_id?: string;
};

const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
const nothing = /^0+$/;

/**
 * The trace of a request from its `traceparent` header. An invalid header is ignored; one of a
 * later version is read by the fields of this version, as the standard requires.
 */
export function traceOf(header: string | string[] | undefined): Trace {
  const span_id = randomHex(8);
  const match = typeof header === "string" ? traceparent.exec(header) : null;
  const [, version = "ff", trace_id = "0", parent_id = "0", more] = match ?? [];
  const isValid =
    version !== "ff" &&
    !nothing.test(trace_id) &&
    !nothing.test(parent_id) &&
    (version !== "00" || more === undefined);
  return isValid ? { trace_id, span_id, parent_id } : { trace_id: randomHex(16), span_id };
}

/** A pool of random bytes: generating many at once costs as much as a few. */
const pool = Buffer.alloc(4096);
let used = pool.length;

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString("hex", used - bytes, used);
}
