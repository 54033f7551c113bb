import type { Permission } from "@kontor/contract/endpoint";
import { useQuery } from "@tanstack/react-query";

import { roleGranter } from "../platform/session.ts";
import { meQuery } from "../session/data.ts";
import { EmptyState } from "../ui/page/empty-state.tsx";
import { Page } from "../ui/page/page.tsx";
import { TextLink } from "../ui/text-link.tsx";

/** Permissions that no role of an organization includes, so that its owner cannot give them. */
const platformOnlyPermissions: readonly Permission[] = ["settings.read"];

/** Replaces a screen that none of the user's roles may see. */
export function NotPermitted({ permission }: { permission: Permission }) {
  const user = useQuery(meQuery()).data;
  const isMember = user !== undefined && user.tenant_id !== null;
  const nobodyGives =
    isMember && (user.roles.includes("OWNER") || platformOnlyPermissions.includes(permission));
  const help = nobodyGives ? "Only the staff of the platform use it." : `Ask ${roleGranter()}.`;
  return (
    <Page title="Not permitted" backTo="/app/dashboard">
      <EmptyState text={`Your roles do not include this page. ${help}`}>
        <TextLink to="/app/dashboard">Go to the dashboard</TextLink>
      </EmptyState>
    </Page>
  );
}
