import { kobo } from "@kontor/books/money";
import type { getDashboard } from "@kontor/contract/dashboard/dashboard";
import type { DataOf } from "@kontor/contract/endpoint";
import { proofChecks, type getBookProof, type ProofCheck } from "@kontor/contract/proof/proof";

type Dashboard = DataOf<typeof getDashboard>;
type BookProof = DataOf<typeof getBookProof>;

const moment = new Date("2026-03-10T07:30:00Z");

/** The dashboard of a user without permission for any part. */
export function emptyDashboard(more: Partial<Dashboard> = {}): Dashboard {
  return {
    as_of: moment,
    wallets: null,
    flows: null,
    costs: null,
    decisions: [],
    payroll: null,
    due: null,
    activity: null,
    ...more,
  };
}

const posted: NonNullable<Dashboard["activity"]>[number] = {
  id: 90,
  recorded_at: moment,
  action: "entry.posted",
  subject: "entry:51",
  record: "RCT-000051",
  actor_name: "Bola Ade",
  address: "127.0.0.1",
  tenant_id: 7,
  organization: "Acme Limited",
};

/** A dashboard with content in every part. */
export function fullDashboard(more: Partial<Dashboard> = {}): Dashboard {
  return {
    as_of: moment,
    wallets: {
      total: kobo(500_000n),
      total_dc: "DR",
      count: 1,
      first: [
        {
          tenant_id: 7,
          company_id: 7,
          name: "Acme Limited",
          balance: kobo(500_000n),
          balance_dc: "DR",
          daily: kobo(50_000n),
          runway_days: 10,
        },
      ],
    },
    flows: [
      { month: "2026-02", money_in: kobo(900_000n), money_out: kobo(400_000n) },
      { month: "2026-03", money_in: kobo(0n), money_out: kobo(0n) },
    ],
    costs: {
      since: "2026-01-01",
      groups: [
        { group_id: 41, name: "Personnel", amount: kobo(300_000n), amount_dc: "DR" },
        { group_id: 42, name: "Premises", amount: kobo(100_000n), amount_dc: "DR" },
      ],
    },
    decisions: [
      { decision: "salary_advances", waiting: 3 },
      { decision: "payroll_runs", waiting: 0 },
    ],
    payroll: {
      month: "2026-03",
      steps: [{ status: "PENDING_APPROVAL", runs: 1 }],
      runs: [
        {
          tenant_id: 7,
          company_id: 7,
          id: 4,
          number: "PR-000004",
          company_name: "Acme Limited",
          status: "PENDING_APPROVAL",
          payday: "2026-03-25",
          people: 12,
          net: kobo(1_200_000n),
        },
      ],
    },
    due: [
      { authority: "paye", owed: kobo(45_000n), due_date: "2026-03-10", month: "2026-02" },
      { authority: "itf", owed: kobo(0n), due_date: null, month: null },
    ],
    activity: [posted],
    ...more,
  };
}

const names = Object.keys(proofChecks) as ProofCheck[];

/** The proof of one organization's books that have never been checked. */
export function uncheckedProof(more: Partial<BookProof> = {}): BookProof {
  return {
    checked_at: null,
    organizations: 1,
    checked: 0,
    checks: names.map((check) => ({ check, faults: 0 })),
    faults: [],
    chain: null,
    ...more,
  };
}

/** The proof of one organization's books without faults. */
export function faultlessProof(more: Partial<BookProof> = {}): BookProof {
  return uncheckedProof({
    checked_at: moment,
    checked: 1,
    chain: { position: 345, hash: "ab".repeat(32), chained_at: moment },
    ...more,
  });
}
