import { SalaryAdvanceConfig } from "../salary-advances/config-form.tsx";
import { useMay } from "../session/data.ts";
import { Page } from "../ui/page/page.tsx";

/** The platform's default rules for salary advances. */
export function SalaryAdvanceConfigPage() {
  const mayWrite = useMay("settings.write");
  return (
    <Page title="Salary Advance Config">
      <SalaryAdvanceConfig owner="platform" mayWrite={mayWrite} />
    </Page>
  );
}
