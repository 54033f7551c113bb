import { useHasPermission } from "../../session/data.ts";
import { JobOfferTemplate } from "../../templates/job-offer.tsx";
import { Page } from "../../ui/page/page.tsx";

/** The platform's default job offer letter. */
export function JobOfferPage() {
  const mayWrite = useHasPermission("settings.write");
  return (
    <Page title="Manage Job Offer">
      <JobOfferTemplate owner="platform" mayWrite={mayWrite} />
    </Page>
  );
}
