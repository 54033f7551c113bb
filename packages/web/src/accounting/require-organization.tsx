import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { readIdParam, type RawSearch } from "../platform/address.ts";
import { allOrganizations, useOrganizationChoice } from "../platform/organization/scope-filter.ts";
import { meQuery, useHasManyOrganizations } from "../session/data.ts";
import { NotLoaded } from "../ui/page/not-loaded.tsx";
import { Notice } from "../ui/page/notice.tsx";
import { Page } from "../ui/page/page.tsx";
import { OrganizationPicker } from "./organization-scope.tsx";

type RequireOrganizationProps = {
  /** What the page shows, in the middle of a sentence: "ledger". */
  what: string;
  /** The title while the page loads or asks; the content has its own page. */
  title: string;
  backTo: string;
  /**
   * Says why an organization must be chosen, on a page of the menu, whose address names no record.
   */
  ask?: string;
  /**
   * Renders the page; undefined stands for the user's own organization, which need not be named.
   */
  children: (tenantId: number | undefined) => ReactNode;
};

/**
 * A record's page, once its organization is known: the `tenant_id` of the address, else the
 * organization of the pages' filter, else the user is asked.
 */
export function RequireOrganization(props: RequireOrganizationProps) {
  const { what, title, backTo, ask, children } = props;
  const address: RawSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const inAddress = readIdParam(address["tenant_id"]);
  const choice = useOrganizationChoice();
  const user = useQuery(meQuery());
  const keepsMany = useHasManyOrganizations();
  if (inAddress !== undefined) return children(inAddress);
  if (choice.tenantId !== allOrganizations) return children(choice.tenantId);
  if (user.data === undefined) {
    const retry = () => void user.refetch();
    return (
      <Page title={title} backTo={backTo} width="form">
        <NotLoaded what={`The ${what}`} failed={user.isError} error={user.error} onRetry={retry} />
      </Page>
    );
  }
  if (!keepsMany) return children(undefined);
  return (
    <Page title={title} backTo={backTo} width="form">
      {ask === undefined ? (
        <Notice>
          This link does not name an organization. Choose the organization to open the {what}.
        </Notice>
      ) : (
        <Text c="dimmed">{ask}</Text>
      )}
      <OrganizationPicker
        selected={null}
        onSelect={(organization) => {
          if (organization === null) return;
          const search = { ...address, tenant_id: organization.tenantId };
          void navigate({ to: ".", search, replace: true });
        }}
      />
    </Page>
  );
}
