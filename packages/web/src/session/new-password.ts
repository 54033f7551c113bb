import { passwordSentences } from "@kontor/contract/password/sentences";
import { passwordWeakness } from "@kontor/contract/password/strength";

/**
 * The errors of a new password typed twice, by field, with the server's words.
 *
 * @param about the words that it must not be made of, as far as known here: email, name.
 */
export function newPasswordProblems(
  { password, password_confirmation: again }: { password: string; password_confirmation: string },
  about: readonly string[] = [],
): { password: string | undefined; password_confirmation: string | undefined } {
  const weakness = passwordWeakness(password, about);
  return {
    password: weakness && passwordSentences[weakness],
    password_confirmation:
      password === again ? undefined : "The two passwords differ. Type the same one twice.",
  };
}
