import type { ConfigurationLevel, ConfigurationOwner } from "@kontor/contract/configuration";
import { templateTopicOf, templateTopics } from "@kontor/contract/reference/template-labels";
import { Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";

import { useTextSearch } from "../platform/list-search.ts";
import { lazyComponent } from "../platform/loading/lazy-component.ts";
import { ResetButton } from "../ui/form/reset-button.tsx";
import { EmptyState } from "../ui/page/empty-state.tsx";
import { Toolbar } from "../ui/page/toolbar.tsx";
import { LevelNote } from "../ui/record/level.tsx";
import type { Column } from "../ui/table/column.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { RowActions } from "../ui/table/row-actions.tsx";
import { SearchBox } from "../ui/table/search-box.tsx";
import { emailTemplatesQuery, useResetEmailTemplates, type EmailTemplate } from "./data.ts";

import classes from "./templates.module.css";

const EditTemplateDialog = lazyComponent(
  () => import("./edit-template-dialog.tsx"),
  "EditTemplateDialog",
);

type EmailTemplatesProps = {
  owner: ConfigurationOwner;
  /** Without the permission to change them, templates open read-only. */
  mayWrite: boolean;
};

/** The email templates of an organization, or the platform's defaults. */
export function EmailTemplates({ owner, mayWrite }: EmailTemplatesProps) {
  const templates = useQuery(emailTemplatesQuery(owner));
  const search = useTextSearch();
  const [edited, setEdited] = useState<number | null>(null);
  const template = templates.data?.find(({ id }) => id === edited);
  return (
    <>
      <Toolbar actions={mayWrite && <ResetTemplates owner={owner} />}>
        <SearchBox label="Search templates" {...search} />
      </Toolbar>
      <div className={classes.list}>
        <DataTable
          label="Email Templates"
          columns={columnsFor((id) => setEdited(id))}
          rows={templates.data && sortByTopic(searchTemplates(templates.data, search.value))}
          rowKey={({ id }) => id}
          heading={topicHeading}
          open={({ id }) =>
            () =>
              setEdited(id)
            }
          loading={templates.isPending}
          loadingText="Loading Email Templates..."
          failed={templates.isError}
          error={templates.error}
          onRetry={() => void templates.refetch()}
          empty={
            <EmptyState
              text="There are no Email Templates available"
              onClear={search.value === "" ? undefined : () => search.onSearch("")}
            />
          }
        />
      </div>
      <Suspense>
        {template && (
          <EditTemplateDialog
            key={template.id}
            owner={owner}
            mayWrite={mayWrite}
            loaded={template}
            reload={async () =>
              (await templates.refetch()).data?.find(({ id }) => id === template.id)
            }
            onExited={() => setEdited(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** The templates whose name or subject contains the text, ignoring case. */
function searchTemplates(templates: readonly EmailTemplate[], search: string): EmailTemplate[] {
  const needle = search.trim().toLowerCase();
  return templates.filter(({ title, subject }) =>
    [title, subject].some((text) => text.toLowerCase().includes(needle)),
  );
}

/** Templates changed at the nearest level come first. */
const levelRanks: Record<ConfigurationLevel, number> = {
  organization: 0,
  platform: 1,
  built_in: 2,
};

const topicRank = ({ label }: EmailTemplate) => templateTopics.indexOf(templateTopicOf(label));

/** Templates by topic; within a topic changed ones come first. */
function sortByTopic(templates: readonly EmailTemplate[]): EmailTemplate[] {
  return templates.toSorted(
    (one, other) =>
      topicRank(one) - topicRank(other) || levelRanks[one.level] - levelRanks[other.level],
  );
}

/** The topic, above the first of its templates. */
function topicHeading({ label }: EmailTemplate, previous: EmailTemplate | undefined) {
  const topic = templateTopicOf(label);
  if (previous !== undefined && templateTopicOf(previous.label) === topic) return null;
  return (
    <Table.Tr data-summary data-heading>
      <Table.Th scope="rowgroup" colSpan={3}>
        {topic}
      </Table.Th>
    </Table.Tr>
  );
}

function columnsFor(onEdit: (id: number) => void): readonly Column<EmailTemplate>[] {
  return [
    {
      key: "subject",
      header: "Subject",
      wrap: true,
      opens: true,
      phone: "what",
      cell: (template) => (
        <div className={classes.subject}>
          <strong>{template.title}</strong>
          <span>{template.subject}</span>
          <LevelNote of={template} plain />
        </div>
      ),
    },
    {
      key: "body",
      header: "Email Body",
      wrap: true,
      phone: "detail",
      cell: ({ preview }) => <span className={classes.preview}>{preview}</span>,
    },
    {
      key: "action",
      header: "Action",
      align: "center",
      width: 72,
      phone: "menu",
      cell: ({ id, title }) => (
        <RowActions
          name={title}
          actions={[{ label: "Edit Template", onClick: () => onEdit(id) }]}
        />
      ),
    },
  ];
}

const resetTexts = {
  organization: {
    question: "Reset company email templates?",
    detail: "The company’s own templates are removed, and the platform’s are used again.",
    done: "Company email templates have been reset to default.",
  },
  platform: {
    question: "Reset email templates?",
    detail: "The built-in templates will be used. Organizations keep their own.",
    done: "Email templates have been reset to default.",
  },
} as const;

function ResetTemplates({ owner }: { owner: ConfigurationOwner }) {
  const { mutateAsync } = useResetEmailTemplates(owner);
  return (
    <ResetButton
      {...resetTexts[owner === "platform" ? "platform" : "organization"]}
      label="Reset Templates"
      reset={async () => void (await mutateAsync({}))}
    />
  );
}
