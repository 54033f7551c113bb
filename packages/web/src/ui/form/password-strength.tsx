import { passwordStrength } from "@kontor/contract/password/strength";

import classes from "./password-strength.module.css";

const strengthLabels = ["Easy to guess", "Too short", "Good", "Strong", "Very strong"] as const;

type PasswordStrengthProps = {
  password: string;
  /** Words that the password must not be made of: the user's name and email. */
  about?: readonly string[];
};

/**
 * Shows how hard a password is to guess while it is typed. Shows nothing before the first
 * character.
 */
export function PasswordStrength({ password, about = [] }: PasswordStrengthProps) {
  const { score } = passwordStrength(password, about);
  const typed = password !== "";
  return (
    <div className={classes.strength} data-score={typed ? score : undefined}>
      <div className={classes.bar} aria-hidden>
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-filled={(typed && score >= step) || undefined} />
        ))}
      </div>
      <p role="status" className={classes.word}>
        {typed && strengthLabels[score]}
      </p>
    </div>
  );
}
