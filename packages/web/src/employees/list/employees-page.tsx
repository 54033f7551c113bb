import { exportEmployees, listEmployees } from "@kontor/contract/employees/employees";
import { employeesList, employeesWithoutPay } from "@kontor/contract/employees/lists";
import type { getEmployeeTotals } from "@kontor/contract/employees/totals";
import type { DataOf } from "@kontor/contract/endpoint";
import { formatCounted } from "@kontor/contract/format";
import { IconUpload, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";

import {
  OrganizationScope,
  useScopeOrOwnOrganization,
} from "../../accounting/organization-scope.tsx";
import { callFile } from "../../platform/api.ts";
import { useListSearch } from "../../platform/list-search.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { preload } from "../../platform/loading/load-module.ts";
import { organizationIdentityQuery } from "../../platform/organization/choices.ts";
import {
  allOrganizations,
  chooseOrganization,
  tenantParam,
} from "../../platform/organization/scope-filter.ts";
import { useLacksPermission, useHasPermission } from "../../session/data.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { StatusChip } from "../../ui/status-chip.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import type { BulkAction } from "../../ui/table/row-selection.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { choicesQuery, employeesQuery, employeeTotalsQuery, type ListedEmployee } from "../data.ts";
import { fullName, statusTones } from "../employee-texts.ts";
import { ReadyMark } from "../payroll-requirements.tsx";
import { EmployeeFilters } from "./employee-filters.tsx";

// Most visits do not add an employee.
const loadDialog = () => import("./add-employee-dialog.tsx");
const AddEmployeeDialog = lazyComponent(loadDialog, "AddEmployeeDialog");

const InviteDialog = lazyComponent(() => import("./invite-dialog.tsx"), "InviteDialog");

/** The employees of one organization or all. Search, filters, order and page are in the address. */
export function EmployeesPage() {
  const view = useListSearch(listEmployees);
  // Branches and departments belong to one organization, so changing the organization clears them.
  const showOrganization = (tenant_id: number | undefined) =>
    view.show({ tenant_id, branch_id: undefined, department: undefined }, { replace: true });
  const tenantId = useScopeOrOwnOrganization(view.input.tenant_id, showOrganization);
  const employees = useQuery(employeesQuery({ ...view.input, tenant_id: tenantId }));
  const choices = useChoices(tenantId);
  const mayAdd = useHasPermission("employees.write");
  const mayImport = useHasPermission("employees.import");
  const lacksPay = useLacksPermission("employees.pay.read");
  const { bulk, dialog: invitations } = useBulkInvitations();
  const { page: _page, per_page: _perPage, ...filters } = view.input;
  const { sort: _sort, ...narrowing } = filters;
  const totals = useQuery({
    ...employeeTotalsQuery({ ...narrowing, tenant_id: tenantId }),
    enabled: (employees.data?.meta.total ?? 0) > 0,
  }).data;
  const clear = () => {
    chooseOrganization(null);
    view.clear();
  };
  return (
    <Page title="Employees">
      <Toolbar
        filterCount={view.filters}
        filters={
          <>
            <OrganizationScope onChoose={showOrganization} />
            <EmployeeFilters view={view} ofOne={tenantId !== allOrganizations} choices={choices} />
          </>
        }
        actions={
          <>
            <ExportMenu
              onExport={(format, options) =>
                callFile(exportEmployees, { ...filters, tenant_id: tenantId, format }, options)
              }
            />
            {mayImport && <ImportLink tenantId={tenantId} />}
            {mayAdd && <AddButton tenantId={tenantId} />}
          </>
        }
      >
        <SearchBox label="Search employees" width={220} {...view.searching} />
      </Toolbar>
      <ListTable
        list={lacksPay ? employeesWithoutPay : employeesList}
        several={tenantId === allOrganizations}
        cells={{ status: statusCell, payroll: payrollCell }}
        query={employees}
        rows={employees.data?.data}
        total={employees.data?.meta.total}
        place={view.place}
        after={totals && totals.employees > 0 ? [totalOf(totals)] : []}
        bulk={mayAdd ? bulk : []}
        rowKey={({ tenant_id, id }) => `${tenant_id}/${id}`}
        rowName={fullName}
        open={({ tenant_id, id }) => ({
          to: "/app/employees/$tenant_id/$employee_id",
          params: { tenant_id: String(tenant_id), employee_id: String(id) },
        })}
        empty={<NoEmployees narrowed={view.narrowed} mayAdd={mayAdd} onClear={clear} />}
      />
      {invitations}
    </Page>
  );
}

/** Leads to the import from a file. `tenantId` is 0 while all organizations are shown. */
function ImportLink({ tenantId }: { tenantId: number }) {
  return (
    <ButtonLink
      to="/app/employees/import"
      search={tenantParam(tenantId)}
      variant="default"
      leftSection={<IconUpload size={16} aria-hidden />}
    >
      Import
    </ButtonLink>
  );
}

/** Adds one employee in a dialog. `tenantId` is 0 while all organizations are shown. */
function AddButton({ tenantId }: { tenantId: number }) {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <OpenDialogButton
        icon={<IconUserPlus size={17} aria-hidden />}
        onPointerEnter={() => preload(loadDialog)}
        onOpen={() => setAdding(true)}
      >
        Add Employee
      </OpenDialogButton>
      <Suspense>
        {adding && <AddEmployeeDialog tenantId={tenantId} onExited={() => setAdding(false)} />}
      </Suspense>
    </>
  );
}

