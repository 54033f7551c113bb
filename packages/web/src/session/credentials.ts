export type Credentials = { email: string; password: string };
export type CredentialErrors = { email?: string | undefined; password?: string | undefined };

/** What is missing or wrong before a sign-in is worth sending; empty when nothing is. */
export function checkCredentials({ email, password }: Credentials): CredentialErrors {
  const errors: CredentialErrors = {};
  if (email.trim() === "") errors.email = "Enter your email.";
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) {
    errors.email = "Enter a valid email address, such as name@example.com.";
  }
  if (password === "") errors.password = "Enter your password.";
  return errors;
}
