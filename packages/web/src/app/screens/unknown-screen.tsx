import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { paths } from "../paths.ts";

/** An address of the app that leads nowhere, in the frame of the app: the header says that it is not found. */
export function UnknownScreen() {
  return (
    <Page title="Page not found" backTo={paths.dashboard}>
      <EmptyState text="The address may be misspelt, or the page has moved.">
        <TextLink to={paths.dashboard}>Go to the dashboard</TextLink>
      </EmptyState>
    </Page>
  );
}
