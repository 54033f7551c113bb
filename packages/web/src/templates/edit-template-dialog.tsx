import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { emailTemplateFields } from "@kontor/contract/templates";
import { Button, Tabs } from "@mantine/core";
import { useState } from "react";
import { z } from "zod";

import { succeeds } from "../platform/api-problem.ts";
import { useEditedForm } from "../platform/form/edited-form.ts";
import { focusFirstError } from "../platform/form/forms.ts";
import { confirmLeaving } from "../platform/form/use-dirty-guard.ts";
import { confirm } from "../platform/message/confirm.tsx";
import { notifySuccess } from "../platform/message/notify.tsx";
import { ChangedMeanwhile } from "../ui/form/changed-meanwhile.tsx";
import { FormActions, FormDialog } from "../ui/form/form-dialog.tsx";
import { LevelNote } from "../ui/level.tsx";
import { htmlToLine, lineToHtml } from "../ui/plain-line.ts";
import { RichTextEditor } from "../ui/rich-text/rich-text-editor.tsx";
import {
  emailPreviewQuery,
  offered,
  useResetEmailTemplate,
  useSaveEmailTemplate,
  useSendTest,
  type Draft,
  type EmailTemplate,
} from "./data.ts";
import { Preview } from "./preview.tsx";

import classes from "./templates.module.css";

type EditTemplateDialogProps = {
  owner: ConfigurationOwner;
  mayWrite: boolean;
  loaded: EmailTemplate;
  reload: () => Promise<EmailTemplate | undefined>;
  /** The dialog has left the screen, whether anything was saved or not. */
  onExited: () => void;
};

/** The subject is a line of plain text, which the editor takes as HTML. */
function valuesOf({ subject, body }: EmailTemplate): Draft {
  return { subject: lineToHtml(subject), body };
}

const { subject: lineSchema, body } = emailTemplateFields;
const schemas = { subject: z.string().transform(htmlToLine).pipe(lineSchema), body };

/** Edits the text of a mail, with placeholders, a preview and a test. */
export function EditTemplateDialog(props: EditTemplateDialogProps) {
  const { owner, mayWrite, loaded, reload, onExited } = props;
  const [opened, setOpened] = useState(true);
  const [tab, setTab] = useState<string | null>("edit");
  const [placeholders] = useState(() => offered(loaded.placeholders));
  const save = useSaveEmailTemplate(owner);
  const { form, fieldProps, edited, stale, show, refuse, loadNewest } = useEditedForm({
    name: "email-template",
    loaded,
    valuesOf,
    reload,
    schemas,
  });
  const { id } = edited;
  const draft = { subject: htmlToLine(form.values.subject), body: form.values.body };

  const close = async () => {
    if (save.isPending || (form.isDirty() && !(await confirmLeaving()))) return;
    setOpened(false);
  };
  const submit = async () => {
    try {
      show(await save.mutateAsync({ id, ...draft, version: edited.version }));
    } catch (error) {
      setTab("edit");
      refuse(error);
      return;
    }
    notifySuccess("Email Template edited successfully..");
    setOpened(false);
  };
  return (
    <FormDialog
      opened={opened}
      onClose={() => void close()}
      onExited={onExited}
      width="wide"
      title={
        <>
          Edit Template <span className={classes.which}>{loaded.title}</span>
        </>
      }
    >
      <form
        noValidate
        onSubmit={form.onSubmit(
          () => void submit(),
          (errors) => {
            setTab("edit");
            focusFirstError(form)(errors);
          },
        )}
      >
        {stale && <ChangedMeanwhile what="this template" onReload={loadNewest} />}
        {/* The other way would destroy the editors whenever the preview is looked at. */}
        <Tabs value={tab} onChange={setTab} keepMountedMode="display-none">
          <Tabs.List mb="md">
            <Tabs.Tab value="edit">Edit</Tabs.Tab>
            <Tabs.Tab value="preview">Preview</Tabs.Tab>
            <span className={classes.level}>
              <LevelNote of={edited} />
            </span>
          </Tabs.List>
          <Tabs.Panel value="edit" className={classes.fields}>
            <RichTextEditor
              {...fieldProps("subject")}
              label="Subject"
              description="Type @ for placeholders."
              allow="line"
              placeholders={placeholders}
              disabled={!mayWrite}
              required
            />
            <RichTextEditor
              {...fieldProps("body")}
              label="Email Body"
              description="Type @ for placeholders. A link alone in its paragraph becomes a button."
              allow="full"
              size="lg"
              placeholders={placeholders}
              disabled={!mayWrite}
              required
            />
          </Tabs.Panel>
          <Tabs.Panel value="preview">
            {tab === "preview" && (
              <Preview
                query={emailPreviewQuery(owner, id, draft)}
                title="Preview of the mail"
                withSubject
              />
            )}
          </Tabs.Panel>
        </Tabs>
        <FormActions sticky>
          {mayWrite && (
            <span className={classes.extras}>
              <SendTest owner={owner} id={id} draft={draft} onRefused={refuse} />
              <ResetOne owner={owner} template={edited} onReset={show} />
            </span>
          )}
          <Button variant="default" disabled={save.isPending} onClick={() => void close()}>
            {mayWrite ? "Cancel" : "Close"}
          </Button>
          {mayWrite && (
            <Button type="submit" loading={save.isPending} disabled={stale}>
              Save
            </Button>
          )}
        </FormActions>
      </form>
    </FormDialog>
  );
}

type SendTestProps = {
  owner: ConfigurationOwner;
  id: number;
  draft: Draft;
  onRefused: (error: unknown) => void;
};

/** Mails the signed-in user what has been typed. */
function SendTest({ owner, id, draft, onRefused }: SendTestProps) {
  const send = useSendTest(owner);
  const sendTest = async () => {
    try {
      const { to_email } = await send.mutateAsync({ id, ...draft });
      notifySuccess(`A test mail is on its way to ${to_email}.`);
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

type ResetOneProps = {
  owner: ConfigurationOwner;
  template: EmailTemplate;
  onReset: (template: EmailTemplate) => void;
};

/** Removes this owner's own text of the mail, when there is one. */
function ResetOne({ owner, template, onReset }: ResetOneProps) {
  const reset = useResetEmailTemplate(owner);
  const isOwn = template.level === (owner === "platform" ? "platform" : "organization");
  if (!isOwn) return null;
  const ask = async () => {
    const detail = `The text of ${template.title} goes back to the default.`;
    if (!(await confirm("Reset Template?", detail))) return;
    if (await succeeds(reset.mutateAsync({ id: template.id }).then(onReset))) {
      notifySuccess("Template reset successfully.");
    }
  };
  return (
    <Button variant="subtle" loading={reset.isPending} onClick={() => void ask()}>
      Reset
    </Button>
  );
}
