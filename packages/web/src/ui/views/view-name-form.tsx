import { viewName } from "@kontor/contract/users/saved-views";
import { Button, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";

import { fieldErrorsOf } from "../../platform/api-problem.ts";
import { useStoredDraft } from "../../platform/form/stored-draft.ts";
import { ResumeDraftNotice } from "../form/resume-draft-notice.tsx";

import classes from "./saved-views.module.css";

type ViewNameFormProps = {
  label: string;
  submit: string;
  /**
   * Names the list, and the view if there is one. It is the key of the input's draft on this
   * device.
   */
  draft: string;
  /** The initial name. */
  name?: string;
  /** Throws a refusal, which is shown at the field. */
  onSubmit: (name: string) => Promise<unknown>;
  children?: ReactNode;
};

/** The name of a view, validated by the contract. A refused name stays in the field. */
export function ViewNameForm(props: ViewNameFormProps) {
  const { label, submit, draft, name = "", onSubmit, children } = props;
  const [text, setText] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const storedDraft = useStoredDraft({
    screen: `view-name-1:${draft}`,
    value: text,
    touched: text.trim() !== "" && text !== name,
  });
  const save = async () => {
    const read = viewName.safeParse(text);
    if (!read.success) {
      setProblem(read.error.issues[0]?.message ?? null);
      return;
    }
    setSaving(true);
    try {
      await onSubmit(read.data);
      storedDraft.forget();
      setText("");
    } catch (error) {
      setProblem(fieldErrorsOf(error)["name"] ?? null);
    } finally {
      setSaving(false);
    }
  };
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {storedDraft.found && (
        <ResumeDraftNotice
          what="this name"
          at={storedDraft.found.at}
          onTake={() => {
            if (storedDraft.found) setText(storedDraft.found.value);
            storedDraft.taken();
          }}
          onDiscard={storedDraft.discard}
        />
      )}
      <TextInput
        label={label}
        value={text}
        maxLength={60}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <Button type="submit" loading={saving}>
        {submit}
      </Button>
      {children}
    </form>
  );
}
