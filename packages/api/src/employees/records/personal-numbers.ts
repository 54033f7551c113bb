import { maskNumber } from "@kontor/contract/format";

import { fingerprint, seal, unseal } from "../../platform/configuration/secrets.ts";
import type { Environment } from "../../platform/environment.ts";

/** Personal numbers that are stored sealed. */
export const numberKinds = ["nin", "tax_id", "rsa_pin", "account_number"] as const;
export type NumberKind = (typeof numberKinds)[number];

/** A stored number: sealed, with a fingerprint by which it can be found within its organization. */
export type SealedNumber = { sealed: string; hash: Buffer };

/** Seals and unseals the numbers of one organization's people; no other code does. */
export type PersonalNumbers = {
  /** The sealing context of a kind of number in this organization. */
  nameOf(kind: NumberKind): string;
  /** Null for the empty text. @throws Refusal `secret_key_missing` */
  seal(kind: NumberKind, number: string): SealedNumber | null;
  /** The fingerprint of a number, without sealing it. @throws Refusal `secret_key_missing` */
  fingerprint(kind: NumberKind, number: string): Buffer;
  /** The full number. @throws Refusal `secret_unreadable`, `secret_key_missing` */
  open(kind: NumberKind, sealed: string | null): string | null;
  /** The number with all but its last four characters masked. @throws as `open` */
  mask(kind: NumberKind, sealed: string | null): string | null;
};

/**
 * The seals of one organization. A number sealed for another organization or as another kind cannot
 * be unsealed.
 */
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
    mask: (kind, sealed) => {
      const number = open(kind, sealed);
      return number === null ? null : maskNumber(number);
    },
  };
}
