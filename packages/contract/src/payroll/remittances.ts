import { isMonth } from "@kontor/payroll/month";
import {
  isYearly,
  REMITTANCE_SCHEMES,
  type RemittanceScheme,
} from "@kontor/payroll/statutory/remittance";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { stateById } from "../reference/nigeria.ts";
import { pensionAdministratorById } from "../reference/pension-administrators.ts";
import { date } from "../wire/dates.ts";
import { id, idOut, recordTenantId } from "../wire/ids.ts";
import { amount } from "../wire/money.ts";
import { line, optionalLine } from "../wire/text.ts";
import { postedPayment } from "./posted-payment.ts";

export const schemeNames: Readonly<Record<RemittanceScheme, string>> = {
  PAYE: "PAYE",
  PENSION: "Pension",
  NHF: "NHF",
  NSITF: "NSITF",
  ITF: "ITF",
};

export const scheme = z.enum(REMITTANCE_SCHEMES, {
  error: `Choose one of ${REMITTANCE_SCHEMES.join(", ")}.`,
});

const periodSentence = "Give a month as YYYY-MM, or of a scheme by the year its year as YYYY.";

/** Whether a text is a plausible payroll year, 1900 to 2999. */
export function isYear(text: string): boolean {
  return /^(?:19|2\d)\d{2}$/.test(text);
}

/** A month, or a year for a scheme that is settled yearly. */
export const remittancePeriod = z
  .string({ error: periodSentence })
  .refine((text) => isMonth(text) || isYear(text), { error: periodSentence })
  .meta({ description: 'A month or a year, for example "2026-03"' });

/**
 * The authority of a scheme: the id of a state for PAYE, the key of a pension fund administrator
 * for the pension, and empty where there is only one fund.
 */
const authority = z.string().max(40, "Use at most 40 characters.").default("");

/** The name of an authority, or a text for records that do not name it. */
export function authorityName(of: RemittanceScheme, key: string): string {
  switch (of) {
    case "PAYE":
      return stateById(Number(key))?.name ?? "State not recorded";
    case "PENSION":
      return pensionAdministratorById(key)?.name ?? "Administrator not recorded";
    case "NHF":
      return "Federal Mortgage Bank";
    case "NSITF":
      return "Social Insurance Trust Fund";
    case "ITF":
      break;
  }
  return "Industrial Training Fund";
}

/** Whether the payee is known. */
export function isAuthority(of: RemittanceScheme, key: string): boolean {
  if (of === "PAYE") return stateById(Number(key)) !== undefined;
  if (of === "PENSION") return pensionAdministratorById(key) !== undefined;
  return key === "";
}

/** A posted payment to an authority. */
export const remittance = postedPayment.extend({
  tenant_id: idOut,
  company_id: idOut,
  scheme,
  authority: z.string(),
  authority_name: z.string(),
  period: z.string(),
  reference: z.string(),
});

const remittanceKey = { tenant_id: recordTenantId, scheme, authority, period: remittancePeriod };

const periodFits = {
  holds: (value: { scheme: RemittanceScheme; period: string }) =>
    isYearly(value.scheme) === isYear(value.period),
  error: { path: ["period"], error: periodSentence },
};

export const listRemittances = endpoint({
  method: "GET",
  path: "/remittances",
  summary: "Remittances to an authority for a month or year, oldest first",
  access: "payroll.read",
  query: z.strictObject(remittanceKey).refine(periodFits.holds, periodFits.error),
  data: z.array(remittance),
});

/** The ledgers from which a remittance may be paid. */
export const listRemittanceLedgers = endpoint({
  method: "GET",
  path: "/remittance-ledgers",
  summary: "The cash and bank ledgers from which a remittance can be paid, Bank clearing first",
  access: "remittances.record",
  query: z.strictObject({ tenant_id: recordTenantId }),
  data: z.array(z.strictObject({ id: idOut, code: z.string(), name: z.string() })),
});

export const remittanceFields = {
  amount,
  /** The day of the payment, today or earlier. */
  paid_on: date,
  /** The cash or bank ledger that the money left; defaults to Bank clearing. */
  ledger_id: id.optional(),
  /** The authority's or bank's reference of the payment; it becomes the narration in the books. */
  reference: optionalLine(80),
};

export const recordRemittance = endpoint({
  method: "POST",
  path: "/remittances",
  summary: "Record that an authority was paid for a month or year, in full or in part, and post it",
  access: "remittances.record",
  body: z
    .strictObject({ ...remittanceKey, ...remittanceFields })
    .refine(periodFits.holds, periodFits.error),
  data: remittance,
  status: 201,
  idempotent: true,
});

/** The maximum number of remittances that one call records. */
export const maxRemittances = 100;

type RemittanceKey = { scheme: RemittanceScheme; authority: string; period: string };

const areDistinct = (several: readonly RemittanceKey[]) =>
  new Set(several.map(({ scheme: of, authority: to, period }) => `${of} ${to} ${period}`)).size ===
  several.length;

export const recordRemittances = endpoint({
  method: "POST",
  path: "/remittances/batch",
  summary: "Record payments of one day to up to 100 authorities, all or none, each with its entry",
  access: "remittances.record",
  body: z.strictObject({
    tenant_id: recordTenantId,
    remittances: z
      .array(
        z
          .strictObject({ scheme, authority, period: remittancePeriod, amount })
          .refine(periodFits.holds, periodFits.error),
      )
      .min(1, "Give at least one remittance.")
      .max(maxRemittances, `Record at most ${maxRemittances} remittances at once.`)
      .refine(areDistinct, "Give each authority once for each month or year."),
    paid_on: remittanceFields.paid_on,
    ledger_id: remittanceFields.ledger_id,
    reference: remittanceFields.reference,
  }),
  data: z.array(remittance),
  status: 201,
  idempotent: true,
});

const reversalFields = { reason: line("the reason", 300) };

export const reverseRemittance = endpoint({
  method: "POST",
  path: "/remittances/{id}/reversal",
  summary: "Reverse a remittance with a linked entry, so that it has to be remitted again",
  access: "remittances.record",
  params: z.strictObject({ id }),
  body: z.strictObject({ tenant_id: recordTenantId, ...reversalFields }),
  data: remittance,
  status: 201,
  idempotent: true,
});
