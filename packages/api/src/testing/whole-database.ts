import { withOwnerClient } from "../platform/database/database.ts";
import type { World } from "./harness.ts";

/** Every row of every table as text, so that a secret is found wherever it was stored. */
export async function wholeDatabase(world: World): Promise<string> {
  return withOwnerClient(world.ownerUrl, async (client) => {
    await client.query("select set_config('app.reads_all', 'on', false)");
    const tables = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'",
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ text: string }>(
        `select t::text as text from ${name} t`,
      );
      texts.push(...rows.map(({ text }) => `${name} ${text}`));
    }
    return texts.join("\n");
  });
}
