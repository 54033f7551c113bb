import { formatDay } from "@kontor/contract/format";
import { Text } from "@mantine/core";
import { IconMapPinPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";

import { useMay } from "../session/data.ts";
import { OpeningButton } from "../ui/opening-button.tsx";
import { Toolbar } from "../ui/page/page.tsx";
import { DataTable, type Column } from "../ui/table/data-table.tsx";
import { SearchBox } from "../ui/table/search-box.tsx";
import { branchesQuery, perPage, type Branch, type OrganizationIds } from "./data.ts";
import { readOrganizationSearch, type OrganizationSearch } from "./search.ts";
import { useLastPage } from "./use-last-page.ts";

const route = getRouteApi("/app/organizations/$tenant_id/$company_id");

const BranchDialog = lazy(async () => ({
  default: (await import("./branch-dialog.tsx")).BranchDialog,
}));

/** The branches of an organization. */
export function BranchesTab({ tenantId, companyId }: OrganizationIds) {
  const { search, sort, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(
    branchesQuery({ tenant_id: tenantId, company_id: companyId, search, sort, page }),
  );
  const mayAdd = useMay("organizations.write");
  const [adding, setAdding] = useState(false);
  const { data: rows, meta } = list.data ?? {};
  const show = (change: OrganizationSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, page: undefined, ...change }), replace });
  useLastPage({ page, perPage, rows: rows?.length, total: meta?.total }, (last) =>
    show({ page: last }, true),
  );
  return (
    <>
      <Toolbar
        actions={
          mayAdd && (
            <OpeningButton
              icon={<IconMapPinPlus size={17} aria-hidden />}
              onOpen={() => setAdding(true)}
            >
              Add Branch
            </OpeningButton>
          )
        }
      >
        <SearchBox
          label="Search branches"
          value={search ?? ""}
          onSearch={(text) => show({ search: text || undefined }, search !== undefined)}
        />
      </Toolbar>
      <DataTable
        label="Branches"
        columns={columnsFrom((page - 1) * perPage)}
        rows={rows}
        rowKey={({ id }) => id}
        loading={list.isPending || list.isPlaceholderData}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        empty="There are no branches available"
        sort={sort}
        onSort={(next) => show({ sort: readOrganizationSearch({ sort: next }).sort })}
        paging={
          meta && meta.total > perPage
            ? { page, perPage, total: meta.total, onPage: (next) => show({ page: next }) }
            : undefined
        }
      />
      <Suspense>
        {adding && (
          <BranchDialog
            tenantId={tenantId}
            companyId={companyId}
            onExited={() => setAdding(false)}
          />
        )}
      </Suspense>
    </>
  );
}

/** The columns; the first one counts on from `before`. */
function columnsFrom(before: number): readonly Column<Branch>[] {
  return [
    { key: "number", header: "#", width: 48, cell: (_row, index) => before + index + 1 },
    { key: "name", header: "Branch Name", sort: "name", wrap: true, cell: ({ name }) => name },
    { key: "code", header: "Code", sort: "code", cell: ({ code }) => orDash(code) },
    { key: "address", header: "Address", wrap: true, cell: ({ address }) => orDash(address) },
    { key: "state", header: "State", cell: ({ state }) => orDash(state) },
    {
      key: "local-government",
      header: "Local Government",
      cell: ({ local_government }) => orDash(local_government),
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

function orDash(text: string | null) {
  return (
    text || (
      <Text span inherit c="dimmed" aria-label="none">
        –
      </Text>
    )
  );
}
