import { minPasswordLength, type PasswordWeakness } from "./strength.ts";

/** The message for a new password that is easy to guess. */
export const passwordSentences: Readonly<Record<PasswordWeakness, string>> = {
  too_short: `Use at least ${minPasswordLength} characters; a few words in a row are easy to keep in mind.`,
  common:
    "This is among the first passwords that attackers try. Use a few words that do not belong together.",
  repeated: "This repeats itself. Use a few words that do not belong together.",
  sequence:
    "This follows the keyboard or the alphabet. Use a few words that do not belong together.",
  personal:
    "This password contains your name, your email or the product name. Use words unrelated to you.",
};
