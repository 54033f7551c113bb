import { useHasPermission } from "../../session/data.ts";
import { Page } from "../../ui/page/page.tsx";
import { MailList } from "./mail-list.tsx";

/** The mails that were sent, are waiting, or failed. */
export function OutboxPage() {
  const mayWrite = useHasPermission("settings.write");
  return (
    <Page title="Outbox">
      <MailList mayWrite={mayWrite} />
    </Page>
  );
}
