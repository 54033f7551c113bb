import { Button, Group, Modal, Text } from "@mantine/core";

import { useReturnFocus } from "./return-focus.ts";

/** A button of the dialog. */
export type Answer = "Yes" | "Cancel";

type QuestionDialogProps = {
  text: string;
  detail: string | undefined;
  focused: Answer;
  answer: (yes: boolean) => void;
};

/**
 * Focuses a button in the frame that shows it. The modal does so in a later task, and until then
 * the Enter of a fast typist would go to what is below the question.
 */
const focusAtOnce = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** The dialog of `confirm`, above every other dialog. */
export function QuestionDialog({ text, detail, focused, answer }: QuestionDialogProps) {
  useReturnFocus();
  return (
    <Modal opened onClose={() => answer(false)} title={text} size="sm" zIndex={300}>
      {detail !== undefined && (
        <Text size="sm" c="dimmed" mb="md">
          {detail}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" pt={4}>
        <Button
          ref={focused === "Cancel" ? focusAtOnce : null}
          variant="default"
          data-autofocus={focused === "Cancel" || undefined}
          onClick={() => answer(false)}
        >
          Cancel
        </Button>
        <Button
          ref={focused === "Yes" ? focusAtOnce : null}
          data-autofocus={focused === "Yes" || undefined}
          onClick={() => answer(true)}
        >
          Yes
        </Button>
      </Group>
    </Modal>
  );
}
