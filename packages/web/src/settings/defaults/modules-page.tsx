import { Text } from "@mantine/core";

import { ModuleGrid } from "../../modules/module-grid.tsx";
import { useMay } from "../../session/data.ts";
import { Page } from "../../ui/page/page.tsx";

/** The platform's default switch of each module. */
export function ModulesPage() {
  const mayWrite = useMay("settings.write");
  return (
    <Page title="Manage Modules">
      <Text size="sm" c="dimmed">
        These switches hold for every organization that has not chosen itself. A module that is off
        is really off: its pages refuse and its mails are not sent.
      </Text>
      <ModuleGrid owner="platform" mayWrite={mayWrite} />
    </Page>
  );
}
