import { createServer, type AddressInfo } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { EnvironmentError } from "./environment.ts";
import { withPortErrors } from "./port-errors.ts";

async function listen(port: number, host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

const opened = (variable: "" | "KONTOR_METRICS_", port: number, host: string) =>
  withPortErrors(variable, { port, host }, () => listen(port, host));

test("a port in use is reported with its variables and what to do", async () => {
  const port = await opened("", 0, "127.0.0.1");
  const again = opened("KONTOR_METRICS_", port, "127.0.0.1");
  await expect(again).rejects.toThrow(EnvironmentError);
  await expect(again).rejects.toThrow(
    `KONTOR_METRICS_PORT, KONTOR_METRICS_HOST: 127.0.0.1:${port} cannot be opened: another program listens there.`,
  );
});

test.for([
  ["192.0.2.1", "no network of this machine has that address"],
  ["nohost.invalid", "the host has no address"],
] as const)("the host %s is reported", async ([host, reason]) => {
  await expect(opened("", 0, host)).rejects.toThrow(
    `PORT, HOST: ${host}:0 cannot be opened: ${reason}`,
  );
});

test("an error with another reason is left as it is", async () => {
  const failing = () => Promise.reject(new Error("boom"));
  await expect(withPortErrors("", { port: 0, host: "127.0.0.1" }, failing)).rejects.toThrow(
    /^boom$/,
  );
});
