import type { Rolldown } from "vite";

/**
 * The chunks that a page loads: the entry chunks, those of the given modules, and everything that
 * these import.
 *
 * @param modules paths below the web's folder. Each module must have its own chunk.
 */
export function chunksOf(
  modules: readonly string[],
  bundle: Rolldown.OutputBundle,
): Set<Rolldown.OutputChunk> {
  const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const named = modules.map((module) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${module}`));
    if (chunk === undefined) throw new Error(`No chunk was made of ${module}.`);
    return chunk;
  });
  const all = new Set([...chunks.filter((chunk) => chunk.isEntry), ...named]);
  // The set grows while the loop runs.
  for (const chunk of all) {
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported) all.add(imported);
    }
  }
  return all;
}
