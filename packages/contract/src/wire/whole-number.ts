import { z } from "zod";

/** A whole number of a range, as a JSON number or in digits; with one message for all that it is not. */
export const wholeNumber = (min: number, max: number, sentence: string) =>
  z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^\d{1,9}$/)
          .transform(Number),
      ],
      { error: sentence },
    )
    .refine((value) => value >= min && value <= max, { error: sentence });
