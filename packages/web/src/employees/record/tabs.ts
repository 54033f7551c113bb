import type { Permission } from "@kontor/contract/endpoint";
import type { EmployeeSection } from "@kontor/contract/reference/employees";

import { lazyComponent, type LazyComponent } from "../../platform/loading/lazy-component.ts";
import type { EmployeeTabProps } from "../data.ts";

/** One tab of an employee. */
export type EmployeeTab = {
  /** Its name in the address: `?tab=bank`. */
  key: string;
  label: string;
  /** Only users who hold this permission see the tab. */
  permission: Permission;
  /** The sections of payroll's needs that are filled in on this tab. */
  sections: readonly EmployeeSection[];
  /** The content, loaded when the tab is opened. */
  component: LazyComponent<EmployeeTabProps>;
};

/** The tabs from left to right; the first one is open unless the address names another. */
export const employeeTabs: readonly EmployeeTab[] = [
  {
    key: "personal",
    label: "Personal and Job",
    permission: "employees.read",
    sections: ["personal", "job"],
    component: lazyComponent(() => import("./personal-tab.tsx"), "PersonalTab"),
  },
  {
    key: "pay",
    label: "Pay",
    permission: "employees.pay.read",
    sections: ["pay"],
    component: lazyComponent(() => import("../pay/pay-tab.tsx"), "PayTab"),
  },
  {
    key: "statutory",
    label: "Tax and Pension",
    permission: "employees.read",
    sections: ["statutory"],
    component: lazyComponent(() => import("./statutory-tab.tsx"), "StatutoryTab"),
  },
  {
    key: "reliefs",
    label: "Reliefs",
    permission: "employees.pay.read",
    sections: ["reliefs"],
    component: lazyComponent(() => import("../pay/reliefs-tab.tsx"), "ReliefsTab"),
  },
  {
    key: "bank",
    label: "Bank Account",
    permission: "employees.read",
    sections: ["bank"],
    component: lazyComponent(() => import("../bank/bank-tab.tsx"), "BankTab"),
  },
  {
    key: "history",
    label: "History",
    permission: "employees.read",
    sections: [],
    component: lazyComponent(() => import("./history-tab.tsx"), "HistoryTab"),
  },
];
