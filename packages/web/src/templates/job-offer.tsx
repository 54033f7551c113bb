import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { jobOfferFields, missingOfferLink } from "@kontor/contract/templates/job-offer";
import { placeholdersIn } from "@kontor/contract/templates/placeholders";
import { Button } from "@mantine/core";
import { IconFileTypePdf } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { useEditedForm } from "../platform/form/edited-form.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { ownerKey } from "../platform/organization/configuration.ts";
import { saveFile } from "../platform/save-file.ts";
import { EditForm } from "../ui/form/edit-form.tsx";
import { ResetButton } from "../ui/form/reset-button.tsx";
import { Loaded } from "../ui/page/loaded.tsx";
import { Notice } from "../ui/page/notice.tsx";
import { Panel } from "../ui/page/panel.tsx";
import { LevelNote } from "../ui/record/level.tsx";
import { RichTextEditor } from "../ui/rich-text/rich-text-editor.tsx";
import {
  jobOfferPreviewQuery,
  jobOfferQuery,
  editorPlaceholders,
  usePrintJobOffer,
  useResetJobOffer,
  useSaveJobOffer,
  type Draft,
  type JobOffer,
} from "./data.ts";
import { MentionWarning } from "./mention-warning.tsx";
import { Preview } from "./preview.tsx";
import { TemplateTabs, type TemplateTab } from "./template-tabs.tsx";

import classes from "./templates.module.css";

type JobOfferTemplateProps = {
  owner: ConfigurationOwner;
  /** Without the permission to change it, the letter is read-only. */
  mayWrite: boolean;
};

/** The job offer letter, of one organization or as the platform's default. */
export function JobOfferTemplate(props: JobOfferTemplateProps) {
  const query = useQuery(jobOfferQuery(props.owner));
  return (
    <Loaded query={query} what="The job offer template">
      {(loaded, reload) => <JobOfferForm {...props} loaded={loaded} reload={reload} />}
    </Loaded>
  );
}

function valuesOf({ subject, body }: JobOffer): Draft {
  return { subject, body };
}

const resetDetails = {
  platform: "The built-in letter will be used. Organizations keep their own.",
  organization: "The company’s own letter is removed, and the platform’s is used again.",
} as const;

type JobOfferFormProps = JobOfferTemplateProps & {
  loaded: JobOffer;
  reload: () => Promise<JobOffer | undefined>;
};

function JobOfferForm({ owner, mayWrite, loaded, reload }: JobOfferFormProps) {
  const [tab, setTab] = useState<TemplateTab>("edit");
  const [placeholders] = useState(() => ({
    subject: editorPlaceholders(loaded.subject_placeholders),
    body: editorPlaceholders(loaded.body_placeholders),
  }));
  const { mutateAsync: save } = useSaveJobOffer(owner);
  const { mutateAsync: reset } = useResetJobOffer(owner);
  const edit = useEditedForm<JobOffer, Draft>({
    name: "job-offer-template",
    draft: mayWrite ? ownerKey(owner).join("-") : null,
    loaded,
    valuesOf,
    reload,
    schemas: jobOfferFields,
    save: (values, { id, version }) => save({ id, ...values, version }),
    onSaved: () => notifySuccess("Offer Letter submitted"),
    onErrors: () => setTab("edit"),
  });
  const { form, fieldProps, edited, show, refuse } = edit;
  const { subject, body } = form.values;
  const draft = { subject, body };
  return (
    <Panel title="Job Offer Template" aside={<LevelNote of={edited} />}>
      <EditForm
        edit={edit}
        what="this letter"
        mayWrite={mayWrite}
        submit="Submit"
        actions={
          <>
            <span className={classes.extras}>
              <DownloadPdf owner={owner} draft={draft} onRefused={refuse} />
            </span>
            {mayWrite && (
              <ResetButton
                question="Reset Template?"
                detail={resetDetails[owner === "platform" ? "platform" : "organization"]}
                done="Template reset successfully."
                reset={async () => show(await reset({}))}
              />
            )}
          </>
        }
      >
        <TemplateTabs
          tab={tab}
          onTab={setTab}
          preview={
            <Preview query={jobOfferPreviewQuery(owner, draft)} title="Preview of the letter" />
          }
        >
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
        </TemplateTabs>
        <MissingLink body={body} />
        {mayWrite && <MentionWarning texts={[subject, body]} />}
      </EditForm>
    </Panel>
  );
}

/** Warns about a letter without a link for the answer. It can be saved anyway. */
function MissingLink({ body }: { body: string }) {
  const missing = body !== "" && !placeholdersIn(body).includes("offer_link");
  return <div role="status">{missing && <Notice>{missingOfferLink}</Notice>}</div>;
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
