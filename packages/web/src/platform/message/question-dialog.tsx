import { Button, Group, Modal, Text } from "@mantine/core";

import { useFocusBack } from "./use-focus-back.ts";

/** A button of the dialog. */
export type Answer = "Yes" | "Cancel";

type QuestionDialogProps = {
  text: string;
  detail: string | undefined;
  focused: Answer;
  answer: (yes: boolean) => void;
};

/** The dialog of `confirm`, above every other dialog. */
export function QuestionDialog({ text, detail, focused, answer }: QuestionDialogProps) {
  useFocusBack();
  return (
    <Modal opened onClose={() => answer(false)} title={text} size="sm" zIndex={300}>
      {detail !== undefined && (
        <Text size="sm" c="dimmed" mb="md">
          {detail}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" pt={4}>
        <Button
          variant="default"
          data-autofocus={focused === "Cancel" || undefined}
          onClick={() => answer(false)}
        >
          Cancel
        </Button>
        <Button data-autofocus={focused === "Yes" || undefined} onClick={() => answer(true)}>
          Yes
        </Button>
      </Group>
    </Modal>
  );
}
