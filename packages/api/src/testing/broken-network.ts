import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the network does to the request that it watches for. */
export type NetworkFault =
  | "swallows the request"
  | "swallows the answer"
  | "cuts the answer"
  | "delays the answer";

/** The delay of a delayed response, in milliseconds. */
const delay = 2000;

export type BrokenNetwork = {
  /** The database's address through this network. */
  url: string;
  /**
   * The next statement with this text, in its query or its values, suffers the fault, and its
   * connection stays dead.
   */
  meet(text: string, fault: NetworkFault): void;
  /** Breaks all connections and accepts none, as when the server stops. */
  goAway(): Promise<void>;
  /** Accepts connections again. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
};

/**
 * A network between the API and PostgreSQL that works until it is told to fail. A failing
 * connection is not closed: packets just do not arrive, as after a routing failure.
 *
 * @internal for tests
 */
export async function openBrokenNetwork(databaseUrl: string): Promise<BrokenNetwork> {
  const target = socketOf(new URL(databaseUrl));
  const folder = await mkdtemp(join(tmpdir(), "kontor-network-"));
  const open = new Set<Socket>();
  let watched: { text: string; fault: NetworkFault } | undefined;
  const server = createServer((client) => {
    const upstream = connect(target);
    let fault: NetworkFault | undefined;
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        open.delete(socket);
        if (fault === undefined) other.destroy();
      });
    }
    client.on("data", (chunk) => {
      if (watched !== undefined && chunk.includes(watched.text)) {
        fault ??= watched.fault;
        watched = undefined;
      }
      if (fault !== "swallows the request") upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      if (fault === undefined) client.write(chunk);
      else if (fault === "cuts the answer") client.destroy();
      else if (fault === "delays the answer") {
        setTimeout(() => client.writable && client.write(chunk), delay);
      }
    });
  });
  const listen = () =>
    new Promise<void>((resolve) => {
      server.listen(join(folder, ".s.PGSQL.5432"), resolve);
    });
  const end = () =>
    new Promise<void>((resolve) => {
      for (const socket of open) socket.destroy();
      server.close(() => resolve());
    });
  await listen();
  const url = new URL(databaseUrl);
  url.port = "5432";
  url.searchParams.set("host", folder);
  return {
    url: url.href,
    meet: (text, fault) => (watched = { text, fault }),
    goAway: end,
    comeBack: listen,
    close: async () => {
      await end();
      await rm(folder, { recursive: true });
    },
  };
}

/** The socket file of the embedded server that the tests run on. */
function socketOf(url: URL): string {
  const folder = url.searchParams.get("host");
  if (folder === null) throw new Error(`${url.host} is reached by no socket file`);
  return join(folder, `.s.PGSQL.${url.port}`);
}
