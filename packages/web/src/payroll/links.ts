import type { RunPath } from "./data.ts";

/** The path parameters of a run's page. */
function runParams({ tenant_id, company_id, id }: RunPath) {
  return { tenant_id: String(tenant_id), company_id: String(company_id), id: String(id) };
}

/** A link to the page of a run. */
export function runLink(run: RunPath) {
  return { to: "/app/payroll/$tenant_id/$company_id/$id", params: runParams(run) } as const;
}

/** A link to one payslip of a run. */
export function payslipLink(run: RunPath, payslip: { id: number }) {
  const params = { ...runParams(run), payslip_id: String(payslip.id) };
  return { to: "/app/payroll/$tenant_id/$company_id/$id/payslips/$payslip_id", params } as const;
}
