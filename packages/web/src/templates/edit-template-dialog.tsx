import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { secretPlaceholders } from "@kontor/contract/templates/placeholders";
import { emailTemplateFields } from "@kontor/contract/templates/templates";
import { Button } from "@mantine/core";
import { useState } from "react";
import { z } from "zod";

import { notifySuccess } from "../platform/message/notify.tsx";
import { ownerKey } from "../platform/organization/configuration.ts";
import { EditForm } from "../ui/form/edit-form.tsx";
import { DialogActions, FormDialog, useEditDialog } from "../ui/form/form-dialog.tsx";
import { ResetButton } from "../ui/form/reset-button.tsx";
import { LevelNote } from "../ui/record/level.tsx";
import { RichTextEditor } from "../ui/rich-text/rich-text-editor.tsx";
import {
  emailPreviewQuery,
  editorPlaceholders,
  useResetEmailTemplate,
  useSaveEmailTemplate,
  useSendTest,
  type Draft,
  type EmailTemplate,
} from "./data.ts";
import { MentionWarning } from "./mention-warning.tsx";
import { htmlToLine, lineToHtml } from "./plain-line.ts";
import { Preview } from "./preview.tsx";
import { TemplateTabs, type TemplateTab } from "./template-tabs.tsx";

import classes from "./templates.module.css";

type EditTemplateDialogProps = {
  owner: ConfigurationOwner;
  mayWrite: boolean;
  loaded: EmailTemplate;
  reload: () => Promise<EmailTemplate | undefined>;
  /** Called when the dialog has closed, whether anything was saved or not. */
  onExited: () => void;
};

type FieldProps = ReturnType<ReturnType<typeof useEditDialog<EmailTemplate, Draft>>["fieldProps"]>;

/** The subject is a line of plain text, and the editor takes it as HTML. */
function valuesOf({ subject, body }: EmailTemplate): Draft {
  return { subject: lineToHtml(subject), body };
}

const { subject: lineSchema, body } = emailTemplateFields;
const schemas = { subject: z.string().transform(htmlToLine).pipe(lineSchema), body };

/** Edits the text of a mail, with placeholders, a preview and a test mail. */
export function EditTemplateDialog(props: EditTemplateDialogProps) {
  const { owner, mayWrite, loaded, reload, onExited } = props;
  const [tab, setTab] = useState<TemplateTab>("edit");
  const { mutateAsync: save } = useSaveEmailTemplate(owner);
  const edit = useEditDialog<EmailTemplate, Draft>({
    name: "email-template",
    draft: mayWrite ? `${ownerKey(owner).join("-")}:${loaded.label}` : null,
    loaded,
    valuesOf,
    reload,
    schemas,
    save: (values, { id, version }) =>
      save({ id, subject: htmlToLine(values.subject), body: values.body, version }),
    onSaved: () => notifySuccess("Email Template edited successfully.."),
    onErrors: () => setTab("edit"),
  });
  const { form, fieldProps, edited, stale, show, refuse, dialog } = edit;
  const { id } = edited;
  const draft = { subject: htmlToLine(form.values.subject), body: form.values.body };
  return (
    <FormDialog
      dialog={dialog}
      onExited={onExited}
      width="wide"
      title={
        <>
          Edit Template <span className={classes.which}>{loaded.title}</span>
        </>
      }
    >
      <EditForm
        edit={edit}
        what="this template"
        footer={
          <DialogActions
            dialog={dialog}
            submit={mayWrite ? "Save" : undefined}
            refusal={edit.refusal}
            disabled={stale}
            sticky
          >
            {mayWrite && (
              <span className={classes.extras}>
                <SendTest owner={owner} id={id} draft={draft} onRefused={refuse} />
                <ResetTemplateButton owner={owner} template={edited} onReset={show} />
              </span>
            )}
          </DialogActions>
        }
      >
        <TemplateTabs
          tab={tab}
          onTab={setTab}
          aside={<LevelNote of={edited} plain />}
          preview={
            <Preview
              query={emailPreviewQuery(owner, id, draft)}
              title="Preview of the email"
              withSubject
            />
          }
        >
          <TextFields
            loaded={loaded}
            subject={fieldProps("subject")}
            body={fieldProps("body")}
            disabled={!mayWrite}
          />
        </TemplateTabs>
        {mayWrite && <MentionWarning texts={[form.values.subject, form.values.body]} />}
      </EditForm>
    </FormDialog>
  );
}

type TextFieldsProps = {
  loaded: EmailTemplate;
  subject: FieldProps;
  body: FieldProps;
  disabled: boolean;
};

/**
 * Subject and body, each with its placeholders. Secret placeholders are allowed only in the body.
 */
function TextFields({ loaded, subject, body: text, disabled }: TextFieldsProps) {
  const [placeholders] = useState(() => editorPlaceholders(loaded.placeholders));
  const [ofSubject] = useState(() =>
    editorPlaceholders(
      loaded.placeholders.filter(({ name }) => !secretPlaceholders.includes(name)),
    ),
  );
  return (
    <>
      <RichTextEditor
        {...subject}
        label="Subject"
        description="Type @ for placeholders."
        allow="line"
        placeholders={ofSubject}
        disabled={disabled}
        required
      />
      <RichTextEditor
        {...text}
        label="Email Body"
        description="Type @ for placeholders. A link on its own in a paragraph becomes a button."
        allow="full"
        size="lg"
        placeholders={placeholders}
        disabled={disabled}
        required
      />
    </>
  );
}

type SendTestProps = {
  owner: ConfigurationOwner;
  id: number;
  draft: Draft;
  onRefused: (error: unknown) => void;
};

/** Mails the draft to the signed-in user. */
function SendTest({ owner, id, draft, onRefused }: SendTestProps) {
  const send = useSendTest(owner);
  const sendTest = async () => {
    try {
      const { to_email } = await send.mutateAsync({ id, ...draft });
      notifySuccess(`A test email is on its way to ${to_email}.`);
    } catch (error) {
      onRefused(error);
    }
  };
  return (
    <Button variant="light" loading={send.isPending} onClick={() => void sendTest()}>
      Send test
    </Button>
  );
}

type ResetTemplateButtonProps = {
  owner: ConfigurationOwner;
  template: EmailTemplate;
  onReset: (template: EmailTemplate) => void;
};

/** Removes this owner's own text of the mail, if there is one. */
function ResetTemplateButton({ owner, template, onReset }: ResetTemplateButtonProps) {
  const { mutateAsync } = useResetEmailTemplate(owner);
  const isOwn = template.level === (owner === "platform" ? "platform" : "organization");
  if (!isOwn) return null;
  return (
    <ResetButton
      variant="subtle"
      question="Reset Template?"
      detail={`${template.title} will use the default text again.`}
      done="Template reset successfully."
      reset={async () => onReset(await mutateAsync({ id: template.id }))}
    />
  );
}
