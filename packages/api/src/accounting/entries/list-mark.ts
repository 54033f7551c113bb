/**
 * The mark of a walk through a list as it crosses the wire, from PostgreSQL's text of a snapshot
 * (`xmin:xmax:in progress,…`): xmin, and the other numbers as distances from it, to keep addresses
 * short.
 */
export function markOf(snapshot: string): string {
  const [xmin = "", xmax = "", running = ""] = snapshot.split(":");
  const first = BigInt(xmin);
  const others = [xmax, ...running.split(",").filter((each) => each !== "")];
  return [xmin, ...others.map((each) => String(BigInt(each) - first))].join("-");
}

/** The snapshot that {@link markOf} wrote as a mark; the contract has checked that it is one. */
export function snapshotOf(mark: string): string {
  const [first = 0n, ...distances] = mark.split("-").map(BigInt);
  const [xmax = first, ...running] = distances.map((each) => first + each);
  return `${first}:${xmax}:${running.join(",")}`;
}
