import type { Permission } from "@kontor/contract/endpoint";
import type { Icon } from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";

/** A report as the section lists it. */
export type ReportLink = {
  label: string;
  /** One line about what it answers. */
  about: string;
  to: LinkProps["to"];
  icon: Icon;
  /** Only users who hold this permission see it. */
  permission: Permission;
};
