import { LinkCards, type LinkCard } from "../ui/menu/link-cards.tsx";
import { Page } from "../ui/page/page.tsx";

/** The first screen after sign-in: ways to the work. */
export function DashboardPage({ links }: { links: readonly LinkCard[] }) {
  return (
    <Page title="Dashboard">
      <nav aria-label="Quick links">
        <LinkCards cards={links} />
      </nav>
    </Page>
  );
}
