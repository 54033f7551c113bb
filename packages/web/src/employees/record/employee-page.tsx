import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Suspense, useEffect, useRef } from "react";

import { ApiProblem } from "../../platform/api-problem.ts";
import { organizationOfQuery } from "../../platform/organization/choices.ts";
import { meQuery } from "../../session/data.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { NotLoaded } from "../../ui/page/not-loaded.tsx";
import { Page } from "../../ui/page/page.tsx";
import { PageSpinner } from "../../ui/spinner.tsx";
import { employeeQuery, type Employee, type EmployeePath } from "../data.ts";
import { fullName } from "../words.ts";
import { EmployeeHead } from "./employee-head.tsx";
import { employeeTabs, type EmployeeTab } from "./tabs.ts";

import classes from "./employee-page.module.css";

const route = getRouteApi("/app/employees/$tenant_id/$employee_id");
const listPath = "/app/employees";

/** One employee: who it is and what payroll lacks above, and the sections as tabs. */
export function EmployeePage() {
  const params = route.useParams();
  const tenantId = Number(params.tenant_id);
  const { data, error, isFetching, refetch } = useQuery(organizationOfQuery(tenantId));
  if (data === null || isNotFound(error)) return <NoSuchEmployee />;
  if (!data) {
    return <Waiting failed={error !== null && !isFetching} onRetry={() => void refetch()} />;
  }
  const id = Number(params.employee_id);
  const path = { tenant_id: tenantId, company_id: data.companyId, id };
  return <LoadedEmployee key={`${tenantId}/${id}`} path={path} />;
}

function LoadedEmployee({ path }: { path: EmployeePath }) {
  const { data, error, isFetching, refetch } = useQuery(employeeQuery(path));
  if (!data && isNotFound(error)) return <NoSuchEmployee />;
  if (!data) {
    return <Waiting failed={error !== null && !isFetching} onRetry={() => void refetch()} />;
  }
  return <OpenEmployee employee={data} />;
}

function isNotFound(error: Error | null): boolean {
  return error instanceof ApiProblem && error.status === 404;
}

function Waiting({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return (
    <Page title="Employee" backTo={listPath}>
      <NotLoaded what="The employee" failed={failed} onRetry={onRetry} />
    </Page>
  );
}

function NoSuchEmployee() {
  return (
    <Page title="Employee" backTo={listPath}>
      <EmptyState text="The employee was not found.">
        <ButtonLink to={listPath} variant="default" size="xs">
          To the employees
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}

/** The tabs that the user may see, the open one in the address so that a link leads to it. */
function OpenEmployee({ employee }: { employee: Employee }) {
  const me = useQuery(meQuery());
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const tabs = employeeTabs.filter(({ permission }) => me.data?.permissions.includes(permission));
  const open = tabs.find(({ key }) => key === tab) ?? tabs[0];
  const name = fullName(employee.personal);
  const Panel = open?.component;
  return (
    <Page title={name} backTo={listPath}>
      <EmployeeHead employee={employee} tabs={tabs} />
      {open && Panel ? (
        <Tabs
          className={classes.tabs}
          value={open.key}
          keepMounted={false}
          onChange={(key) => void navigate({ search: key === null ? {} : { tab: key } })}
        >
          <TabList tabs={tabs} open={open.key} label={`About ${name}`} />
          <Tabs.Panel value={open.key} className={classes.panel}>
            <Suspense fallback={<PageSpinner />}>
              <Panel employee={employee} />
            </Suspense>
          </Tabs.Panel>
        </Tabs>
      ) : (
        me.isPending && <PageSpinner />
      )}
    </Page>
  );
}

type TabListProps = { tabs: readonly EmployeeTab[]; open: string; label: string };

function TabList({ tabs, open, label }: TabListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // On a phone the open tab may be beyond the edge; the page itself is not to move.
  useEffect(() => {
    const box = scroller.current;
    const tab = box?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
    if (box && tab) box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.clientWidth) / 2;
  }, [open]);
  return (
    <div ref={scroller} className={classes.tabScroller}>
      <Tabs.List className={classes.tabList} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.key} value={tab.key}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </div>
  );
}
