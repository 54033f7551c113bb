import { z } from "zod";

const idSentence = "Give an id: a whole number above zero.";

/**
 * An id on the wire: a JSON number. Paths and queries carry it as digits, and forms may, so digits
 * are accepted too. The empty string is refused and never read as 0.
 */
export const id = z
  .union(
    [
      // Zod shows the message of the closest option, so that one needs the sentence too.
      z.int().positive(idSentence),
      z
        .string()
        .regex(/^[1-9]\d{0,15}$/)
        .transform(Number),
    ],
    { error: idSentence },
  )
  .meta({ description: "Identity" });

/** An id in a response. */
export const idOut = z.int().positive();

/** The path parameters of one organization. */
export const organizationParams = z.strictObject({ tenant_id: id, company_id: id });

/** The organization filter: 0 or absent means all organizations that the caller may read. */
export const organizationFilter = z
  .union(
    [
      z.int().min(0),
      z
        .string()
        .regex(/^\d{1,16}$/)
        .transform(Number),
    ],
    {
      error: "Give the tenant_id of an organization, or 0 for all organizations.",
    },
  )
  .optional();

/**
 * The organization of the record that a call is about. A caller who may enter several organizations
 * must name it, or is refused with `organization_required`. A user of one organization may leave it
 * out.
 */
export const recordTenantId = id.optional();
