import { Alert, Button, Code, Group, Text } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";

import { succeeds } from "../platform/api-problem.ts";
import { useTestMailSettings } from "./data.ts";

import classes from "./settings.module.css";

/** Sends the signed-in user a mail by the saved server and tells what came of it. */
export function MailTest({ unsaved }: { unsaved: boolean }) {
  const test = useTestMailSettings();
  const result = test.data;
  return (
    <div className={classes.test}>
      <Group gap="sm">
        <Button
          variant="light"
          leftSection={<IconSend size={16} aria-hidden />}
          loading={test.isPending}
          disabled={unsaved}
          onClick={() => void succeeds(test.mutateAsync({ input: {} }))}
        >
          Send test mail
        </Button>
        <Text size="sm" c="dimmed">
          {unsaved ? "Save first: the test uses what is saved." : "It goes to your own address."}
        </Text>
      </Group>
      <div role="status">
        {result && !test.isPending && (
          <Alert
            mt="sm"
            color={result.sent ? "green" : "red"}
            title={result.sent ? "The test mail was sent" : "The test mail was not sent"}
          >
            {result.message}
            {result.server_said !== null && (
              <Text size="sm" mt="xs">
                The server said: <Code>{result.server_said}</Code>
              </Text>
            )}
          </Alert>
        )}
      </div>
    </div>
  );
}
