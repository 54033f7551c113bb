import { Text } from "@mantine/core";

import { Page } from "../../ui/page/page.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { useReloadOwn } from "../data.ts";
import { SecondFactorSetup } from "./second-factor-setup.tsx";

/** What is shown instead of every screen until a user has the second factor that a role requires. */
export function SecondFactorPage({ email }: { email: string }) {
  const reload = useReloadOwn();
  return (
    <Page title="Second Factor" width="form">
      <Panel title="Set up your second factor">
        <Text size="sm" mb="md">
          Your role requires that signing in asks for a code of an app too. Everything else opens
          once it is set up.
        </Text>
        <SecondFactorSetup email={email} onDone={() => void reload()} />
      </Panel>
    </Page>
  );
}
