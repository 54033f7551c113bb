import { benchAdvances } from "./advances.ts";
import { benchBatches } from "./batches.ts";
import { benchBooksCheck } from "./books-check.ts";
import { benchChart } from "./chart.ts";
import { benchDashboard } from "./dashboard.ts";
import { benchEmployeeImport } from "./employee-import.ts";
import { benchEmployeesList } from "./employees-list.ts";
import { benchEntriesList } from "./entries-list.ts";
import { benchExports } from "./exports.ts";
import { benchFirstLoad } from "./first-load.ts";
import { benchOracle } from "./oracle.ts";
import { benchOrganizationsList } from "./organizations-list.ts";
import { benchPaint } from "./paint.ts";
import { benchPayroll } from "./payroll.ts";
import { benchPosting } from "./posting.ts";
import { benchReports } from "./reports.ts";
import { benchStartup } from "./startup.ts";
import { benchStatement } from "./statement.ts";
import { benchTenants } from "./tenants.ts";
import { benchTransfers } from "./transfers.ts";

const benches: Readonly<Record<string, () => Promise<unknown>>> = {
  "first-load": benchFirstLoad,
  paint: benchPaint,
  startup: benchStartup,
  posting: benchPosting,
  batches: benchBatches,
  "organizations-list": benchOrganizationsList,
  "employees-list": benchEmployeesList,
  "employee-import": benchEmployeeImport,
  advances: benchAdvances,
  transfers: benchTransfers,
  exports: () => benchExports(),
  payroll: benchPayroll,
  statement: () => benchStatement(),
  chart: () => benchChart(),
  reports: () => benchReports(),
  dashboard: () => benchDashboard(),
  "books-check": () => benchBooksCheck(),
  "entries-list": () => benchEntriesList(),
  tenants: benchTenants,
  oracle: benchOracle,
};

/**
 * `npm run bench`: all measurements one after the other, or the named ones: `npm run bench --
 * posting`.
 */
const requested = process.argv.slice(2);
const unknown = requested.filter((name) => benches[name] === undefined);
if (unknown.length > 0) {
  process.stderr.write(
    `There is no measurement called ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.\n`,
  );
  process.exitCode = 2;
} else {
  for (const name of requested.length > 0 ? requested : Object.keys(benches)) {
    process.stdout.write(`\n${name}\n`);
    await benches[name]?.();
  }
}
