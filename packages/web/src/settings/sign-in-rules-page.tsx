import { Page } from "../ui/page/page.tsx";
import { SignInRulesPanel } from "../users/sign-in-rules.tsx";

/** The sign-in rules of the platform's own users. */
export function SignInRulesPage() {
  return (
    <Page title="Sign-in Rules">
      <SignInRulesPanel owner="platform" />
    </Page>
  );
}
