import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
/** Far more bytes than the databases of a run ever need at once. */
const ample = 6 * 2 ** 30;

/**
 * The folder for databases that exist only during a run. It is in memory if there is enough: on a
 * disk, a run spends a tenth of its processor time, and additional waiting, on files that it
 * creates and removes.
 */
export async function dataRoot(): Promise<string> {
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return Math.min(room, process.availableMemory()) > ample ? memory : tmpdir();
}
