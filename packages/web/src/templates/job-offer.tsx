import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { missingOfferLink, jobOfferFields } from "@kontor/contract/job-offer-template";
import { placeholdersIn } from "@kontor/contract/placeholders";
import { Button, Tabs } from "@mantine/core";
import { IconFileTypePdf } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { succeeds } from "../platform/api-problem.ts";
import { useEditedForm } from "../platform/form/edited-form.ts";
import { focusFirstError } from "../platform/form/forms.ts";
import { confirm } from "../platform/message/confirm.tsx";
import { notifySuccess } from "../platform/message/notify.tsx";
import { saveFile } from "../platform/save-file.ts";
import { ChangedMeanwhile } from "../ui/form/changed-meanwhile.tsx";
import { FormActions } from "../ui/form/form-dialog.tsx";
import { LevelNote } from "../ui/level.tsx";
import { NotLoaded } from "../ui/page/not-loaded.tsx";
import { Notice } from "../ui/page/notice.tsx";
import { Panel } from "../ui/page/panel.tsx";
import { RichTextEditor } from "../ui/rich-text/rich-text-editor.tsx";
import {
  jobOfferPreviewQuery,
  jobOfferQuery,
  offered,
  usePrintJobOffer,
  useResetJobOffer,
  useSaveJobOffer,
  type Draft,
  type JobOffer,
} from "./data.ts";
import { Preview } from "./preview.tsx";

import classes from "./templates.module.css";

type JobOfferTemplateProps = {
  owner: ConfigurationOwner;
  /** Who may only look sees the letter, but cannot change it. */
  mayWrite: boolean;
};

/** The job offer letter, of one organization or as the platform's default. */
export function JobOfferTemplate(props: JobOfferTemplateProps) {
  const { data, isError, isFetching, refetch } = useQuery(jobOfferQuery(props.owner));
  if (!data) {
    return (
      <NotLoaded
        what="The job offer template"
        failed={isError && !isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return <JobOfferForm {...props} loaded={data} reload={async () => (await refetch()).data} />;
}

function valuesOf({ subject, body }: JobOffer): Draft {
  return { subject, body };
}

const { subject: subjectSchema, body: bodySchema } = jobOfferFields;

type JobOfferFormProps = JobOfferTemplateProps & {
  loaded: JobOffer;
  reload: () => Promise<JobOffer | undefined>;
};

function JobOfferForm({ owner, mayWrite, loaded, reload }: JobOfferFormProps) {
  const [tab, setTab] = useState<string | null>("edit");
  const [placeholders] = useState(() => ({
    subject: offered(loaded.subject_placeholders),
    body: offered(loaded.body_placeholders),
  }));
  const save = useSaveJobOffer(owner);
  const { form, fieldProps, edited, stale, show, refuse, loadNewest } = useEditedForm({
    name: "job-offer-template",
    loaded,
    valuesOf,
    reload,
    schemas: { subject: subjectSchema, body: bodySchema },
  });
  const { subject, body } = form.values;
  const draft = { subject, body };
  const submit = async () => {
    try {
      show(await save.mutateAsync({ id: edited.id, ...draft, version: edited.version }));
    } catch (error) {
      setTab("edit");
      refuse(error);
      return;
    }
    notifySuccess("Offer Letter submitted");
  };
  return (
    <Panel title="Job Offer Template" aside={<LevelNote of={edited} />}>
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
        {stale && <ChangedMeanwhile what="this letter" onReload={loadNewest} />}
        {/* The other way would destroy the editors whenever the preview is looked at. */}
        <Tabs value={tab} onChange={setTab} keepMountedMode="display-none">
          <Tabs.List mb="md">
            <Tabs.Tab value="edit">Edit</Tabs.Tab>
            <Tabs.Tab value="preview">Preview</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="edit" className={classes.fields}>
            <RichTextEditor
              {...fieldProps("subject")}
              label="Subject"
              description="Type @ for placeholders."
              allow="subject"
              placeholders={placeholders.subject}
              disabled={!mayWrite}
              required
            />
            <RichTextEditor
              {...fieldProps("body")}
              label="Body"
              description="Type @ for placeholders."
              allow="full"
              size="lg"
              placeholders={placeholders.body}
              disabled={!mayWrite}
              required
            />
          </Tabs.Panel>
          <Tabs.Panel value="preview">
            {tab === "preview" && (
              <Preview query={jobOfferPreviewQuery(owner, draft)} title="Preview of the letter" />
            )}
          </Tabs.Panel>
        </Tabs>
        <MissingLink body={body} />
        <FormActions>
          <span className={classes.extras}>
            <DownloadPdf owner={owner} draft={draft} onRefused={refuse} />
          </span>
          {mayWrite && (
            <>
              <ResetLetter owner={owner} onReset={show} />
              <Button type="submit" loading={save.isPending} disabled={stale}>
                Submit
              </Button>
            </>
          )}
        </FormActions>
      </form>
    </Panel>
  );
}

/** Warns of a letter that its receiver could not answer; it may be saved all the same. */
function MissingLink({ body }: { body: string }) {
  const missing = body !== "" && !placeholdersIn(body).includes("offer_link");
  return (
    <div role="status">
      {missing && (
        <div className={classes.warning}>
          <Notice>{missingOfferLink}</Notice>
        </div>
      )}
    </div>
  );
}

type DownloadPdfProps = {
  owner: ConfigurationOwner;
  draft: Draft;
  onRefused: (error: unknown) => void;
};

function DownloadPdf({ owner, draft, onRefused }: DownloadPdfProps) {
  const print = usePrintJobOffer(owner);
  const download = async () => {
    try {
      saveFile(await print.mutateAsync(draft));
    } catch (error) {
      onRefused(error);
    }
  };
  return (
    <Button
      variant="light"
      leftSection={<IconFileTypePdf size={17} aria-hidden />}
      loading={print.isPending}
      onClick={() => void download()}
    >
      Download PDF
    </Button>
  );
}

type ResetLetterProps = {
  owner: ConfigurationOwner;
  onReset: (letter: JobOffer) => void;
};

function ResetLetter({ owner, onReset }: ResetLetterProps) {
  const reset = useResetJobOffer(owner);
  const ask = async () => {
    const detail =
      owner === "platform"
        ? "The built-in letter will hold. Organizations keep their own."
        : "The company’s own letter is removed, and the platform’s holds again.";
    if (!(await confirm("Reset Template?", detail))) return;
    if (await succeeds(reset.mutateAsync({}).then(onReset))) {
      notifySuccess("Template reset successfully.");
    }
  };
  return (
    <Button variant="default" loading={reset.isPending} onClick={() => void ask()}>
      Reset
    </Button>
  );
}
