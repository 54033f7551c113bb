import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { QuestionDialog, type Answer } from "./question-dialog.tsx";

afterEach(cleanup);

const answers: Answer[] = ["Yes", "Cancel"];
for (const focused of answers) {
  // Enter is often pressed in the same moment, when the modal has not yet moved the focus.
  test(`a question that Enter answers by ${focused} has the focus there as soon as it is shown`, () => {
    render(
      <MantineProvider>
        <QuestionDialog
          text="Submit Entry?"
          detail={undefined}
          focused={focused}
          answer={() => {}}
        />
      </MantineProvider>,
    );
    expect(screen.getByRole("button", { name: focused })).toHaveFocus();
  });
}
