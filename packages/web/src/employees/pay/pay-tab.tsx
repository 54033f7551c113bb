import type { EmployeeTabProps } from "../data.ts";
import { BenefitsPanel } from "./benefits-panel.tsx";
import { OpeningFiguresPanel } from "./opening-figures-panel.tsx";
import { PayItemsPanel } from "./pay-items-panel.tsx";
import { PayRatesPanel } from "./pay-rates-panel.tsx";

/**
 * What an employee earns: monthly pay, items of single months, benefits in kind, and pay from before payroll was run
 * in Kontor.
 */
export function PayTab({ employee }: EmployeeTabProps) {
  return (
    <>
      <PayRatesPanel employee={employee} />
      <PayItemsPanel employee={employee} />
      <BenefitsPanel employee={employee} />
      <OpeningFiguresPanel employee={employee} />
    </>
  );
}
