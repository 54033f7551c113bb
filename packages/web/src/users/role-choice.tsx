import type { ConfigurationOwner } from "@kontor/contract/configuration";
import {
  organizationRoleDescriptions,
  platformRoleDescriptions,
} from "@kontor/contract/reference/role-descriptions";
import { organizationRoles, platformRoles, type Role } from "@kontor/contract/reference/roles";
import { Checkbox, Stack } from "@mantine/core";
import type { ReactNode } from "react";

type RoleChoiceProps = {
  owner: ConfigurationOwner;
  value: readonly Role[];
  onChange: (roles: Role[]) => void;
  label?: string;
  error?: ReactNode;
  disabled?: boolean;
};

/** The roles of the platform or of an organization, each with its permissions. */
export function RoleChoice(props: RoleChoiceProps) {
  const { owner, value, onChange, label = "Roles", error, disabled = false } = props;
  const roles: readonly { role: Role; title: string }[] =
    owner === "platform" ? platformRoles : organizationRoles;
  const descriptions: Readonly<Partial<Record<Role, string>>> =
    owner === "platform" ? platformRoleDescriptions : organizationRoleDescriptions;
  const chosen = (names: string[]) =>
    roles.flatMap(({ role }) => (names.includes(role) ? [role] : []));
  return (
    <Checkbox.Group
      label={label}
      value={[...value]}
      onChange={(names) => onChange(chosen(names))}
      error={error}
    >
      <Stack gap="xs" mt="xs">
        {roles.map(({ role, title }) => (
          <Checkbox
            key={role}
            value={role}
            label={title}
            description={descriptions[role]}
            disabled={disabled}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
