import { listAccounts } from "@kontor/contract/accounting/accounts";
import { exportAccounts } from "@kontor/contract/accounting/exports";
import { Button } from "@mantine/core";
import { IconArrowsVertical, IconFold, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";

import { callFile } from "../../platform/api.ts";
import { useListSearch } from "../../platform/list-search.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { allOrganizations, chooseOrganization } from "../../platform/organization/scope-filter.ts";
import { useHasPermission } from "../../session/data.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { filterWidth } from "../../ui/filter/filter-width.ts";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { accountsQuery } from "../data.ts";
import { GroupPicker } from "../ledger-picker.tsx";
import {
  OrganizationScope,
  useListsSeveralOrganizations,
  useOrganizationScope,
} from "../organization-scope.tsx";
import { ChartTable } from "./chart-table.tsx";
import { useFoldedGroups } from "./folded-groups.ts";
import { OpeningTotals } from "./opening-totals.tsx";

// Most visits add no group.
const loadDialog = () => import("./add-group-dialog.tsx");
const AddGroupDialog = lazyComponent(loadDialog, "AddGroupDialog");

/** Groups and their ledgers with opening and closing balances. */
export function ChartOfAccountsPage() {
  const view = useListSearch(listAccounts);
  // A group belongs to one organization, so changing the organization clears it.
  const showOrganization = (tenant_id: number | undefined) =>
    view.show({ tenant_id, group_id: undefined }, { replace: true });
  const tenantId = useOrganizationScope(view.input.tenant_id, showOrganization);
  const several = useListsSeveralOrganizations(tenantId);
  // Without an organization in the address, a group is ignored.
  const group_id = tenantId === allOrganizations ? undefined : view.input.group_id;
  const groups = useFoldedGroups();
  // A search looks into all groups.
  const searching = (view.input.search ?? "") !== "";
  const folded = searching ? undefined : groups.query;
  const input = { ...view.input, tenant_id: tenantId, group_id, folded };
  const accounts = useQuery(accountsQuery(input));
  const clear = () => {
    chooseOrganization(null);
    view.clear();
  };

  return (
    <Page title="Chart of Accounts">
      <Toolbar
        filterCount={view.filters}
        filters={
          <>
            <GroupPicker
              label="Group"
              allLabel="Fetch All"
              tenantId={tenantId}
              groupId={group_id ?? null}
              onSelect={(group) =>
                view.show(
                  group
                    ? { tenant_id: group.tenant_id, group_id: group.id }
                    : { group_id: undefined },
                )
              }
              space={filterWidth(200)}
            />
            <OrganizationScope onChoose={showOrganization} />
          </>
        }
        actions={
          <>
            <ExportMenu
              onExport={(format, options) =>
                callFile(
                  exportAccounts,
                  { tenant_id: tenantId, group_id, search: input.search, format },
                  options,
                )
              }
            />
            <FoldButton
              folded={groups.query !== undefined}
              disabled={searching}
              onFoldAll={(all) => {
                groups.foldAll(all);
                view.show({}, { replace: true });
              }}
            />
            <AddButtons
              tenantId={tenantId}
              ledgerPlace={{ tenant_id: view.input.tenant_id, group_id }}
            />
          </>
        }
      >
        <SearchBox label="Search by name" width={208} {...view.searching} />
      </Toolbar>
      <ChartTable
        several={several}
        accounts={accounts}
        place={view.place}
        folding={searching ? null : groups}
        onClear={searching || view.filters > 0 ? clear : undefined}
        onGroupDeleted={(id) => {
          if (id === group_id) view.show({ group_id: undefined }, { replace: true });
        }}
      />
      <OpeningTotals tenantId={tenantId} waiting={accounts.isPending} />
    </Page>
  );
}

type FoldButtonProps = {
  /** Whether some groups are folded. */
  folded: boolean;
  disabled: boolean;
  /** Folds all groups, or unfolds them. */
  onFoldAll: (fold: boolean) => void;
};

function FoldButton({ folded, disabled, onFoldAll }: FoldButtonProps) {
  const Icon = folded ? IconArrowsVertical : IconFold;
  return (
    <Button
      variant="default"
      disabled={disabled}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => onFoldAll(!folded)}
    >
      {folded ? "Unfold All" : "Fold All"}
    </Button>
  );
}

type AddButtonsProps = {
  /** The organization of the filter, in which a group is added. */
  tenantId: number;
  /** Where a ledger is added. */
  ledgerPlace: { tenant_id: number | undefined; group_id: number | undefined };
};

function AddButtons({ tenantId, ledgerPlace }: AddButtonsProps) {
  const [addingGroup, setAddingGroup] = useState(false);
  if (!useHasPermission("accounting.write")) return null;
  return (
    <>
      <OpenDialogButton
        data-shortcut={undefined}
        variant="default"
        icon={<IconPlus size={16} aria-hidden />}
        onPointerEnter={() => void loadDialog()}
        onOpen={() => setAddingGroup(true)}
      >
        Add Group
      </OpenDialogButton>
      <ButtonLink
        to="/app/ledgers/add"
        search={ledgerPlace}
        data-shortcut="new"
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        Add Ledger
      </ButtonLink>
      <Suspense>
        {addingGroup && (
          <AddGroupDialog tenantId={tenantId} onExited={() => setAddingGroup(false)} />
        )}
      </Suspense>
    </>
  );
}
