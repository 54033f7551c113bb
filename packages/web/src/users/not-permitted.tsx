import { EmptyState } from "../ui/page/empty-state.tsx";
import { Page } from "../ui/page/page.tsx";
import { TextLink } from "../ui/text-link.tsx";

/** Stands in place of a screen that shows what none of the user's roles may see. */
export function NotPermitted() {
  return (
    <Page title="Not permitted" backTo="/app/dashboard">
      <EmptyState text="Your roles do not include this page. Ask an administrator or the owner.">
        <TextLink to="/app/dashboard">Go to the dashboard</TextLink>
      </EmptyState>
    </Page>
  );
}
