import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type {
  getPortalPayslip,
  getPortalPayslipPdf,
  listPortalPayslips,
} from "@kontor/contract/portal/payslips";

import { ownPayslip, ownPayslipFile, ownPayslips } from "../payroll/payslips/own-payslips.ts";
import type { Page } from "../platform/database/list.ts";
import type { FileResponse } from "../platform/http/serve-file.ts";
import type { PortalContext } from "./portal-route.ts";

type Payslip = DataOf<typeof getPortalPayslip>;

/* Payslips of the employee of the session. With the payroll module off there are no new ones, but existing ones stay readable. */

/** The employee's own payslips, the latest first. */
export async function payslipsOfSelf(
  context: PortalContext,
  input: InputOf<typeof listPortalPayslips>,
): Promise<Page<DataOf<typeof listPortalPayslips>[number]>> {
  return ownPayslips(context, context.employee, input);
}

/** One of the employee's payslips. @throws Refusal `not_found` for any other */
export async function payslipOfSelf(
  context: PortalContext,
  { id }: InputOf<typeof getPortalPayslip>,
): Promise<Payslip> {
  return ownPayslip(context, context.employee, id);
}

/** The same as a file. @throws Refusal `not_found` for any other */
export async function payslipFileOfSelf(
  context: PortalContext,
  { id }: InputOf<typeof getPortalPayslipPdf>,
): Promise<FileResponse> {
  return ownPayslipFile(context, context.employee, id);
}
