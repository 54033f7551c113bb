import { useMay } from "../../session/data.ts";
import { Page } from "../../ui/page/page.tsx";
import { MailList } from "./mail-list.tsx";

/** The mails that went out, wait, or did not go out. */
export function OutboxPage() {
  const mayWrite = useMay("settings.write");
  return (
    <Page title="Outbox">
      <MailList mayWrite={mayWrite} />
    </Page>
  );
}
