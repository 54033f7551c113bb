import { passwordSentences } from "@kontor/contract/password/sentences";
import { passwordWeakness } from "@kontor/contract/password/strength";

/**
 * The errors of a new password that is typed twice, by field, in the server's words.
 *
 * @param about words that the password must not be made of, as far as they are known here: email,
 *   name.
 */
export function newPasswordProblems(
  { password, password_confirmation: again }: { password: string; password_confirmation: string },
  about: readonly string[] = [],
): { password: string | undefined; password_confirmation: string | undefined } {
  const weakness = passwordWeakness(password, about);
  return {
    password: weakness && passwordSentences[weakness],
    password_confirmation:
      password === again ? undefined : "The passwords do not match. Enter the same password twice.",
  };
}
