/**
 * The wire form of a snapshot (`xmin:xmax:in progress,…` in PostgreSQL) that pages of a list share:
 * xmin, and the other numbers as offsets from it, to keep addresses short.
 */
export function snapshotTokenOf(snapshot: string): string {
  const [xmin = "", xmax = "", running = ""] = snapshot.split(":");
  const first = BigInt(xmin);
  const others = [xmax, ...running.split(",").filter((each) => each !== "")];
  return [xmin, ...others.map((each) => String(BigInt(each) - first))].join("-");
}

/** The snapshot of a mark from {@link snapshotTokenOf}; the contract has validated it. */
export function snapshotOfToken(mark: string): string {
  const [first = 0n, ...distances] = mark.split("-").map(BigInt);
  const [xmax = first, ...running] = distances.map((each) => first + each);
  return `${first}:${xmax}:${running.join(",")}`;
}
