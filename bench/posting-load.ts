import { randomUUID } from "node:crypto";
import { connect } from "node:net";

/**
 * Posts receipts over keep-alive connections for some seconds, with as little overhead as possible,
 * because it shares the machine with the measured server. Prints the number of acknowledged
 * entries.
 *
 * Arguments: port, token, connections, seconds, and as JSON the organizations to post to in turn:
 * the id of each with the first and the last of its ledgers.
 */
const [port, token, connections, seconds, organizations] = process.argv.slice(2);
const ranges = JSON.parse(organizations ?? "[]") as [tenant: number, first: number, last: number][];
let turn = 0;
const until = performance.now() + Number(seconds) * 1000;
let acknowledged = 0;

function request(): string {
  const [tenantId, lowest, highest] = ranges[turn++ % ranges.length] ?? [0, 0, 0];
  const span = highest - lowest + 1;
  const debit = lowest + Math.floor(Math.random() * span);
  const other = lowest + Math.floor(Math.random() * (span - 1));
  const credit = other >= debit ? other + 1 : other;
  const amount = `${1 + Math.floor(Math.random() * 10_000)}.00`;
  const body = JSON.stringify({
    tenant_id: tenantId,
    entry_type_id: 1,
    entry_date: "2026-03-02",
    narration: "Bench",
    items: [
      { dc: "DR", amount, ledger_id: debit, narration: "Bench" },
      { dc: "CR", amount, ledger_id: credit, narration: "Bench" },
    ],
  });
  return (
    `POST /api/entries HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
    `timezone: Africa/Lagos\r\nidempotency-key: ${randomUUID()}\r\ncontent-type: application/json\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

function post(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(request()));
    socket.setNoDelay(true);
    let answer = "";
    socket.setEncoding("latin1");
    socket.on("error", reject);
    socket.on("data", (chunk: string) => {
      answer += chunk;
      const end = answer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0);
      if (answer.length < end + 4 + length) return;
      if (!answer.startsWith("HTTP/1.1 201")) reject(new Error(answer.slice(0, 800)));
      answer = "";
      if (performance.now() >= until) {
        socket.end();
        resolve();
        return;
      }
      acknowledged++;
      socket.write(request());
    });
  });
}

await Promise.all(Array.from({ length: Number(connections) }, post));
process.stdout.write(`${acknowledged}\n`);
