import { lookup, type LookupAddress } from "node:dns";
import { connect, type LookupFunction } from "node:net";

import ipaddr from "ipaddr.js";
import type { SMTPTransportOptions } from "nodemailer";

/** Time limit for connecting in milliseconds, including the name look-up. */
const timeout = 10_000;

/**
 * Addresses of cloud services for machines that are not link-local: the metadata of AWS over IPv6
 * and of Alibaba Cloud, and the host of Azure. They give credentials to any caller.
 */
const metadata = new Set(["fd00:ec2::254", "100.100.100.200", "168.63.129.16"]);

/**
 * Whether connecting to a configured address is forbidden: link-local addresses, at which clouds
 * offer a machine's credentials, and unspecified and multicast ones. In-house and loopback
 * addresses are allowed, because mail relays run there.
 */
export function isRefusedAddress(address: string): boolean {
  const bare = address.replace(/^\[(.*)\]$/, "$1");
  if (!ipaddr.isValid(bare)) return false;
  const ip = ipaddr.process(bare);
  const refused = ["linkLocal", "unspecified", "multicast", "broadcast"];
  return refused.includes(ip.range()) || metadata.has(ip.toString());
}

/** The error code with which {@link openMailSocket} refuses an address. */
export const addressRefused = "EADDRESSREFUSED";

/**
 * Connects to a mail server that was entered in Settings, unless its address is refused. The name
 * is looked up once, and the connection is made to the checked address, so that the name cannot
 * resolve to another one a moment later.
 */
export const openMailSocket: NonNullable<SMTPTransportOptions["getSocket"]> = (
  { host = "", port = 0 },
  callback,
) => {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  if (isRefusedAddress(bare)) {
    callback(refusal(bare), false);
    return;
  }
  const socket = connect({ host: bare, port: Number(port), lookup: lookUp });
  const timer = setTimeout(() => {
    socket.destroy(Object.assign(new Error("connecting took too long"), { code: "ETIMEDOUT" }));
  }, timeout);
  const failed = (error: Error) => {
    clearTimeout(timer);
    callback(error, false);
  };
  socket.once("error", failed);
  socket.once("connect", () => {
    clearTimeout(timer);
    socket.off("error", failed);
    callback(null, { connection: socket });
  });
};

const lookUp: LookupFunction = (name, options, callback) => {
  lookup(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) {
      callback(error, "");
      return;
    }
    const refused = addresses.find(({ address }) => isRefusedAddress(address));
    if (refused !== undefined) callback(refusal(refused.address), "");
    else if (options.all === true) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? "", addresses[0]?.family);
  });
};

function refusal(address: string): NodeJS.ErrnoException {
  const message = `${address} is no address of a mail server`;
  return Object.assign(new Error(message), { code: addressRefused });
}
