/** The error of an email address, before it is sent. */
export function emailProblem(email: string): string | undefined {
  if (email.trim() === "") return "Enter your email.";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
    ? undefined
    : "Enter a valid email address, such as name@example.com.";
}

/** The error of a password at sign-in: only a missing password is one. */
export function passwordProblem(password: string): string | undefined {
  return password === "" ? "Enter your password." : undefined;
}
