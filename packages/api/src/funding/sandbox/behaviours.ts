/**
 * The status that the provider reports from a given age on, in milliseconds since it accepted the
 * transfer.
 */
type Stage = readonly [age: number, word: string, reason?: string];

export type Behaviour = {
  /** The response to a request to send. */
  sending:
    | "accepted"
    | "refused"
    | "accepted, then timed out"
    | "answered twice"
    | "lost on its way";
  stages: readonly Stage[];
  /** How long after acceptance its responses do not arrive, in milliseconds. */
  silent?: number;
};

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** The delay of the sandbox, in milliseconds, where a bank takes seconds. */
const completionDelay = second;

const completes: readonly Stage[] = [
  [0, "pending"],
  [completionDelay, "success"],
];

/**
 * Behaviours of the sandbox, by the last three digits of the destination's account number.
 * Documented in docs/sandbox.md, which a test compares with this list.
 */
export const behaviours = {
  "": { sending: "accepted", stages: completes },
  201: {
    sending: "accepted",
    stages: [
      [0, "pending"],
      [completionDelay, "failed", "The account is closed."],
    ],
  },
  202: {
    sending: "accepted",
    stages: [...completes, [7 * day, "reversed", "The bank sent the money back."]],
  },
  203: { sending: "accepted, then timed out", stages: completes },
  204: { sending: "lost on its way", stages: completes },
  205: {
    sending: "accepted",
    stages: [
      [0, "pending"],
      [hour, "success"],
    ],
  },
  206: { sending: "answered twice", stages: completes },
  207: {
    sending: "accepted",
    stages: [...completes, [2 * hour, "pending"], [2 * day, "success"]],
  },
  208: { sending: "accepted", stages: completes, silent: hour },
  209: {
    sending: "accepted",
    stages: [
      [0, "otp"],
      [day, "abandoned", "Nobody entered the one-time code."],
    ],
  },
  210: { sending: "refused", stages: [] },
  211: {
    sending: "accepted",
    stages: [
      [0, "pending"],
      [completionDelay, "paused"],
      [10 * minute, "success"],
    ],
  },
  212: { sending: "accepted", stages: [...completes, [day, "failed", "The bank thought again."]] },
} as const satisfies Readonly<Record<string, Behaviour>>;

/** The key of the behaviour for an account number. */
export function behaviourFor(accountNumber: string): string {
  const ending = accountNumber.slice(-3);
  return ending in behaviours ? ending : "";
}

/**
 * The behaviour stored under a name. A name of an earlier version gets the default: the transfer
 * completes.
 */
export function behaviourNamed(name: string): Behaviour {
  const known: Readonly<Record<string, Behaviour>> = behaviours;
  return known[name] ?? behaviours[""];
}

/** The provider's status and its reason at an age in milliseconds. */
export function stageAt({ stages }: Behaviour, age: number): { word: string; reason: string } {
  const [, word = "pending", reason = ""] = stages.findLast(([from]) => from <= age) ?? [];
  return { word, reason };
}
