import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Plain-text accounting programs, which compute balances from a journal independently. */
type Program = "hledger" | "ledger";

/** Whether a program is installed. */
export async function isInstalled(program: Program): Promise<boolean> {
  try {
    await run(program, ["--version"]);
    return true;
  } catch {
    return false;
  }
}

/**
 * The balance of each account before a day, in hundredths by the code that its name ends with;
 * zeros are left out.
 */
export async function balancesBefore(
  program: Program,
  file: string,
  day: string,
): Promise<Record<string, bigint>> {
  const range = {
    hledger: ["balance", "--historical", "--flat", "--no-total", "-O", "csv"],
    ledger: [
      "balance",
      "--flat",
      "--no-total",
      "--balance-format",
      "%(account)\t%(quantity(amount))\n",
    ],
  }[program];
  const { stdout } = await run(program, ["-f", file, ...range, "-e", day]);
  return Object.fromEntries(
    rowsOf(stdout).flatMap(([account = "", amount = ""]) => {
      const code = /:(\d\d-\d+-\d+) [^:]*$/.exec(account)?.[1];
      return code === undefined || hundredths(amount) === 0n ? [] : [[code, hundredths(amount)]];
    }),
  );
}

/**
 * The result of `hledger` at the end of its income statement for a range of days, or of its balance
 * sheet before a day.
 */
export async function netBy(
  file: string,
  report: "incomestatement" | "balancesheet",
  range: { from?: string; before: string },
): Promise<bigint> {
  const from = range.from === undefined ? [] : ["-b", range.from];
  const options = ["-f", file, report, ...from, "-e", range.before, "-O", "csv"];
  const { stdout } = await run("hledger", options);
  const net = rowsOf(stdout).find(([label]) => label === "Net:")?.[1];
  return net === undefined ? 0n : hundredths(net);
}

function rowsOf(text: string): string[][] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(/","|\t/).map((cell) => cell.replaceAll('"', "")));
}

/** `NGN -12.5` as -1250. */
function hundredths(amount: string): bigint {
  const found = /^(?:NGN )?(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount);
  if (found === null) throw new Error(`no amount: ${amount}`);
  const [, sign, units = "", rest = ""] = found;
  const value = BigInt(units + rest.padEnd(2, "0"));
  return sign === "-" ? -value : value;
}
