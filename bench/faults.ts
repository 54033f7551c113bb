import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { booksAgree, countLostAndDoubled, openCampaign, type Campaign } from "./fault-load.ts";
import { fullDisk, faultRounds } from "./fault-rounds.ts";
import { endOnInterrupt } from "./interrupt.ts";
import { median, print } from "./timing.ts";

/** The results of the rounds of one fault. */
type Outcome = {
  fault: string;
  rounds: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  /** Recovery time of each round in milliseconds. */
  recovery: number[];
};

/**
 * `npm run test:faults -- 10`: ten rounds of each fault, by default five, under eight posters on a
 * Kontor with its embedded database. Each acknowledged entry must exist exactly once after each
 * round, and the books must agree at the end. It takes several minutes and is not part of `npm
 * test`, which runs one or two rounds of each. Names after the number choose faults: `npm run
 * test:faults -- 20 restart "full disk"`.
 */
const roundCount = Number(process.argv[2] ?? 5);
if (!Number.isInteger(roundCount) || roundCount < 1) {
  process.stderr.write("Say how many rounds: npm run test:faults -- 10\n");
  process.exit(2);
}

const fullDiskName = "full disk";
const names = process.argv.slice(3);
const unknownNames = names.filter(
  (name) => name !== fullDiskName && faultRounds[name] === undefined,
);
if (unknownNames.length > 0) {
  process.stderr.write(`There are: ${[...Object.keys(faultRounds), fullDiskName].join(", ")}\n`);
  process.exit(2);
}
const isSelected = (name: string) => names.length === 0 || names.includes(name);

async function recordRound(
  outcome: Outcome,
  campaign: Campaign,
  recovery: number,
  since: number,
): Promise<void> {
  const { lost, doubled } = await countLostAndDoubled(campaign);
  outcome.rounds++;
  outcome.acknowledged += campaign.acknowledged.size - since;
  outcome.lost += lost;
  outcome.doubled += doubled;
  outcome.recovery.push(recovery);
}

const outcomeOf = (fault: string): Outcome => ({
  fault,
  rounds: 0,
  acknowledged: 0,
  lost: 0,
  doubled: 0,
  recovery: [],
});

async function runCampaign(outcomes: Outcome[]): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-faults-"));
  const campaign = await openCampaign(folder);
  const end = async () => {
    await campaign.kontor.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const finished = endOnInterrupt(end);
  try {
    for (const [fault, round] of Object.entries(faultRounds)) {
      if (!isSelected(fault)) continue;
      const outcome = outcomeOf(fault);
      outcomes.push(outcome);
      for (let turn = 0; turn < roundCount; turn++) {
        const since = campaign.acknowledged.size;
        await recordRound(outcome, campaign, await round(campaign), since);
      }
      print(lineOf(outcome));
    }
    return await booksAgree(campaign);
  } finally {
    await end().finally(finished);
  }
}

const headings = [
  "fault",
  "rounds",
  "acknowledged",
  "lost",
  "doubled",
  "recovery (median, longest)",
];
const widths = [32, 8, 14, 6, 9, 28];

function rowOf(cells: readonly string[]): string {
  return cells
    .map((cell, place) => cell.padEnd(widths[place] ?? 0))
    .join("")
    .trimEnd();
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

function lineOf({ fault, recovery, ...counts }: Outcome): string {
  const times =
    recovery.length === 0 ? "" : `${seconds(median(recovery))}, ${seconds(Math.max(...recovery))}`;
  const { rounds: done, acknowledged, lost, doubled } = counts;
  return rowOf([fault, ...[done, acknowledged, lost, doubled].map(String), times]);
}

const outcomes: Outcome[] = [];
print(rowOf(headings));
let booksAgreed = await runCampaign(outcomes);
if (isSelected(fullDiskName)) {
  const outcome = outcomeOf(fullDiskName);
  outcomes.push(outcome);
  for (let turn = 0; turn < roundCount; turn++) {
    const mounted = await fullDisk(async (campaign, recovery) => {
      await recordRound(outcome, campaign, recovery, 0);
      booksAgreed &&= await booksAgree(campaign);
    });
    if (mounted) continue;
    print(rowOf([fullDiskName, "not run: it needs the right to mount a file system"]));
    break;
  }
  if (outcome.rounds > 0) print(lineOf(outcome));
}
const wrong = outcomes.reduce((sum, { lost, doubled }) => sum + lost + doubled, 0);
print(
  booksAgreed
    ? "The books agree."
    : "The books do not agree: npm run books:check names what is wrong.",
);
process.exitCode = booksAgreed && wrong === 0 ? 0 : 1;
