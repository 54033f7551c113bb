import { branchesList, listBranches } from "@kontor/contract/organizations/branches";
import { IconMapPinPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";

import { useListSearch } from "../../platform/list-search.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { useHasPermission } from "../../session/data.ts";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { branchesQuery, type OrganizationIds } from "../data.ts";

const BranchDialog = lazyComponent(() => import("./branch-dialog.tsx"), "BranchDialog");

/** The branches of an organization. */
export function BranchesTab({ tenantId, companyId }: OrganizationIds) {
  const view = useListSearch(listBranches, {}, { keepScroll: true });
  const list = useQuery(
    branchesQuery({ tenant_id: tenantId, company_id: companyId, ...view.input }),
  );
  const mayAdd = useHasPermission("organizations.write");
  const mayReadPeople = useHasPermission("employees.read");
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Toolbar
        actions={
          mayAdd && (
            <OpenDialogButton
              icon={<IconMapPinPlus size={17} aria-hidden />}
              onOpen={() => setAdding(true)}
            >
              Add Branch
            </OpenDialogButton>
          )
        }
      >
        <SearchBox label="Search branches" {...view.searching} />
      </Toolbar>
      <ListTable
        list={branchesList}
        query={list}
        rows={list.data?.data}
        total={list.data?.meta.total}
        place={view.place}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        // A branch links to the employees who work there.
        open={({ id }) =>
          mayReadPeople
            ? {
                to: "/app/employees",
                search: { tenant_id: tenantId, branch_id: id, view: "all" },
              }
            : null
        }
        empty={
          <EmptyState
            text="There are no branches available"
            about="Branches are places of work. They are used in employee records and reports."
            onClear={view.searching.value === "" ? undefined : view.clear}
          />
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