/** Monthly pay; former employees are not counted. */
function totalOf({ employees, monthly_pay }: NonNullable<DataOf<typeof getEmployeeTotals>>) {
  const whom = formatCounted(employees, "employee");
  return { label: `Monthly pay of ${whom}`, cells: { monthly_pay } };
}

type PendingInvitation = { rows: readonly ListedEmployee[]; answer: (invited: boolean) => void };

/** Invites ticked employees to the portal. The dialog asks first and then shows the result. */
function useBulkInvitations() {
  const [invitees, setInvitees] = useState<PendingInvitation | null>(null);
  const bulk: BulkAction<ListedEmployee>[] = [
    {
      label: "Invite to Portal",
      fits: ({ status: word }) => word === "ACTIVE",
      onRun: (rows) => new Promise<boolean>((answer) => setInvitees({ rows, answer })),
    },
  ];
  const dialog = (
    <Suspense>
      {invitees && (
        <InviteDialog
          rows={invitees.rows}
          onExited={(invited) => {
            invitees.answer(invited);
            setInvitees(null);
          }}
        />
      )}
    </Suspense>
  );
  return { bulk, dialog };
}

/** The choices of the filters, which only one organization has. */
function useChoices(tenantId: number) {
  const organization = useQuery({
    ...organizationIdentityQuery(tenantId),
    enabled: tenantId !== allOrganizations,
  }).data;
  const company = { tenant_id: tenantId, company_id: organization?.companyId ?? 0 };
  return useQuery({ ...choicesQuery(company), enabled: company.company_id > 0 });
}

type NoEmployeesProps = { narrowed: boolean; mayAdd: boolean; onClear: () => void };

function NoEmployees({ narrowed, mayAdd, onClear }: NoEmployeesProps) {
  const icon = <IconUsers size={22} />;
  if (narrowed) {
    return (
      <EmptyState
        icon={icon}
        text="No employees found for the selected criteria"
        onClear={onClear}
      />
    );
  }
  return (
    <EmptyState
      icon={icon}
      text="There are no employees yet"
      about={
        mayAdd
          ? "Add employees one by one, or import them from a CSV or Excel file. Payroll pays the employees listed here."
          : "Payroll pays the employees listed here."
      }
    />
  );
}

function statusCell({ status: word }: ListedEmployee) {
  return <StatusChip tone={statusTones[word]}>{word}</StatusChip>;
}

/** Readiness for payroll does not apply to former employees. */
function payrollCell({ status: word, missing }: ListedEmployee) {
  return word === "EXITED" ? null : <ReadyMark missing={missing} />;
}
