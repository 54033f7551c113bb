/** What is wrong with an email address before it is sent. */
export function emailProblem(email: string): string | undefined {
  if (email.trim() === "") return "Enter your email.";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
    ? undefined
    : "Enter a valid email address, such as name@example.com.";
}

/** What is wrong with a password to sign in with: only that it is missing. */
export function passwordProblem(password: string): string | undefined {
  return password === "" ? "Enter your password." : undefined;
}
