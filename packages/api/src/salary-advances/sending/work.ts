import { randomUUID } from "node:crypto";

import { sql } from "kysely";

import { fundsTopic } from "../../funding/wallet.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Environment } from "../../platform/environment.ts";
import type { BackgroundWork } from "../../platform/jobs/jobs.ts";
import type { JobLog } from "../../platform/mail/mailer.ts";
import { setAllTenantsReadable, setTenant } from "../../platform/scope.ts";
import { sendingTopic, sendWaiting } from "./send.ts";

export type SendingOptions = {
  database: Database;
  environment: Environment;
  clock: Clock;
  log: JobLog;
};

/**
 * The background work that sends waiting advances: when funds arrive, when another starts waiting,
 * and every minute.
 */
export function advanceSendingWorks(options: SendingOptions): readonly BackgroundWork[] {
  const run: BackgroundWork["run"] = async (stopping) => {
    await sendAllWaiting(options, stopping);
    return undefined;
  };
  return [
    { queue: "salary-advances", topic: sendingTopic, run },
    { queue: "salary-advance-funds", topic: fundsTopic, run },
  ];
}

/**
 * Sends all waiting advances that can be sent, one organization after the other. Any number of
 * processes may run it: each advance is locked by one of them.
 */
export async function sendAllWaiting(
  { database, environment, clock, log }: SendingOptions,
  stopping?: AbortSignal,
): Promise<void> {
  const tenants = await database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const { rows } = await sql<{ tenant_id: number }>`
      select tenant_id from salary_advances where send_wanted_at is not null
      group by tenant_id order by min(send_wanted_at)`.execute(tx);
    return rows.map(({ tenant_id }) => tenant_id);
  });
  for (const tenantId of tenants) {
    for (let sent = 1; sent > 0;) {
      if (stopping?.aborted === true) return;
      try {
        sent = await database.transaction(async (tx) => {
          await setTenant(tx, tenantId);
          const recordedAt = clock.now();
          const poster = { tx, actorId: null, requestId: randomUUID(), recordedAt };
          return sendWaiting(poster, environment, tenantId);
        });
      } catch (error) {
        log.error({ err: error, tenant_id: tenantId }, "salary advances could not be sent");
        sent = 0;
      }
    }
  }
}
