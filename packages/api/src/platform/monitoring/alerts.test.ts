import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect, test } from "vitest";

const folder = fileURLToPath(
  new URL("../../../../../docs/operations/monitoring/", import.meta.url),
);
const program = "/usr/bin/promtool";
const isThere = await access(program).then(
  () => true,
  () => false,
);

test.skipIf(!isThere)(
  `the alerts fire when they should and only then${isThere ? "" : ` (not run: it needs ${program})`}`,
  async () => {
    const run = promisify(execFile);
    await run(program, ["check", "rules", "alerts.yaml"], { cwd: folder });
    const { stdout } = await run(program, ["test", "rules", "alerts.test.yaml"], { cwd: folder });
    expect(stdout).toContain("SUCCESS");
  },
  60_000,
);
