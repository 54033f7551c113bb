import type { Rolldown } from "vite";

/**
 * The chunks that a page loads: those that it begins with, those of these modules, and all that these import.
 *
 * @param modules by their path below the web's folder, each of which has a chunk of its own.
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
  // Grows while it is walked.
  for (const chunk of all) {
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported) all.add(imported);
    }
  }
  return all;
}
