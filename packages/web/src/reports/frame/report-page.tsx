import type { ExportFormat } from "@kontor/contract/exports";
import type { ReactNode } from "react";

import { OrganizationScope } from "../../accounting/organization-scope.tsx";
import type { ReceivedFile } from "../../platform/api.ts";
import { Page } from "../../ui/page/page.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { ExportMenu, type ExportOptions } from "../../ui/table/export-menu.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";

type ReportPageProps = {
  title: string;
  /** The section that lists it. */
  section: "payroll" | "transaction";
  view: {
    /** How many filters are set. */
    filters: number;
    showOrganization: (tenantId: number | undefined) => void;
    searching: { value: string; onSearch: (text: string) => void };
  };
  /** Names the search box; there is none without. */
  search?: string;
  /** The filters of the report, after the organization. */
  filters?: ReactNode;
  /** Fetches the whole report as a file; undefined where there is nothing to export. */
  onExport?: ((format: ExportFormat, options: ExportOptions) => Promise<ReceivedFile>) | undefined;
  children: ReactNode;
};

/** The frame of a report: its name, search, organization, filters and export above what it shows. */
export function ReportPage(props: ReportPageProps) {
  const { title, section, view, search, filters, onExport, children } = props;
  return (
    <Page title={title} backTo={`/app/reports/${section}`}>
      <Toolbar
        filterCount={view.filters}
        filters={
          <>
            <OrganizationScope onChoose={view.showOrganization} />
            {filters}
          </>
        }
        actions={onExport && <ExportMenu onExport={onExport} />}
      >
        {search !== undefined && <SearchBox label={search} {...view.searching} />}
      </Toolbar>
      {children}
    </Page>
  );
}
