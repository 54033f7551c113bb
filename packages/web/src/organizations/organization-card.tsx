import { Anchor, Spoiler } from "@mantine/core";
import { IconPencil, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { InitialsAvatar } from "../ui/initials-avatar.tsx";
import { OpenDialogButton } from "../ui/open-dialog-button.tsx";
import { RichTextView } from "../ui/rich-text/rich-text-view.tsx";
import { StatusChip } from "../ui/status-chip.tsx";
import { AuditLink } from "../users/audit-link.tsx";
import type { Organization } from "./data.ts";

import classes from "./organization-page.module.css";

type OrganizationCardProps = {
  organization: Organization;
  /** Undefined for users who may not edit. */
  onEdit: (() => void) | undefined;
  /** Suspends or resumes; undefined for users who may not. */
  onStatus: (() => void) | undefined;
};

/** The identity and main facts of an organization. */
export function OrganizationCard({ organization, onEdit, onStatus }: OrganizationCardProps) {
  const { name, code, status, logo_url, brand_color, tenant_id, company_id } = organization;
  const suspended = status === "SUSPENDED";
  return (
    <section data-surface="card" className={classes.card} aria-label="Organization">
      <div className={classes.head}>
        <InitialsAvatar name={name} src={logo_url} color={brand_color} shape="logo" size={88} />
        <h2 className={classes.name}>{name}</h2>
        <p className={classes.code}>{code}</p>
        <StatusChip tone={suspended ? "bad" : "good"}>{status.toLowerCase()}</StatusChip>
      </div>
      <div className={classes.actions}>
        {onEdit && (
          <OpenDialogButton
            variant="default"
            icon={<IconPencil size={16} aria-hidden />}
            onOpen={onEdit}
          >
            Edit Organization
          </OpenDialogButton>
        )}
        <AuditLink
          owner={{ tenant_id, company_id }}
          subject={`organization:${tenant_id}`}
          label="History"
          size="sm"
        />
        {onStatus && (
          <OpenDialogButton
            className={classes.status}
            variant="subtle"
            px="xs"
            {...(suspended ? {} : { color: "red" })}
            data-shortcut={undefined}
            icon={
              suspended ? (
                <IconPlayerPlay size={16} aria-hidden />
              ) : (
                <IconPlayerPause size={16} aria-hidden />
              )
            }
            onOpen={onStatus}
          >
            {suspended ? "Resume Organization" : "Suspend Organization"}
          </OpenDialogButton>
        )}
      </div>
      <Facts organization={organization} />
    </section>
  );
}

function Facts({ organization }: { organization: Organization }) {
  const { email, admin_name, admin_email, support_email, address, state } = organization;
  const { emp_prefix, about, employee_benefits } = organization;
  return (
    <dl className={classes.facts}>
      <Fact label="Organization Email">
        <Mail address={email} />
      </Fact>
      <Fact label="Super Admin Name">{admin_name}</Fact>
      <Fact label="Super Admin Email">
        <Mail address={admin_email} />
      </Fact>
      <Fact label="Support Email">
        <Mail address={support_email} />
      </Fact>
      <Fact label="Address">{[address, state].filter(Boolean).join(", ")}</Fact>
      {emp_prefix !== "" && <Fact label="Emp Prefix">{emp_prefix}</Fact>}
      <RichFact label="About" html={about} />
      <RichFact label="Employee Benefits" html={employee_benefits} />
    </dl>
  );
}

type FactProps = { label: string; long?: boolean; children: ReactNode };

function Fact({ label, long, children }: FactProps) {
  return (
    <div data-long={long || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Mail({ address }: { address: string }) {
  return (
    <Anchor href={`mailto:${address}`} inherit>
      {address}
    </Anchor>
  );
}

/** A text that may be long, expanded on request. */
function RichFact({ label, html }: { label: string; html: string }) {
  if (html === "") return null;
  return (
    <Fact label={label} long>
      <Spoiler maxHeight={110} showLabel="Show more" hideLabel="Show less">
        <RichTextView html={html} allow="basic" />
      </Spoiler>
    </Fact>
  );
}
