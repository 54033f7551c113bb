import { FundingRulesForm } from "../../funding/funding-rules-form.tsx";
import { useHasPermission } from "../../session/data.ts";
import { Page } from "../../ui/page/page.tsx";

/** The platform's default rules for moving funds. */
export function FundingLimitsPage() {
  const mayWrite = useHasPermission("settings.write");
  return (
    <Page title="Funding Limits">
      <FundingRulesForm owner="platform" mayWrite={mayWrite} />
    </Page>
  );
}
