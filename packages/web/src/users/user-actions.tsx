import type { ConfigurationOwner } from "@kontor/contract/configuration";
import {
  IconHistory,
  IconKey,
  IconMailForward,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
} from "@tabler/icons-react";
import { useState } from "react";

import { confirm } from "../platform/message/confirm.tsx";
import { notifySuccess } from "../platform/message/notify.tsx";
import { succeeds } from "../platform/mutation.ts";
import { useHasPermission } from "../session/data.ts";
import type { RowAction } from "../ui/table/row-actions.tsx";
import type { OpenTarget } from "../ui/table/row-link.tsx";
import { auditLogLink } from "./audit-address.ts";
import {
  useDeactivateUser,
  useReactivateUser,
  useResendInvitation,
  useResetSecondFactor,
  type User,
} from "./data.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { RolesDialog } from "./roles-dialog.tsx";

type Opened = { user: User; what: "roles" | "reactivate" | "second-factor" };

/**
 * The actions on a user: what the row opens, the entries of its menu, and their dialogs. A user
 * without write access sees the audit log instead.
 */
export function useUserActions(owner: ConfigurationOwner, mayWrite: boolean) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const mayRead = useHasPermission(owner === "platform" ? "platform-audit.read" : "audit.read");
  const deactivate = useDeactivateUser(owner);
  const resend = useResendInvitation(owner);

  const confirmDeactivation = async (user: User) => {
    const detail = "All sessions of the user end, and nobody can sign in with this account.";
    if (!(await confirm(`Deactivate ${user.name}?`, detail))) return;
    if (await succeeds(deactivate.mutateAsync(user.id)))
      notifySuccess(`${user.name} has been deactivated.`);
  };
  const sendAgain = async (user: User) => {
    if (await succeeds(resend.mutateAsync(user.id)))
      notifySuccess(`A new invitation is on its way to ${user.email}.`);
  };
  const open = (user: User, what: Opened["what"]) => () => setOpened({ user, what });

  const actionsOf = (user: User): RowAction[] => {
    const history: RowAction[] = mayRead
      ? [
          {
            label: "Audit Log",
            icon: <IconHistory size={16} aria-hidden />,
            link: auditLogLink(owner, `user:${user.id}`),
          },
        ]
      : [];
    if (user.status === "DEACTIVATED") {
      return [
        {
          label: "Reactivate",
          icon: <IconUserCheck size={16} aria-hidden />,
          onClick: open(user, "reactivate"),
        },
        ...history,
      ];
    }
    return [
      {
        label: "Change Roles",
        icon: <IconKey size={16} aria-hidden />,
        onClick: open(user, "roles"),
      },
      ...(user.status === "INVITED"
        ? [
            {
              label: "Send Invitation Again",
              icon: <IconMailForward size={16} aria-hidden />,
              onClick: () => void sendAgain(user),
            },
          ]
        : []),
      ...(user.second_factor
        ? [
            {
              label: "Reset Second Factor",
              icon: <IconShieldOff size={16} aria-hidden />,
              onClick: open(user, "second-factor"),
            },
          ]
        : []),
      ...history,
      {
        label: "Deactivate",
        icon: <IconUserOff size={16} aria-hidden />,
        danger: true,
        onClick: () => void confirmDeactivation(user),
      },
    ];
  };
  const openOf = (user: User): OpenTarget | null => {
    if (mayWrite) return open(user, user.status === "DEACTIVATED" ? "reactivate" : "roles");
    return mayRead ? auditLogLink(owner, `user:${user.id}`) : null;
  };
  const dialogs = opened && (
    <UserDialog owner={owner} {...opened} onExited={() => setOpened(null)} />
  );
  return { actionsOf, openOf, dialogs };
}

type UserDialogProps = Opened & { owner: ConfigurationOwner; onExited: () => void };

function UserDialog({ owner, user, what, onExited }: UserDialogProps) {
  const reactivate = useReactivateUser(owner);
  const resetFactor = useResetSecondFactor(owner);
  if (what === "roles") return <RolesDialog owner={owner} user={user} onExited={onExited} />;
  const { id, name } = user;
  if (what === "reactivate") {
    return (
      <PasswordDialog
        title={`Reactivate ${name}`}
        about={`${name} can sign in again with the same roles as before.`}
        submit="Reactivate"
        onConfirm={async (password) => {
          await reactivate.mutateAsync({ id, password });
          notifySuccess(`${name} can sign in again.`);
        }}
        onExited={onExited}
      />
    );
  }
  return (
    <PasswordDialog
      title={`Reset the second factor of ${name}`}
      about="For a user who has lost the app and the recovery codes. Verify the user’s identity first: afterwards, the password alone is enough to sign in."
      submit="Reset Second Factor"
      onConfirm={async (password) => {
        await resetFactor.mutateAsync({ id, password });
        notifySuccess(`The second factor of ${name} has been reset.`);
      }}
      onExited={onExited}
    />
  );
}
