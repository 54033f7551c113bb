import { setOrganizationStatus } from "@kontor/contract/organizations/status";
import { line } from "@kontor/contract/wire";
import { List } from "@mantine/core";

import { ReasonDialog } from "../../ui/reason/reason-dialog.tsx";
import { Sentence } from "../../ui/record/remarks.tsx";
import { useSetOrganizationStatus, type Organization } from "../data.ts";

type StatusDialogProps = {
  organization: Organization;
  /** The status that it gets. */
  status: Organization["status"];
  onExited: () => void;
};

/** Suspends an organization, or resumes it, and says what follows. */
export function StatusDialog({ organization, status, onExited }: StatusDialogProps) {
  const { name, tenant_id, company_id } = organization;
  const { mutateAsync } = useSetOrganizationStatus();
  const { sentence, effects, schema, ...words } = status === "SUSPENDED" ? suspending : resuming;
  return (
    <ReasonDialog
      {...words}
      draft={`organization-${status.toLowerCase()}:${tenant_id}`}
      schema={schema}
      optional={status === "ACTIVE"}
      send={(reason, submits) =>
        mutateAsync({ input: { tenant_id, company_id, status, reason }, submits })
      }
      onExited={onExited}
    >
      <Sentence>
        <strong>{name}</strong> {sentence}
      </Sentence>
      <List size="sm" spacing="xs">
        {effects.map((effect) => (
          <List.Item key={effect}>{effect}</List.Item>
        ))}
      </List>
    </ReasonDialog>
  );
}

const receivers =
  "Emailed to the owners and the super admin exactly as you write it, and kept in the history.";

const suspending = {
  title: "Suspend Organization",
  submit: "Suspend",
  done: "Organization suspended successfully..",
  description: receivers,
  schema: line("why the organization is suspended", 300),
  sentence: "stays suspended until somebody resumes it:",
  effects: [
    "Its users are signed out now and cannot sign in. The portal is closed to its employees.",
    "Approved salary advances wait. Payments that were sent before are completed.",
    "Platform staff can still read its records, keep its books and pay its payroll.",
    "Nothing is deleted.",
  ],
};

const resuming = {
  title: "Resume Organization",
  submit: "Resume",
  done: "Organization resumed successfully..",
  description: `Optional. ${receivers}`,
  schema: setOrganizationStatus.body.shape.reason,
  sentence: "is active again at once:",
  effects: [
    "Its users can sign in, and its employees can use the portal. Everybody has to sign in anew.",
    "Approved salary advances that waited are sent, as far as the wallet covers them.",
  ],
};
