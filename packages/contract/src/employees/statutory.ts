import { isNin, isRsaPin, isTaxId, normalizeNumber } from "@kontor/payroll/identity-numbers";
import {
  PENSION_EXEMPTIONS,
  type PensionExemption,
} from "@kontor/payroll/statutory/pension-exemption";
import { z } from "zod";

import { pensionAdministratorById } from "../reference/pension-administrators.ts";
import { optionalLine, optionalText } from "../wire/text.ts";
import { codeInWords } from "../words.ts";

/** A number that is validated and stored without separators. */
const identityNumber = (fits: (text: string) => boolean, sentence: string) =>
  z
    .string({ error: sentence })
    .overwrite(normalizeNumber)
    .refine((text) => text === "" || fits(text), sentence);

/** A number that is left out stays unchanged; an empty one is removed. */
export const statutoryFields = {
  nin: identityNumber(isNin, "A NIN has 11 digits. Check it against the slip.").optional(),
  tax_id: identityNumber(
    isTaxId,
    "A tax ID has 13 digits. Check it against the registration.",
  ).optional(),
  rsa_pin: identityNumber(
    isRsaPin,
    "An RSA PIN is PEN and 12 digits, such as PEN100123456789.",
  ).optional(),
  pfa: z
    .string()
    .refine(
      (key) => pensionAdministratorById(key) !== undefined,
      "Choose a pension fund administrator from the list.",
    )
    .nullable()
    .optional(),
  /** Why the employee is outside the pension scheme; null for those in it. */
  pension_exemption: z
    .enum(PENSION_EXEMPTIONS, { error: `Choose one of ${PENSION_EXEMPTIONS.join(", ")}.` })
    .nullable()
    .optional(),
  /** A note on the exemption; removed with it. */
  pension_exemption_note: optionalLine(300),
  nhf_number: optionalText(20).refine(
    (text) => !text || /^[A-Za-z0-9/-]+$/.test(text),
    "An NHF number has up to 20 letters and digits.",
  ),
  /** Whether the employee asked for NHF, voluntary in the private sector since 2023. */
  nhf_consent: z.boolean({ error: "Say true or false." }).optional(),
};

/** The numbers are masked except for their last four characters. */
export const statutory = z.strictObject({
  nin: z.string().nullable(),
  tax_id: z.string().nullable(),
  rsa_pin: z.string().nullable(),
  pfa: z.string().nullable(),
  pfa_name: z.string().nullable(),
  pension_exemption: z.enum(PENSION_EXEMPTIONS).nullable(),
  pension_exemption_note: z.string(),
  nhf_number: z.string(),
  nhf_consent: z.boolean(),
});

/** The reasons for being outside the pension scheme, with their titles: "Foreign employee". */
const pensionExemptions: readonly { value: PensionExemption; label: string }[] =
  PENSION_EXEMPTIONS.map((value) => ({ value, label: codeInWords(value) }));

/** The reason with a title, whatever its letter case; undefined for another text. */
export function pensionExemptionByName(text: string): PensionExemption | undefined {
  const title = text.trim().toLowerCase();
  return pensionExemptions.find(({ label }) => label.toLowerCase() === title)?.value;
}
