import { Page } from "../ui/page/page.tsx";
import { SignInRulesPanel } from "../users/sign-in-rules.tsx";

/** What the platform asks of its own users when they sign in. */
export function SignInRulesPage() {
  return (
    <Page title="Sign-in Rules">
      <SignInRulesPanel owner="platform" />
    </Page>
  );
}
