import { Text } from "@mantine/core";

import { ModuleGrid } from "../../modules/module-grid.tsx";
import { useHasPermission } from "../../session/data.ts";
import { Page } from "../../ui/page/page.tsx";

/** The platform's default switch of each module. */
export function ModulesPage() {
  const mayWrite = useHasPermission("settings.write");
  return (
    <Page title="Manage Modules">
      <Text size="sm" c="dimmed">
        These defaults apply to every organization without its own setting. When a module is off,
        its pages are unavailable and its emails are not sent.
      </Text>
      <ModuleGrid owner="platform" mayWrite={mayWrite} />
    </Page>
  );
}
