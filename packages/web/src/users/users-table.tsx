import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { organizationRoles, platformRoles } from "@kontor/contract/reference/roles";
import { usersList } from "@kontor/contract/users/list";
import {
  listPlatformUsers,
  userStatuses,
  userStatusTitles,
  type UserStatus,
} from "@kontor/contract/users/users";
import { IconMailForward, IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";

import { useListSearch, type ListView } from "../platform/list-search.ts";
import { lazyComponent } from "../platform/loading/lazy-component.ts";
import { meQuery } from "../session/data.ts";
import { OptionalFilter } from "../ui/filter/choice-filter.tsx";
import { InitialsAvatar } from "../ui/initials-avatar.tsx";
import { OpenDialogButton } from "../ui/open-dialog-button.tsx";
import { EmptyState } from "../ui/page/empty-state.tsx";
import { Toolbar } from "../ui/page/toolbar.tsx";
import { StatusChip, type StatusTone } from "../ui/status-chip.tsx";
import { ExportMenu } from "../ui/table/export-menu.tsx";
import { ListTable } from "../ui/table/list-table.tsx";
import { SearchBox } from "../ui/table/search-box.tsx";
import { exportUsers, usersQuery, type User } from "./data.ts";
import { useUserActions } from "./user-actions.tsx";

import classes from "./users.module.css";

const InviteDialog = lazyComponent(() => import("./invite-dialog.tsx"), "InviteDialog");

const tones: Readonly<Record<UserStatus, StatusTone>> = {
  ACTIVE: "good",
  INVITED: "waiting",
  DEACTIVATED: "neutral",
};

/** The users of the platform or of an organization, with the actions on them. */
export function UsersTable({ owner }: { owner: ConfigurationOwner }) {
  // Those of an organization are below its card on a phone.
  const view = useListSearch(listPlatformUsers, {}, { keepScroll: owner !== "platform" });
  const list = useQuery(usersQuery(owner, view.input));
  const permission = owner === "platform" ? "platform-users.write" : "users.write";
  const mayWrite = useQuery(meQuery()).data?.permissions.includes(permission) ?? false;
  const [inviting, setInviting] = useState(false);
  const { actionsOf, openOf, dialogs } = useUserActions(owner, mayWrite);
  const { page: _page, per_page: _perPage, ...filters } = view.input;
  return (
    <>
      <Toolbar
        filterCount={view.filters}
        filters={<Filters owner={owner} view={view} />}
        actions={
          <>
            <ExportMenu
              onExport={(format, options) => exportUsers(owner, { ...filters, format }, options)}
            />
            {mayWrite && (
              <OpenDialogButton
                icon={<IconUserPlus size={17} aria-hidden />}
                onOpen={() => setInviting(true)}
              >
                Invite User
              </OpenDialogButton>
            )}
          </>
        }
      >
        <SearchBox label="Search users" {...view.searching} />
      </Toolbar>
      <ListTable
        list={usersList}
        cells={{ name, status }}
        query={list}
        rows={list.data?.data}
        total={list.data?.meta.total}
        place={view.place}
        rowKey={({ id }) => id}
        rowName={(user) => user.name}
        open={openOf}
        {...(mayWrite ? { actions: actionsOf } : {})}
        empty={
          view.filters > 0 || view.searching.value ? (
            <EmptyState text="No users found" onClear={view.clear} />
          ) : (
            <EmptyState
              text="There are no users yet"
              about="Invited users get an email, choose a password and sign in with the roles given here."
            />
          )
        }
      />
      {dialogs}
      <Suspense>
        {inviting && <InviteDialog owner={owner} onExited={() => setInviting(false)} />}
      </Suspense>
    </>
  );
}

type FiltersProps = { owner: ConfigurationOwner; view: ListView<typeof listPlatformUsers> };

function Filters({ owner, view }: FiltersProps) {
  const roles = owner === "platform" ? platformRoles : organizationRoles;
  return (
    <>
      <OptionalFilter
        label="Role"
        width={180}
        all="All roles"
        value={view.input.role}
        choices={roles.map(({ role, title }) => ({ value: role, label: title }))}
        onChange={(next) => view.show({ role: next })}
      />
      <OptionalFilter
        label="Status"
        all="All statuses"
        value={view.input.status}
        choices={userStatuses.map((value) => ({ value, label: userStatusTitles[value] }))}
        onChange={(next) => view.show({ status: next })}
      />
    </>
  );
}

function name({ name: text, email, profile_photo, invitation_expires_at }: User) {
  return (
    <span className={classes.person}>
      <InitialsAvatar name={text} src={profile_photo} size={26} />
      <span className={classes.name}>
        {text}
        <span className={classes.email}>{email}</span>
      </span>
      {invitation_expires_at !== null && (
        <IconMailForward size={15} aria-label="Invitation sent" className={classes.mark} />
      )}
    </span>
  );
}

function status({ status: word }: User) {
  return <StatusChip tone={tones[word]}>{userStatusTitles[word]}</StatusChip>;
}
