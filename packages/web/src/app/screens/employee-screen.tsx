import type { EmployeeTabProps } from "../../employees/data.ts";
import { EmployeePage } from "../../employees/record/employee-page.tsx";
import { employeeTabs, type EmployeeTab } from "../../employees/record/tabs.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";

const payslips: EmployeeTab = {
  key: "payslips",
  label: "Payslips",
  permission: "payroll.read",
  sections: [],
  component: lazyComponent(
    () => import("../../payroll/payslip/employee-payslips.tsx"),
    "EmployeePayslips",
  ),
};

const advances: EmployeeTab = {
  key: "salary-advances",
  label: "Salary Advances",
  permission: "salary-advances.read",
  sections: [],
  component: lazyComponent(
    () => import("../../salary-advances/list/employee-advances.tsx"),
    "EmployeeAdvances",
  ),
};

const PayCorrections = lazyComponent(
  () => import("../../payroll/payslip/pay-corrections.tsx"),
  "PayCorrections",
);

const LeavingTab = lazyComponent(
  () => import("../../employees/leaving/leaving-tab.tsx"),
  "LeavingTab",
);

/** The end of the employment, below the corrections that payroll still has to settle. Its dialog shows them too. */
function Leaving(props: EmployeeTabProps) {
  const toSettle = <PayCorrections {...props} />;
  return (
    <>
      {toSettle}
      <LeavingTab {...props} toSettle={toSettle} />
    </>
  );
}

const leaving: EmployeeTab = {
  key: "employment",
  label: "Leaving",
  permission: "employees.read",
  sections: [],
  component: Object.assign(Leaving, { load: LeavingTab.load }),
};

const PayTab = lazyComponent(() => import("../../employees/pay/pay-tab.tsx"), "PayTab");

/** The pay, below the corrections that payroll still has to settle, where a late change is visible at once. */
function Pay(props: EmployeeTabProps) {
  return (
    <>
      <PayCorrections {...props} />
      <PayTab {...props} />
    </>
  );
}

const pay = Object.assign(Pay, { load: PayTab.load });

/** Tabs that contain parts of other features come before the history. */
const tabs = employeeTabs.flatMap((tab) => {
  if (tab.key === "history") return [payslips, advances, leaving, tab];
  return tab.key === "pay" ? [{ ...tab, component: pay }] : [tab];
});

/** An employee's page, with tabs for the employee's records in other features. */
export function EmployeeScreen() {
  return <EmployeePage tabs={tabs} />;
}
