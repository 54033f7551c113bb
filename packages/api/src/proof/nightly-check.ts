import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { BackgroundWork } from "../platform/jobs/jobs.ts";
import type { JobLog } from "../platform/mail/mailer.ts";
import { recordMaintenance } from "../platform/monitoring/maintenance.ts";
import { tenantIds } from "../platform/organization/organization.ts";
import { setAllTenantsReadable, setTenant } from "../platform/scope.ts";
import { checkEverything } from "./check.ts";
import { savePlatformProof } from "./platform-proof.ts";
import { saveProof } from "./proof.ts";

type CheckOptions = { database: Database; clock: Clock; log: JobLog };

/** Checks all books each night at 02:41 in Lagos; the log and the metrics show the result. */
export function nightlyCheckWork(options: CheckOptions): BackgroundWork {
  return {
    queue: "books-check",
    schedule: "41 1 * * *",
    run: async () => {
      await checkAllBooks(options);
      return undefined;
    },
  };
}

/**
 * Checks the books of all tenants in one snapshot, stores the result, and logs each fault. A tenant
 * that is added meanwhile was not checked, and what is recorded meanwhile was not either, so the
 * result is that of the start.
 */
export async function checkAllBooks({ database, clock, log }: CheckOptions): Promise<void> {
  const startedAt = performance.now();
  const at = clock.now();
  const { checked, faults } = await database.transaction(
    async (tx) => {
      await setAllTenantsReadable(tx);
      return { checked: await tenantIds(tx), faults: await checkEverything(tx, null) };
    },
    { snapshot: true },
  );
  const milliseconds = performance.now() - startedAt;
  for (const fault of faults) log.error(fault, "the books do not agree");
  const run = { finishedAt: clock.now(), milliseconds, faults: faults.length };
  await database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    await savePlatformProof(tx, clock.now());
  });
  await database.transaction((tx) => recordMaintenance(tx, { kind: "books_check", ...run }));
  for (const tenantId of checked) {
    const own = faults.filter(({ tenant_id }) => tenant_id === tenantId);
    await database.transaction(async (tx) => {
      await setTenant(tx, tenantId);
      await saveProof(tx, tenantId, { at, milliseconds, faults: own });
    });
  }
}
