import type { Permission } from "@kontor/contract/endpoint";
import type { Icon } from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";

/** A report as the section lists it. */
export type ReportLink = {
  label: string;
  /** One line about the question that it answers. */
  about: string;
  to: LinkProps["to"];
  icon: Icon;
  /** The permission that users need to see it. */
  permission: Permission;
};
