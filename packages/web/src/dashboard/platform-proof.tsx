import { formatMoment } from "@kontor/contract/format";
import type { PlatformFaultKind } from "@kontor/contract/proof/proof";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";

import { Loaded } from "../ui/page/loaded.tsx";
import { platformProofQuery } from "./data.ts";
import { FaultList } from "./fault-list.tsx";

import classes from "./dashboard.module.css";

/** The page that shows a fault of the platform; null if only the server's log does. */
const faultLinks: Readonly<Record<PlatformFaultKind, LinkProps | null>> = {
  log: { to: "/app/settings/audit-log", search: { view: "all" } },
  job: null,
  mails: { to: "/app/settings/outbox", search: { status: "FAILED" } },
  nightly_check: null,
  backup: null,
};

/** The faults of the platform itself, for its administrators. */
export function PlatformProof() {
  const query = useQuery(platformProofQuery());
  return (
    <section className={classes.platform} aria-label="The platform itself">
      <Loaded query={query} what="The proof of the platform">
        {({ faults, checked_at, backup_at }) => (
          <>
            <p className={classes.check} data-outcome={faults.length === 0 ? "holds" : "faults"}>
              {faults.length === 0 ? (
                <IconCheck size={18} aria-hidden />
              ) : (
                <IconAlertTriangle size={18} aria-hidden />
              )}
              <span>
                The platform&apos;s own log, jobs and mails
                <span className={classes.about}>
                  {faults.length === 0 ? "No faults" : "Faults found"}, checked{" "}
                  {formatMoment(checked_at)}
                </span>
                <span className={classes.about}>
                  {backup_at === null
                    ? "Kontor has not made a backup yet"
                    : `Last backup ${formatMoment(backup_at)}`}
                </span>
              </span>
            </p>
            <FaultList
              label="Faults of the platform"
              faults={faults.map(({ kind, message }) => ({
                key: message,
                message,
                link: faultLinks[kind],
              }))}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}
