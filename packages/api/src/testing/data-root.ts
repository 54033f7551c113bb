import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
/** Bytes that the databases of a run never need at once, by far. */
const ample = 6 * 2 ** 30;

/**
 * The folder for databases that live no longer than a run: in memory where there is plenty, for on a disk a
 * run spends a tenth of its processor time, and waits besides, for folders of files that it makes and removes.
 */
export async function dataRoot(): Promise<string> {
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return Math.min(room, process.availableMemory()) > ample ? memory : tmpdir();
}
