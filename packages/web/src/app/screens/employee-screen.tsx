import { EmployeePage } from "../../employees/record/employee-page.tsx";
import { employeeTabs, type EmployeeTab } from "../../employees/record/tabs.ts";
import { lazyPart } from "../../platform/part/lazy-part.ts";

const payslips: EmployeeTab = {
  key: "payslips",
  label: "Payslips",
  permission: "payroll.read",
  sections: [],
  component: lazyPart(
    () => import("../../payroll/payslip/employee-payslips.tsx"),
    "EmployeePayslips",
  ),
};

const advances: EmployeeTab = {
  key: "salary-advances",
  label: "Salary Advances",
  permission: "salary-advances.read",
  sections: [],
  component: lazyPart(
    () => import("../../salary-advances/list/employee-advances.tsx"),
    "EmployeeAdvances",
  ),
};

/** Tabs of features above the employees come before the end of the employment. */
const tabs = employeeTabs.flatMap((tab) =>
  tab.key === "employment" ? [payslips, advances, tab] : [tab],
);

/** An employee's page with tabs for what other features keep of the employee. */
export function EmployeeScreen() {
  return <EmployeePage tabs={tabs} />;
}
