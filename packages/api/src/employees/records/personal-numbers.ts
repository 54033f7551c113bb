import { coverNumber } from "@kontor/contract/format";

import { fingerprint, seal, unseal } from "../../platform/configuration/secrets.ts";
import type { Environment } from "../../platform/environment.ts";

/** Numbers of a person that are sealed where they are kept. */
export const numberKinds = ["nin", "tax_id", "rsa_pin", "account_number"] as const;
export type NumberKind = (typeof numberKinds)[number];

/** A number as it is kept: sealed, and with a fingerprint by which it is found again in its organization. */
export type SealedNumber = { sealed: string; hash: Buffer };

/** The numbers of one organization's people; the only place that seals them and that opens them. */
export type PersonalNumbers = {
  /** The name under which a kind of number is sealed for this organization. */
  nameOf(kind: NumberKind): string;
  /** Null for the empty text, which is no number. @throws Refusal `secret_key_missing` */
  seal(kind: NumberKind, number: string): SealedNumber | null;
  /** What a number is found by, without sealing it. @throws Refusal `secret_key_missing` */
  fingerprint(kind: NumberKind, number: string): Buffer;
  /** The whole number. @throws Refusal `secret_unreadable`, `secret_key_missing` */
  open(kind: NumberKind, sealed: string | null): string | null;
  /** The number with all but its last four characters covered. @throws as `open` */
  cover(kind: NumberKind, sealed: string | null): string | null;
};

/** A number sealed for one organization, or as one kind of number, opens nowhere else. */
export function personalNumbers(environment: Environment, tenantId: number): PersonalNumbers {
  const nameOf = (kind: NumberKind) => `employee.${kind}.${tenantId}`;
  const open: PersonalNumbers["open"] = (kind, sealed) =>
    sealed === null ? null : unseal(environment, nameOf(kind), sealed);
  const hashOf = (kind: NumberKind, number: string) =>
    fingerprint(environment, nameOf(kind), number);
  return {
    nameOf,
    seal: (kind, number) =>
      number === ""
        ? null
        : { sealed: seal(environment, nameOf(kind), number), hash: hashOf(kind, number) },
    fingerprint: hashOf,
    open,
    cover: (kind, sealed) => {
      const number = open(kind, sealed);
      return number === null ? null : coverNumber(number);
    },
  };
}
