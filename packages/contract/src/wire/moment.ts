import { z } from "zod";

/** A moment in UTC, ISO 8601. */
export const moment = z
  .codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (value) => value.toISOString(),
  })
  .meta({ format: "date-time" });
