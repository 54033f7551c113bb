import { Anchor, Button } from "@mantine/core";
import { IconLogout, IconPlayerPause } from "@tabler/icons-react";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useEffect, type CSSProperties } from "react";

import { useConnectionLost } from "../platform/connection.ts";
import { preloadQuestionDialog, QuestionHost } from "../platform/message/confirm.tsx";
import { readPortalToken } from "../platform/portal-session.ts";
import { queryClient } from "../platform/query-client.ts";
import { InitialsAvatar } from "../ui/initials-avatar.tsx";
import { ConnectionBanner, RequestProgress } from "../ui/page/connection.tsx";
import { NotLoaded } from "../ui/page/not-loaded.tsx";
import { Notice } from "../ui/page/notice.tsx";
import { SkipLink } from "../ui/page/skip-link.tsx";
import { moduleOffSentence, portalSelfQuery, useSignOut } from "./data.ts";

import classes from "./portal-shell.module.css";

/**
 * Clears cached data when an employee signs out, so that the next one in the same tab does not see
 * it.
 */
function clearCacheWhenSignedOut(): void {
  if (readPortalToken() === null) queryClient.clear();
}

/** The frame of the portal's screens: the organization's branding, and the button to sign out. */
export function PortalShell() {
  useEffect(() => {
    void preloadQuestionDialog();
    return clearCacheWhenSignedOut;
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
      <QuestionHost />
    </QueryClientProvider>
  );
}

function Frame() {
  const { data, error, isFetching, refetch } = useQuery(portalSelfQuery(useConnectionLost()));
  const closed = moduleOffSentence(error);
  const style = { "--portal-brand": data?.organization.brand_color } as CSSProperties;
  return (
    <div className={classes.shell} style={data ? style : undefined}>
      <SkipLink />
      <Header organization={data?.organization ?? null} />
      <ConnectionBanner />
      <main id="main" tabIndex={-1} className={classes.main}>
        {closed !== null ? (
          <Notice>{closed}</Notice>
        ) : data ? (
          <>
            {data.outgoing_held && <HoldNotice support={data.organization.support_email} />}
            <Outlet />
          </>
        ) : (
          <NotLoaded
            what="The portal"
            failed={error !== null && !isFetching}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
      </main>
    </div>
  );
}

/**
 * Says why advances stay in transit and no email arrives while outgoing messages and payments are on
 * hold. Employees can still use everything in the portal.
 */
function HoldNotice({ support }: { support: string }) {
  return (
    <div className={classes.held}>
      <Notice title="Payments and emails are on hold" icon={IconPlayerPause}>
        You can use the portal as usual. Money and emails follow once they are released. For
        questions write to{" "}
        <Anchor inherit underline="always" href={`mailto:${support}`}>
          {support}
        </Anchor>
        .
      </Notice>
    </div>
  );
}

type HeaderProps = {
  organization: { name: string; logo_url: string | null; brand_color: string } | null;
};

function Header({ organization }: HeaderProps) {
  const { mutate: signOut, isPending } = useSignOut();
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        {organization && (
          <div className={classes.organization}>
            <InitialsAvatar
              name={organization.name}
              src={organization.logo_url}
              color={organization.brand_color}
              shape="logo"
              size={36}
            />
            <span className={classes.name}>{organization.name}</span>
          </div>
        )}
        <Button
          className={classes.out}
          variant="default"
          size="xs"
          leftSection={<IconLogout size={16} aria-hidden />}
          loading={isPending}
          onClick={() => signOut()}
        >
          Logout
        </Button>
      </div>
      <RequestProgress />
    </header>
  );
}
