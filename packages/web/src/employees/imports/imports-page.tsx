import { importStatusLabels, listEmployeeImports } from "@kontor/contract/employees/imports";
import { employeeImportsList } from "@kontor/contract/employees/imports-list";
import { IconArrowBackUp, IconBuilding, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";

import {
  OrganizationScope,
  useScopeOrOwnOrganization,
} from "../../accounting/organization-scope.tsx";
import { readIdParam } from "../../platform/address.ts";
import { useListSearch } from "../../platform/list-search.ts";
import { organizationIdentityQuery } from "../../platform/organization/choices.ts";
import { allOrganizations } from "../../platform/organization/scope-filter.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { NotLoaded } from "../../ui/page/not-loaded.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { StatusChip } from "../../ui/status-chip.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import type { RowAction } from "../../ui/table/row-actions.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import type { CompanyPath } from "../data.ts";
import { importsQuery, type EmployeeImport } from "./data.ts";
import { useImportActions } from "./import-actions.ts";
import { importTones } from "./import-texts.ts";
import { UploadPanel } from "./upload-panel.tsx";

const route = getRouteApi("/app/employees/import");

/** Uploads a file of employees, and shows the files that were uploaded before. */
export function ImportsPage() {
  const navigate = route.useNavigate();
  const showOrganization = (tenant_id: number | undefined) =>
    void navigate({ search: tenant_id === undefined ? {} : { tenant_id }, replace: true });
  const tenantId = useScopeOrOwnOrganization(
    readIdParam(route.useSearch()["tenant_id"]),
    showOrganization,
  );
  return (
    <Page title="Import Employees" backTo="/app/employees">
      <Toolbar>
        <OrganizationScope onChoose={showOrganization} />
      </Toolbar>
      {tenantId === allOrganizations ? (
        <div data-surface="card">
          <EmptyState
            icon={<IconBuilding size={22} />}
            text="Choose the organization to import employees for."
          />
        </div>
      ) : (
        <ImportsOf key={tenantId} tenantId={tenantId} />
      )}
    </Page>
  );
}

function ImportsOf({ tenantId }: { tenantId: number }) {
  const organization = useQuery(organizationIdentityQuery(tenantId));
  const { data, error, isError, isFetching, refetch } = organization;
  if (data === null) return <EmptyState text="The organization was not found." />;
  if (data === undefined) {
    return (
      <NotLoaded
        what="The organization"
        failed={isError && !isFetching}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  const company = { tenant_id: tenantId, company_id: data.companyId };
  return (
    <>
      <UploadPanel company={company} />
      <History company={company} />
    </>
  );
}

/** The files that were uploaded, the latest first. */
function History({ company }: { company: CompanyPath }) {
  const view = useListSearch(listEmployeeImports, {}, { keepScroll: true });
  const imports = useQuery(importsQuery({ ...company, ...view.input }));
  const { undo, discard } = useImportActions();
  const actions = (file: EmployeeImport): RowAction[] => {
    if (file.status === "COMMITTED") {
      const icon = <IconArrowBackUp size={16} aria-hidden />;
      return [{ label: "Undo import", icon, onClick: () => void undo(file) }];
    }
    if (file.status === "UNDONE" || file.status === "DISCARDED") return [];
    const icon = <IconTrash size={16} aria-hidden />;
    return [{ label: "Discard", icon, danger: true, onClick: () => void discard(file) }];
  };
  return (
    <>
      <Toolbar>
        <SearchBox label="Search imports" {...view.searching} />
      </Toolbar>
      <ListTable
        list={employeeImportsList}
        cells={{ status: statusCell }}
        query={imports}
        rows={imports.data?.data}
        total={imports.data?.meta.total}
        place={view.place}
        rowKey={({ id }) => id}
        rowName={({ filename }) => filename}
        open={({ tenant_id, id }) => ({
          to: "/app/employees/import/$tenant_id/$import_id",
          params: { tenant_id: String(tenant_id), import_id: String(id) },
        })}
        actions={actions}
        empty={
          view.searching.value === "" ? (
            <EmptyState
              text="No files uploaded yet"
              about="Choose a file above. You can preview the changes before anything is imported."
            />
          ) : (
            <EmptyState text="No files found" onClear={view.clear} />
          )
        }
      />
    </>
  );
}

function statusCell({ status: word }: EmployeeImport) {
  return <StatusChip tone={importTones[word]}>{importStatusLabels[word]}</StatusChip>;
}
