import type { Verb } from "@kontor/contract/endpoint";
import type { UserType } from "@kontor/contract/session";

const bookkeeping: readonly Verb[] = ["accounting.read", "accounting.write"];

/** The verbs of each kind of user; the only place that decides rights. */
const verbs: Readonly<Record<UserType, readonly Verb[]>> = {
  platform: [
    "organizations.read",
    "organizations.write",
    ...bookkeeping,
    "funding.read",
    "funding.write",
    "configuration.read",
    "configuration.write",
    "settings.read",
    "settings.write",
    "books.check",
  ],
  staff: [
    "organizations.read",
    ...bookkeeping,
    "funding.read",
    "configuration.read",
    "books.check",
  ],
  organization: [...bookkeeping],
};

export function verbsOf(userType: UserType): readonly Verb[] {
  return verbs[userType];
}

export function may(userType: UserType, verb: Verb): boolean {
  return verbs[userType].includes(verb);
}
