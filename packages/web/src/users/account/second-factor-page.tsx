import { Text } from "@mantine/core";

import { useStore } from "../../platform/store.ts";
import { Page } from "../../ui/page/page.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { newRecoveryCodes } from "./new-recovery-codes.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondFactorSetup } from "./second-factor-setup.tsx";

/**
 * Replaces every screen until a user has set up the second factor that a role requires and has
 * saved its recovery codes.
 */
export function SecondFactorPage({ email }: { email: string }) {
  const made = useStore(newRecoveryCodes);
  return (
    <Page title="Second Factor" width="form">
      <Panel title="Set up your second factor">
        <Text size="sm" mb="md">
          Your role requires a second factor: a code from an authenticator app at sign-in. You can
          continue once it is set up.
        </Text>
        {made === null ? <SecondFactorSetup email={email} /> : <RecoveryCodes codes={made.codes} />}
      </Panel>
    </Page>
  );
}
