import { formatDay } from "@kontor/contract/format";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Suspense, useEffect, useState, type ComponentProps, type ReactNode } from "react";

import { lazyComponent } from "../platform/loading/lazy-component.ts";
import { storeBranding } from "../platform/organization/branding.ts";
import { updateOrganizationName } from "../platform/organization/scope-filter.ts";
import { meQuery, useHasManyOrganizations, useHasPermission } from "../session/data.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Notice } from "../ui/page/notice.tsx";
import { PageTabs } from "../ui/page/page-tabs.tsx";
import { Page } from "../ui/page/page.tsx";
import { Sentence } from "../ui/record/remarks.tsx";
import { UnavailableRecord } from "../ui/record/unavailable-record.tsx";
import { PageSpinner } from "../ui/spinner.tsx";
import { organizationQuery, type Organization } from "./data.ts";
import { OrganizationCard } from "./organization-card.tsx";
import { readOrganizationIds } from "./search.ts";
import { organizationTabs } from "./tabs.ts";

const route = getRouteApi("/app/organizations/$tenant_id/$company_id");
const listPath = "/app/organizations";

const OrganizationDialog = lazyComponent(
  () => import("./dialog/organization-dialog.tsx"),
  "OrganizationDialog",
);

const StatusDialog = lazyComponent(() => import("./dialog/status-dialog.tsx"), "StatusDialog");

/** One organization: its card and its tabs. */
export function OrganizationPage() {
  const ids = readOrganizationIds(route.useParams());
  if (!ids) return <UnavailableOrganization query={notRequested} missing />;
  return <LoadedOrganization key={`${ids.tenantId}/${ids.companyId}`} {...ids} />;
}

/** The query state for an address that names no organization, for which none is requested. */
const notRequested = { error: null, isFetching: false, refetch: () => undefined };

function LoadedOrganization(ids: { tenantId: number; companyId: number }) {
  const query = useQuery(organizationQuery(ids));
  if (!query.data) return <UnavailableOrganization query={query} />;
  return <OpenOrganization organization={query.data} />;
}

function UnavailableOrganization(
  props: Pick<ComponentProps<typeof UnavailableRecord>, "query" | "missing">,
) {
  const backTo = useListPath();
  return (
    <UnavailableRecord {...props} title="Organization" what="The organization" backTo={backTo}>
      {backTo !== undefined && (
        <ButtonLink to={backTo} variant="default" size="xs">
          To the organizations
        </ButtonLink>
      )}
    </UnavailableRecord>
  );
}

/**
 * The address of the list of organizations; undefined for users of one organization, who have no
 * such list.
 */
function useListPath() {
  return useHasManyOrganizations() ? listPath : undefined;
}

function OpenOrganization({ organization }: { organization: Organization }) {
  const { tenant_id, name, logo_url, brand_color, status } = organization;
  const mayEdit = useHasPermission("organizations.write");
  const maySuspend = useHasPermission("organizations.suspend");
  const backTo = useListPath();
  const [editing, setEditing] = useState(false);
  // Kept apart from the present status, so that the text stays while the dialog closes.
  const [newStatus, setNewStatus] = useState<Organization["status"] | null>(null);
  const changeStatus = () => setNewStatus(status === "ACTIVE" ? "SUSPENDED" : "ACTIVE");
  useEffect(() => {
    storeBranding({ companyName: name, logo: logo_url, brandColor: brand_color });
    updateOrganizationName({ tenantId: tenant_id, name });
  }, [tenant_id, name, logo_url, brand_color]);
  return (
    <Page title={name} backTo={backTo}>
      {status === "SUSPENDED" && <Suspension {...organization} />}
      <OrganizationTabs organization={organization}>
        <OrganizationCard
          organization={organization}
          onEdit={mayEdit ? () => setEditing(true) : undefined}
          onStatus={maySuspend ? changeStatus : undefined}
        />
      </OrganizationTabs>
      <Suspense>
        {editing && (
          <OrganizationDialog organization={organization} onExited={() => setEditing(false)} />
        )}
        {newStatus && (
          <StatusDialog
            organization={organization}
            status={newStatus}
            onExited={() => setNewStatus(null)}
          />
        )}
      </Suspense>
    </Page>
  );
}

/** Since when the organization is suspended, and why. */
function Suspension({ suspended_at, suspension_reason }: Organization) {
  return (
    <Notice title={suspended_at ? `Suspended since ${formatDay(suspended_at)}` : "Suspended"}>
      <Sentence>{suspension_reason || "Its users and employees cannot sign in."}</Sentence>
    </Notice>
  );
}

type OrganizationTabsProps = {
  organization: Organization;
  /** The card, which stays whichever tab is open. */
  children: ReactNode;
};

/** The tabs that the user may see. The open tab is in the address, so that links can open it. */
function OrganizationTabs({ organization, children }: OrganizationTabsProps) {
  const me = useQuery(meQuery());
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const tabs = organizationTabs.filter(({ permission }) =>
    me.data?.permissions.includes(permission),
  );
  const open = tabs.find(({ key }) => key === tab) ?? tabs[0];
  if (!open) {
    return (
      <>
        {children}
        {me.isPending && <PageSpinner />}
      </>
    );
  }
  const Panel = open.component;
  return (
    <PageTabs
      label={`About ${organization.name}`}
      tabs={tabs}
      open={open}
      beside={children}
      // The tabs may be below the card, and choosing one must not scroll them out of sight.
      onOpen={(key) => void navigate({ search: { tab: key }, resetScroll: false })}
    >
      <Panel
        tenantId={organization.tenant_id}
        companyId={organization.company_id}
        companyName={organization.name}
      />
    </PageTabs>
  );
}
