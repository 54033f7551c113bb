import { Button, Group, Modal, Text } from "@mantine/core";

import { useFocusBack } from "./use-focus-back.ts";

type QuestionDialogProps = {
  text: string;
  detail: string | undefined;
  answer: (yes: boolean) => void;
};

/** The dialog of `confirm`, above every other dialog. */
export function QuestionDialog({ text, detail, answer }: QuestionDialogProps) {
  useFocusBack();
  return (
    <Modal opened onClose={() => answer(false)} title={text} size="sm" zIndex={300}>
      {detail !== undefined && (
        <Text size="sm" c="dimmed" mb="md">
          {detail}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" pt={4}>
        <Button variant="default" onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button data-autofocus onClick={() => answer(true)}>
          Yes
        </Button>
      </Group>
    </Modal>
  );
}
