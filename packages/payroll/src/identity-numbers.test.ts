import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  isNin,
  isNuban,
  isNubanDoubtful,
  isRsaPin,
  isTaxId,
  nubanCheckDigit,
  normalizeNumber,
} from "./identity-numbers.ts";

it.each([
  [" 123-4567 8901", "12345678901"],
  ["pen 100012345678", "PEN100012345678"],
])("reads %j as %s", (text, plain) => {
  expect(normalizeNumber(text)).toBe(plain);
});

it.each([
  [isNin, "12345678901", "1234567890"],
  [isNin, "00000000000", "1234567890a"],
  [isTaxId, "1234567890123", "12345678901234"],
  [isRsaPin, "PEN100012345678", "pen100012345678"],
  [isRsaPin, "PEN000000000001", "PEN10001234567"],
  [isNuban, "0000014579", "٠٠٠٠٠١٤٥٧٩"],
])("%o accepts %s and not %s", (check, right, wrong) => {
  expect(check(right)).toBe(true);
  expect(check(wrong)).toBe(false);
});

describe("NUBAN", () => {
  it.each([
    ["011", "000001457", 9],
    ["011", "000000022", 0],
    ["232", "123456789", 2],
  ])("bank %s, serial %s has check digit %d", (bank, serial, digit) => {
    expect(nubanCheckDigit(bank, serial)).toBe(digit);
    expect(isNubanDoubtful(bank, `${serial}${digit}`)).toBe(false);
    expect(isNubanDoubtful(bank, `${serial}${(digit + 1) % 10}`)).toBe(true);
  });

  it("cannot check longer codes, and rejects other texts", () => {
    expect(nubanCheckDigit("50211", "000001457")).toBeUndefined();
    expect(nubanCheckDigit("011", "00000145")).toBeUndefined();
    expect(isNubanDoubtful("50211", "0000014570")).toBe(false);
    expect(isNubanDoubtful("011", "000001457")).toBe(true);
  });

  it("detects any single wrong digit", () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
    fc.assert(
      fc.property(
        digits(3),
        digits(9),
        fc.nat({ max: 8 }),
        fc.integer({ min: 1, max: 9 }),
        (bank, serial, at, by) => {
          const digit = nubanCheckDigit(bank, serial);
          const wrong = (Number(serial.charAt(at)) + by) % 10;
          const mistyped = serial.slice(0, at) + String(wrong) + serial.slice(at + 1);
          expect(isNubanDoubtful(bank, `${mistyped}${digit}`)).toBe(true);
        },
      ),
    );
  });
});
