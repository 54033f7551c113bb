import { errorCode } from "@kontor/embedded-postgres/error";

import { EnvironmentError } from "./environment.ts";

/** What to do about a port that cannot be opened, by the system's error. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program listens there. End it, or choose another port",
  EACCES: "this user may not open the port. Choose one above 1023",
  EADDRNOTAVAIL: "no network of this machine has that address. Correct the host",
  ENOTFOUND: "the host has no address. Correct its name",
  EAI_AGAIN: "the host has no address. Correct its name",
};

/**
 * Runs a function that opens a configured port.
 *
 * @param variable the prefix of the variables of port and host: `""` or `"KONTOR_METRICS_"`.
 * @throws EnvironmentError naming both variables and saying what to do; any other error unchanged.
 */
export async function withPortErrors<Result>(
  variable: "" | "KONTOR_METRICS_",
  { port, host }: { port: number; host: string },
  open: () => Promise<Result>,
): Promise<Result> {
  try {
    return await open();
  } catch (error) {
    const reason = reasons[errorCode(error) ?? ""];
    if (reason === undefined) throw error;
    const message = `${variable}PORT, ${variable}HOST: ${host}:${port} cannot be opened: ${reason}.`;
    throw new EnvironmentError([message], { cause: error });
  }
}
