import { formatCounted } from "@kontor/contract/format";

import { systemClock } from "../platform/clock.ts";
import { recordMaintenance } from "../platform/monitoring/maintenance.ts";
import { checkEverything } from "../proof/check.ts";
import { commandArguments, withUsage, idOption, readDatabase, runCommand } from "./command.ts";

const usage = `Usage: npm run books:check [-- --tenant 12]

  --tenant  checks the books of this organization alone: the first number in the address of its page

Exit status: 0 when the books agree, 1 when there is a fault, 2 when the check could not run.`;

function tenantArgument(): number | null {
  const { values } = commandArguments(usage, { options: { tenant: { type: "string" } } });
  const { tenant } = values;
  return tenant === undefined ? null : withUsage(usage, () => idOption("tenant", tenant));
}

/**
 * `npm run books:check [-- --tenant 12]`: recomputes the books of one tenant or all, whether or not
 * Kontor is running, and prints each fault. The exit status is 0 when the books agree, 1 when there
 * is a fault, and 2 when the check could not run.
 */
await runCommand(async () => {
  const tenant = tenantArgument();
  const startedAt = performance.now();
  const faults = await readDatabase(async (tx) => {
    const found = await checkEverything(tx, tenant);
    if (tenant === null) {
      const milliseconds = performance.now() - startedAt;
      const run = { finishedAt: systemClock.now(), milliseconds, faults: found.length };
      await recordMaintenance(tx, { kind: "books_check", ...run });
    }
    return found;
  });
  for (const { tenant_id, kind, subject, message } of faults) {
    const owner = tenant_id === null ? "platform" : `tenant ${tenant_id}`;
    process.stdout.write(`${owner}, ${subject}, ${kind}: ${message}\n`);
  }
  const count = formatCounted(faults.length, "fault");
  process.stdout.write(faults.length === 0 ? "The books agree.\n" : `${count} found.\n`);
  return faults.length === 0 ? 0 : 1;
});
