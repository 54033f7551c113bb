import { formatDay } from "@kontor/contract/format";
import { IconBuildingPlus, IconEye } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";

import { useMay } from "../session/data.ts";
import { InitialsAvatar } from "../ui/initials-avatar.tsx";
import { OpeningButton } from "../ui/opening-button.tsx";
import { Page, Toolbar } from "../ui/page/page.tsx";
import { DataTable, type Column } from "../ui/table/data-table.tsx";
import type { RowAction } from "../ui/table/row-actions.tsx";
import { SearchBox } from "../ui/table/search-box.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { organizationsQuery, perPage, type ListedOrganization } from "./data.ts";
import { readOrganizationsSearch, type OrganizationsSearch } from "./search.ts";
import { useLastPage } from "./use-last-page.ts";

const route = getRouteApi("/app/organizations");

// Most visits add nothing.
const loadDialog = () => import("./organization-dialog.tsx");
const OrganizationDialog = lazy(async () => ({ default: (await loadDialog()).OrganizationDialog }));

/** The list of organizations: search, sorting and pages in the address. */
export function OrganizationsPage() {
  const { search, sort, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(organizationsQuery({ search, sort, page }));
  const mayAdd = useMay("organizations.write");
  const [adding, setAdding] = useState(false);
  const { data: rows, meta } = list.data ?? {};
  const show = (change: OrganizationsSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, page: undefined, ...change }), replace });
  useLastPage({ page, perPage, rows: rows?.length, total: meta?.total }, (last) =>
    show({ page: last }, true),
  );
  return (
    <Page title="Organizations">
      <Toolbar
        actions={
          mayAdd && (
            <OpeningButton
              icon={<IconBuildingPlus size={17} aria-hidden />}
              onPointerEnter={() => void loadDialog()}
              onOpen={() => setAdding(true)}
            >
              Add Organization
            </OpeningButton>
          )
        }
      >
        <SearchBox
          label="Search organizations"
          value={search ?? ""}
          onSearch={(text) => show({ search: text || undefined }, search !== undefined)}
        />
      </Toolbar>
      <DataTable
        label="Organizations"
        columns={columnsFrom((page - 1) * perPage)}
        rows={rows}
        rowKey={({ tenant_id }) => tenant_id}
        rowName={({ name }) => name}
        loading={list.isPending || list.isPlaceholderData}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        empty="There are no orgs available"
        sort={sort}
        onSort={(next) => show({ sort: readOrganizationsSearch({ sort: next }).sort })}
        actions={actionsOf}
        paging={
          meta && meta.total > perPage
            ? { page, perPage, total: meta.total, onPage: (next) => show({ page: next }) }
            : undefined
        }
      />
      <Suspense>
        {adding && <OrganizationDialog organization={null} onExited={() => setAdding(false)} />}
      </Suspense>
    </Page>
  );
}

function actionsOf({ tenant_id, company_id }: ListedOrganization): RowAction[] {
  return [
    {
      label: "View",
      icon: <IconEye size={16} aria-hidden />,
      link: {
        to: "/app/organizations/$tenant_id/$company_id",
        params: { tenant_id: String(tenant_id), company_id: String(company_id) },
      },
    },
  ];
}

/** The columns; the first one counts on from `before`. */
function columnsFrom(before: number): readonly Column<ListedOrganization>[] {
  return [
    { key: "number", header: "#", width: 56, cell: (_row, index) => before + index + 1 },
    {
      key: "logo",
      header: "Company Logo",
      width: 130,
      cell: ({ name, logo, brand_color }) => (
        <InitialsAvatar name={name} src={logo} color={brand_color} shape="logo" size={34} />
      ),
    },
    { key: "code", header: "Tenant Code", sort: "code", cell: ({ code }) => code },
    {
      key: "name",
      header: "Company Name",
      sort: "name",
      wrap: true,
      cell: ({ tenant_id, company_id, name }) => (
        <TextLink
          to="/app/organizations/$tenant_id/$company_id"
          params={{ tenant_id: String(tenant_id), company_id: String(company_id) }}
        >
          {name}
        </TextLink>
      ),
    },
    {
      key: "created",
      header: "Created On",
      sort: "created_at",
      cell: ({ created_at }) => (
        <time dateTime={created_at.toISOString()}>{formatDay(created_at)}</time>
      ),
    },
  ];
}
