import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { meQuery } from "../session/data.ts";
import { EmptyState } from "../ui/page/empty-state.tsx";
import { Page } from "../ui/page/page.tsx";
import { sections, type ReportSection } from "./sections.ts";

import classes from "./reports.module.css";

export function PayrollReportsPage() {
  return <SectionPage section={sections.payroll} />;
}

export function TransactionReportsPage() {
  return <SectionPage section={sections.transaction} />;
}

/** The reports of a section that the user may see, each with what it answers. */
function SectionPage({ section }: { section: ReportSection }) {
  const permissions = useQuery(meQuery()).data?.permissions ?? [];
  const reports = section.reports.filter(({ permission }) => permissions.includes(permission));
  return (
    <Page title={section.label}>
      {reports.length === 0 ? (
        <EmptyState text={section.empty} />
      ) : (
        <ul className={classes.reports}>
          {reports.map(({ label, about, to, icon: ReportIcon }) => (
            <li key={label}>
              <Link to={to} className={classes.report}>
                <span className={classes.icon}>
                  <ReportIcon size={20} aria-hidden />
                </span>
                <span>
                  <span className={classes.label}>{label}</span>
                  <span className={classes.about}>{about}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
