import { Alert } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";

import { succeeds } from "../../platform/mutation.ts";
import { useTestMailSettings } from "../data.ts";
import { TestPanel } from "../test-panel.tsx";

/** Sends the signed-in user a mail through the saved server and shows the result. */
export function MailTest({ unsaved }: { unsaved: boolean }) {
  const { data, isPending, mutateAsync } = useTestMailSettings();
  return (
    <TestPanel
      label="Send test mail"
      icon={<IconSend size={16} aria-hidden />}
      about="It goes to your own address."
      unsaved={unsaved}
      pending={isPending}
      onTest={() => void succeeds(mutateAsync({ input: {} }))}
    >
      {data && (
        <Alert
          mt="sm"
          color={data.sent ? "green" : "red"}
          title={data.sent ? "The test email was sent" : "The test email was not sent"}
        >
          {data.message}
        </Alert>
      )}
    </TestPanel>
  );
}
