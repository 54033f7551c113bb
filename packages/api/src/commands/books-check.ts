import { parseArgs } from "node:util";

import { checkBooksAndFunds } from "../funding/coherence.ts";
import { readConfig } from "../platform/config.ts";
import { openDatabaseServer } from "../platform/database-server.ts";
import { openDatabase } from "../platform/database.ts";
import { readAllTenants } from "../platform/scope.ts";

/**
 * `npm run books:check [-- --tenant 12]`: recomputes the books of one tenant or all, names each fault
 * and ends with status 1 when there is one.
 */
async function run(): Promise<number> {
  const { values } = parseArgs({ options: { tenant: { type: "string" } } });
  const tenant = values.tenant === undefined ? null : Number(values.tenant);
  if (tenant !== null && !Number.isSafeInteger(tenant)) {
    process.stderr.write("--tenant takes the tenant_id of an organization, a whole number.\n");
    return 2;
  }
  const server = await openDatabaseServer(readConfig(), {
    log: (message) => process.stderr.write(`${message}\n`),
    onExit: (reason) => process.stderr.write(`The embedded database ended: ${reason}\n`),
  });
  const database = openDatabase({ url: server.url, connections: 1, onError: () => undefined });
  try {
    const faults = await database.transaction(async (tx) => {
      await readAllTenants(tx);
      return checkBooksAndFunds(tx, tenant);
    });
    for (const fault of faults) {
      process.stdout.write(`tenant ${fault.tenant_id}: ${fault.kind}: ${fault.message}\n`);
    }
    process.stdout.write(faults.length === 0 ? "The books agree.\n" : `${faults.length} faults.\n`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await database.close();
    await server.stop();
  }
}

process.exitCode = await run();
