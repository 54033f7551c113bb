import { kobo, ZERO } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import type { fundingMovementsReport } from "@kontor/contract/reports/funding-movements";
import type {
  differingEntriesReport,
  reconciliationReport,
} from "@kontor/contract/reports/reconciliation";

import { signed } from "./payroll.ts";

type Movements = DataOf<typeof fundingMovementsReport.read>;
type Reconciliation = DataOf<typeof reconciliationReport.read>;
type Differing = DataOf<typeof differingEntriesReport.read>;

const acme = { tenant_id: 7, organization: "Acme Corporation" };

/** ₦40,000.00 were sent to Ada and came back. The wallet opened and closed with ₦500,000.00. */
export function fundingMovements(more: Partial<Movements["rows"][number]> = {}): Movements {
  const wallet = {
    opening: signed(500_000_00n),
    closing: signed(500_000_00n),
    deposits: ZERO,
    withdrawals: ZERO,
    sent: kobo(40_000_00n),
    returned: kobo(40_000_00n),
    other: signed(0n),
  };
  const amount = kobo(40_000_00n);
  const request: Movements["rows"][number] = {
    id: 71,
    ...acme,
    company_id: 9,
    action: "WITHDRAWAL",
    purpose: "salary_advance",
    receiver: "ADA OKAFOR",
    description: "Salary advance SA-000041",
    status: "FAILED",
    reason: "The account is closed",
    returned: false,
    date: "2026-03-10",
    requested_at: new Date("2026-03-10T09:00:00Z"),
    sent_at: new Date("2026-03-10T09:00:01Z"),
    finished_at: new Date("2026-03-11T09:00:02Z"),
    amount,
    money_in: ZERO,
    money_out: amount,
    entry: { id: 81, number: "WDR-000007" },
    end_entry: { id: 82, number: "WDR-000008" },
    ...more,
  };
  const back = {
    ...request,
    returned: true,
    date: "2026-03-11",
    money_in: amount,
    money_out: ZERO,
    entry: { id: 82, number: "WDR-000008" },
    end_entry: null,
  };
  return {
    rows: [back, request],
    totals: { money_in: amount, money_out: amount },
    days: [
      { date: "2026-03-11", movements: 1, money_in: amount, money_out: ZERO },
      { date: "2026-03-10", movements: 1, money_in: ZERO, money_out: amount },
    ],
    wallet,
    wallets: [{ ...acme, ledger_id: 21, ...wallet }],
  };
}

/** The wallet is reconciled, and transit holds ₦7.00 that no transfer explains. */
export function reconciliation(more: Partial<Reconciliation> = {}): Reconciliation {
  const agrees = { ledger: signed(500_00n), records: signed(500_00n), difference: signed(0n) };
  const differs = { ledger: signed(7_00n), records: signed(0n), difference: signed(7_00n) };
  return {
    rows: [
      { ...acme, ledger_id: 21, part: "wallet", ...agrees },
      { ...acme, ledger_id: 22, part: "transit", ...differs },
      { ...acme, ledger_id: 23, part: "receivable", ...agrees },
    ],
    totals: [
      { part: "wallet", ...agrees },
      { part: "transit", ...differs },
      { part: "receivable", ...agrees },
    ],
    organizations: 1,
    differing: 1,
    ...more,
  };
}

/** The opening balance of transit, and an entry that a user posted there. */
export function differingEntries(): Differing {
  const opening = { ledger: signed(2_00n), records: signed(0n), difference: signed(2_00n) };
  const posted = { ledger: signed(5_00n), records: signed(0n), difference: signed(5_00n) };
  return {
    rows: [
      { tenant_id: 7, entry: null, narration: "What the ledger was opened with", ...opening },
      {
        tenant_id: 7,
        entry: { id: 91, number: "JRN-000004", date: "2026-03-04" },
        narration: "By hand",
        ...posted,
      },
    ],
    totals: { ledger: signed(7_00n), records: signed(0n), difference: signed(7_00n) },
  };
}
