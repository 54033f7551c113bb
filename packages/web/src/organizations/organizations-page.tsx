import { listOrganizations, organizationsList } from "@kontor/contract/organizations/organizations";
import { IconBuildingPlus, IconEye } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";

import { useListSearch } from "../platform/list-search.ts";
import { lazyComponent } from "../platform/loading/lazy-component.ts";
import { meQuery, useHasPermission } from "../session/data.ts";
import { InitialsAvatar } from "../ui/initials-avatar.tsx";
import { OpenDialogButton } from "../ui/open-dialog-button.tsx";
import { EmptyState } from "../ui/page/empty-state.tsx";
import { Page } from "../ui/page/page.tsx";
import { Toolbar } from "../ui/page/toolbar.tsx";
import { StatusChip } from "../ui/status-chip.tsx";
import { ListTable } from "../ui/table/list-table.tsx";
import type { RowAction } from "../ui/table/row-actions.tsx";
import { SearchBox } from "../ui/table/search-box.tsx";
import { organizationsQuery, type ListedOrganization } from "./data.ts";

// Loaded on demand, since most visits add nothing.
const loadDialog = () => import("./dialog/organization-dialog.tsx");
const OrganizationDialog = lazyComponent(loadDialog, "OrganizationDialog");

/** The list of organizations. A user of one organization is redirected to its page. */
export function OrganizationsPage() {
  const me = useQuery(meQuery()).data;
  if (me === undefined || me.tenant_id === null || me.company_id === null)
    return <OrganizationList />;
  return (
    <Navigate
      {...organizationLink({ tenant_id: me.tenant_id, company_id: me.company_id })}
      replace
    />
  );
}

/** The list, with search, order and page in the address. */
function OrganizationList() {
  const view = useListSearch(listOrganizations);
  const list = useQuery(organizationsQuery(view.input));
  const mayAdd = useHasPermission("organizations.create");
  const [adding, setAdding] = useState(false);
  return (
    <Page title="Organizations">
      <Toolbar
        actions={
          mayAdd && (
            <OpenDialogButton
              icon={<IconBuildingPlus size={17} aria-hidden />}
              onPointerEnter={() => void loadDialog()}
              onOpen={() => setAdding(true)}
            >
              Add Organization
            </OpenDialogButton>
          )
        }
      >
        <SearchBox label="Search organizations" {...view.searching} />
      </Toolbar>
      <ListTable
        list={organizationsList}
        cells={{ logo: logoCell, name: nameCell }}
        query={list}
        rows={list.data?.data}
        total={list.data?.meta.total}
        place={view.place}
        rowKey={({ tenant_id }) => tenant_id}
        rowName={({ name }) => name}
        open={organizationLink}
        actions={actionsOf}
        empty={
          <EmptyState
            icon={<IconBuildingPlus size={22} />}
            text="There are no orgs available"
            about={
              mayAdd
                ? "An organization is an employer with its own employees, wallet and books. Choose “Add Organization” to create the first one."
                : "An organization is an employer with its own employees, wallet and books."
            }
            onClear={view.searching.value === "" ? undefined : view.clear}
          />
        }
      />
      <Suspense>
        {adding && <OrganizationDialog organization={null} onExited={() => setAdding(false)} />}
      </Suspense>
    </Page>
  );
}

function organizationLink({
  tenant_id,
  company_id,
}: Pick<ListedOrganization, "tenant_id" | "company_id">) {
  return {
    to: "/app/organizations/$tenant_id/$company_id",
    params: { tenant_id: String(tenant_id), company_id: String(company_id) },
  } as const;
}

function actionsOf(row: ListedOrganization): RowAction[] {
  return [{ label: "View", icon: <IconEye size={16} aria-hidden />, link: organizationLink(row) }];
}

/**
 * Marks a suspended organization, and one with Accounting switched off, which differs from one with
 * empty books.
 */
function nameCell({ name, status, accounting_off }: ListedOrganization) {
  return (
    <>
      {name}
      {status === "SUSPENDED" && (
        <>
          {" "}
          <StatusChip tone="bad">Suspended</StatusChip>
        </>
      )}
      {accounting_off && (
        <>
          {" "}
          <StatusChip tone="neutral">Accounting off</StatusChip>
        </>
      )}
    </>
  );
}

function logoCell({ name, logo: src, brand_color }: ListedOrganization) {
  return <InitialsAvatar name={name} src={src} color={brand_color} shape="logo" size={28} />;
}
