import { IconBuilding, IconSelector } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Suspense, useRef, useState } from "react";

import { readIdParam, type RawSearch } from "../../platform/address.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { preload } from "../../platform/loading/load-module.ts";
import { organizationIdentityQuery } from "../../platform/organization/choices.ts";
import {
  switchOrganization,
  useOrganizationChoice,
  type OrganizationChoice,
} from "../../platform/organization/scope-filter.ts";
import { meQuery, useHasManyOrganizations } from "../../session/data.ts";
import { BareButton } from "../../ui/menu/bare-button.tsx";
import { usePageHeading } from "../../ui/page/page-title.ts";

import classes from "./organization-switcher.module.css";

// Loaded on demand: a search select is larger than the header, and most visits never switch.
const loadField = () => import("../../accounting/organization-scope.tsx");
const OrganizationField = lazyComponent(loadField, "OrganizationField");

/**
 * Shows in the header which organization's books are open, and switches between organizations.
 * Pages with an organization filter follow, also in their address. The page of a record, which
 * belongs to one organization, is replaced by the list of such records.
 */
export function OrganizationSwitcher() {
  // Users of one organization may not list others: the server would end the session.
  return useHasManyOrganizations() ? <Switcher /> : <OwnOrganization />;
}

/** A screen does not repeat the user's only organization, but a printed page names it. */
function OwnOrganization() {
  return (
    <span className={classes.own} data-printed>
      {useQuery(meQuery()).data?.tenant_name}
    </span>
  );
}

function Switcher() {
  const shown = useShownOrganization();
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const returns = useRef(false);
  const navigate = useNavigate();
  const { backTo } = usePageHeading();
  const close = () => {
    // After Escape or a choice the focus returns here, unless it was moved elsewhere.
    returns.current = frame.current?.contains(document.activeElement) ?? false;
    setOpen(false);
  };
  const takeFocus = (shownAgain: HTMLButtonElement | null) => {
    if (shownAgain === null || !returns.current) return;
    returns.current = false;
    shownAgain.focus();
  };
  const choose = (choice: OrganizationChoice | null) => {
    if (switchOrganization(choice) || !shown.ofRecord || backTo === null) return;
    // The list of organizations is not filtered.
    const narrows = choice !== null && backTo !== "/app/organizations";
    void navigate({ to: backTo, search: narrows ? { tenant_id: choice.tenantId } : {} });
  };
  const button = (
    <BareButton
      ref={takeFocus}
      className={classes.button}
      title={shown.name}
      // The organization of a record is printed. The filters of a list state the organization
      // themselves.
      data-printed={(shown.ofRecord && backTo !== null) || undefined}
      aria-expanded={open}
      onPointerEnter={() => preload(loadField)}
      onClick={() => setOpen(true)}
    >
      <IconBuilding size={16} aria-hidden />
      <span className={classes.spoken}>Switch organization, now </span>
      <span className={classes.name}>{shown.name}</span>
      <IconSelector size={14} aria-hidden />
    </BareButton>
  );
  if (!open) return button;
  return (
    <Suspense fallback={button}>
      <div ref={frame} className={classes.field} data-switching>
        <OrganizationField selected={shown} onSelect={choose} onLeave={close} />
      </div>
    </Suspense>
  );
}

/** The id of the organization that the address names, of a record or as a filter. */
export function useOrganizationInAddress(): number | undefined {
  const search: RawSearch = useSearch({ strict: false });
  const params: RawSearch = useParams({ strict: false });
  return readIdParam(params["tenant_id"]) ?? readIdParam(search["tenant_id"]);
}

/** The organization of the record in the address, or else the one that filters the pages. */
function useShownOrganization(): OrganizationChoice & { ofRecord: boolean } {
  const chosen = useOrganizationChoice();
  const inAddress = useOrganizationInAddress();
  const other = inAddress !== undefined && inAddress !== chosen.tenantId;
  const { data: named } = useQuery({
    ...organizationIdentityQuery(inAddress ?? 0),
    enabled: other,
  });
  if (!other) return { ...chosen, ofRecord: inAddress !== undefined };
  return { tenantId: inAddress, name: named?.name ?? "One organization", ofRecord: true };
}
