import { Page } from "../ui/page.tsx";

/** The first screen after sign-in. */
export function DashboardPage() {
  return <Page title="Dashboard">{null}</Page>;
}
