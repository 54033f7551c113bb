import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";

import { meQuery } from "../session/data.ts";
import { LinkCards } from "../ui/menu/link-cards.tsx";
import { EmptyState } from "../ui/page/empty-state.tsx";
import { Page } from "../ui/page/page.tsx";
import { sections, type ReportSection } from "./sections.ts";

/** Goes to the transaction reports, or to those on pay for users who may see only these. */
export function ReportsHomePage() {
  const permissions = useQuery(meQuery()).data?.permissions;
  if (permissions === undefined) return null;
  const has = ({ reports }: ReportSection) =>
    reports.some(({ permission }) => permissions.includes(permission));
  const { payroll, transaction } = sections;
  return <Navigate to={(has(payroll) && !has(transaction) ? payroll : transaction).to} replace />;
}

export function PayrollReportsPage() {
  return <SectionPage section={sections.payroll} />;
}

export function TransactionReportsPage() {
  return <SectionPage section={sections.transaction} />;
}

/** The reports of a section that the user may see, each with the question that it answers. */
function SectionPage({ section }: { section: ReportSection }) {
  const permissions = useQuery(meQuery()).data?.permissions ?? [];
  const reports = section.reports.filter(({ permission }) => permissions.includes(permission));
  return (
    <Page title={section.label}>
      {reports.length === 0 ? (
        <EmptyState text={section.empty} />
      ) : (
        <LinkCards cards={reports.map(({ to, ...report }) => ({ ...report, link: { to } }))} />
      )}
    </Page>
  );
}
