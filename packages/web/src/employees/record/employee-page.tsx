import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ComponentProps } from "react";

import { organizationIdentityQuery } from "../../platform/organization/choices.ts";
import { meQuery } from "../../session/data.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { PageTabs } from "../../ui/page/page-tabs.tsx";
import { Page } from "../../ui/page/page.tsx";
import { UnavailableRecord } from "../../ui/record/unavailable-record.tsx";
import { PageSpinner } from "../../ui/spinner.tsx";
import { employeeQuery, type Employee, type EmployeePath } from "../data.ts";
import { fullName } from "../employee-texts.ts";
import { EmployeeHead } from "./employee-head.tsx";
import type { EmployeeTab } from "./tabs.ts";

const route = getRouteApi("/app/employees/$tenant_id/$employee_id");
const listPath = "/app/employees";

type EmployeePageProps = {
  /**
   * The sections, including those of higher features. The first is open unless the address names
   * another.
   */
  tabs: readonly EmployeeTab[];
};

/** The page of one employee: identity and what payroll still needs above, the sections as tabs. */
export function EmployeePage({ tabs }: EmployeePageProps) {
  const params = route.useParams();
  const tenantId = Number(params.tenant_id);
  const organization = useQuery(organizationIdentityQuery(tenantId));
  if (!organization.data) {
    return <NoEmployee query={organization} missing={organization.data === null} />;
  }
  const { companyId } = organization.data;
  const id = Number(params.employee_id);
  const path = { tenant_id: tenantId, company_id: companyId, id };
  return <LoadedEmployee key={`${tenantId}/${id}`} path={path} tabs={tabs} />;
}

function LoadedEmployee({ path, tabs }: EmployeePageProps & { path: EmployeePath }) {
  const query = useQuery(employeeQuery(path));
  if (!query.data) return <NoEmployee query={query} />;
  return <OpenEmployee employee={query.data} tabs={tabs} />;
}

function NoEmployee(props: Pick<ComponentProps<typeof UnavailableRecord>, "query" | "missing">) {
  return (
    <UnavailableRecord {...props} title="Employee" what="The employee" backTo={listPath}>
      <ButtonLink to={listPath} variant="default" size="xs">
        To the employees
      </ButtonLink>
    </UnavailableRecord>
  );
}

/** The tabs that the user may see. The open one is in the address, so that a link opens it. */
function OpenEmployee({ employee, tabs: all }: EmployeePageProps & { employee: Employee }) {
  const me = useQuery(meQuery());
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const tabs = all.filter(({ permission }) => me.data?.permissions.includes(permission));
  const open = tabs.find(({ key }) => key === tab) ?? tabs[0];
  const name = fullName(employee.personal);
  const Panel = open?.component;
  return (
    <Page title={name} backTo={listPath}>
      <EmployeeHead employee={employee} tabs={tabs} />
      {open && Panel ? (
        <PageTabs
          label={`About ${name}`}
          tabs={tabs}
          open={open}
          // The tabs are below the head, and choosing one must not scroll them out of sight.
          onOpen={(key) => void navigate({ search: { tab: key }, resetScroll: false })}
        >
          <Panel employee={employee} />
        </PageTabs>
      ) : (
        me.isPending && <PageSpinner />
      )}
    </Page>
  );
}
