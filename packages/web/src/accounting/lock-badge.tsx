import { formatDate } from "@kontor/contract/format";
import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { TextLink } from "../ui/text-link.tsx";
import { periodsQuery } from "./data.ts";

import classes from "./lock-badge.module.css";

/** Links from a page of the books to Month-end; hidden while the books are open. */
export function LockBadge({ tenantId }: { tenantId: number | undefined }) {
  const until = useQuery(periodsQuery(tenantId)).data?.lock.locked_until ?? null;
  if (until === null) return null;
  return (
    <TextLink to="/app/month-end" search={{ tenant_id: tenantId }} className={classes.badge}>
      <IconLock size={14} aria-hidden /> Locked until {formatDate(until)}
    </TextLink>
  );
}
