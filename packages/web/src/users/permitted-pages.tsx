import type { Permission } from "@kontor/contract/endpoint";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { meQuery } from "../session/data.ts";
import { EmptyState } from "../ui/page/empty-state.tsx";
import { Loaded } from "../ui/page/loaded.tsx";
import { Page } from "../ui/page/page.tsx";

type PermittedPagesProps = {
  title: string;
  permission: Permission;
  /** Shown in place of the pages to users without the permission. */
  refused: string;
  children: (permissions: readonly Permission[]) => ReactNode;
};

/**
 * A section that requires a permission: a call that the user may not make would end the session.
 */
export function PermittedPages({ title, permission, refused, children }: PermittedPagesProps) {
  return (
    <Loaded query={useQuery(meQuery())} what="Your account">
      {({ permissions }) =>
        permissions.includes(permission) ? (
          children(permissions)
        ) : (
          <Page title={title}>
            <EmptyState text={refused} />
          </Page>
        )
      }
    </Loaded>
  );
}
