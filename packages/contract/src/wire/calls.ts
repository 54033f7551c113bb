import { z } from "zod";

/** `token` is a legacy field of older clients: accepted, ignored. */
export const legacyToken = { token: z.string().max(500, "Leave the token out.").optional() };

/** The response of a call without data. */
export const done = z.strictObject({ done: z.literal(true) });
