import { sql } from "kysely";

import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Environment } from "../../platform/environment.ts";
import type { BackgroundWork } from "../../platform/jobs/jobs.ts";
import { tenantIds } from "../../platform/organization/organization.ts";
import { setTenant } from "../../platform/scope.ts";

type PurgeOptions = { database: Database; environment: Environment; clock: Clock };

/** The nightly work, at 03:23 in Lagos, that deletes the files of finished imports. */
export function purgeImportsWork(options: PurgeOptions): BackgroundWork {
  return {
    queue: "forget-imports",
    schedule: "23 2 * * *",
    run: async () => {
      await purgeImports(options);
      return undefined;
    },
  };
}

/**
 * Deletes the cells of imports older than the configured number of days, because they are a second
 * copy of personal data. Discards imports that were not committed. Keeps the rows of a committed
 * import that are needed to undo it.
 */
export async function purgeImports({ database, environment, clock }: PurgeOptions): Promise<void> {
  const before = new Date(clock.now().getTime() - environment.keep.imports * 24 * 60 * 60_000);
  for (const tenantId of await database.transaction((tx) => tenantIds(tx))) {
    await database.transaction(async (tx) => {
      await setTenant(tx, tenantId);
      const old = sql`i.tenant_id = ${tenantId} and i.created_at < ${before}
        and (i.leased_until is null or i.leased_until < ${clock.now()})`;
      await sql`
        update employee_imports i set status = 'DISCARDED', version = version + 1
        where ${old} and i.status in ('MAPPING', 'CHECKING', 'READY', 'FAILED')`.execute(tx);
      await sql`
        delete from employee_import_pieces p using employee_imports i
        where ${old} and p.tenant_id = ${tenantId} and p.import_id = i.id`.execute(tx);
      await sql`
        delete from employee_import_rows r using employee_imports i
        where ${old} and r.tenant_id = ${tenantId} and r.import_id = i.id
          and i.status in ('UNDONE', 'DISCARDED')`.execute(tx);
    });
  }
}
