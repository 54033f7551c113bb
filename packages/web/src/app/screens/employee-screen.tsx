import { EmployeePage } from "../../employees/record/employee-page.tsx";
import { employeeTabs, type EmployeeTab } from "../../employees/record/tabs.ts";
import { lazyPart } from "../../platform/part/lazy-part.ts";

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

/** What of an employee features above the employees show stands before the end of the employment. */
const tabs = employeeTabs.flatMap((tab) => (tab.key === "employment" ? [advances, tab] : [tab]));

/** An employee's page with a tab for the salary advances. */
export function EmployeeScreen() {
  return <EmployeePage tabs={tabs} />;
}
