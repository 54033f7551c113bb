import {
  IconBuildingBank,
  IconCoins,
  IconFileText,
  IconHistory,
  IconLink,
  IconMail,
  IconMailForward,
  IconPercentage,
  IconReceipt,
  IconShieldLock,
  IconTemplate,
  IconToggleRight,
  IconUsers,
  type Icon,
} from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";

type SettingsSection = { label: string; to: LinkProps["to"]; icon: Icon };

/** The side menu of Settings from top to bottom. */
export const settingsSections: readonly SettingsSection[] = [
  { label: "Manage Modules", to: "/app/settings/modules", icon: IconToggleRight },
  { label: "Manage Mail", to: "/app/settings/mail", icon: IconMail },
  { label: "Outbox", to: "/app/settings/outbox", icon: IconMailForward },
  { label: "URL Settings", to: "/app/settings/url-settings", icon: IconLink },
  { label: "Bank Credentials", to: "/app/settings/bank-credentials", icon: IconBuildingBank },
  { label: "Email Templates", to: "/app/settings/email-templates", icon: IconTemplate },
  { label: "Manage Job Offer", to: "/app/settings/job-offer", icon: IconFileText },
  {
    label: "Salary Advance Config",
    to: "/app/settings/salary-advance-config",
    icon: IconPercentage,
  },
  { label: "Funding Limits", to: "/app/settings/funding-limits", icon: IconCoins },
  { label: "Payroll Settings", to: "/app/settings/payroll-settings", icon: IconReceipt },
  { label: "Users", to: "/app/settings/users", icon: IconUsers },
  { label: "Sign-in Rules", to: "/app/settings/sign-in-rules", icon: IconShieldLock },
  { label: "Audit Log", to: "/app/settings/audit-log", icon: IconHistory },
];
