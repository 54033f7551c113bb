import { PayrollSettingsForm } from "../../payroll/settings/payroll-settings-form.tsx";
import { useHasPermission } from "../../session/data.ts";
import { Page } from "../../ui/page/page.tsx";

/** The platform's default payroll settings. */
export function PayrollSettingsPage() {
  const mayWrite = useHasPermission("settings.write");
  return (
    <Page title="Payroll Settings">
      <PayrollSettingsForm owner="platform" mayWrite={mayWrite} />
    </Page>
  );
}
