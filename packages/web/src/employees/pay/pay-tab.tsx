import type { EmployeeTabProps } from "../data.ts";
import { OpeningFiguresPanel } from "./opening-figures-panel.tsx";
import { PayItemsPanel } from "./pay-items-panel.tsx";
import { PayRatesPanel } from "./pay-rates-panel.tsx";

/**
 * What an employee earns: monthly pay, items of single months, and pay from before payroll was run
 * in Kontor.
 */
export function PayTab({ employee }: EmployeeTabProps) {
  return (
    <>
      <PayRatesPanel employee={employee} />
      <PayItemsPanel employee={employee} />
      <OpeningFiguresPanel employee={employee} />
    </>
  );
}
