import type { ExportFormat } from "@kontor/contract/exports";
import type { Fact } from "@kontor/contract/facts";
import type { ReactNode } from "react";

import { OrganizationScope } from "../../accounting/organization-scope.tsx";
import {
  BooksMomentFilter,
  RecordedFilter,
  RecordedNote,
} from "../../accounting/recorded-filter.tsx";
import type { ListEndpoint } from "../../platform/address.ts";
import type { ReceivedFile } from "../../platform/api.ts";
import type { ExportOptions } from "../../ui/menu/export-dropdown.tsx";
import { FoldedMenuButton } from "../../ui/menu/menu-dialog.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { SavedViews } from "../../ui/views/saved-views.tsx";
import type { Period } from "./periods.ts";
import { ReportHead } from "./report-head.tsx";
import type { ReportView } from "./use-report-view.ts";

type ShownView = Pick<
  ReportView<ListEndpoint>,
  | "filters"
  | "searching"
  | "views"
  | "tenantId"
  | "several"
  | "showOrganization"
  | "recorded"
  | "showRecorded"
>;

type ReportPageProps = {
  title: string;
  /** The section that lists the report. */
  section: "payroll" | "transaction";
  /** The target of the back button, if it is not the section. */
  backTo?: string;
  view: ShownView;
  /** The report's filters, for the printed page and for a phone, which folds them. */
  facts: readonly Fact[];
  /** When the figures were read, in milliseconds; 0 before they are. */
  preparedAt: number;
  /** The label of the search box; without it there is none. */
  search?: string;
  /** The filters of the report, after the organization. */
  filters?: ReactNode;
  /** Whether the report of one organization can be shown as of an earlier moment. */
  asRecorded?: boolean;
  /** For reports that can mark changes in the present books: whether they do. */
  marking?: { asItIs: boolean; onChange: (change: { as_it_is?: boolean | undefined }) => void };
  /** The days to which the link to changes is narrowed. */
  period?: Period;
  /** Fetches the whole report as a file; undefined when there is nothing to export. */
  onExport?: ((format: ExportFormat, options: ExportOptions) => Promise<ReceivedFile>) | undefined;
  children: ReactNode;
};

/** The frame of a report: its name, search, organization, filters and export above its content. */
export function ReportPage(props: ReportPageProps) {
  const {
    title,
    section,
    backTo,
    view,
    facts,
    preparedAt,
    search,
    filters,
    asRecorded,
    marking,
    period,
    onExport,
    children,
  } = props;
  const { recorded } = view;
  return (
    <Page title={title} backTo={backTo ?? `/app/reports/${section}`}>
      <Toolbar
        printed={false}
        filterCount={view.filters}
        filters={
          <>
            <OrganizationScope onChoose={view.showOrganization} />
            {filters}
            {asRecorded === true && !view.several && !marking && (
              <RecordedFilter recorded={recorded} onChange={view.showRecorded} />
            )}
            {marking && !view.several && <BooksMomentFilter recorded={recorded} {...marking} />}
          </>
        }
        actions={
          <>
            <FoldedMenuButton />
            {onExport && <ExportMenu onExport={onExport} />}
          </>
        }
      >
        {search === undefined ? (
          <SavedViews of={view.views} />
        ) : (
          <SearchBox label={search} {...view.searching} />
        )}
      </Toolbar>
      <ReportHead tenantId={view.tenantId} facts={facts} preparedAt={preparedAt} />
      {(asRecorded === true || marking) && (
        <RecordedNote
          recorded={recorded}
          tenantId={view.tenantId}
          {...(period && { narrowed: period })}
          asItIs={marking?.asItIs === true}
        />
      )}
      {children}
    </Page>
  );
}

type EmptyReportProps<Filters extends object> = {
  /** What is true of the organization and the days if the report has no rows. */
  text: string;
  /** The name of the rows: "payslips". */
  rows: string;
  /** The filters that narrow the report further. */
  filters: Filters;
  /** Changes the search parameters. */
  onClear: (cleared: { [Name in keyof Filters]: undefined }) => void;
};

/**
 * Shown in place of the rows of a report. If a filter beside the organization and the days is set,
 * it says only that no rows match, and offers to clear these filters.
 */
export function EmptyReport<Filters extends object>(props: EmptyReportProps<Filters>) {
  const { text, rows, filters, onClear } = props;
  const set = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : name));
  if (set.length === 0) return <EmptyState text={text} />;
  const cleared = Object.fromEntries(set.map((name) => [name, undefined]));
  return (
    <EmptyState
      text={`No ${rows} match the ${set.join() === "search" ? "search" : "filters"}`}
      onClear={() => onClear(cleared as { [Name in keyof Filters]: undefined })}
    />
  );
}
