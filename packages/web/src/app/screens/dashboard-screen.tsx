import { useQuery } from "@tanstack/react-query";

import { DashboardPage } from "../../dashboard/dashboard-page.tsx";
import { meQuery } from "../../session/data.ts";
import { paths } from "../paths.ts";
import { navigationFor } from "../shell/navigation.ts";

/** The dashboard with a link to every page that the user may open. */
export function DashboardScreen() {
  const me = useQuery(meQuery());
  const links = navigationFor(me.data).flatMap((entry) => {
    const pages = "pages" in entry ? entry.pages : [entry];
    return pages
      .filter(({ link }) => link.to !== paths.dashboard)
      .map(({ label, about, link }) => ({ label, about, link, icon: entry.icon }));
  });
  return <DashboardPage links={links} />;
}
