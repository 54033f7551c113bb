import { PayrollSettingsForm } from "../../payroll/settings/payroll-settings-form.tsx";
import { useMay } from "../../session/data.ts";
import { Page } from "../../ui/page/page.tsx";

/** The platform's default payroll settings. */
export function PayrollSettingsPage() {
  const mayWrite = useMay("settings.write");
  return (
    <Page title="Payroll Settings">
      <PayrollSettingsForm owner="platform" mayWrite={mayWrite} />
    </Page>
  );
}
