import type { periods } from "@kontor/contract/accounting/periods";
import { formatDate, formatMoment } from "@kontor/contract/format";
import { Button, Text } from "@mantine/core";
import { IconEye, IconListCheck, IconLock, IconLockOpen, IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { z } from "zod";

import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";
import { meQuery } from "../../session/data.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { NotLoaded } from "../../ui/page/not-loaded.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { periodsQuery } from "../data.ts";
import { useEndLockException } from "../mutations.ts";
import { OrganizationScope, useOrganizationScope } from "../organization-scope.tsx";
import { RequireOrganization } from "../require-organization.tsx";
import { ExceptionDialog } from "./exception-dialog.tsx";
import { LockDialog } from "./lock-dialog.tsx";
import { YearEndPanel } from "./year-end-panel.tsx";

import classes from "./periods.module.css";

type Periods = z.output<typeof periods>;
type OpenDialog = "lock" | "open" | "exception";

/** Locks the months that are reported, and closes years. */
export function MonthEndPage() {
  return (
    <RequireOrganization
      what="books"
      title="Month-end"
      backTo="/app/chart-accounts"
      ask="Months are locked and years closed for one organization at a time. Choose an organization."
    >
      {(tenantId) => <LoadedPeriods tenantId={tenantId} />}
    </RequireOrganization>
  );
}

function LoadedPeriods({ tenantId }: { tenantId: number | undefined }) {
  const navigate = useNavigate();
  const show = (tenant_id: number | undefined) =>
    void navigate({ to: ".", search: { tenant_id }, replace: true });
  // The other pages of the books continue with the organization of the address.
  useOrganizationScope(tenantId, show);
  const { data, error, isError, refetch } = useQuery(periodsQuery(tenantId));
  const permissions = useQuery(meQuery()).data?.permissions ?? [];
  const mayClose = permissions.includes("books.close");
  return (
    <Page title="Month-end">
      <div className={classes.scope}>
        <OrganizationScope onChoose={show} />
        {permissions.includes("reports.read") && (
          <ButtonLink
            variant="default"
            leftSection={<IconListCheck size={16} aria-hidden />}
            to="/app/reports/transaction/month-end"
            search={tenantId === undefined ? {} : { tenant_id: tenantId }}
          >
            Month-end Checklist
          </ButtonLink>
        )}
      </div>
      {data === undefined ? (
        <NotLoaded
          what="The organization"
          failed={isError}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          {permissions.length > 0 && !mayClose && <WhoMayCloseNote />}
          <LockPanel key={data.tenant_id} periods={data} mayClose={mayClose} />
          <YearEndPanel key={`year ${data.tenant_id}`} periods={data} mayClose={mayClose} />
        </>
      )}
    </Page>
  );
}

/** Tells a user who may only read the periods who can change them. */
function WhoMayCloseNote() {
  return (
    <Notice icon={IconEye}>
      Only an Owner of the organization, or an Administrator or Accountant of the platform, can lock
      periods, grant exceptions and close years.
    </Notice>
  );
}

/** The last day of the newest closed year. */
function closedUntil({ closings }: Periods): string | null {
  const days = closings.flatMap(({ year_end, taken_back_at }) =>
    taken_back_at === null ? [year_end] : [],
  );
  return days.toSorted().at(-1) ?? null;
}

type LockPanelProps = { periods: Periods; mayClose: boolean };

function LockPanel({ periods, mayClose }: LockPanelProps) {
  const { tenant_id, lock, exceptions } = periods;
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const onExited = () => setOpened(null);
  const locked = lock.locked_until !== null;
  return (
    <Panel
      title="Locked Period"
      about="Nothing can be posted or changed on a locked day. Payroll and funding entries are dated on the first open day."
      aside={
        mayClose && (
          <div className={classes.actions}>
            {locked && (
              <Button
                variant="default"
                leftSection={<IconLockOpen size={16} aria-hidden />}
                onClick={() => setOpened("open")}
              >
                Open Period
              </Button>
            )}
            <Button
              leftSection={<IconLock size={16} aria-hidden />}
              onClick={() => setOpened("lock")}
            >
              {locked ? "Move Lock" : "Lock Period"}
            </Button>
          </div>
        )
      }
    >
      <p className={classes.state}>
        {lock.locked_until === null
          ? "The books are open."
          : `The books are locked until ${formatDate(lock.locked_until)}.`}
      </p>
      {lock.set_at !== null && (
        <Text size="sm" c="dimmed">
          {lock.reason} · {lock.set_by ?? "the system"}, {formatMoment(lock.set_at)}
        </Text>
      )}
      {locked && (
        <Exceptions
          tenantId={tenant_id}
          exceptions={exceptions}
          mayClose={mayClose}
          onGrant={() => setOpened("exception")}
        />
      )}
      {(opened === "lock" || opened === "open") && (
        <LockDialog
          tenantId={tenant_id}
          lock={lock}
          opening={opened === "open"}
          closedUntil={closedUntil(periods)}
          onExited={onExited}
        />
      )}
      {opened === "exception" && <ExceptionDialog tenantId={tenant_id} onExited={onExited} />}
    </Panel>
  );
}

type ExceptionsProps = {
  tenantId: number;
  exceptions: Periods["exceptions"];
  mayClose: boolean;
  onGrant: () => void;
};

/** A user may have several exceptions, which end at different times. */
const exceptionName = (name: string, until: Date) =>
  `the exception of ${name} until ${formatMoment(until)}`;

/** The users who may post in the locked period, and until when. */
function Exceptions({ tenantId, exceptions, mayClose, onGrant }: ExceptionsProps) {
  const endException = useEndLockException();
  const end = async (id: number, which: string) => {
    if (!(await confirm(`End ${which}?`))) return;
    if (await succeeds(endException({ tenant_id: tenantId, id })))
      notifySuccess("Exception ended successfully..");
  };
  return (
    <div className={classes.exceptions}>
      <h3 className={classes.subtitle}>Exceptions</h3>
      {exceptions.length === 0 && (
        <Text size="sm" c="dimmed">
          Nobody can post in the locked period.
        </Text>
      )}
      <ul className={classes.list}>
        {exceptions.map(({ id, name, email, until, reason, granted_by, granted_at }) => (
          <li key={id} className={classes.row}>
            <span className={classes.grow}>
              <strong>{name}</strong> <span className={classes.quiet}>{email}</span>
              <span className={classes.detail}>
                until {formatMoment(until)} · {reason} · {granted_by ?? "the system"},{" "}
                {formatMoment(granted_at)}
              </span>
            </span>
            {mayClose && (
              <Button
                size="xs"
                variant="default"
                aria-label={`End ${exceptionName(name, until)}`}
                onClick={() => void end(id, exceptionName(name, until))}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayClose && (
        <Button
          variant="light"
          size="xs"
          leftSection={<IconUserPlus size={16} aria-hidden />}
          onClick={onGrant}
        >
          Grant Exception
        </Button>
      )}
    </div>
  );
}
