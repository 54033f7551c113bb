import { createServer, type AddressInfo } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { isRefusedAddress, openMailSocket } from "./mail-socket.ts";

test.for([
  ["169.254.169.254", true],
  ["::ffff:169.254.169.254", true],
  ["fe80::1", true],
  ["[fe80::1]", true],
  ["fd00:ec2::254", true],
  ["100.100.100.200", true],
  ["168.63.129.16", true],
  ["0.0.0.0", true],
  ["::", true],
  ["224.0.0.1", true],
  ["127.0.0.1", false],
  ["10.0.0.25", false],
  ["192.0.2.25", false],
  ["2001:db8::25", false],
  ["smtp.example.com", false],
] as const)("%s is refused: %s", ([address, refused]) => {
  expect(isRefusedAddress(address)).toBe(refused);
});

type Opened = { error: Error | null; connected: boolean };

const open = (host: string, port: number) =>
  new Promise<Opened>((resolve) => {
    openMailSocket({ host, port }, (error, socket) => {
      const connected = socket !== false && socket?.connection !== undefined;
      if (connected) socket.connection?.destroy();
      resolve({ error: error ?? null, connected });
    });
  });

test("connects to a name or an address that is not refused", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  expect(await open("127.0.0.1", port)).toEqual({ error: null, connected: true });
  expect(await open("localhost", port)).toEqual({ error: null, connected: true });
});

test("does not connect to an address that is refused", async () => {
  const { error, connected } = await open("169.254.169.254", 80);
  expect([connected, error?.message]).toEqual([
    false,
    "169.254.169.254 is no address of a mail server",
  ]);
});
