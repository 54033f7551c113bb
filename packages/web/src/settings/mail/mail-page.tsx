import { useQuery } from "@tanstack/react-query";

import { useHasPermission } from "../../session/data.ts";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { mailSettingsQuery } from "../data.ts";
import { MailForm } from "./mail-form.tsx";

/** The mail server and the sender. */
export function MailPage() {
  const mayWrite = useHasPermission("settings.write");
  const query = useQuery(mailSettingsQuery());
  return (
    <Page title="Manage Mail">
      <Panel title="Outgoing mail" about="All emails are sent through this server.">
        <Loaded query={query} what="The mail settings">
          {(loaded, reload) => <MailForm loaded={loaded} mayWrite={mayWrite} reload={reload} />}
        </Loaded>
      </Panel>
    </Page>
  );
}
