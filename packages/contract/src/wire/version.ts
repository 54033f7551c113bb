import { wholeNumber } from "./whole-number.ts";

/** The largest version that a column can hold. */
export const maxVersion = 2_147_483_647;

/**
 * The version of a row that an edit began with, so that it never overwrites another user's changes
 * unseen.
 */
export const version = wholeNumber(1, 999_999_999, "Send the version that you loaded.");
