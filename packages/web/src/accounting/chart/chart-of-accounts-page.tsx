import { exportAccounts } from "@kontor/contract/accounting-exports";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { callFile } from "../../platform/api.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Page, Toolbar } from "../../ui/page/page.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { accountsQuery } from "../data.ts";
import { GroupPicker } from "../ledger-picker.tsx";
import { OrganizationScope, useOrganizationScope } from "../organization-scope.tsx";
import { AddGroupDialog } from "./add-group-dialog.tsx";
import { ChartTable } from "./chart-table.tsx";
import { OpeningTotals } from "./opening-totals.tsx";

const route = getRouteApi("/app/chart-accounts");

/** Groups and their ledgers with opening and closing balances. */
export function ChartOfAccountsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: Partial<typeof search>, replace: boolean) =>
    void navigate({ search: { ...search, page: undefined, ...next }, replace });
  // A group belongs to one organization, so that another organization cannot keep it.
  const showOrganization = (tenant_id: number | undefined) =>
    show({ tenant_id, group_id: undefined }, true);
  const tenantId = useOrganizationScope(search.tenant_id, showOrganization);
  const page = search.page ?? 1;
  const accounts = useQuery(
    accountsQuery({
      tenant_id: tenantId,
      group_id: search.group_id,
      search: search.search,
      page,
    }),
  );
  const [addingGroup, setAddingGroup] = useState(false);

  // The last row of the last page may have been deleted, here or by somebody else.
  const pastTheEnd = !accounts.isFetching && page > 1 && accounts.data?.data.length === 0;
  useEffect(() => {
    if (pastTheEnd) void navigate({ search: { ...search, page: undefined }, replace: true });
  }, [pastTheEnd, navigate, search]);

  return (
    <Page title="Chart of Accounts">
      <Toolbar
        actions={
          <>
            <ExportMenu
              onExport={(format, options) =>
                callFile(
                  exportAccounts,
                  { tenant_id: tenantId, group_id: search.group_id, search: search.search, format },
                  options,
                )
              }
            />
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setAddingGroup(true)}
            >
              Add Group
            </Button>
            <ButtonLink
              to="/app/ledgers/add"
              search={{ group_id: search.group_id }}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              Add Ledger
            </ButtonLink>
          </>
        }
      >
        <SearchBox
          label="Search by name"
          width={208}
          value={search.search ?? ""}
          onSearch={(text) => show({ search: text || undefined }, true)}
        />
        <GroupPicker
          label="Group"
          every="Fetch All"
          tenantId={tenantId}
          groupId={search.group_id ?? null}
          onSelect={(groupId) => show({ group_id: groupId ?? undefined }, false)}
          w={{ base: "100%", sm: 200 }}
        />
        <OrganizationScope onChoose={showOrganization} />
      </Toolbar>
      <ChartTable
        tenantId={tenantId}
        accounts={accounts}
        page={page}
        onPage={(next) => void navigate({ search: { ...search, page: next } })}
        onGroupDeleted={(id) => {
          if (id === search.group_id) show({ group_id: undefined }, true);
        }}
      />
      <OpeningTotals tenantId={tenantId} />
      {addingGroup && <AddGroupDialog tenantId={tenantId} onExited={() => setAddingGroup(false)} />}
    </Page>
  );
}
