/** What is wrong with an email before it is worth sending. */
export function emailProblem(email: string): string | undefined {
  if (email.trim() === "") return "Enter your email.";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
    ? undefined
    : "Enter a valid email address, such as name@example.com.";
}

/** What is wrong with a password that is to be checked, not set: only that there is none. */
export function passwordProblem(password: string): string | undefined {
  return password === "" ? "Enter your password." : undefined;
}
