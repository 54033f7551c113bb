import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type {
  getPortalPayslip,
  getPortalPayslipPdf,
  listPortalPayslips,
} from "@kontor/contract/portal/payslips";

import { ownPayslip, ownPayslipFile, ownPayslips } from "../payroll/payslips/own-payslips.ts";
import type { Page } from "../platform/database/list.ts";
import type { FileResponse } from "../platform/http/serve-file.ts";
import { requirePortalModule } from "./portal-modules.ts";
import type { PortalContext } from "./portal-route.ts";

type Payslip = DataOf<typeof getPortalPayslip>;

/* Payslips of the employee of the session. While the payroll module is off they are hidden, as
   they are from the organization. */

/** The employee's own payslips, latest first. @throws Refusal `portal_no_payslips` */
export async function payslipsOfSelf(
  context: PortalContext,
  input: InputOf<typeof listPortalPayslips>,
): Promise<Page<DataOf<typeof listPortalPayslips>[number]>> {
  await requirePortalModule(context, "payroll");
  return ownPayslips(context, context.employee, input);
}

/** One of the employee's payslips. @throws Refusal `portal_no_payslips`; `not_found` for any other */
export async function payslipOfSelf(
  context: PortalContext,
  { id }: InputOf<typeof getPortalPayslip>,
): Promise<Payslip> {
  await requirePortalModule(context, "payroll");
  return ownPayslip(context, context.employee, id);
}

/** The payslip as a file. @throws Refusal `portal_no_payslips`; `not_found` for any other */
export async function payslipFileOfSelf(
  context: PortalContext,
  { id }: InputOf<typeof getPortalPayslipPdf>,
): Promise<FileResponse> {
  await requirePortalModule(context, "payroll");
  return ownPayslipFile(context, context.employee, id);
}
