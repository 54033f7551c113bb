import type { Kobo } from "@kontor/books/money";
import { sql } from "kysely";

import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { atMostOne } from "../../platform/database/rows.ts";
import type { FundingProvider, TransferReport } from "../provider.ts";
import { sandboxAccounts } from "./accounts.ts";
import { behaviourFor, behaviourNamed, stageAt } from "./behaviours.ts";

/**
 * The sandbox's record of a reference; `accepted_at` is null when the request was lost on its way.
 */
type SandboxTransfer = {
  amount: Kobo;
  behaviour: string;
  accepted_at: Date | null;
  requests: number;
};

/**
 * The sandbox provider: no money moves. It stores accepted transfers in its own table and derives
 * their status from the clock, so all processes get the same responses, also after a restart. Like
 * a real provider it pays a reference once, and answers a known reference with an uninformative
 * error.
 */
export function openSandbox({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): FundingProvider {
  return {
    ...sandboxAccounts,
    async send({ reference, amount, account_number }) {
      const name = behaviourFor(account_number);
      const { sending } = behaviourNamed(name);
      if (sending === "refused") return { answer: "refused", reason: "The bank is not served." };
      const now = clock.now();
      const { requests, accepted_at } = await saveRequest(database, {
        reference,
        amount,
        name,
        now,
      });
      if (accepted_at === null) return { answer: "unknown", reason: "timed out" };
      if (requests > (sending === "lost on its way" ? 2 : 1)) {
        return { answer: "unknown", reason: "duplicate_transfer_reference" };
      }
      // The network delivered the request twice, and only the response to the second delivery
      // arrives.
      if (sending === "answered twice") {
        return { answer: "unknown", reason: "duplicate_transfer_reference" };
      }
      if (sending === "accepted, then timed out") return { answer: "unknown", reason: "timed out" };
      const remembered = { amount, behaviour: name, accepted_at, requests };
      return { answer: "accepted", report: reportOf(remembered, accepted_at, now) };
    },
    async find(reference) {
      const { rows } = await database.statement((db) =>
        sql<SandboxTransfer>`
          select amount, behaviour, accepted_at, requests from sandbox_transfers
          where reference = ${reference}`.execute(db),
      );
      const row = atMostOne(rows);
      if (row === undefined || row.accepted_at === null) return null;
      const { silent = 0 } = behaviourNamed(row.behaviour);
      if (clock.now().getTime() - row.accepted_at.getTime() < silent) throw new Error("timed out");
      return reportOf(row, row.accepted_at, clock.now());
    },
  };
}

/**
 * Stores a request to send. The first attempt is accepted unless the behaviour loses it; the second
 * always is.
 */
async function saveRequest(
  database: Database,
  request: { reference: string; amount: Kobo; name: string; now: Date },
): Promise<{ requests: number; accepted_at: Date | null }> {
  const lost = behaviourNamed(request.name).sending === "lost on its way";
  const { rows } = await database.statement((db) =>
    sql<{ requests: number; accepted_at: Date | null }>`
      insert into sandbox_transfers as s (reference, amount, behaviour, accepted_at)
      values (${request.reference}, ${request.amount}, ${request.name}, ${lost ? null : request.now})
      on conflict (reference) do update set requests = s.requests + 1,
        accepted_at = coalesce(s.accepted_at, ${request.now})
      returning requests, accepted_at`.execute(db),
  );
  const row = atMostOne(rows);
  if (row === undefined) throw new Error("the sandbox kept nothing");
  return row;
}

function reportOf(
  { amount, behaviour }: SandboxTransfer,
  acceptedAt: Date,
  now: Date,
): TransferReport {
  const age = now.getTime() - acceptedAt.getTime();
  return { ...stageAt(behaviourNamed(behaviour), age), amount };
}
