import { rooms } from "./plan.ts";
import { lineAt, type Breach, type Tree } from "./source-tree.ts";

const page = "ARCHITECTURE.md";

/** The table of rooms in ARCHITECTURE.md must name the same parts as `plan.ts`. */
export function roomTableBreaches(tree: Tree, plan = rooms): Breach[] {
  const text = tree.files.get(page)?.text;
  if (text === undefined) return [];
  const rows = new Map(
    Array.from(
      text.matchAll(/^\| `([\w/-]+)` \| (.*) \|$/gm),
      ({ 1: room = "", 2: cell = "", index }) => [
        room,
        { line: lineAt(text, index), named: partsIn(cell) },
      ],
    ),
  );
  return Object.entries(plan).flatMap(([folder, chains]) => {
    const room = folder.replace(/^packages\//, "").replace(/\/src(?=\/|$)/, "");
    const planned = new Set(chains.flatMap((chain) => chain.split(" < ")));
    planned.delete(".");
    const { line, named } = rows.get(room) ?? { line: 1, named: new Set<string>() };
    const breach = (message: string) => ({ file: page, line, rule: "room-table", message });
    return [
      ...[...planned]
        .filter((part) => !named.has(part))
        .map((part) =>
          breach(`Name \`${part}\` of tools/house/plan.ts in the row of \`${room}\`.`),
        ),
      ...[...named]
        .filter((part) => !planned.has(part))
        .map((part) =>
          breach(
            `tools/house/plan.ts knows no \`${part}\` in \`${room}\`: take it out of the row.`,
          ),
        ),
    ];
  });
}

function partsIn(cell: string): Set<string> {
  return new Set(Array.from(cell.matchAll(/`([\w.-]+)`/g), ({ 1: part = "" }) => part));
}
