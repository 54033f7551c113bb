import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { Work } from "../platform/jobs/jobs.ts";
import type { JobLog } from "../platform/mail/mailer.ts";
import { recordMaintenance } from "../platform/monitoring/maintenance.ts";
import { tenantIds } from "../platform/organization/organization.ts";
import { readAllTenants, setTenant } from "../platform/scope.ts";
import { checkEverything } from "./check.ts";
import { keepPlatformProof } from "./platform-proof.ts";
import { keepProof } from "./proof.ts";

type CheckOptions = { database: Database; clock: Clock; log: JobLog };

/** Checks all books each night at 02:41 in Lagos; the log and the metrics show the result. */
export function nightlyCheckWork(options: CheckOptions): Work {
  return {
    queue: "books-check",
    schedule: "41 1 * * *",
    run: async () => {
      await checkAllBooks(options);
      return undefined;
    },
  };
}

/** Checks the books of all tenants in one snapshot, stores the result, and logs each fault. */
export async function checkAllBooks({ database, clock, log }: CheckOptions): Promise<void> {
  const startedAt = performance.now();
  const read = database.transaction(
    async (tx) => {
      await readAllTenants(tx);
      return checkEverything(tx, null);
    },
    { snapshot: true },
  );
  const faults = await read;
  const milliseconds = performance.now() - startedAt;
  for (const fault of faults) log.error(fault, "the books do not agree");
  const run = { finishedAt: clock.now(), milliseconds, faults: faults.length };
  await database.transaction(async (tx) => {
    await readAllTenants(tx);
    await keepPlatformProof(tx, clock.now());
  });
  await database.transaction((tx) => recordMaintenance(tx, { kind: "books_check", ...run }));
  for (const tenantId of await database.transaction((tx) => tenantIds(tx))) {
    const own = faults.filter(({ tenant_id }) => tenant_id === tenantId);
    await database.transaction(async (tx) => {
      await setTenant(tx, tenantId);
      await keepProof(tx, tenantId, { at: clock.now(), milliseconds, faults: own });
    });
  }
}
