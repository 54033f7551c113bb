import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { paths } from "../paths.ts";

/** An unknown address of the app, inside the app shell. The header says that it is not found. */
export function NotFoundScreen() {
  return (
    <Page title="Page not found" backTo={paths.dashboard}>
      <EmptyState text="The address may be wrong, or the page may have moved.">
        <TextLink to={paths.dashboard}>Go to the dashboard</TextLink>
      </EmptyState>
    </Page>
  );
}
