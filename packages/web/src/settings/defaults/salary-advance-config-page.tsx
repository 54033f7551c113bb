import { AdvanceRulesForm } from "../../salary-advances/rules/advance-rules-form.tsx";
import { useHasPermission } from "../../session/data.ts";
import { Page } from "../../ui/page/page.tsx";

/** The platform's default rules for salary advances. */
export function SalaryAdvanceConfigPage() {
  const mayWrite = useHasPermission("settings.write");
  return (
    <Page title="Salary Advance Config">
      <AdvanceRulesForm owner="platform" mayWrite={mayWrite} />
    </Page>
  );
}
