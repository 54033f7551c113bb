import { formatDay } from "@kontor/contract/format";
import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { notifySuccess } from "../../platform/message/notify.tsx";
import { useStore } from "../../platform/store.ts";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { StatusChip } from "../../ui/status-chip.tsx";
import {
  secondFactorQuery,
  useDisableSecondFactor,
  useRenewRecoveryCodes,
  type SecondFactor,
} from "../data.ts";
import { PasswordDialog } from "../password-dialog.tsx";
import { newRecoveryCodes } from "./new-recovery-codes.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondFactorSetup } from "./second-factor-setup.tsx";

/**
 * Shows whether signing in requires a code of an authenticator app, and lets the user change that.
 */
export function SecondFactorPanel({ email }: { email: string }) {
  const query = useQuery(secondFactorQuery());
  const made = useStore(newRecoveryCodes);
  return (
    <Panel
      title="Second Factor"
      about="Signing in also requires a code from an authenticator app, so your password alone is not enough."
      aside={
        query.data && (
          <StatusChip tone={query.data.enabled ? "good" : "neutral"}>
            {query.data.enabled ? "On" : "Off"}
          </StatusChip>
        )
      }
    >
      {made === null ? (
        <Loaded query={query} what="Your second factor">
          {(factor) => (factor.enabled ? <Enabled factor={factor} /> : <Disabled email={email} />)}
        </Loaded>
      ) : (
        <RecoveryCodes codes={made.codes} />
      )}
    </Panel>
  );
}

function Disabled({ email }: { email: string }) {
  const [settingUp, setSettingUp] = useState(false);
  if (settingUp) return <SecondFactorSetup email={email} onCancel={() => setSettingUp(false)} />;
  return <Button onClick={() => setSettingUp(true)}>Set Up</Button>;
}

type OpenDialog = "renew" | "disable" | null;

function Enabled({ factor }: { factor: SecondFactor }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const renew = useRenewRecoveryCodes();
  const disable = useDisableSecondFactor();
  const { enabled_at, required, recovery_codes_left } = factor;
  return (
    <>
      <Text size="sm" mb="md">
        {enabled_at !== null && `On since ${formatDay(enabled_at)}. `}
        {recovery_codes_left === 1
          ? "1 recovery code is left."
          : `${recovery_codes_left} recovery codes are left.`}
        {required && " Your role requires it."}
      </Text>
      <Group>
        <Button variant="default" onClick={() => setOpenDialog("renew")}>
          New Recovery Codes
        </Button>
        {!required && (
          <Button variant="subtle" color="red" onClick={() => setOpenDialog("disable")}>
            Switch Off
          </Button>
        )}
      </Group>
      {openDialog === "renew" && (
        <PasswordDialog
          title="New recovery codes"
          about="Your existing recovery codes will stop working."
          submit="Create Codes"
          onConfirm={async (password) => {
            const { recovery_codes } = await renew.mutateAsync({ input: { password } });
            newRecoveryCodes.set({ codes: recovery_codes, required: false });
          }}
          onExited={() => setOpenDialog(null)}
        />
      )}
      {openDialog === "disable" && (
        <PasswordDialog
          title="Switch off the second factor"
          about="Afterwards, your password alone is enough to sign in."
          submit="Switch Off"
          onConfirm={async (password) => {
            await disable.mutateAsync({ input: { password } });
            notifySuccess("The second factor has been switched off.");
          }}
          onExited={() => setOpenDialog(null)}
        />
      )}
    </>
  );
}
