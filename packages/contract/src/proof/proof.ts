import { z } from "zod";

import { bookFault } from "../accounting/books.ts";
import { endpoint } from "../endpoint.ts";
import { describeList } from "../list.ts";
import { describeReport } from "../reports/report.ts";
import { idOut, organizationFilter, recordTenantId } from "../wire/ids.ts";
import { moment } from "../wire/moment.ts";
import { money, side } from "../wire/money.ts";

/**
 * The checks of the books: for each its kinds of fault, and the sentence shown when there is none.
 */
export const proofChecks = {
  entries: "Entries balance",
  trial_balance: "The trial balance is zero",
  opening: "Opening balances agree",
  numbers: "Numbers have no gaps",
  totals: "Totals that are kept equal the postings",
  wallet: "Wallets equal their ledgers",
  transit: "Transfers in transit equal the transfers",
  receivable: "Advances receivable equal the advances",
  payroll: "Payroll equals its entries",
  chain: "Nothing was changed since it was recorded",
} as const;

export type ProofCheck = keyof typeof proofChecks;

const checkNames = Object.keys(proofChecks) as [ProofCheck, ...ProofCheck[]];

const checksByKind: readonly (readonly [RegExp, ProofCheck])[] = [
  [/^(?:entry_|item_|newest_entry|recorded_entry)/, "entries"],
  [/^books_unbalanced$/, "trial_balance"],
  [/^(?:number_missing|counter_wrong)$/, "numbers"],
  [/^funds_/, "wallet"],
  [/^trans(?:it|fer)_/, "transit"],
  [/^advance_/, "receivable"],
  [/^(?:payroll_|payslip_|net_salaries)/, "payroll"],
  [/^chain_/, "chain"],
];

/** The check that a kind of fault belongs to; any kind not listed belongs to the stored totals. */
export function checkOfFault(kind: string): ProofCheck {
  return checksByKind.find(([kinds]) => kinds.test(kind))?.[1] ?? "totals";
}

/** The head of a hash chain, of an organization or of the platform. */
export const chainHead = z.strictObject({
  /** The number of links. */
  position: z.int().min(0),
  /** SHA-256 in hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  chained_at: moment,
});

/**
 * A record with a page of its own: the entry of a movement, a run, a payslip of a run, or the
 * advance of a repayment.
 */
const faultRecord = z.strictObject({
  kind: z.enum(["entry", "payroll_run", "payslip", "salary_advance"]),
  id: idOut,
  /** Null for an entry. */
  company_id: idOut.nullable(),
  /** Only for a payslip. */
  run_id: idOut.nullable(),
});

export const bookProof = z.strictObject({
  /** Null before the first check; for several organizations the oldest check. */
  checked_at: moment.nullable(),
  /** The number of organizations, and of those already checked. */
  organizations: z.int().min(0),
  checked: z.int().min(0),
  /** How many faults each check found in all. */
  checks: z.array(z.strictObject({ check: z.enum(checkNames), faults: z.int().min(0) })),
  /** The first faults: one of each kind and organization, then the second of each. */
  faults: z.array(
    bookFault.extend({
      tenant_id: idOut,
      check: z.enum(checkNames),
      /** The record that shows the fault, when the subject does not identify it; otherwise null. */
      record: faultRecord.nullable(),
    }),
  ),
  /** For one organization; null for several, and before anything was chained. */
  chain: chainHead.nullable(),
});

export const getBookProof = endpoint({
  method: "GET",
  path: "/proof",
  summary: "The result of the last check of the books of one organization or all",
  access: "accounting.read",
  query: z.strictObject({ tenant_id: organizationFilter }),
  data: bookProof,
});

export const proveBooks = endpoint({
  method: "POST",
  path: "/proof",
  summary: "Check the books of one organization now",
  access: "books.check",
  body: z.strictObject({ tenant_id: recordTenantId }),
  data: bookProof,
});

/** The possible faults of the platform itself, outside organizations' books. */
export const platformFaultKinds = [
  /** Its own audit log differs from its chain. */
  "log",
  /** The last run of a job failed. */
  "job",
  /** Mails failed permanently. */
  "mails",
  /** The nightly check of all books did not run. */
  "nightly_check",
  /** The last backup failed, or the last successful one is too old. */
  "backup",
] as const;

export type PlatformFaultKind = (typeof platformFaultKinds)[number];

export const platformProof = z.strictObject({
  /**
   * When its own audit log was last verified from the first link; later links were verified just
   * now.
   */
  checked_at: moment,
  /**
   * When `npm run backup` last succeeded; null when it never did. Backups by other tools are not
   * known here.
   */
  backup_at: moment.nullable(),
  faults: z.array(z.strictObject({ kind: z.enum(platformFaultKinds), message: z.string() })),
  /** For the platform's own audit log; null before anything was chained. */
  chain: chainHead.nullable(),
});

export const getPlatformProof = endpoint({
  method: "GET",
  path: "/proof/platform",
  summary: "Current faults of the platform itself: its log, jobs, emails and backups",
  access: "platform-audit.read",
  data: platformProof,
});

/** A balance in an attestation. */
const figure = z.strictObject({ name: z.string(), amount: money, side });

/**
 * The state of an organization's books at a moment: their figures, the result of the last check,
 * and the head of the chain, by which `npm run books:verify` can later prove whether they are still
 * the same books.
 */
export const attestation = z.strictObject({
  kontor: z.literal("attestation"),
  version: z.literal(1),
  made_at: moment,
  tenant_id: idOut,
  code: z.string(),
  name: z.string(),
  entries: z.int().min(0),
  figures: z.array(figure),
  chain: chainHead.nullable(),
  /** The chain of the platform's own audit log, outside all organizations. */
  platform_chain: chainHead.nullable().optional(),
  /** The number of recorded rows that are not chained yet. */
  waiting: z.int().min(0),
  checked_at: moment.nullable(),
  faults: z.int().min(0).nullable(),
});

export const attestationReport = describeReport({
  path: "/attestation",
  summary: "An attestation of an organization’s books with the head of their chain",
  access: "accounting.read",
  query: { tenant_id: recordTenantId },
  data: attestation,
});

type AttestationRow = { what: string; figure: string };

export const attestationList = describeList<AttestationRow>()({
  label: "Attestation of the Books",
  columns: {
    what: { header: "What", kind: "text", width: 34, value: (row) => row.what, phone: "what" },
    figure: {
      header: "Figure",
      kind: "text",
      width: 70,
      wrap: true,
      value: (row) => row.figure,
      phone: "detail",
    },
  },
  main: "what",
});
